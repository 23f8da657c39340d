package manifest

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// HybridGroup is the API group of hybrid placement rules.
const HybridGroup = "core.hybridapp.io"

// PlacementRule is a PlacementRule in the manifests or on a hub, with what its status has of the decision.
type PlacementRule struct {
	Name, Namespace string
	// Spec is nil if it has a form that is not known here.
	Spec *hybrid.Spec
	// Decisions has the keys of the chosen targets.
	Decisions []string
	// Candidates and Eliminators have the keys of the targets that the decision in progress still considers, and of those that its
	// rounds have removed.
	Candidates, Eliminators []string
	// Recommendations are the answers of the advisors about the candidates, by the advisor's name.
	Recommendations map[string][]hybrid.StaticRecommendation
	// Outdated says that the decision in progress is that of an earlier generation of the spec.
	Outdated bool
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
	rule, mistakes, err := placementRule(r.decode, raw)
	if err == nil {
		r.fleet.PlacementRules = append(r.fleet.PlacementRules, rule)
	}
	object := added{namespace: rule.Namespace, name: rule.Name}
	if r.validator != nil {
		object.mistakes = mistakes
	}
	return object, err
}

// ruleStatus is the part of a PlacementRule's status that is read.
type ruleStatus struct {
	ObservedGeneration int64                           `json:"observedGeneration,omitempty"`
	Candidates         []ruleDecision                  `json:"candidates,omitempty"`
	Eliminators        []ruleDecision                  `json:"eliminators,omitempty"`
	Recommendations    map[string][]ruleRecommendation `json:"recommendations,omitempty"`
	Decisions          []ruleDecision                  `json:"decisions,omitempty"`
}

// ruleDecision is a reference to a target in the status of a PlacementRule.
type ruleDecision = hybrid.TargetReference

// ruleRecommendation is a target that an advisor recommends in the status of a PlacementRule.
type ruleRecommendation struct {
	ruleDecision
	Score *int32 `json:"score"`
}

// placementRule reads a PlacementRule. The mistakes are those in the answers of its advisors: these are left out.
func placementRule(decode objectDecoder, raw []byte) (rule PlacementRule, mistakes field.ErrorList, err error) {
	var o struct {
		Metadata struct {
			metadata
			Generation int64 `json:"generation"`
		} `json:"metadata"`
		Status ruleStatus `json:"status"`
	}
	if err := decode(raw, &o); err != nil {
		return PlacementRule{Name: o.Metadata.Name, Namespace: o.Metadata.Namespace}, nil, err
	}
	var of struct {
		Spec hybrid.Spec `json:"spec"`
	}
	if decode(raw, &of) == nil {
		rule.Spec = &of.Spec
	}
	status := &o.Status
	rule.Name, rule.Namespace = o.Metadata.Name, o.Metadata.Namespace
	rule.Decisions, rule.Candidates, rule.Eliminators = keysOf(status.Decisions), keysOf(status.Candidates),
		keysOf(status.Eliminators)
	rule.Outdated = status.ObservedGeneration != 0 && status.ObservedGeneration < o.Metadata.Generation
	path := field.NewPath("status", "recommendations")
	for _, name := range slices.Sorted(maps.Keys(status.Recommendations)) {
		if rule.Recommendations == nil {
			rule.Recommendations = make(map[string][]hybrid.StaticRecommendation, len(status.Recommendations))
		}
		if list := status.Recommendations[name]; list != nil {
			answer, wrong := recommendationsOf(list, path.Key(name))
			rule.Recommendations[name], mistakes = answer, append(mistakes, wrong...)
		}
	}
	return rule, mistakes, nil
}

func keysOf(references []ruleDecision) []string {
	var keys []string
	for _, reference := range references {
		keys = append(keys, reference.Key())
	}
	return keys
}

// recommendationsOf is the answer of an advisor. An entry without a name is left out: the operator's veto writes one that matches
// nothing.
func recommendationsOf(
	list []ruleRecommendation, path *field.Path,
) (answer []hybrid.StaticRecommendation, mistakes field.ErrorList) {
	answer = make([]hybrid.StaticRecommendation, 0, len(list))
	first := make(map[string]int, len(list))
	for i := range list {
		of := &list[i]
		key := of.Key()
		namespace, name := placement.ParseTargetKey(key)
		if ofCluster, ok := placement.NameOfKey(key); ok {
			key = ofCluster
		}
		at, isKnown := first[key]
		switch {
		case of.Name == "":
		case isKnown:
			mistakes = append(mistakes, excerpt.Duplicate(path.Index(i).Child("name"), of.Name, path.Index(at).Child("name")))
		case of.Score != nil && (*of.Score < 0 || *of.Score > hybrid.MaxScore):
			mistakes = append(mistakes, field.Invalid(path.Index(i).Child("score"), *of.Score, "must be between 0 and 100"))
		default:
			first[key] = i
			answer = append(answer, hybrid.StaticRecommendation{Name: name, Namespace: namespace, Score: of.Score})
		}
	}
	return answer, mistakes
}
