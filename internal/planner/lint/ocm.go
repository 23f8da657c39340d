// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"cmp"
	"context"
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

var ofOCM = Dialect{
	clusterNames: func(*manifest.Placement) []string { return nil },
	summary: func(p *manifest.Placement) []string {
		return []string{wantedClusters(specOf(p).NumberOfClusters), firstOfOCM(specOf(p))}
	},
	mention:      mentionOCM,
	requirements: requirementsOfOCM,
	absent: func(ctx context.Context, r *Request, inv *placement.Inventory, result *placement.Result) []absentName {
		return append(absentSets(r, inv, result), absentScores(ctx, r, inv)...)
	},
	outside: outsideSets,
	explain: explainSets,
}

// specOf is the spec of a placement of Open Cluster Management. A placement without any dialect counts as one that asks for
// nothing.
func specOf(p *manifest.Placement) *ocm.Spec {
	return cmp.Or(p.OCM, &ocm.Spec{})
}

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

// mentionOCM adds what the predicates exclude.
func mentionOCM(p *manifest.Placement, m *mentions, _ int) {
	spec := specOf(p)
	for i := range spec.Predicates {
		path := fmt.Sprintf("ocm.predicates[%d].requiredClusterSelector", i)
		selector := &spec.Predicates[i].RequiredClusterSelector
		m.addExclusions(path+".labelSelector", labelKeys, selector.LabelSelector)
		m.addExclusions(path+".claimSelector", claimNames, selector.ClaimSelector.AsLabels())
	}
}

// requirementsOfOCM are those of the predicates.
func requirementsOfOCM(p *manifest.Placement) (list []requirement) {
	predicates := specOf(p).Predicates
	for i := range predicates {
		path, selector := fmt.Sprintf("predicates[%d]", i), &predicates[i].RequiredClusterSelector
		list = appendRequired(list, path, labelKeys, selector.LabelSelector)
		list = appendRequired(list, path, claimNames, selector.ClaimSelector.AsLabels())
	}
	return list
}

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
