// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fleet_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

func profile(name, namespace string) string {
	return `{"apiVersion": "multicluster.x-k8s.io/v1alpha1", "kind": "ClusterProfile", "metadata": {"name": "` + name +
		`", "namespace": "` + namespace + `", "labels": {"cluster.open-cluster-management.io/clusterset": "prod"}}}` + "\n"
}

// says checks the beginning of the one finding; empty is none.
func says(t *testing.T, found finding.List, want string) {
	t.Helper()
	said := ""
	for _, f := range found {
		said += f.At + ": " + f.Title + ": " + f.Text
	}
	if !strings.HasPrefix(said, want) || want == "" && said != "" {
		t.Errorf("found %q, want %q", said, want)
	}
}

// TestClustersOfNoKind: a cluster without a kind is seen by every scheduler, once, and cannot have the name of another one.
func TestClustersOfNoKind(t *testing.T) {
	const secret = `{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s", "labels": {"argocd.argoproj.io/secret-type": "cluster"}},
		"stringData": {"name": "a"}}` + "\n"
	managed := `{"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster", "metadata": {"name": "a"}}` + "\n"
	const both = `manifests: Duplicate value: found the cluster "a" in document 1 of manifests[0] and in document 2 of manifests[0].`
	for name, c := range map[string]struct{ text, seen, selected, twins, repeated string }{
		"profiles":                {profile("b", "x") + profile("a", "x"), "b a", "a b", "", ""},
		"a profile and a Secret":  {profile("a", "x") + secret, "a a", "", both, both},
		"two namespaces":          {profile("a", "x") + profile("a", "y"), "a a", "", both, both},
		"also as ManagedCluster":  {managed + profile("a", "x"), "a a", "a a", both, ""},
		"with one of another one": {managed + profile("b", "x"), "a b", "a b", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			read, err := inventory.ReadFleet(t.Context(), c.text)
			if err != nil {
				t.Fatal(err)
			}
			of := fleet.Fleet{Manifests: read}
			clusters, found := of.Seen(placement.ManagedCluster)
			if got := strings.Join(fleet.Names(clusters), " "); got != c.seen {
				t.Errorf("seen: %s, want %s", got, c.seen)
			}
			says(t, found, c.twins)
			selected, found := fleet.Select(t.Context(), &read, fleet.Selection{})
			if diff := cmp.Diff(c.selected, strings.Join(fleet.Names(selected), " ")); diff != "" {
				t.Errorf("selected: %s", diff)
			}
			says(t, found, c.repeated)
		})
	}
}

// TestSelectOfNoKind: clusters without a kind are in the cluster sets of their labels, and belong to each kind.
func TestSelectOfNoKind(t *testing.T) {
	read, err := inventory.ReadFleet(t.Context(), profile("a", "x"),
		`{"apiVersion": "cluster.kubernetes-fleet.io/v1", "kind": "MemberCluster", "metadata": {"name": "m"}}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		selection fleet.Selection
		want      string
	}{
		{fleet.Selection{}, "a m"},
		{fleet.Selection{ClusterSets: []string{"prod"}}, "a"},
		{fleet.Selection{Kind: placement.ManagedCluster}, "a"},
		{fleet.Selection{Kind: placement.MemberCluster}, "a m"},
	} {
		selected, found := fleet.Select(t.Context(), &read, c.selection)
		if got := strings.Join(fleet.Names(selected), " "); got != c.want || len(found) > 0 {
			t.Errorf("%+v: %s %v, want %s", c.selection, got, found, c.want)
		}
	}
}
