// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// firstOfOCM is the first requirement of a placement; empty if it has none.
func firstOfOCM(spec *ocm.Spec) string {
	if len(spec.Predicates) > 0 {
		selector := &spec.Predicates[0].RequiredClusterSelector
		if first := firstOf(selector.LabelSelector); first != "" {
			return "predicates[0] wants " + first
		}
		if first := firstOf(selector.ClaimSelector.AsLabels()); first != "" {
			return "predicates[0] wants claim " + first
		}
		if cel := selector.CELSelector; cel != nil && len(cel.CELExpressions) > 0 {
			return "predicates[0] wants " + short(cel.CELExpressions[0])
		}
	}
	if len(spec.ClusterSets) > 0 {
		return "cluster set " + short(spec.ClusterSets[0])
	}
	for i := range spec.PrioritizerPolicy.Configurations {
		if s := spec.PrioritizerPolicy.Configurations[i].ScoreCoordinate; s != nil && s.AddOn != nil {
			return "prefers " + short(s.AddOn.ResourceName) + "/" + short(s.AddOn.ScoreName)
		} else if s != nil && s.BuiltIn != "" {
			return "prefers " + short(s.BuiltIn)
		}
	}
	return ""
}

// addOnScore is an add-on score that the placement prefers, and the path of its configuration.
type addOnScore struct {
	*ocm.AddOnScore
	at string
}

// addOnScores are the add-on scores of the placement in their order. One of weight 0 has no effect.
func addOnScores(spec *ocm.Spec) (scores []addOnScore) {
	for i := range spec.PrioritizerPolicy.Configurations {
		c := &spec.PrioritizerPolicy.Configurations[i]
		if s := c.ScoreCoordinate; s != nil && s.Type == ocm.TypeAddOn && s.AddOn != nil && (c.Weight == nil || *c.Weight != 0) {
			scores = append(scores, addOnScore{s.AddOn, fmt.Sprintf("ocm.prioritizerPolicy.configurations[%d].scoreCoordinate.addOn", i)})
		}
	}
	return scores
}

// absentScores finds the add-on scores that no cluster has: the object is missing, or the score in it. It looks at the scores of
// the fleet until it has found all.
func absentScores(ctx context.Context, spec *ocm.Spec, inv *placement.Inventory) (absent []absentName) {
	wanted := addOnScores(spec)
	if len(wanted) == 0 {
		return nil
	}
	known := map[string]map[string]bool{} // the names of the scores, by those of the objects
	first := 0                            // the first one that no cluster has had
	for score := range each(ctx, inv.Scores) {
		if known[score.Name] == nil {
			known[score.Name] = map[string]bool{}
		}
		for k := range score.Values {
			known[score.Name][score.Values[k].Name] = true
		}
		for first < len(wanted) && known[wanted[first].ResourceName][wanted[first].ScoreName] {
			first++
		}
		if first == len(wanted) {
			return nil
		}
	}
	reported := map[ocm.AddOnScore]bool{}
	for _, score := range wanted[first:] {
		a := absentName{
			at: score.at + ".scoreName", what: "score", name: score.ScoreName, effect: "Every cluster gets 0 for it.",
			absence: fmt.Sprintf("no AddOnPlacementScore %q has", excerpt.Truncate(score.ResourceName, titleNameBytes)),
			known:   func() []string { return sortedNames(known[score.ResourceName]) },
		}
		id := *score.AddOnScore
		if known[score.ResourceName] == nil {
			a.at, a.what, a.name, a.absence = score.at+".resourceName", "AddOnPlacementScore", score.ResourceName, "no cluster has"
			a.known, id.ScoreName = func() []string { return slices.Sorted(maps.Keys(known)) }, ""
		}
		if !reported[id] && !known[score.ResourceName][score.ScoreName] {
			absent = append(absent, a)
		}
		reported[id] = true
	}
	return absent
}
