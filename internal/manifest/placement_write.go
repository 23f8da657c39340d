package manifest

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// placementObject is a placement of any dialect as an object.
type placementObject struct {
	header
	Metadata metadata   `json:"metadata"`
	Spec     any        `json:"spec"`
	Status   ruleStatus `json:"status,omitzero"`
}

// WritePlacement writes a placement as YAML, in the version that upstream has now. ReadPlacement reads it as it was.
//
// The object has what decides, and nothing besides: the resourceSelectors that a hub of KubeFleet asks for are not
// there. The previous decisions of a PlacementRule are in its status. What the object of the dialect has no field for
// is an error that names the field and wraps a *field.Error, such as a decision strategy in KubeFleet.
func WritePlacement(p Placement) (string, error) {
	var object placementObject
	var mistake *field.Error
	switch {
	case p.OCM != nil && p.KubeFleet == nil && p.Hybrid == nil:
		object, mistake = ocmObject(&p, *p.OCM)
	case p.OCM == nil && p.KubeFleet != nil && p.Hybrid == nil:
		object, mistake = kubeFleetObject(&p, p.KubeFleet)
	case p.OCM == nil && p.KubeFleet == nil && p.Hybrid != nil:
		object, mistake = hybridObject(&p, p.Hybrid)
	default:
		return "", fmt.Errorf("placement %s is of no dialect or of several; it must be of exactly one", placement.Quote(p.Name))
	}
	if p.Name == "" {
		mistake = field.Required(field.NewPath("name"), "an object needs a name")
	}
	name := object.Kind + "/" + placement.Excerpt(p.Name)
	if mistake != nil {
		return "", fmt.Errorf("%s, %w", name, placement.ExcerptError(mistake))
	}
	text, err := writeYAML(object)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return text, nil
}

// own refuses what the dialect's part of a placement says otherwise than the placement.
func (p *Placement) own(name, namespace string, strategy placement.DecisionStrategy) *field.Error {
	const twice = "the placement and its dialect must not differ"
	switch {
	case name != "" && name != p.Name:
		return field.Invalid(field.NewPath("name"), name, twice)
	case namespace != "" && namespace != p.Namespace:
		return field.Invalid(field.NewPath("namespace"), namespace, twice)
	case strategy.GroupStrategy != nil:
		return field.Forbidden(field.NewPath("decisionStrategy"), "it belongs to the placement, not to its dialect")
	}
	return nil
}

func ocmObject(p *Placement, spec ocm.Placement) (placementObject, *field.Error) {
	object := placementObject{
		header:   header{ocmGroup + "/v1beta1", ocmPlacementKind},
		Metadata: metadata{Name: p.Name, Namespace: p.Namespace},
	}
	mistake := p.own(spec.Name, spec.Namespace, spec.DecisionStrategy)
	switch spec.Unscheduled {
	case "":
	case disabledByAnnotation:
		object.Metadata.Annotations = map[string]string{disabledAnnotation: "true"}
	default:
		mistake = unscheduled(spec.Unscheduled)
	}
	spec.DecisionStrategy = p.DecisionStrategy
	object.Spec = spec
	return object, mistake
}

func unscheduled(why string) *field.Error {
	return field.Invalid(field.NewPath("unscheduled"), why, "a manifest cannot say so")
}

func kubeFleetObject(p *Placement, policy *kubefleet.Placement) (placementObject, *field.Error) {
	object := placementObject{
		header:   header{fleetPlacementGroup + "/v1beta1", clusterPlacementKind},
		Metadata: metadata{Name: p.Name, Namespace: p.Namespace},
		Spec: struct {
			Policy *kubefleet.Placement `json:"policy"`
		}{policy},
	}
	if p.Namespace != "" {
		object.Kind = namespacePlacementKind
	}
	mistake := p.own(policy.Name, policy.Namespace, policy.DecisionStrategy)
	switch {
	case mistake != nil:
	case p.DecisionStrategy.GroupStrategy != nil:
		mistake = noField(field.NewPath("decisionStrategy"), object.Kind)
	case policy.Unscheduled != "":
		mistake = unscheduled(policy.Unscheduled)
	case policy.Snapshot != nil:
		mistake = noField(field.NewPath("snapshot"), object.Kind)
	}
	return object, mistake
}

// noField is for what a kind has no field for.
func noField(path *field.Path, kind string) *field.Error {
	return field.Forbidden(path, "a "+kind+" has no such field")
}

func hybridObject(p *Placement, rule *hybrid.Placement) (placementObject, *field.Error) {
	object := placementObject{
		header:   header{hybridGroup + "/v1alpha1", placementRuleKind},
		Metadata: metadata{Name: p.Name, Namespace: p.Namespace},
		Spec:     rule,
	}
	for _, key := range rule.PreviousDecisions {
		decision := ruleDecision{Name: key}
		if namespace, name, ok := strings.Cut(key, "/"); ok && namespace != "" {
			decision = ruleDecision{Name: name, Namespace: namespace}
		}
		object.Status.Decisions = append(object.Status.Decisions, decision)
	}
	mistake := p.own(rule.Name, rule.Namespace, rule.DecisionStrategy)
	if mistake == nil && p.DecisionStrategy.GroupStrategy != nil {
		mistake = noField(field.NewPath("decisionStrategy"), object.Kind)
	}
	for i := range rule.Advisors {
		if mistake == nil {
			mistake = unwritable(&rule.Advisors[i], field.NewPath("advisors").Index(i))
		}
	}
	return object, mistake
}

// unwritable is what a PlacementRule has no field for in an advisor.
func unwritable(advisor *hybrid.Advisor, path *field.Path) *field.Error {
	switch {
	case advisor.OnFailure != "":
		return noField(path.Child("onFailure"), placementRuleKind)
	case advisor.FailOpen:
		return noField(path.Child("failOpen"), placementRuleKind)
	case advisor.Recommendations != nil:
		return noField(path.Child("recommendations"), placementRuleKind)
	case len(advisor.Rules) > 0:
		if _, err := jsonToYAML(advisor.Rules); err != nil {
			return field.Invalid(path.Child("rules"), string(advisor.Rules), err.Error())
		}
	}
	return nil
}
