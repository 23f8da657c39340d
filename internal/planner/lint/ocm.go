// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// absentSets finds the cluster sets that the placement names beside others, and that do not exist or are not bound to its
// namespace. If none of them is, the placement is not satisfied: see explainSets.
func (r *Request) absentSets(inv *placement.Inventory, result *placement.Result) []absentName {
	if len(r.OCM.ClusterSets) < 2 {
		return nil
	}
	switch result.Condition(ocm.ConditionSatisfied).Reason {
	case ocm.ReasonNoBindings, ocm.ReasonNoIntersection:
		return nil
	}
	sets, bound := lists.Set(inv.Sets, func(set placement.ClusterSet) string { return set.Name }), map[string]bool{}
	for _, b := range inv.Bindings {
		bound[b.Name] = bound[b.Name] || b.Namespace == r.Namespace
	}
	const effect = "The placement chooses from its other cluster sets."
	var absent []absentName
	named := map[string]bool{}
	for i, name := range r.OCM.ClusterSets {
		a := absentName{at: fmt.Sprintf("ocm.clusterSets[%d]", i), what: "cluster set", name: name, effect: effect}
		switch {
		case named[name], sets[name] && bound[name]:
			continue
		case sets[name]:
			a.absence = fmt.Sprintf("the namespace %s has no binding for", excerpt.Quote(r.Namespace))
			a.effect += " To include it, " + r.bind(name) + "."
		default:
			a.absence = "the fleet does not have"
			a.known = func() []string { return sortedNames(sets) }
		}
		named[name] = true
		absent = append(absent, a)
	}
	return absent
}

// outsideSets is the warning about clusters that are chosen although they are in no set that the fleet comes with: only the set
// global, which it has besides, has them.
func (r *Request) outsideSets(ctx context.Context, inv *placement.Inventory, result *placement.Result) string {
	given := r.GivenSets()
	if r.OCM == nil || r.Namespace != "" || len(r.OCM.ClusterSets) > 0 || len(given) == 0 || fleet.HasGlobal(given) {
		return ""
	}
	var members ocm.Membership
	for i := range given {
		if err := members.Add(&given[i]); err != nil {
			return "" // The scheduler has refused it.
		}
	}
	chosen := sets.New(result.ClusterNames()...)
	outside, first := 0, ""
	for c := range each(ctx, inv.Clusters) {
		if chosen.Has(c.Name) && !members.Contains(c.Labels) {
			if outside++; outside == 1 || c.Name < first {
				first = c.Name
			}
		}
	}
	if outside == 0 {
		return ""
	}
	return fmt.Sprintf(
		"%s in none of the cluster sets %s, such as %s. Every fleet also has the cluster set %s of all clusters, and all sets are "+
			"open to a placement that has no namespace and names no set. To choose from some sets only, set cluster_sets in ocm; to "+
			"choose from all clusters, set it to [%[4]q].",
		excerpt.Agree(outside, "chosen cluster", "is", "are"), list(fleet.SetNames(given)), excerpt.Quote(first), fleet.GlobalSet)
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
