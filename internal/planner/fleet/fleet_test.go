// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fleet_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// TestSeen: a scheduler that sees one kind of cluster does not see the other one. One that sees both cannot tell two of one name
// apart.
func TestSeen(t *testing.T) {
	for name, tt := range map[string]struct {
		values, manifests []placement.Cluster
		only              placement.ClusterKind
		want              []string
		found             string
	}{
		"ManagedClusters": {
			values: []placement.Cluster{member("m"), {Name: "n"}}, manifests: []placement.Cluster{managed("a", nil)},
			only: placement.ManagedCluster, want: []string{"a", "n"},
		},
		"both kinds": {
			values: []placement.Cluster{member("m")}, manifests: []placement.Cluster{managed("a", nil)}, want: []string{"a", "m"},
		},
		"one name in both kinds, of which one is seen": {
			values: []placement.Cluster{member("a")}, manifests: []placement.Cluster{managed("a", nil)}, only: placement.MemberCluster,
			want: []string{"a"},
		},
		"one name in both kinds": {
			values: []placement.Cluster{member("a")}, manifests: []placement.Cluster{managed("a", nil)}, want: []string{"a", "a"},
			found: `hybrid: Clusters of both kinds have the same name: "a" is a ManagedCluster, document 1 of manifests[0], and a MemberCluster, clusters[0]. ` +
				`hybrid identifies clusters by name: set kind = "ManagedCluster" or kind = "MemberCluster".`,
		},
		"one object twice": {
			values: []placement.Cluster{managed("b", nil), managed("a", nil)}, manifests: []placement.Cluster{managed("a", nil)},
			only: placement.ManagedCluster, want: []string{"a", "b", "a"},
			found: `clusters[1].name: Duplicate value: found "a", which is also in document 1 of manifests[0]. Remove it from one of them.`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := fleet.Fleet{Clusters: tt.values}
			f.Manifests.Clusters = tt.manifests
			f.Manifests.ClusterPlaces = []document.Place{{Document: 1}}
			seen, found := f.Seen(tt.only)
			if diff := cmp.Diff(tt.want, fleet.Names(seen)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff(tt.found, texts(found)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestTargets: other targets are told apart by kind and key.
func TestTargets(t *testing.T) {
	f := fleet.Fleet{Targets: []placement.Target{{Kind: "deployer", Name: "d"}, {Kind: "group", Name: "d"}}}
	f.Manifests.Targets, f.Manifests.TargetPlaces = []placement.Target{{Kind: "deployer", Name: "d"}},
		[]document.Place{{Document: 2}}
	const want = `targets[0].name: Duplicate value: found "d", which is also in document 2 of manifests[0]. Remove it from one of them.`
	if diff := cmp.Diff(want, texts(f.Twins("", true))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if found := f.Twins("", false); len(found) > 0 {
		t.Errorf("a scheduler that places on clusters alone finds %s", texts(found))
	}
}

// TestSkipped: the clusters that are not seen are counted with what was skipped before.
func TestSkipped(t *testing.T) {
	before := []inventory.SkippedKind{{Kind: "Pod", Count: 1}}
	got := fleet.Skipped(placement.ManagedCluster, before, []placement.Cluster{member("a"), managed("b", nil)},
		[]placement.Cluster{member("c"), {Name: "d"}})
	want := []inventory.SkippedKind{{Kind: api.GroupKind(placement.MemberCluster), Count: 2}, {Kind: "Pod", Count: 1}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestSets: the sets of a fleet are those that it comes with and global, and those of its labels if it comes with none.
func TestSets(t *testing.T) {
	clusters := []placement.Cluster{managed("a", map[string]string{placement.ClusterSetLabel: "prod"}), managed("b", nil)}
	prod, global := placement.ClusterSet{Name: "prod"}, fleet.AllClusters()
	implied := placement.ClusterSet{Name: "prod", SelectorType: placement.ExclusiveClusterSetLabel}
	for name, tt := range map[string]struct {
		fleet     fleet.Fleet
		namespace string
		want      []placement.ClusterSet
	}{
		"none": {want: []placement.ClusterSet{global, implied}},
		"one": {
			fleet: fleet.Fleet{ClusterSets: []placement.ClusterSet{prod}}, want: []placement.ClusterSet{prod, global},
		},
		"global": {
			fleet: fleet.Fleet{ClusterSets: []placement.ClusterSet{global}}, want: []placement.ClusterSet{global},
		},
		"a hub": {
			fleet: fleet.Fleet{Manifests: inventory.Fleet{FromHub: true}}, want: []placement.ClusterSet{global, implied},
		},
		"a hub, for a namespace":     {fleet: fleet.Fleet{Manifests: inventory.Fleet{FromHub: true}}, namespace: "apps"},
		"manifests, for a namespace": {namespace: "apps", want: []placement.ClusterSet{global, implied}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.fleet.Sets(tt.namespace, clusters)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestValidateClusters: a cluster is checked as the hub of its kind does, and a name is unique among those that are seen.
func TestValidateClusters(t *testing.T) {
	for name, tt := range map[string]struct {
		clusters []placement.Cluster
		only     placement.ClusterKind
		want     string
	}{
		"both kinds": {clusters: []placement.Cluster{member("a"), managed("a", nil)}, only: placement.MemberCluster},
		"both kinds for hybrid": {
			clusters: []placement.Cluster{member("a"), managed("a", nil)},
			want:     `clusters[1].name: Duplicate value: "a": clusters[0] already has this name, as a MemberCluster; set kind to choose from one kind of cluster`,
		},
		"one kind twice": {
			clusters: []placement.Cluster{managed("a", nil), {Name: "a"}}, only: placement.ManagedCluster,
			want: `clusters[1].name: Duplicate value: "a": clusters[0] already has this name`,
		},
		"no such kind": {
			clusters: []placement.Cluster{{Name: "a", Kind: "Cluster"}},
			want:     `clusters[0].kind: Unsupported value: "Cluster": must be one of "ManagedCluster", "MemberCluster"`,
		},
		"a condition of an agent": {
			clusters: []placement.Cluster{{Name: "a", Agent: &placement.MemberAgent{
				Joined: placement.AgentCondition{Status: "true"}, Healthy: placement.AgentCondition{Status: "True"},
			}}},
			only: placement.MemberCluster,
			want: `clusters[0].agent.joined.status: Unsupported value: "true": must be one of "True", "False", "Unknown"; did you mean "True"?`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := ""
			if errs := fleet.ValidateClusters("clusters", tt.clusters, tt.only, nil); len(errs) > 0 {
				got = errs.ToAggregate().Error()
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestSetDefaults: what a cluster can allocate is what it has, unless it says otherwise.
func TestSetDefaults(t *testing.T) {
	cpu := placement.Resources{placement.NewResource("cpu", resource.MustParse("4"))}
	memory := placement.Resources{placement.NewResource("memory", resource.MustParse("1Gi"))}
	f := fleet.Fleet{Clusters: []placement.Cluster{{Allocatable: cpu}, {Allocatable: cpu, Capacity: memory, Namespaces: []string{}}}}
	f.SetDefaults()
	if got := f.Clusters[0]; len(got.Capacity) != 1 || got.NamespacesCollected {
		t.Errorf("got %+v", got)
	}
	if got := f.Clusters[1]; got.Capacity[0].Name != "memory" || !got.NamespacesCollected {
		t.Errorf("got %+v", got)
	}
}
