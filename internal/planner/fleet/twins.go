// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fleet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// identity is what the scheduler of a placement tells objects apart by. All clusters that it sees are of one kind for it.
type identity struct{ kind, key string }

func identityOf(only placement.ClusterKind, c *placement.Cluster) identity {
	if Sees(only, c) {
		return identity{placement.TargetCluster, c.Name}
	}
	return identity{string(c.Kind), c.Name}
}

// origin is where the first object of an identity is, and its kind if it is a cluster.
type origin struct {
	place fmt.Stringer
	kind  placement.ClusterKind
}

// twins are the objects of a fleet that have been found so far.
type twins struct {
	only    placement.ClusterKind
	fromHub bool
	first   map[identity]origin
	// ambiguous is the first cluster that is there in both kinds, and count how many there are.
	ambiguous string
	count     int
	found     finding.List
}

// Twins finds the objects that the scheduler cannot tell apart. Those of manifests alone, or of values alone, that are the same
// in kind and name are found when these are read. Only is the kind of cluster that the scheduler sees; it may place on other
// targets, too.
func (f *Fleet) Twins(only placement.ClusterKind, targets bool) finding.List {
	fleet := &f.Manifests
	t := twins{only: only, fromHub: fleet.FromHub, first: map[identity]origin{}}
	if t.only != "" && len(f.Clusters) == 0 && len(f.Targets) == 0 && !slices.ContainsFunc(fleet.Clusters, isOfNoKind) {
		return nil
	}
	for i := range fleet.Clusters {
		t.addCluster(&fleet.Clusters[i], fleet.ClusterPlaces[i], "manifests")
	}
	for i := range f.Clusters {
		path := fmt.Sprintf("clusters[%d]", i)
		t.addCluster(&f.Clusters[i], place(path), path+".name")
	}
	if targets {
		for i := range fleet.Targets {
			t.addTarget(&fleet.Targets[i], fleet.TargetPlaces[i], "manifests")
		}
		for i := range f.Targets {
			path := fmt.Sprintf("targets[%d]", i)
			t.addTarget(&f.Targets[i], place(path), path+".name")
		}
	}
	if t.count > 0 {
		t.found = append(t.found, finding.Failure(string(placement.DialectHybrid), "Clusters of both kinds have the same name",
			t.ambiguity()))
	}
	return t.found
}

// isOfNoKind reports whether a cluster belongs to every fleet, so that one of another kind can have the same name.
func isOfNoKind(c placement.Cluster) bool { return c.Kind == "" }

// place is the path of a value.
type place string

// String is the path.
func (p place) String() string { return string(p) }

func (t *twins) addCluster(c *placement.Cluster, where fmt.Stringer, path string) {
	id, place := identityOf(t.only, c), origin{where, c.Kind}
	first, known := t.first[id]
	switch {
	case !known:
		t.first[id] = place
	case first.kind != "" && c.Kind != "" && first.kind != c.Kind:
		t.count++
		switch {
		case t.count > 1:
		case t.fromHub:
			t.ambiguous = fmt.Sprintf("The hub has %s as a %s and as a %s", excerpt.Quote(c.Name), first.kind, c.Kind)
		default:
			t.ambiguous = fmt.Sprintf("%s is a %s, %s, and a %s, %s", excerpt.Quote(c.Name), first.kind, first.place, c.Kind, where)
		}
	default:
		if path == "manifests" {
			t.found = append(t.found, sameCluster(c.Name, first.place, where))
			return
		}
		t.refuse(c.Name, first, path)
	}
}

// sameCluster is the error about two objects of manifests that are one cluster.
func sameCluster(name string, first, second fmt.Stringer) finding.Finding {
	return finding.Failure("manifests", "Duplicate value", fmt.Sprintf("found the cluster %s in %s and in %s. Clusters are "+
		"identified by name: remove one of the objects.", excerpt.Quote(name), first, second))
}

func (t *twins) addTarget(target *placement.Target, where fmt.Stringer, path string) {
	id := identity{target.Kind, target.Key()}
	if first, known := t.first[id]; known {
		t.refuse(id.key, first, path)
		return
	}
	t.first[id] = origin{place: where}
}

func (t *twins) refuse(key string, first origin, path string) {
	t.found = append(t.found, finding.Failure(path, "Duplicate value",
		fmt.Sprintf("found %s, which is also in %s. Remove it from one of them.", excerpt.Quote(key), first.place)))
}

// ambiguity says how to choose from clusters that are there in both kinds.
func (t *twins) ambiguity() string {
	kinds := lists.Map(placement.ClusterKinds, func(kind placement.ClusterKind) string {
		return fmt.Sprintf("kind = %q", kind)
	})
	text := t.ambiguous + ". hybrid identifies clusters by name: set " + strings.Join(kinds, " or ")
	if t.fromHub {
		text += " in the hub of the provider"
	}
	text += "."
	if t.count > 1 {
		text += fmt.Sprintf(" %d names are in both kinds.", t.count)
	}
	return text
}
