// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"context"
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// wantedScores are the scores of one AddOnPlacementScore that the placement prefers.
type wantedScores struct {
	// exists says that a cluster has the object, and missing are the scores that none of these objects has.
	exists  bool
	missing map[string]bool
}

// absentScores finds the add-on scores that no cluster has.
func absentScores(ctx context.Context, r *Request, inv *placement.Inventory) []absentName {
	wanted := map[string]*wantedScores{}
	open := 0
	for _, score := range addOnScores(r.OCM) {
		w := wanted[score.ResourceName]
		if w == nil {
			w = &wantedScores{missing: map[string]bool{}}
			wanted[score.ResourceName] = w
		}
		if !w.missing[score.ScoreName] {
			w.missing[score.ScoreName] = true
			open++
		}
	}
	for score := range each(ctx, inv.Scores) {
		if open == 0 {
			break
		}
		w := wanted[score.Name]
		if w == nil {
			continue
		}
		w.exists = true
		for k := range score.Values {
			if name := score.Values[k].Name; w.missing[name] {
				delete(w.missing, name)
				open--
			}
		}
	}
	if open == 0 {
		return nil
	}
	return absentOf(ctx, r.OCM, inv, wanted)
}

// addOnScores are the add-on scores of the placement by the index of the configuration. One of weight 0 has no effect.
func addOnScores(spec *ocm.Spec) map[int]*ocm.AddOnScore {
	scores := map[int]*ocm.AddOnScore{}
	for i := range spec.PrioritizerPolicy.Configurations {
		c := &spec.PrioritizerPolicy.Configurations[i]
		if s := c.ScoreCoordinate; s != nil && s.Type == ocm.TypeAddOn && s.AddOn != nil && (c.Weight == nil || *c.Weight != 0) {
			scores[i] = s.AddOn
		}
	}
	return scores
}

// absentOf describes the scores that are missing: the object is, or the score in it.
func absentOf(ctx context.Context, spec *ocm.Spec, inv *placement.Inventory, wanted map[string]*wantedScores) []absentName {
	const effect = "Every cluster gets 0 for it."
	var absent []absentName
	scores := addOnScores(spec)
	for i := range spec.PrioritizerPolicy.Configurations {
		score := scores[i]
		if score == nil {
			continue
		}
		path := fmt.Sprintf("ocm.prioritizerPolicy.configurations[%d].scoreCoordinate.addOn", i)
		switch w := wanted[score.ResourceName]; {
		case len(w.missing) == 0:
		case !w.exists:
			absent = append(absent, absentName{
				at: path + ".resourceName", what: "AddOnPlacementScore", name: score.ResourceName, absence: "no cluster has", effect: effect,
				known: func() []string { return scoreNames(ctx, inv, "") },
			})
			clear(w.missing)
		case w.missing[score.ScoreName]:
			absent = append(absent, absentName{
				at: path + ".scoreName", what: "score", name: score.ScoreName, effect: effect,
				absence: fmt.Sprintf("no AddOnPlacementScore %q has", excerpt.Truncate(score.ResourceName, titleNameBytes)),
				known:   func() []string { return scoreNames(ctx, inv, score.ResourceName) },
			})
			delete(w.missing, score.ScoreName)
		}
	}
	return absent
}

// scoreNames are the names of the AddOnPlacementScores, or of the scores in those of a name.
func scoreNames(ctx context.Context, inv *placement.Inventory, object string) []string {
	names := map[string]bool{}
	for score := range each(ctx, inv.Scores) {
		switch object {
		case "":
			names[score.Name] = true
		case score.Name:
			for _, value := range score.Values {
				names[value.Name] = true
			}
		}
	}
	return sortedNames(names)
}
