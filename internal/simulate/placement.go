// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// named is the placement of a full name.
func (w *edited) named(name string, at *field.Path) (*world.Placement, finding.List) {
	names := make([]string, len(w.Placements))
	for i := range w.Placements {
		if names[i] = w.Placements[i].FullName(); names[i] == name {
			return &w.Placements[i], nil
		}
	}
	return nil, finding.List{finding.Failure(at.String(), "There is no such placement",
		excerpt.Sentence(fmt.Sprintf("The simulation has no placement %s; it has %s%s", excerpt.Quote(name),
			excerpt.List(names, ", "), excerpt.DidYouMean(name, names))))}
}

// spec changes the spec of a placement. One that a hub refuses to change so is a new placement, without earlier decisions.
func (w *edited) spec(s *edit.Spec, at *field.Path) finding.List {
	of, found := w.named(s.Placement, at.Child("placement"))
	if found != nil {
		return found
	}
	changed, spec := of.Placement, s.Replacement()
	if set := spec.Dialects(); len(set) > 0 {
		if set[0] != of.Dialect() {
			return finding.List{finding.Failure(at.Child(string(set[0])).String(), "Value not allowed",
				fmt.Sprintf("%s is a placement with %s. A simulation changes its spec and not its scheduler.",
					excerpt.Quote(s.Placement), of.Dialect()))}
		}
		changed.OCM, changed.KubeFleet, changed.Hybrid = spec.OCM, spec.KubeFleet, spec.Hybrid
	}
	if s.DecisionStrategy != nil {
		changed.DecisionStrategy = *s.DecisionStrategy
	}
	r := &planner.Request{Placement: changed, Fleet: planner.Fleet{Kind: of.Kind}}
	if errs := r.Validate(func(int) bool { return true }); len(errs) > 0 {
		errs[0].Field = at.String() + "." + errs[0].Field
		return edit.Invalid(errs[0])
	}
	if old := of.Placement.KubeFleet; old != nil && len(r.Replaces(old)) > 0 {
		of.Prior, of.Decided, of.Replaced = planner.Prior{InForce: true}, of.Superseded(), true
	} else if old != nil && of.Prior.Policy == nil && of.IsGiven() {
		// The earlier decisions were made under the policy as it was.
		policy := *old
		policy.SetDefaults()
		of.Prior.Policy = &policy
	}
	of.NoteChange()
	of.Placement = changed
	return nil
}

// evict takes the decisions of placements of KubeFleet for clusters away.
func (w *edited) evict(ctx context.Context, e *edit.Evict, at *field.Path) finding.List {
	chosen, found := w.target().Evictable(ctx, &e.Selection, at)
	if found != nil {
		return found
	}
	out := make(map[string]bool, len(chosen))
	for _, i := range chosen {
		out[w.Fleet.Manifests.Clusters[i].Name] = true
	}
	evicted := false
	if e.Placement != "" {
		of, found := w.named(e.Placement, at.Child("placement"))
		if found != nil {
			return found
		}
		if mistake := notEvicted(of); mistake != "" {
			return finding.List{finding.Failure(at.Child("placement").String(), "Value not allowed", mistake)}
		}
	}
	for i := range w.Placements {
		of := &w.Placements[i]
		if e.Placement != "" && of.FullName() != e.Placement || notEvicted(of) != "" {
			continue
		}
		evicted = w.evictFrom(of, func(cluster string) bool { return out[cluster] }) || evicted
	}
	if !evicted {
		return w.target().NoEffect(at, "None of the clusters is chosen by a placement of KubeFleet that evictions apply to.")
	}
	return nil
}

// notEvicted says why no eviction applies to a placement; empty if one does.
func notEvicted(of *world.Placement) string {
	switch {
	case of.KubeFleet == nil:
		return fmt.Sprintf("%s is a placement with %s, and only KubeFleet has evictions.", excerpt.Quote(of.FullName()), of.Dialect())
	case of.KubeFleet.PlacementType == kubefleet.PickFixed:
		return fmt.Sprintf("%s has the placement type PickFixed, which KubeFleet does not evict.", excerpt.Quote(of.FullName()))
	}
	return ""
}

// evictFrom removes the decisions of a placement for clusters, wherever they are known from, and reports whether there are any.
// It notes the evictions that the hub blocks.
func (w *edited) evictFrom(of *world.Placement, isOut func(cluster string) bool) bool {
	if !slices.ContainsFunc(of.PriorClusters(), isOut) {
		return false
	}
	evicted := w.evictions(of, isOut)
	isEvicted := func(cluster string) bool { return evicted[cluster] }
	without := func(list []placement.ResourceBinding) []placement.ResourceBinding {
		return slices.DeleteFunc(slices.Clone(list), func(b placement.ResourceBinding) bool {
			return owns(of, &b) && isEvicted(b.TargetCluster)
		})
	}
	switch {
	case len(evicted) == 0:
	case of.IsGiven():
		of.Prior = of.Prior.Without(isEvicted)
		of.Prior.InForce = true
	case of.Decided != nil:
		decided := *of.Decided
		decided.ResourceBindings = without(decided.ResourceBindings)
		of.Decided = &decided
	default:
		w.Fleet.Manifests.ResourceBindings = without(w.Fleet.Manifests.ResourceBindings)
	}
	return true
}

// evictions are the clusters that a placement is evicted from, one after the other by name. The hub counts a binding that is
// evicted until it is gone, and it is not available.
func (w *edited) evictions(of *world.Placement, isOut func(cluster string) bool) map[string]bool {
	bindings, available := w.bindings(of), 0
	for i := range bindings {
		if bindings[i].Available {
			available++
		}
	}
	var budget *kubefleet.DisruptionBudget
	for i := range w.Fleet.Manifests.DisruptionBudgets {
		if b := &w.Fleet.Manifests.DisruptionBudgets[i]; b.Name == of.Name && of.Namespace == "" {
			budget = b
		}
	}
	evicted := map[string]bool{}
	for i := range bindings {
		b := &bindings[i]
		if !isOut(b.TargetCluster) {
			continue
		}
		if budget != nil {
			if reason := budget.Blocks(of.KubeFleet, b, len(bindings), available); reason != "" {
				w.block(of.FullName(), b.TargetCluster, reason)
				continue
			}
		}
		if b.Available {
			available--
		}
		evicted[b.TargetCluster] = true
	}
	return evicted
}

// block notes that the hub does not evict a placement from a cluster.
func (w *edited) block(name, cluster, reason string) {
	if n := len(w.blocked) - 1; n >= 0 && w.blocked[n].Placement == name && w.blocked[n].Reason == reason {
		w.blocked[n].ClusterNames = append(w.blocked[n].ClusterNames, cluster)
		return
	}
	w.blocked = append(w.blocked, BlockedEviction{name, []string{cluster}, reason})
}

// bindings are those of a placement of KubeFleet, by the names of their clusters. Earlier decisions that are given are rolled
// out.
func (w *edited) bindings(of *world.Placement) (bindings []placement.ResourceBinding) {
	list := w.Fleet.Manifests.ResourceBindings
	switch {
	case of.IsGiven():
		for _, d := range of.Prior.PreviousDecisions {
			bindings = append(bindings, placement.ResourceBinding{
				TargetCluster: d.ClusterName, State: placement.BindingBound, Available: true,
			})
		}
		list = nil
	case of.Decided != nil:
		list = of.Decided.ResourceBindings
	}
	for i := range list {
		if owns(of, &list[i]) {
			bindings = append(bindings, list[i])
		}
	}
	slices.SortStableFunc(bindings, func(a, b placement.ResourceBinding) int {
		return cmp.Compare(a.TargetCluster, b.TargetCluster)
	})
	return bindings
}

// owns reports whether a binding is of the placement.
func owns(of *world.Placement, b *placement.ResourceBinding) bool {
	return b.Placement == of.Name && b.Namespace == of.Namespace
}
