// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fleet_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// TestValidateSets: sets, bindings and scores have names, each once, and a set has a selector only if it uses it.
func TestValidateSets(t *testing.T) {
	byLabels := placement.ClusterSet{Name: "eu", SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{}}
	unused := placement.ClusterSet{Name: "eu", LabelSelector: &metav1.LabelSelector{}}
	binding := func(namespace, name string) placement.Binding {
		return placement.Binding{Namespace: namespace, Name: name}
	}
	score := func(cluster, name string) placement.Score { return placement.Score{Cluster: cluster, Name: name} }
	for name, tt := range map[string]struct {
		fleet fleet.Fleet
		want  []string
	}{
		"nothing":       {fleet.Fleet{}, nil},
		"a set":         {fleet.Fleet{ClusterSets: []placement.ClusterSet{byLabels, {Name: "us"}}}, nil},
		"an unused one": {fleet.Fleet{ClusterSets: []placement.ClusterSet{unused}}, []string{"cluster_sets[0].label_selector"}},
		"a set twice": {
			fleet.Fleet{ClusterSets: []placement.ClusterSet{{Name: "us"}, {Name: "us"}}}, []string{"cluster_sets[1].name"},
		},
		"bindings": {fleet.Fleet{Bindings: []placement.Binding{binding("a", "us"), binding("b", "us")}}, nil},
		"a binding twice": {
			fleet.Fleet{Bindings: []placement.Binding{binding("a", "us"), binding("a", "us")}}, []string{"cluster_set_bindings[1].name"},
		},
		"without namespace": {
			fleet.Fleet{Bindings: []placement.Binding{binding("", "us"), binding("", "us")}}, []string{"cluster_set_bindings[0].namespace",
				"cluster_set_bindings[1].namespace"},
		},
		"a wrong name": {
			fleet.Fleet{Bindings: []placement.Binding{binding("a", "U_S")}}, []string{"cluster_set_bindings[0].name"},
		},
		"scores":        {fleet.Fleet{Scores: []placement.Score{score("a", "cpu"), score("b", "cpu")}}, nil},
		"a score twice": {fleet.Fleet{Scores: []placement.Score{score("a", "cpu"), score("a", "cpu")}}, []string{"scores[1].name"}},
		"no cluster":    {fleet.Fleet{Scores: []placement.Score{score("", "cpu")}}, []string{"scores[0].cluster"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, err := range tt.fleet.ValidateSets() {
				got = append(got, err.Field)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestValidateTargets: a target is given once; targets of two kinds may have one name.
func TestValidateTargets(t *testing.T) {
	target := func(kind, name string) placement.Target { return placement.Target{Kind: kind, Name: name} }
	for name, tt := range map[string]struct {
		targets []placement.Target
		want    int
	}{
		"two kinds":    {[]placement.Target{target("Deployer", "a"), target("Cluster", "a")}, 0},
		"twice":        {[]placement.Target{target("Deployer", "a"), target("Deployer", "a")}, 1},
		"without name": {[]placement.Target{target("Deployer", ""), target("Deployer", "")}, 0},
	} {
		if got := (&fleet.Fleet{Targets: tt.targets}).ValidateTargets(); len(got) != tt.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// TestEmptyText: it says of which kind there is no cluster, and which objects are there instead.
func TestEmptyText(t *testing.T) {
	skipped := func(kinds ...string) (list []inventory.SkippedKind) {
		for _, kind := range kinds {
			list = append(list, inventory.SkippedKind{Kind: kind, Count: 2})
		}
		return list
	}
	for name, tt := range map[string]struct {
		fleet fleet.Fleet
		only  placement.ClusterKind
		want  string
	}{
		"a hub": {
			fleet.Fleet{Manifests: inventory.Fleet{FromHub: true}}, "", "the hub has neither ManagedClusters nor MemberClusters.",
		},
		"a hub, one kind": {
			fleet.Fleet{Manifests: inventory.Fleet{FromHub: true}}, placement.MemberCluster, "the hub has no MemberClusters.",
		},
		"values": {
			fleet.Fleet{Clusters: []placement.Cluster{}, Manifests: inventory.Fleet{FromHub: true}}, "",
			"There is no cluster to choose from.",
		},
		"other objects": {
			fleet.Fleet{Manifests: inventory.Fleet{Skipped: skipped("ConfigMap")}}, "", "Skipped 2 objects of kind ConfigMap.",
		},
		"of the other kind": {
			fleet.Fleet{Clusters: []placement.Cluster{member("a")}}, placement.ManagedCluster, "Skipped 1 object of kind MemberCluster",
		},
		"many other objects": {
			fleet.Fleet{Manifests: inventory.Fleet{Skipped: skipped("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L")}},
			"", "more kind",
		},
	} {
		if got := tt.fleet.EmptyText(tt.only); !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

// TestValidateCluster_resources: an amount of a resource among the properties is a mistake that names the attribute.
func TestValidateCluster_resources(t *testing.T) {
	errs := fleet.ValidateClusters("clusters", []placement.Cluster{{Name: "eu-1", Kind: placement.MemberCluster, Properties: map[string]string{
		"resources.kubernetes-fleet.io/available-cpu": "8", "resources.kubernetes-fleet.io/total-memory": "8Gi",
		"kubernetes-fleet.io/node-count": "3",
	}}}, placement.MemberCluster, nil)
	if len(errs) != 2 || !strings.Contains(errs[0].Error(), "Set available = { cpu = ... }") ||
		!strings.Contains(errs[1].Error(), "Set capacity = { memory = ... }") {
		t.Errorf("got %v", errs)
	}
}
