package provider

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// identity is what the scheduler of a placement tells objects apart by. All clusters that it sees are of one kind for it.
type identity struct{ kind, key string }

func identityOf(only placement.ClusterKind, c *placement.Cluster) identity {
	if sees(only, c) {
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
	only  placement.ClusterKind
	first map[identity]origin
	// ambiguous is the first cluster that is there in both kinds, and count how many there are.
	ambiguous string
	count     int
	diags     diag.Diagnostics
}

// twins finds the objects that the scheduler cannot tell apart. Those of manifests alone, or of values alone, that are the same
// in kind and name are found when these are read.
func (c *placementConfig) twins(fleet *manifest.Fleet) diag.Diagnostics {
	t := twins{only: c.clusterKind(), first: map[identity]origin{}}
	if t.only != "" && len(c.Clusters) == 0 && len(c.Targets) == 0 {
		return nil
	}
	for i := range fleet.Clusters {
		t.addCluster(&fleet.Clusters[i], fleet.ClusterPlaces[i], manifestsPath)
	}
	for i := range c.Clusters {
		at := path.Root("clusters").AtListIndex(i)
		t.addCluster(&c.Clusters[i], at, at.AtName("name"))
	}
	if c.Hybrid != nil {
		for i := range fleet.Targets {
			t.addTarget(&fleet.Targets[i], fleet.TargetPlaces[i], manifestsPath)
		}
		for i := range c.Targets {
			at := path.Root("targets").AtListIndex(i)
			t.addTarget(&c.Targets[i], at, at.AtName("name"))
		}
	}
	if t.count > 0 {
		t.diags.AddAttributeError(path.Root(dialectHybrid), "Clusters of one name in two kinds", t.ambiguity())
	}
	return t.diags
}

func (t *twins) addCluster(c *placement.Cluster, place fmt.Stringer, at path.Path) {
	id, found := identityOf(t.only, c), origin{place, c.Kind}
	first, known := t.first[id]
	switch {
	case !known:
		t.first[id] = found
	case first.kind != "" && c.Kind != "" && first.kind != c.Kind:
		if t.count++; t.count == 1 {
			t.ambiguous = fmt.Sprintf("%s is a %s, %s, and a %s, %s", excerpt.Quote(c.Name), first.kind, first.place, c.Kind, place)
		}
	default:
		t.refuse(c.Name, first, at)
	}
}

func (t *twins) addTarget(target *placement.Target, place fmt.Stringer, at path.Path) {
	id := identity{target.Kind, target.Key()}
	if first, known := t.first[id]; known {
		t.refuse(id.key, first, at)
		return
	}
	t.first[id] = origin{place: place}
}

func (t *twins) refuse(key string, first origin, at path.Path) {
	t.diags.AddAttributeError(at, "Duplicate value",
		fmt.Sprintf("%s: found %s, which is in %s too. Remove it from one of them.", at, excerpt.Quote(key), first.place))
}

// ambiguity says how to choose from clusters that are there in both kinds.
func (t *twins) ambiguity() string {
	kinds := make([]string, len(placement.ClusterKinds))
	for i, kind := range placement.ClusterKinds {
		kinds[i] = fmt.Sprintf("kind = %q", kind)
	}
	text := t.ambiguous + ". hybrid tells clusters apart by their names: choose from one kind with " + strings.Join(kinds, " or ") + "."
	if t.count > 1 {
		text += fmt.Sprintf(" %d names are in both kinds.", t.count)
	}
	return text
}
