package simulate

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// score changes the values of a score. One without any value is no longer there.
func (w *World) score(ctx context.Context, s *Score, at *field.Path) finding.List {
	chosen, found := w.find(ctx, &s.Selection, at)
	if found != nil {
		return found
	}
	inv := &w.fleet.Manifests.Inventory
	scores, changes := slices.Clone(inv.Scores), false
	places := map[string]int{}
	for i := range scores {
		if scores[i].Name == s.Name {
			places[scores[i].Cluster] = i
		}
	}
	for n, i := range chosen {
		if found := interrupted(ctx, n); found != nil {
			return found
		}
		c := &inv.Clusters[i]
		if !has(c, placement.ManagedCluster) {
			continue
		}
		place, known := places[c.Name]
		if !known {
			place = len(scores)
			scores = append(scores, placement.Score{Cluster: c.Name, Name: s.Name})
		}
		after := s.changed(scores[place].Values)
		changes = changes || !slices.Equal(after, scores[place].Values)
		scores[place].Values = after
	}
	if !changes {
		return refuse(at, "Each of the clusters has these values of the score %s already, and nothing of what is to be removed. Only "+
			"ManagedClusters have scores.", excerpt.Quote(s.Name))
	}
	inv.Scores = slices.DeleteFunc(scores, func(of placement.Score) bool { return len(of.Values) == 0 })
	return nil
}

// changed are the values with what the edit sets and removes, new ones by name.
func (s *Score) changed(of []placement.ScoreValue) (after []placement.ScoreValue) {
	left := maps.Clone(s.Set)
	for _, value := range of {
		if slices.Contains(s.Remove, value.Name) {
			continue
		}
		if number, set := left[value.Name]; set {
			value.Value = number
			delete(left, value.Name)
		}
		after = append(after, value)
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		after = append(after, placement.ScoreValue{Name: name, Value: left[name]})
	}
	return after
}

// set adds or removes a cluster set. A fleet without any has those that its clusters name in their labels.
func (w *World) set(s *Set, at *field.Path) finding.List {
	sets := w.Sets()
	names := make([]string, len(sets))
	for i := range sets {
		names[i] = sets[i].Name
	}
	if s.Add != nil {
		if slices.Contains(names, s.Add.Name) {
			return finding.List{finding.Failure(at.Child("add", "name").String(), "The cluster set exists",
				fmt.Sprintf("The fleet has a cluster set %s already. Remove it before, or use another name.", excerpt.Quote(s.Add.Name)))}
		}
		w.fleet.Manifests.Sets = append(slices.Clip(sets), *s.Add)
		return nil
	}
	if !slices.Contains(names, s.Remove) {
		return finding.List{finding.Failure(at.Child("remove").String(), "There is no such cluster set",
			excerpt.Sentence(fmt.Sprintf("The fleet has no cluster set %s%s", excerpt.Quote(s.Remove),
				excerpt.DidYouMean(s.Remove, names))))}
	}
	w.fleet.Manifests.Sets = slices.DeleteFunc(slices.Clone(sets), func(of placement.ClusterSet) bool { return of.Name == s.Remove })
	return nil
}

// bind adds or removes the binding of a cluster set to a namespace.
func (w *World) bind(b *Binding, at *field.Path) finding.List {
	bindings := w.fleet.Manifests.Bindings
	switch {
	case b.Add != nil && slices.Contains(bindings, *b.Add):
		return finding.List{finding.Failure(at.Child("add").String(), "The binding exists",
			fmt.Sprintf("The cluster set %s is bound to the namespace %s already.", excerpt.Quote(b.Add.Name),
				excerpt.Quote(b.Add.Namespace)))}
	case b.Add != nil:
		w.fleet.Manifests.Bindings = append(slices.Clip(bindings), *b.Add)
	case !slices.Contains(bindings, *b.Remove):
		names := make([]string, len(bindings))
		for i := range bindings {
			names[i] = bindings[i].Namespace + "/" + bindings[i].Name
		}
		wanted := b.Remove.Namespace + "/" + b.Remove.Name
		return finding.List{finding.Failure(at.Child("remove").String(), "There is no such binding",
			excerpt.Sentence(fmt.Sprintf("The fleet has no binding %s%s", excerpt.Quote(wanted), excerpt.DidYouMean(wanted, names))))}
	default:
		at := slices.Index(bindings, *b.Remove)
		w.fleet.Manifests.Bindings = slices.Delete(slices.Clone(bindings), at, at+1)
	}
	return nil
}
