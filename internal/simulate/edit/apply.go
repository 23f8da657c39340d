// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package edit

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// Target is the fleet that edits change. Its lists are replaced and not changed, so that a copy of the fleet stays as it is.
type Target struct {
	*inventory.Fleet
	// Kind is that of clusters without a kind; empty if they can be of any.
	Kind placement.ClusterKind
	// Now is when a taint is added that does not say it.
	Now time.Time
}

// Apply makes a valid edit of the clusters, cluster sets, bindings or scores of a fleet; see [Edit.Validate]. One of a placement
// or of the time does nothing. An edit that leaves no fleet or does not apply to the clusters is an error at its path; for one
// that changes nothing see [Target.NoEffect].
func (e *Edit) Apply(ctx context.Context, f *Target, path *field.Path) finding.List {
	_, set := e.changes()
	return set[0].apply(ctx, f, path.Child(set[0].name))
}

// NoEffect is the finding about an edit at a path that changes nothing. It is an error, and on a hub a warning: once the change
// has been made there, every plan and destroy would end with it.
func (f *Target) NoEffect(path *field.Path, format string, args ...any) finding.List {
	return f.changesNothing(path, "The edit has no effect", format, args...)
}

// changesNothing is the finding about an edit that changes nothing, with its title; see [Target.NoEffect].
func (f *Target) changesNothing(path *field.Path, title, format string, args ...any) finding.List {
	findings := failure(path, title, format, args...)
	findings[0].Warning = f.FromHub
	return findings
}

// failure is an error about an edit.
func failure(path *field.Path, title, format string, args ...any) finding.List {
	return finding.List{finding.Failure(path.String(), title, excerpt.Sentence(fmt.Sprintf(format, args...)))}
}

// Invalid is the error about a mistake of an edit that the fleet shows.
func Invalid(err *field.Error) finding.List {
	return finding.List{finding.Failure(err.Field, "Invalid value", excerpt.Sentence(excerpt.FoundAndWanted(err)))}
}

// apply adds or removes a cluster set. A fleet without any has those that its clusters name in their labels.
func (s *Set) apply(_ context.Context, f *Target, path *field.Path) finding.List {
	sets := fleet.NamedSets(f.Fleet)
	names := fleet.SetNames(sets)
	if s.Add != nil {
		if slices.Contains(names, s.Add.Name) {
			return f.changesNothing(path.Child("add", "name"), "The cluster set exists",
				"The fleet has a cluster set %s already. Remove it before, or use another name.", excerpt.Quote(s.Add.Name))
		}
		f.Sets = append(slices.Clip(sets), *s.Add)
		return nil
	}
	if !slices.Contains(names, s.Remove) {
		return f.changesNothing(path.Child("remove"), "There is no such cluster set", "The fleet has no cluster set %s%s",
			excerpt.Quote(s.Remove), excerpt.DidYouMean(s.Remove, names))
	}
	f.Sets = slices.DeleteFunc(slices.Clone(sets), func(clusterSet placement.ClusterSet) bool { return clusterSet.Name == s.Remove })
	return nil
}

// apply adds or removes the binding of a cluster set to a namespace.
func (b *Binding) apply(_ context.Context, f *Target, path *field.Path) finding.List {
	bindings := f.Bindings
	switch {
	case b.Add != nil && slices.Contains(bindings, *b.Add):
		return f.changesNothing(path.Child("add"), "The binding exists", "The cluster set %s is bound to the namespace %s already.",
			excerpt.Quote(b.Add.Name), excerpt.Quote(b.Add.Namespace))
	case b.Add != nil:
		f.Bindings = append(slices.Clip(bindings), *b.Add)
	case !slices.Contains(bindings, *b.Remove):
		names := lists.Map(bindings, func(b placement.Binding) string { return b.Namespace + "/" + b.Name })
		wanted := b.Remove.Namespace + "/" + b.Remove.Name
		return f.changesNothing(path.Child("remove"), "There is no such binding", "The fleet has no binding %s%s",
			excerpt.Quote(wanted), excerpt.DidYouMean(wanted, names))
	default:
		index := slices.Index(bindings, *b.Remove)
		f.Bindings = slices.Delete(slices.Clone(bindings), index, index+1)
	}
	return nil
}

// apply changes the values of a score. One without any value is no longer there.
func (s *Score) apply(ctx context.Context, f *Target, path *field.Path) finding.List {
	chosen, findings := f.find(ctx, &s.Selection, path, restriction{placement.ManagedCluster, "scores"})
	if findings != nil {
		return findings
	}
	inv := &f.Inventory
	scores, changes := slices.Clone(inv.Scores), false
	places := map[string]int{}
	for i := range scores {
		if scores[i].Name == s.Name {
			places[scores[i].Cluster] = i
		}
	}
	for _, i := range chosen {
		c := &inv.Clusters[i]
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
		return f.NoEffect(path, "Each of the clusters has these values of the score %s already, and nothing of what is to be removed.",
			excerpt.Quote(s.Name))
	}
	inv.Scores = slices.DeleteFunc(scores, func(s placement.Score) bool { return len(s.Values) == 0 })
	return nil
}

// changed are the values with what the edit sets and removes, new ones by name.
func (s *Score) changed(ss []placement.ScoreValue) (after []placement.ScoreValue) {
	left := maps.Clone(s.Set)
	for _, value := range ss {
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
