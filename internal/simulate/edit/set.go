// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package edit

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// set adds or removes a cluster set. A fleet without any has those that its clusters name in their labels.
func (f *Target) set(s *Set, path *field.Path) finding.List {
	sets := fleet.NamedSets(f.Fleet)
	names := make([]string, len(sets))
	for i := range sets {
		names[i] = sets[i].Name
	}
	if s.Add != nil {
		if slices.Contains(names, s.Add.Name) {
			return finding.List{f.changesNothing()(path.Child("add", "name").String(), "The cluster set exists",
				fmt.Sprintf("The fleet has a cluster set %s already. Remove it before, or use another name.", excerpt.Quote(s.Add.Name)))}
		}
		f.Sets = append(slices.Clip(sets), *s.Add)
		return nil
	}
	if !slices.Contains(names, s.Remove) {
		return finding.List{f.changesNothing()(path.Child("remove").String(), "There is no such cluster set",
			excerpt.Sentence(fmt.Sprintf("The fleet has no cluster set %s%s", excerpt.Quote(s.Remove),
				excerpt.DidYouMean(s.Remove, names))))}
	}
	f.Sets = slices.DeleteFunc(slices.Clone(sets), func(clusterSet placement.ClusterSet) bool { return clusterSet.Name == s.Remove })
	return nil
}

// bind adds or removes the binding of a cluster set to a namespace.
func (f *Target) bind(b *Binding, path *field.Path) finding.List {
	bindings := f.Bindings
	switch {
	case b.Add != nil && slices.Contains(bindings, *b.Add):
		return finding.List{f.changesNothing()(path.Child("add").String(), "The binding exists",
			fmt.Sprintf("The cluster set %s is bound to the namespace %s already.", excerpt.Quote(b.Add.Name),
				excerpt.Quote(b.Add.Namespace)))}
	case b.Add != nil:
		f.Bindings = append(slices.Clip(bindings), *b.Add)
	case !slices.Contains(bindings, *b.Remove):
		names := make([]string, len(bindings))
		for i := range bindings {
			names[i] = bindings[i].Namespace + "/" + bindings[i].Name
		}
		wanted := b.Remove.Namespace + "/" + b.Remove.Name
		return finding.List{f.changesNothing()(path.Child("remove").String(), "There is no such binding",
			excerpt.Sentence(fmt.Sprintf("The fleet has no binding %s%s", excerpt.Quote(wanted), excerpt.DidYouMean(wanted, names))))}
	default:
		index := slices.Index(bindings, *b.Remove)
		f.Bindings = slices.Delete(slices.Clone(bindings), index, index+1)
	}
	return nil
}
