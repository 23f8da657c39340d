package planner

import (
	"context"
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// absentSets finds the cluster sets that the placement names beside others, and that do not exist or are not bound to its
// namespace. If none of them is, the placement is not satisfied: see explainSets.
func (r *Request) absentSets(inv *placement.Inventory, result *placement.Result) []absentName {
	if r.OCM == nil || len(r.OCM.ClusterSets) < 2 {
		return nil
	}
	switch result.Condition(ocm.ConditionSatisfied).Reason {
	case ocm.ReasonNoBindings, ocm.ReasonNoIntersection:
		return nil
	}
	sets, bound := map[string]bool{}, map[string]bool{}
	for i := range inv.Sets {
		sets[inv.Sets[i].Name] = true
	}
	for i := range inv.Bindings {
		if b := &inv.Bindings[i]; b.Namespace == r.Namespace {
			bound[b.Name] = true
		}
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
			a.nobody = fmt.Sprintf("the namespace %s has no binding for", excerpt.Quote(r.Namespace))
			a.effect += " To include it, " + r.bind(name) + "."
		default:
			a.nobody = "the fleet does not have"
			a.known = func() ([]string, error) { return sortedNames(sets), nil }
		}
		named[name] = true
		absent = append(absent, a)
	}
	return absent
}

// wantedScores are the scores of one AddOnPlacementScore that the placement prefers.
type wantedScores struct {
	// exists says that a cluster has the object, and missing are the scores that none of these objects has.
	exists  bool
	missing map[string]bool
}

// absentScores finds the add-on scores that no cluster has.
func (r *Request) absentScores(ctx context.Context, inv *placement.Inventory) ([]absentName, error) {
	wanted := map[string]*wantedScores{}
	open := 0
	for _, score := range r.addOnScores() {
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
	for i := 0; i < len(inv.Scores) && open > 0; i++ {
		if err := placement.Interrupted(ctx, i); err != nil {
			return nil, err
		}
		w := wanted[inv.Scores[i].Name]
		if w == nil {
			continue
		}
		w.exists = true
		for k := range inv.Scores[i].Values {
			if name := inv.Scores[i].Values[k].Name; w.missing[name] {
				delete(w.missing, name)
				open--
			}
		}
	}
	if open == 0 {
		return nil, nil
	}
	return r.absentOf(ctx, inv, wanted), nil
}

// addOnScores are the add-on scores of the placement by the index of the configuration. One of weight 0 has no effect.
func (r *Request) addOnScores() map[int]*ocm.AddOnScore {
	if r.OCM == nil {
		return nil
	}
	scores := map[int]*ocm.AddOnScore{}
	for i := range r.OCM.PrioritizerPolicy.Configurations {
		c := &r.OCM.PrioritizerPolicy.Configurations[i]
		if s := c.ScoreCoordinate; s != nil && s.Type == ocm.TypeAddOn && s.AddOn != nil && (c.Weight == nil || *c.Weight != 0) {
			scores[i] = s.AddOn
		}
	}
	return scores
}

// absentOf describes the scores that are missing: the object is, or the score in it.
func (r *Request) absentOf(ctx context.Context, inv *placement.Inventory, wanted map[string]*wantedScores) []absentName {
	const effect = "Every cluster gets 0 for it."
	var absent []absentName
	scores := r.addOnScores()
	for i := range r.OCM.PrioritizerPolicy.Configurations {
		score := scores[i]
		if score == nil {
			continue
		}
		at := fmt.Sprintf("ocm.prioritizerPolicy.configurations[%d].scoreCoordinate.addOn", i)
		switch w := wanted[score.ResourceName]; {
		case len(w.missing) == 0:
		case !w.exists:
			absent = append(absent, absentName{
				at: at + ".resourceName", what: "AddOnPlacementScore", name: score.ResourceName, nobody: "no cluster has", effect: effect,
				known: func() ([]string, error) { return scoreNames(ctx, inv, "") },
			})
			clear(w.missing)
		case w.missing[score.ScoreName]:
			absent = append(absent, absentName{
				at: at + ".scoreName", what: "score", name: score.ScoreName, effect: effect,
				nobody: fmt.Sprintf("no AddOnPlacementScore %q has", excerpt.Truncate(score.ResourceName, titleNameBytes)),
				known:  func() ([]string, error) { return scoreNames(ctx, inv, score.ResourceName) },
			})
			delete(w.missing, score.ScoreName)
		}
	}
	return absent
}

// scoreNames are the names of the AddOnPlacementScores, or of the scores in those of a name.
func scoreNames(ctx context.Context, inv *placement.Inventory, object string) ([]string, error) {
	names := map[string]bool{}
	for i := range inv.Scores {
		if err := placement.Interrupted(ctx, i); err != nil {
			return nil, err
		}
		switch score := &inv.Scores[i]; object {
		case "":
			names[score.Name] = true
		case score.Name:
			for _, value := range score.Values {
				names[value.Name] = true
			}
		}
	}
	return sortedNames(names), nil
}
