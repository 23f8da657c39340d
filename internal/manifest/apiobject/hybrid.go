// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiobject

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

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

// RuleStatus is the part of a PlacementRule's status that is read.
type RuleStatus struct {
	ObservedGeneration int64                           `json:"observedGeneration,omitempty"`
	Candidates         []RuleDecision                  `json:"candidates,omitempty"`
	Eliminators        []RuleDecision                  `json:"eliminators,omitempty"`
	Recommendations    map[string][]ruleRecommendation `json:"recommendations,omitempty"`
	Decisions          []RuleDecision                  `json:"decisions,omitempty"`
}

// RuleDecision is a reference to a target in the status of a PlacementRule.
type RuleDecision = hybrid.TargetReference

// ruleRecommendation is a target that an advisor recommends in the status of a PlacementRule.
type ruleRecommendation struct {
	RuleDecision
	Score *int32 `json:"score"`
}

// DecodePlacementRule reads a PlacementRule. The mistakes are those in the answers of its advisors: these are left out.
func DecodePlacementRule(decode decode.Func, raw []byte) (rule PlacementRule, mistakes field.ErrorList, err error) {
	var o api.Object[api.Unread, RuleStatus]
	if err := decode(raw, &o); err != nil {
		return PlacementRule{Name: o.Metadata.Name, Namespace: o.Metadata.Namespace}, nil, err
	}
	var written api.Object[hybrid.Spec, api.Unread]
	if decode(raw, &written) == nil {
		rule.Spec = &written.Spec
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

func keysOf(references []RuleDecision) []string {
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
		recommendation := &list[i]
		key := recommendation.Key()
		namespace, name := placement.ParseTargetKey(key)
		if ofCluster, ok := placement.NameOfKey(key); ok {
			key = ofCluster
		}
		index, isKnown := first[key]
		switch {
		case recommendation.Name == "":
		case isKnown:
			mistakes = append(mistakes, excerpt.Duplicate(path.Index(i).Child("name"), recommendation.Name,
				path.Index(index).Child("name")))
		case recommendation.Score != nil && (*recommendation.Score < 0 || *recommendation.Score > hybrid.MaxScore):
			mistakes = append(mistakes, field.Invalid(path.Index(i).Child("score"), *recommendation.Score, "must be between 0 and 100"))
		default:
			first[key] = i
			answer = append(answer, hybrid.StaticRecommendation{Name: name, Namespace: namespace, Score: recommendation.Score})
		}
	}
	return answer, mistakes
}
