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
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// named is the placement of a full name.
func (w *edited) named(name string, path *field.Path) (*world.Placement, finding.List) {
	names := make([]string, len(w.Placements))
	for i := range w.Placements {
		if names[i] = w.Placements[i].FullName(); names[i] == name {
			return &w.Placements[i], nil
		}
	}
	return nil, finding.List{finding.Failure(path.String(), "There is no such placement",
		excerpt.Sentence(fmt.Sprintf("The simulation has no placement %s; it has %s%s", excerpt.Quote(name),
			excerpt.List(names, ", "), excerpt.DidYouMean(name, names))))}
}

// spec changes the spec of a placement. One that a hub refuses to change so is a new placement, without earlier decisions.
func (w *edited) spec(s *edit.Spec, path *field.Path) finding.List {
	placement, findings := w.named(s.Placement, path.Child("placement"))
	if findings != nil {
		return findings
	}
	changed, spec := placement.Placement, s.Replacement()
	if set := spec.Dialects(); len(set) > 0 {
		if set[0] != placement.Dialect() {
			return finding.List{finding.Failure(path.Child(string(set[0])).String(), "Value not allowed",
				fmt.Sprintf("%s is a placement with %s. A simulation changes its spec and not its scheduler.",
					excerpt.Quote(s.Placement), placement.Dialect()))}
		}
		changed.OCM, changed.KubeFleet, changed.Hybrid = spec.OCM, spec.KubeFleet, spec.Hybrid
	}
	if s.DecisionStrategy != nil {
		changed.DecisionStrategy = *s.DecisionStrategy
	}
	r := &planner.Request{Placement: changed, Fleet: planner.Fleet{Kind: placement.Kind}}
	if errs := r.Validate(func(int) bool { return true }); len(errs) > 0 {
		errs[0].Field = path.String() + "." + errs[0].Field
		return edit.Invalid(errs[0])
	}
	if old := placement.Placement.KubeFleet; old != nil && len(r.Replaces(old)) > 0 {
		placement.Prior, placement.Decided, placement.Replaced = planner.Prior{InForce: true}, placement.Superseded(), true
	} else if old != nil && placement.Prior.Policy == nil && placement.Prior.IsGiven() {
		// The earlier decisions were made under the policy as it was.
		policy := *old
		policy.SetDefaults()
		placement.Prior.Policy = &policy
	}
	placement.NoteChange()
	placement.Placement = changed
	return nil
}

// evict takes the decisions of placements of KubeFleet for clusters away.
func (w *edited) evict(ctx context.Context, e *edit.Evict, path *field.Path) finding.List {
	chosen, findings := w.target().Evictable(ctx, &e.Selection, path)
	if findings != nil {
		return findings
	}
	out := lists.Set(chosen, func(i int) string { return w.Fleet.Manifests.Clusters[i].Name })
	evicted := false
	if e.Placement != "" {
		placement, findings := w.named(e.Placement, path.Child("placement"))
		if findings != nil {
			return findings
		}
		if mistake := notEvicted(placement); mistake != "" {
			return finding.List{finding.Failure(path.Child("placement").String(), "Value not allowed", mistake)}
		}
	}
	for i := range w.Placements {
		placement := &w.Placements[i]
		if e.Placement != "" && placement.FullName() != e.Placement || notEvicted(placement) != "" {
			continue
		}
		evicted = w.evictFrom(placement, func(cluster string) bool { return out[cluster] }) || evicted
	}
	if !evicted {
		return w.target().NoEffect(path, "None of the clusters is chosen by a placement of KubeFleet that evictions apply to.")
	}
	return nil
}

// notEvicted says why no eviction applies to a placement; empty if one does.
func notEvicted(p *world.Placement) string {
	switch {
	case p.KubeFleet == nil:
		return fmt.Sprintf("%s is a placement with %s, and only KubeFleet has evictions.", excerpt.Quote(p.FullName()), p.Dialect())
	case p.KubeFleet.PlacementType == kubefleet.PickFixed:
		return fmt.Sprintf("%s has the placement type PickFixed, which KubeFleet does not evict.", excerpt.Quote(p.FullName()))
	}
	return ""
}

// evictFrom removes the decisions of a placement for clusters, wherever they are known from, and reports whether there are any.
// It notes the evictions that the hub blocks.
func (w *edited) evictFrom(p *world.Placement, isOut func(cluster string) bool) bool {
	if !slices.ContainsFunc(p.PriorClusters(), isOut) {
		return false
	}
	evicted := w.evictions(p, isOut)
	isEvicted := func(cluster string) bool { return evicted[cluster] }
	without := func(list []placement.ResourceBinding) []placement.ResourceBinding {
		return slices.DeleteFunc(slices.Clone(list), func(b placement.ResourceBinding) bool {
			return p.Is(b.Namespace, b.Placement) && isEvicted(b.TargetCluster)
		})
	}
	switch {
	case len(evicted) == 0:
	case p.Prior.IsGiven():
		p.Prior = p.Prior.Without(isEvicted)
		p.Prior.InForce = true
	case p.Decided != nil:
		decided := *p.Decided
		decided.ResourceBindings = without(decided.ResourceBindings)
		p.Decided = &decided
	default:
		w.Fleet.Manifests.ResourceBindings = without(w.Fleet.Manifests.ResourceBindings)
	}
	return true
}

// evictions are the clusters that a placement is evicted from, one after the other by name. The hub counts a binding that is
// evicted until it is gone, and it is not available.
func (w *edited) evictions(placement *world.Placement, isOut func(cluster string) bool) map[string]bool {
	bindings, available := w.bindings(placement), 0
	for i := range bindings {
		if bindings[i].Available {
			available++
		}
	}
	var budget *kubefleet.DisruptionBudget
	for i := range w.Fleet.Manifests.DisruptionBudgets {
		if b := &w.Fleet.Manifests.DisruptionBudgets[i]; b.Name == placement.Name && placement.Namespace == "" {
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
			if reason := budget.Blocks(placement.KubeFleet, b, len(bindings), available); reason != "" {
				w.block(placement.FullName(), b.TargetCluster, reason)
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
func (w *edited) bindings(p *world.Placement) (bindings []placement.ResourceBinding) {
	list := w.Fleet.Manifests.ResourceBindings
	switch {
	case p.Prior.IsGiven():
		for _, d := range p.Prior.PreviousDecisions {
			bindings = append(bindings, placement.ResourceBinding{
				TargetCluster: d.ClusterName, State: placement.BindingBound, Available: true,
			})
		}
		list = nil
	case p.Decided != nil:
		list = p.Decided.ResourceBindings
	}
	own, _ := p.OwnBindings(list)
	bindings = append(bindings, own...)
	slices.SortStableFunc(bindings, func(a, b placement.ResourceBinding) int {
		return cmp.Compare(a.TargetCluster, b.TargetCluster)
	})
	return bindings
}
