// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package edit

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

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
