// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestTwoHubs decides over the objects of two hubs, through all three doors: each dialect sees its own kind of cluster, and what
// it skips is counted.
func TestTwoHubs(t *testing.T) {
	for name, tt := range map[string]struct {
		config  object
		chosen  []string
		skipped map[string]int64
	}{
		"ocm": {
			object{"manifests": list{providertest.TwoHubs}, "ocm": object{}}, []string{"eu-1", "eu-2"},
			map[string]int64{providertest.MemberKind: 3},
		},
		"kubefleet": {
			object{"manifests": list{providertest.TwoHubs}, "kubefleet": object{}}, []string{"eu-1", "us-1", "us-2"},
			map[string]int64{providertest.ManagedKind: 2},
		},
		"hybrid, managed": {
			object{"manifests": list{providertest.TwoHubs}, "kind": "ManagedCluster", "hybrid": object{}}, []string{"eu-1", "eu-2"},
			map[string]int64{providertest.MemberKind: 3},
		},
		"hybrid, members": {
			object{"manifests": list{providertest.TwoHubs}, "kind": "MemberCluster", "hybrid": object{}}, []string{"eu-1", "us-1", "us-2"},
			map[string]int64{providertest.ManagedKind: 2},
		},
		"hybrid, of both": {
			object{"manifests": list{providertest.OtherMembers, strings.Split(providertest.TwoHubs, "---")[0]}, "hybrid": object{}},
			[]string{"eu-1", "us-1", "us-2"}, nil,
		},
		"values, no kind": {
			object{"manifests": list{providertest.Members}, "clusters": list{object{"name": "eu-1"}}, "ocm": object{}}, []string{"eu-1"},
			map[string]int64{providertest.MemberKind: 3},
		},
		"values of a kind": {object{
			"clusters": list{
				object{"name": "a", "kind": "ManagedCluster"}, object{"name": "a", "kind": "MemberCluster"}, object{"name": "b"},
			},
			"ocm": object{},
		}, []string{"a", "b"}, map[string]int64{providertest.MemberKind: 1}},
		"sets are of managed clusters": {object{
			"manifests": list{providertest.TwoHubs}, "ocm": object{"cluster_sets": list{"global"}},
		}, []string{"eu-1", "eu-2"}, map[string]int64{providertest.MemberKind: 3}},
	} {
		t.Run(name, func(t *testing.T) {
			state, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), tt.config))
			if len(diags) > 0 {
				t.Fatal(providertest.Said(diags))
			}
			checkChosen(t, "data source", tt.chosen, state["decisions"])
			if diff := cmp.Diff(tt.skipped, providertest.Counts(t, state["skipped_kinds"])); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			placed, mistake := providertest.Call(t, "place", placementconfig.ResultType.TerraformType(t.Context()), tt.config)
			if mistake != nil {
				t.Fatal(mistake.Text)
			}
			checkChosen(t, "place", tt.chosen, providertest.AttributeOf(t, placed, "decisions"))
			l := providertest.NewResource(t, t, "multicluster_placement")
			config := object{"name": "web"}
			for name, value := range tt.config {
				config[name] = value
			}
			p := l.Plan(providertest.Config(t, l.Type(), config))
			checkChosen(t, "resource", tt.chosen, l.Attribute(p.State, "decisions"))
		})
	}
}

func checkChosen(t *testing.T, by string, want []string, decisions tftypes.Value) {
	t.Helper()
	if diff := cmp.Diff(want, providertest.ChosenNames(t, decisions)); diff != "" {
		t.Errorf("%s: -want +got:\n%s", by, diff)
	}
}

// TestTwins: two objects of one kind and name are refused, and a name in both kinds is by hybrid alone. Both places are named.
func TestTwins(t *testing.T) {
	const managed = "{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: a}}\n"
	const member = "{apiVersion: cluster.kubernetes-fleet.io/v1, kind: MemberCluster, metadata: {name: a}}\n"
	const deployer = "{apiVersion: core.hybridapp.io/v1alpha1, kind: Deployer, metadata: {name: a, namespace: ops}, spec: " +
		"{type: vm}}\n"
	accept := func(config object) object {
		config["on_unsatisfied"] = "accept"
		return config
	}
	for name, tt := range map[string]struct {
		config object
		says   string
	}{
		"one kind, ocm": {
			object{"manifests": list{managed, member + "---\n" + managed}, "ocm": object{}},
			"document 2 of manifests[1], line 3, ManagedCluster/a: duplicate object: already defined in document 1 of manifests[0].",
		},
		"another kind, ocm": {
			object{"manifests": list{managed + "---\n" + member + "---\n" + member}, "ocm": object{}},
			"MemberCluster/a: duplicate object: already defined in document 2.",
		},
		"both kinds, hybrid": {
			object{"manifests": list{managed, "---\n" + providertest.TwoHubs + "---\n" + member}, "hybrid": object{}},
			`"eu-1" is a ManagedCluster, document 1 of manifests[1], and a MemberCluster, document 3 of manifests[1]. hybrid identifies clusters ` +
				`by name: set kind = "ManagedCluster" or kind = "MemberCluster". 2 names are in both kinds.`,
		},
		"both kinds, hybrid, values": {
			object{"manifests": list{managed}, "clusters": list{object{"name": "a", "kind": "MemberCluster"}}, "hybrid": object{}},
			`"a" is a ManagedCluster, document 1 of manifests[0], and a MemberCluster, clusters[0].`,
		},
		"both kinds, hybrid, values alone": {
			object{
				"clusters": list{object{"name": "a", "kind": "ManagedCluster"}, object{"name": "a", "kind": "MemberCluster"}},
				"hybrid":   object{},
			},
			`clusters[1].name: found "a": clusters[0] already has this name, as a ManagedCluster; set kind to choose from one kind of cluster.`,
		},
		"both kinds, ocm":       {object{"manifests": list{managed, member}, "ocm": object{}}, ""},
		"both kinds, kubefleet": {accept(object{"manifests": list{managed, member}, "kubefleet": object{}}), ""},
		"values, one kind": {
			object{"manifests": list{managed}, "clusters": list{object{"name": "a", "kind": "ManagedCluster"}}, "ocm": object{}},
			`clusters[0].name: found "a", which is also in document 1 of manifests[0].`,
		},
		"values, a kind that is not seen": {
			object{"manifests": list{managed, member}, "clusters": list{object{"name": "a", "kind": "MemberCluster"}}, "ocm": object{}},
			`clusters[0].name: found "a", which is also in document 1 of manifests[1].`,
		},
		"values, no kind": {
			object{"manifests": list{managed}, "clusters": list{object{"name": "a"}}, "ocm": object{}},
			`clusters[0].name: found "a", which is also in document 1 of manifests[0].`,
		},
		"values, no kind, of a name that is not seen": {
			object{"manifests": list{member}, "clusters": list{object{"name": "a"}}, "ocm": object{}}, "",
		},
		"targets": {
			object{
				"manifests": list{deployer}, "targets": list{object{"kind": "deployer", "name": "a", "namespace": "ops",
					"deployer_type": "vm"}},
				"hybrid": object{"deployer_type": "vm"},
			},
			`targets[0].name: found "ops/a", which is also in document 1 of manifests[0].`,
		},
		"a target that is a cluster": {
			object{"clusters": list{object{"name": "a"}}, "targets": list{object{"kind": "cluster", "name": "a"}}, "hybrid": object{}},
			`targets[0].name: found "a", which is also in clusters[0].`,
		},
		"a deployer beside a cluster": {
			object{"clusters": list{object{"name": "a"}}, "targets": list{object{"kind": "deployer", "name": "a"}}, "hybrid": object{}},
			"",
		},
		"kind, ocm": {
			object{"clusters": list{object{"name": "a"}}, "kind": "ManagedCluster", "ocm": object{}},
			`kind: found "ManagedCluster": only hybrid supports it; ocm always chooses from clusters of kind ManagedCluster.`,
		},
		"no kind": {
			object{"clusters": list{object{"name": "a"}}, "kind": "Cluster", "hybrid": object{}},
			`kind: found "Cluster": must be one of "ManagedCluster", "MemberCluster".`,
		},
		"no kind of a cluster": {
			object{"clusters": list{object{"name": "a", "kind": "Cluster"}}, "hybrid": object{}},
			`clusters[0].kind: found "Cluster": must be one of "ManagedCluster", "MemberCluster".`,
		},
		"a fleet of another hub": {
			object{"manifests": list{member}, "ocm": object{}},
			"There is no cluster to choose from. Skipped 1 object of kind " + providertest.MemberKind + ".",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), tt.config))
			if tt.says == "" && len(diags) > 0 || tt.says != "" &&
				(len(diags) != 1 || !strings.Contains(providertest.Said(diags), tt.says)) {
				t.Errorf("got %q, want %q", providertest.Said(diags), tt.says)
			}
		})
	}
}

// TestTwoHubsOfProvider: the fleet of the provider is seen in the same way, and stays whole for the next who asks.
func TestTwoHubsOfProvider(t *testing.T) {
	server := providertest.NewServer()
	providertest.ConfigureWith(t, server, list{providertest.TwoHubs})
	read := func(data object) (map[string]tftypes.Value, []*tfprotov6.Diagnostic) {
		config := providertest.Config(t, providertest.PlacementType(), data)
		encoded, err := tfprotov6.NewDynamicValue(config.Type(), config)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := server.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: "multicluster_placement",
			Config: &encoded})
		if err != nil {
			t.Fatal(err)
		}
		if len(resp.Diagnostics) > 0 {
			return nil, resp.Diagnostics
		}
		value, err := resp.State.Unmarshal(config.Type())
		var state map[string]tftypes.Value
		if err != nil || value.As(&state) != nil {
			t.Fatal(err)
		}
		return state, nil
	}
	for range 2 {
		for dialect, want := range map[string][]string{"ocm": {"eu-1", "eu-2"}, "kubefleet": {"eu-1", "us-1", "us-2"}} {
			state, diags := read(object{dialect: object{}})
			if len(diags) > 0 {
				t.Fatal(providertest.Said(diags))
			}
			checkChosen(t, dialect, want, state["decisions"])
			if len(providertest.Counts(t, state["skipped_kinds"])) != 1 {
				t.Errorf("%s: skipped %v", dialect, state["skipped_kinds"])
			}
		}
		if _, diags := read(object{"hybrid": object{}}); !strings.Contains(providertest.Said(diags),
			`"eu-1" is a ManagedCluster, document 1 of manifests[0], and a`) {
			t.Errorf("hybrid: %s", providertest.Said(diags))
		}
	}
}

// TestDecodeTwoHubs reads the clusters of both kinds, filtered and not. What comes of it can be placed and encoded.
func TestDecodeTwoHubs(t *testing.T) {
	for _, tt := range []struct{ kinds, want []string }{
		{nil, []string{"ManagedCluster/eu-1", "ManagedCluster/eu-2", "MemberCluster/eu-1", "MemberCluster/us-1", "MemberCluster/us-2"}},
		{[]string{"ManagedCluster"}, []string{"ManagedCluster/eu-1", "ManagedCluster/eu-2"}},
		{[]string{"MemberCluster"}, []string{"MemberCluster/eu-1", "MemberCluster/us-1", "MemberCluster/us-2"}},
		{[]string{"MemberCluster", "ManagedCluster"}, []string{
			"ManagedCluster/eu-1", "ManagedCluster/eu-2", "MemberCluster/eu-1", "MemberCluster/us-1", "MemberCluster/us-2",
		}},
	} {
		arguments := []any{providertest.TwoHubs}
		for _, kind := range tt.kinds {
			arguments = append(arguments, kind)
		}
		decoded, mistake := providertest.Call(t, "decode_clusters",
			tftypes.List{ElementType: placementconfig.ClusterType.TerraformType(t.Context())}, arguments...)
		if mistake != nil {
			t.Fatal(mistake.Text)
		}
		if diff := cmp.Diff(tt.want, providertest.KindsAndNames(t, decoded)); diff != "" {
			t.Errorf("%v: -want +got:\n%s", tt.kinds, diff)
		}
		if len(tt.kinds) == 1 {
			dialect := map[string]string{"ManagedCluster": "ocm", "MemberCluster": "kubefleet"}[tt.kinds[0]]
			text := providertest.CallText(t, "encode_clusters", decoded, dialect)
			if again := providertest.CallText(t, "encode_clusters", decoded, dialect); !strings.Contains(text, "kind: "+tt.kinds[0]) ||
				text != again {
				t.Error(text)
			}
			continue
		}
		for dialect, want := range map[string][]string{"ocm": {"eu-1", "eu-2"}, "kubefleet": {"eu-1", "us-1", "us-2"}} {
			placed, mistake := providertest.Call(t, "place", placementconfig.ResultType.TerraformType(t.Context()),
				object{"clusters": decoded, dialect: object{}})
			if mistake != nil {
				t.Fatal(mistake.Text)
			}
			checkChosen(t, dialect, want, providertest.AttributeOf(t, placed, "decisions"))
		}
	}
}

// TestClustersOfTwoHubs lists clusters of both kinds. Cluster sets are of ManagedClusters.
func TestClustersOfTwoHubs(t *testing.T) {
	all := []string{"ManagedCluster/eu-1", "MemberCluster/eu-1", "ManagedCluster/eu-2", "MemberCluster/us-1", "MemberCluster/us-2"}
	for name, tt := range map[string]struct {
		config      object
		want, names []string
	}{
		"all":               {object{}, all, []string{"eu-1", "eu-2", "us-1", "us-2"}},
		"managed":           {object{"kind": "ManagedCluster"}, []string{all[0], all[2]}, []string{"eu-1", "eu-2"}},
		"members":           {object{"kind": "MemberCluster"}, []string{all[1], all[3], all[4]}, []string{"eu-1", "us-1", "us-2"}},
		"a set":             {object{"cluster_sets": list{"global"}}, []string{all[0], all[2]}, []string{"eu-1", "eu-2"}},
		"a set and members": {object{"cluster_sets": list{"global"}, "kind": "MemberCluster"}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			tt.config["manifests"] = list{providertest.TwoHubs}
			state, diags := providertest.ClustersState(t, tt.config)
			if len(diags) > 0 {
				t.Fatal(providertest.Said(diags))
			}
			if diff := cmp.Diff(tt.want, providertest.KindsAndNames(t, providertest.AttributeOf(t, state, "clusters"))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			var names []string
			for _, name := range providertest.ElementsOf(t, providertest.AttributeOf(t, state, "names")) {
				names = append(names, providertest.StringOf(t, name))
			}
			if !slices.Equal(names, tt.names) {
				t.Errorf("the names are %v, want %v", names, tt.names)
			}
		})
	}
	if _, diags := providertest.ReadClusters(t, object{"manifests": list{providertest.TwoHubs}, "kind": "Cluster"}); len(
		diags) != 1 || !strings.Contains(providertest.Said(diags), "MemberCluster") {
		t.Errorf("a kind that does not exist: %s", providertest.Said(diags))
	}
}
