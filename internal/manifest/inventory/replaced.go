// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory

import (
	"slices"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Replace returns the fleet with other objects of a kind: those of the names are left out, and those of another fleet are added.
// The kind is that of a cluster, a cluster set, a binding of one, a score, or a PlacementDecision, which has the name of its
// placement; of another kind nothing changes. The fleet itself does not change.
func (f Fleet) Replace(kind string, names []types.NamespacedName, with *Fleet) Fleet {
	out := sets.New(names...)
	isOut := func(namespace, name string) bool {
		return out.Has(types.NamespacedName{Namespace: namespace, Name: name})
	}
	switch kind {
	case string(placement.ManagedCluster), string(placement.MemberCluster):
		clusterKind := placement.ClusterKind(kind)
		f.Clusters = keep(f.Clusters, with.Clusters, func(c *placement.Cluster) bool {
			return c.Kind == clusterKind && isOut("", c.Name)
		})
		// Objects of a hub have no places.
		f.ClusterPlaces = make([]document.Place, len(f.Clusters))
	case "ManagedClusterSet":
		f.Sets = keep(f.Sets, with.Sets, func(s *placement.ClusterSet) bool { return isOut("", s.Name) })
	case "ManagedClusterSetBinding":
		f.Bindings = keep(f.Bindings, with.Bindings, func(b *placement.Binding) bool { return isOut(b.Namespace, b.Name) })
	case "AddOnPlacementScore":
		f.Scores = keep(f.Scores, with.Scores, func(s *placement.Score) bool { return isOut(s.Cluster, s.Name) })
	case "PlacementDecision":
		f.Decisions = keep(f.Decisions, with.Decisions, func(d *placement.PlacementDecision) bool {
			return isOut(d.Namespace, d.Placement)
		})
	}
	return f
}

// keep are the items that are not left out, and the added ones. The list itself does not change.
func keep[T any](list, added []T, isOut func(*T) bool) []T {
	kept := make([]T, 0, len(list)+len(added))
	for i := range list {
		if !isOut(&list[i]) {
			kept = append(kept, list[i])
		}
	}
	return append(kept, added...)
}

// Join adds the objects of a list of a hub, which other readers may share: it is not changed.
func (f *Fleet) Join(list *Fleet) {
	join(&f.Clusters, list.Clusters)
	join(&f.ClusterPlaces, list.ClusterPlaces)
	join(&f.Sets, list.Sets)
	join(&f.Bindings, list.Bindings)
	join(&f.Scores, list.Scores)
	join(&f.Decisions, list.Decisions)
	join(&f.ResourceBindings, list.ResourceBindings)
	join(&f.Targets, list.Targets)
	join(&f.TargetPlaces, list.TargetPlaces)
	join(&f.DisruptionBudgets, list.DisruptionBudgets)
	join(&f.KubeFleetPlacements, list.KubeFleetPlacements)
	join(&f.PlacementRules, list.PlacementRules)
}

// join appends to a list. The first part is not copied, and cannot grow in place.
func join[T any](list *[]T, more []T) {
	if len(*list) == 0 {
		*list = slices.Clip(more)
		return
	}
	*list = append(*list, more...)
}
