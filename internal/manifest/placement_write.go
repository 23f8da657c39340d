package manifest

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// placementObject is the Kubernetes object of a placement of any dialect, or of its rollout.
type placementObject struct {
	header
	Metadata metadata `json:"metadata"`
	Spec     any      `json:"spec"`
	Status   struct {
		Decisions []ruleDecision `json:"decisions,omitempty"`
	} `json:"status,omitzero"`
}

// WritePlacement writes a placement as YAML, in upstream's current version. ReadPlacement returns the same placement.
//
// The previous decisions of a PlacementRule are in its status. A field that the object of the dialect does not have, such as a
// decision strategy in KubeFleet, is an error that names the field and wraps a *field.Error. Values are not validated.
//
// The object that RolloutOf names is a second document. It has nothing but the strategy: it is meant to be merged into the
// object on the hub, whose other fields are not known here.
func WritePlacement(p Placement) (string, error) {
	if len(p.Dialects()) != 1 {
		return "", fmt.Errorf("placement %s must be of exactly one dialect", excerpt.Quote(p.Name))
	}
	object, mistake := p.dialect().object(&p)
	if mistakes := append(p.refuseObjectSpec(), p.ValidateRollout()...); mistake == nil && len(mistakes) > 0 {
		mistake = mistakes[0]
	}
	if p.Name == "" {
		mistake = field.Required(field.NewPath("name"), "the object must have a name")
	}
	name := object.Kind + "/" + excerpt.Text(p.Name)
	if mistake != nil {
		return "", fmt.Errorf("%s, %w", name, excerpt.Error(mistake))
	}
	text, err := writeYAML(object)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	if p.RolloutOf == nil {
		return text, nil
	}
	second, err := writeYAML(p.dialect().rolloutObject(&p))
	if err != nil {
		return "", fmt.Errorf("%s/%s: %w", p.RolloutOf.Kind, excerpt.Text(p.RolloutOf.Name), err)
	}
	return text + "---\n" + second, nil
}

// ObjectSpec returns the spec of a placement's object. The error is a *field.Error.
func ObjectSpec(p *Placement) (any, error) {
	object, mistake := p.dialect().object(p)
	if mistake != nil {
		return nil, mistake
	}
	return object.Spec, nil
}

func ocmObject(p *Placement) (placementObject, *field.Error) {
	object := placementObject{
		header:   header{OCMGroup + "/v1beta1", ocmPlacementKind},
		Metadata: metadata{Name: p.Name, Namespace: p.Namespace},
		Spec:     ocm.Placement{Spec: *p.OCM, DecisionStrategy: p.DecisionStrategy},
	}
	switch p.Unscheduled {
	case "":
		return object, nil
	case disabledByAnnotation:
		object.Metadata.Annotations = map[string]string{disabledAnnotation: "true"}
		return object, nil
	}
	return object, unscheduled(p.Unscheduled)
}

func unscheduled(why string) *field.Error {
	return field.Invalid(field.NewPath("unscheduled"), why, "a manifest cannot express this")
}

func kubeFleetObject(p *Placement) (placementObject, *field.Error) {
	object := placementObject{
		header:   header{FleetPlacementGroup + "/v1beta1", kubeFleetKind(p)},
		Metadata: metadata{Name: p.Name, Namespace: p.Namespace},
		Spec: struct {
			Policy   *kubefleet.Spec `json:"policy"`
			Strategy *fleetStrategy  `json:"strategy,omitempty"`
			kubefleet.ObjectSpec
		}{p.KubeFleet, fleetStrategyOf(p.Strategy), p.ObjectSpec},
	}
	switch {
	case p.DecisionStrategy.GroupStrategy != nil:
		return object, NoField(field.NewPath("decisionStrategy"), object.Kind)
	case p.Unscheduled != "":
		return object, unscheduled(p.Unscheduled)
	}
	return object, nil
}

// NoField is the error of a field that a kind does not have.
func NoField(path *field.Path, kind string) *field.Error {
	return field.Forbidden(path, "a "+kind+" has no such field")
}

func hybridObject(p *Placement) (placementObject, *field.Error) {
	object := placementObject{
		header:   header{HybridGroup + "/v1alpha1", placementRuleKind},
		Metadata: metadata{Name: p.Name, Namespace: p.Namespace},
		Spec:     p.Hybrid,
	}
	for _, key := range p.Decided {
		namespace, name := placement.ParseTargetKey(key)
		object.Status.Decisions = append(object.Status.Decisions, ruleDecision{Name: name, Namespace: namespace})
	}
	if p.DecisionStrategy.GroupStrategy != nil {
		return object, NoField(field.NewPath("decisionStrategy"), object.Kind)
	}
	for i := range p.Hybrid.Advisors {
		if mistake := unwritable(&p.Hybrid.Advisors[i], field.NewPath("advisors").Index(i)); mistake != nil {
			return object, mistake
		}
	}
	return object, nil
}

// unwritable returns the error of an advisor with a field that a PlacementRule does not have.
func unwritable(advisor *hybrid.Advisor, path *field.Path) *field.Error {
	switch {
	case advisor.OnFailure != "":
		return NoField(path.Child("onFailure"), placementRuleKind)
	case advisor.FailOpen:
		return NoField(path.Child("failOpen"), placementRuleKind)
	case advisor.Recommendations != nil:
		return NoField(path.Child("recommendations"), placementRuleKind)
	case len(advisor.Rules) > 0:
		if _, err := jsonToYAML(advisor.Rules); err != nil {
			return field.Invalid(path.Child("rules"), string(advisor.Rules), err.Error())
		}
	}
	return nil
}
