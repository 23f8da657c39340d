package manifest

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

const hybridGroup = "core.hybridapp.io"

// PlacementRule is a PlacementRule in the manifests, with its previous decisions.
type PlacementRule struct {
	Name, Namespace string
	// Decisions has the keys of the chosen targets.
	Decisions []string
}

func (r *reader) addDeployer(raw []byte) (added, error) {
	var o struct {
		Metadata metadata `json:"metadata"`
		Spec     struct {
			Type            string `json:"type"`
			PlacementTarget struct {
				Resource string `json:"resource"`
			} `json:"placementTarget"`
		} `json:"spec"`
	}
	err := r.decode(raw, &o)
	object := added{namespace: o.Metadata.Namespace, name: o.Metadata.Name}
	if err != nil {
		return object, err
	}
	if o.Spec.Type == "" {
		object.mistakes = field.ErrorList{field.Required(field.NewPath("spec", "type"), "the type of the deployer must be set")}
	}
	r.fleet.Targets = append(r.fleet.Targets, placement.Target{
		Kind: placement.TargetDeployer, Name: o.Metadata.Name, Namespace: o.Metadata.Namespace, Labels: o.Metadata.Labels,
		DeployerType: o.Spec.Type, PlacementTarget: o.Spec.PlacementTarget.Resource,
	})
	r.fleet.TargetPlaces = append(r.fleet.TargetPlaces, r.here)
	return object, nil
}

func (r *reader) addPlacementRule(raw []byte) (added, error) {
	rule, err := placementRule(r.decode, raw)
	if err == nil {
		r.fleet.PlacementRules = append(r.fleet.PlacementRules, rule)
	}
	return added{namespace: rule.Namespace, name: rule.Name}, err
}

// ruleStatus is the part of a PlacementRule's status that is read.
type ruleStatus struct {
	Decisions []ruleDecision `json:"decisions,omitempty"`
}

// ruleDecision is a chosen target in the status of a PlacementRule.
type ruleDecision = hybrid.TargetReference

func placementRule(decode objectDecoder, raw []byte) (PlacementRule, error) {
	var o struct {
		Metadata metadata   `json:"metadata"`
		Status   ruleStatus `json:"status"`
	}
	err := decode(raw, &o)
	rule := PlacementRule{Name: o.Metadata.Name, Namespace: o.Metadata.Namespace}
	for _, d := range o.Status.Decisions {
		rule.Decisions = append(rule.Decisions, d.Key())
	}
	return rule, err
}
