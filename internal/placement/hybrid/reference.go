// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid

import (
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// TargetReference matches the targets that are equal in every field that is set. If no field is set, it matches all.
//
// A cluster has no namespace. Some hubs keep its object in a namespace, which often has the cluster's name. So a reference whose
// kind is that of a cluster, or whose namespace is its name, matches the cluster of its name.
type TargetReference struct {
	// The kind of the target. A reference of kind `Cluster`, `ManagedCluster` or `MemberCluster` matches a cluster by its name
	// alone. Any other kind is ignored, as the operator does. Defaults to every kind.
	Kind string `json:"kind,omitempty"`
	// The name of the target. A reference without a name matches a whole namespace. Defaults to every name.
	Name string `json:"name,omitempty"`
	// The namespace of the target. A namespace equal to `name` also matches the cluster of that name. Defaults to every namespace.
	Namespace string `json:"namespace,omitempty"`
}

// Key is the key of the target that the reference names; see [placement.Target.Key].
func (r TargetReference) Key() string {
	return (&placement.Target{Name: r.Name, Namespace: r.compared().Namespace}).Key()
}

// compared is the reference as it is compared with a target: of the kind only whether it is that of a cluster, and of the
// reference to a cluster only the name.
func (r TargetReference) compared() TargetReference {
	if !placement.IsClusterKind(r.Kind) {
		return TargetReference{Name: r.Name, Namespace: r.Namespace}
	}
	reference := TargetReference{Kind: placement.TargetCluster, Name: r.Name}
	if r.Name == "" {
		reference.Namespace = r.Namespace
	}
	return reference
}

// references are many TargetReferences, indexed so that the time to match all targets grows with the sum of targets and
// references, not with their product.
type references struct {
	given, matched map[TargetReference]bool
}

func newReferences(list []TargetReference) references {
	r := references{given: make(map[TargetReference]bool, len(list)), matched: map[TargetReference]bool{}}
	for _, reference := range list {
		r.given[reference.compared()] = true
	}
	return r
}

// match reports whether any reference matches the target, and records all that do.
func (r *references) match(t *placement.Target) bool {
	matches := false
	compare := func(reference TargetReference) {
		if r.given[reference] {
			matches, r.matched[reference] = true, true
		}
	}
	compare(TargetReference{Name: t.Name, Namespace: t.Namespace})
	compare(TargetReference{Name: t.Name})
	compare(TargetReference{Namespace: t.Namespace})
	compare(TargetReference{})
	if t.Kind == placement.TargetCluster {
		compare(TargetReference{Name: t.Name, Namespace: t.Name})
		compare(TargetReference{Kind: placement.TargetCluster, Name: t.Name})
		compare(TargetReference{Kind: placement.TargetCluster, Namespace: t.Namespace})
		compare(TargetReference{Kind: placement.TargetCluster})
	}
	return matches
}

// hasMatched reports whether match has found a target for a reference.
func (r *references) hasMatched(reference TargetReference) bool {
	return r.matched[reference.compared()]
}

// rejectDuplicates rejects two targets of the same kind and key, because a result could not distinguish them.
func rejectDuplicates(inv *placement.Inventory) error {
	type identity struct{ kind, key string }
	seen := make(map[identity]bool, len(inv.Clusters)+len(inv.Targets))
	add := func(kind, key string) error {
		id := identity{kind, key}
		if seen[id] {
			return fmt.Errorf("the fleet has two targets of kind %s named %s", excerpt.Quote(kind), excerpt.Quote(key))
		}
		seen[id] = true
		return nil
	}
	for i := range inv.Clusters {
		if err := add(placement.TargetCluster, inv.Clusters[i].Name); err != nil {
			return err
		}
	}
	for i := range inv.Targets {
		if err := add(inv.Targets[i].Kind, inv.Targets[i].Key()); err != nil {
			return err
		}
	}
	return nil
}
