package manifest

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// readHybridPlacement reads one PlacementRule. The decisions in its status are its previous decisions.
func readHybridPlacement(raw []byte) (hybrid.Placement, error) {
	var o struct {
		Spec hybrid.Spec `json:"spec"`
	}
	if err := decode(raw, &o); err != nil {
		return hybrid.Placement{}, err
	}
	rule, _, err := placementRule(decodeObject, raw)
	return hybrid.Placement{
		Name: rule.Name, Namespace: rule.Namespace, PreviousDecisions: rule.Decisions, Spec: o.Spec,
	}, err
}

// hybridFields has all fields that the spec of a PlacementRule may have. Only the kind, the name and the namespace of its targets
// are read. Attributes that only the provider's advisors have are not fields of a PlacementRule.
type hybridFields struct {
	Spec struct {
		hybrid.Spec
		Targets []struct {
			hybrid.TargetReference
			APIVersion      jsontext.Value `json:"apiVersion"`
			UID             jsontext.Value `json:"uid"`
			ResourceVersion jsontext.Value `json:"resourceVersion"`
			FieldPath       jsontext.Value `json:"fieldPath"`
		} `json:"targets"`
		Advisors []struct {
			Name   string         `json:"name"`
			Type   string         `json:"type"`
			Weight *int32         `json:"weight"`
			Rules  jsontext.Value `json:"rules"`
		} `json:"advisors"`
	} `json:"spec"`
	objectFields
}
