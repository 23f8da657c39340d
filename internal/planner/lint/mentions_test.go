// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// labelled are clusters that have the labels, one each, and targets that have others.
func labelled(ofClusters, ofTargets []string) *placement.Inventory {
	inv := &placement.Inventory{}
	for i, key := range ofClusters {
		inv.Clusters = append(inv.Clusters, placement.Cluster{Name: fmt.Sprint("c", i), Labels: map[string]string{key: "x"}})
	}
	for i, key := range ofTargets {
		inv.Targets = append(inv.Targets, placement.Target{Name: fmt.Sprint("t", i), Labels: map[string]string{key: "x"}})
	}
	return inv
}

// TestSearchProperty: the search finds the names that neither a cluster nor a target has, each once and in the order in which the
// placement has them, whether these are few, which are looked up in the clusters, or many, in which the names of the clusters
// are.
func TestSearchProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		key := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"})
		wanted := rapid.SliceOfN(key, 0, 14).Draw(rt, "wanted")
		clusters := rapid.SliceOfN(key, 1, 6).Draw(rt, "clusters")
		targets := rapid.SliceOfN(key, 0, 6).Draw(rt, "targets")
		var m mentions
		var want []string
		for i, name := range wanted {
			m.add(mention{fmt.Sprint("at", i), labelKeys, name, "effect", false})
			isNew := !slices.Contains(wanted[:i], name)
			if isNew && !slices.Contains(clusters, name) && !slices.Contains(targets, name) {
				want = append(want, fmt.Sprint("at", i, " ", name))
			}
		}
		absent := m.absent(t.Context(), labelled(clusters, targets))
		var got []string
		for i := range absent {
			got = append(got, absent[i].at+" "+absent[i].name)
			known := absent[i].known()
			if all := slices.Compact(slices.Sorted(slices.Values(slices.Concat(clusters, targets)))); !slices.Equal(all, known) {
				rt.Fatalf("the fleet has %v, not %v", all, known)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Fatalf("-want +got:\n%s", diff)
		}
	})
}

// TestMentionedOnce: a name counts where it stands first, but as one that has to exist if it has to at any place.
func TestMentionedOnce(t *testing.T) {
	var m mentions
	m.add(mention{"first", labelKeys, "zone", "maybe", true})
	m.add(mention{"", labelKeys, "", "nothing", false})
	m.add(mention{"claim", claimNames, "zone", "another", false})
	m.add(mention{"second", labelKeys, "zone", "surely", false})
	m.add(mention{"third", labelKeys, "zone", "maybe", true})
	var got []string
	for _, one := range m.list {
		got = append(got, fmt.Sprint(one.at, " ", one.effect, " ", one.mayBeNew))
	}
	if diff := cmp.Diff([]string{"second surely false", "claim another false"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestNearestName: the domain of a name tells whose it is, so that two names of one owner are not near because of it.
func TestNearestName(t *testing.T) {
	for name, tt := range map[string]struct {
		name  string
		known []string
		want  string
	}{
		"nothing":                   {"zone", nil, ""},
		"a letter":                  {"zoen", []string{"region", "zone"}, "zone"},
		"another name of the owner": {"topology.kubernetes.io/zone", []string{"topology.kubernetes.io/hostname"}, ""},
		"a letter, of the owner": {
			"topology.kubernetes.io/zoen", []string{"topology.kubernetes.io/zone"}, "topology.kubernetes.io/zone",
		},
		"without its owner":             {"zone", []string{"topology.kubernetes.io/zone"}, "topology.kubernetes.io/zone"},
		"of another owner":              {"x.io/zone", []string{"b.org/zone", "a.org/zone"}, "a.org/zone"},
		"of an owner with another name": {"topolgy.io/zone", []string{"a.org/zone", "topology.io/zone"}, "topology.io/zone"},
		"the owner stands before":       {"a.org/zoen", []string{"b.org/zoen", "a.org/zone"}, "a.org/zone"},
	} {
		if got := nearestName(tt.name, tt.known); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

// webRequest is the placement x/web of a dialect, with a fleet.
func webRequest(of placement.Dialect, f fleet.Fleet) *Request {
	p := plannertest.Placement(of)
	p.Name, p.Namespace = "web", "x"
	return &Request{Placement: &p, Fleet: &f}
}

// TestAbsentDetails: a label or a claim that the outputs are to have, and that no cluster has.
func TestAbsentDetails(t *testing.T) {
	r := webRequest(placement.DialectOCM, fleet.Fleet{})
	inv := labelled([]string{"tier", "zone"}, nil)
	inv.Clusters[0].Claims = map[string]string{"region": "eu"}
	for name, tt := range map[string]struct {
		labels, claims []string
		inv            *placement.Inventory
		want           string
	}{
		"nothing":     {inv: inv},
		"what exists": {labels: []string{"tier", "zone"}, claims: []string{"region"}, inv: inv},
		"a label": {
			labels: []string{"tier", "zoen"}, inv: inv, want: `warning withLabels[1]: uses the label "zoen", which no cluster has`,
		},
		"a claim": {
			claims: []string{"tier"}, inv: inv, want: `warning withClaims[0]: uses the claim "tier", which no cluster has`,
		},
		"no clusters": {labels: []string{"tier"}, inv: &placement.Inventory{}},
		"both of them": {
			labels: []string{"x"}, claims: []string{"x"}, inv: inv,
			want: `warning withLabels[0]: uses the label "x", which no cluster has; warning withClaims[0]: uses the claim "x", which no cluster has`,
		},
	} {
		if got := plannertest.Titles(r.AbsentDetails(t.Context(), tt.inv, tt.labels, tt.claims)); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if found := r.AbsentDetails(ctx, inv, []string{"x"}, nil); len(found) > 0 {
		t.Errorf("interrupted, it says %s", plannertest.Titles(found))
	}
}

// TestAbsentOwners: a score of a cluster that the fleet does not have is not used. Each cluster is reported once.
func TestAbsentOwners(t *testing.T) {
	f := plannertest.Clusters("eu-1", "us-1")
	f.Scores = []placement.Score{
		{Cluster: "eu-1", Name: "a"}, {Cluster: "eu1", Name: "a"}, {Cluster: "eu1", Name: "b"}, {Cluster: "", Name: "c"},
		{Cluster: "asia", Name: "a"},
	}
	r := webRequest(placement.DialectOCM, f)
	inv := &placement.Inventory{Clusters: f.Clusters}
	found, err := r.AbsentNames(t.Context(), inv, &placement.Result{})
	if err != nil {
		t.Fatal(err)
	}
	const want = `warning scores[1].cluster: uses the cluster "eu1", which the fleet does not have; ` +
		`warning scores[4].cluster: uses the cluster "asia", which the fleet does not have`
	if got := plannertest.Titles(found); got != want {
		t.Errorf("got %q", got)
	}
	if !strings.Contains(found[0].Text, `did you mean "eu-1"? Its scores are not used.`) ||
		strings.Contains(found[1].Text, "did you mean") {
		t.Errorf("got %s", plannertest.Texts(found))
	}
	r.Scores = nil
	if found, err := r.AbsentNames(t.Context(), inv, &placement.Result{}); err != nil || len(found) > 0 {
		t.Errorf("without scores: %s, %v", plannertest.Texts(found), err)
	}
}

// TestExplainSetsOfHub: on a hub, the bindings are objects, and that is how a cluster set is opened.
func TestExplainSetsOfHub(t *testing.T) {
	for name, tt := range map[string]struct {
		sets     []placement.ClusterSet
		bindings []placement.Binding
		named    []string
		reason   string
		want     string
	}{
		"no bindings": {
			sets: []placement.ClusterSet{{Name: "prod"}}, reason: ocm.ReasonNoBindings,
			want: `No cluster set is bound to the namespace "x": neither cluster_set_bindings nor the hub has a ManagedClusterSetBinding. ` +
				`Create a ManagedClusterSetBinding "prod" in the namespace "x" of the hub. The fleet has the cluster sets "prod".`,
		},
		"bindings elsewhere": {
			sets: []placement.ClusterSet{{Name: "prod"}}, bindings: []placement.Binding{{Name: "prod", Namespace: "y"}},
			reason: ocm.ReasonNoBindings, want: `the bindings in the hub are in the namespace "y"`,
		},
		"a binding of no set": {
			bindings: []placement.Binding{{Name: "prod", Namespace: "x"}}, reason: ocm.ReasonNoBindings,
			want: `its binding is of the cluster set "prod", which the fleet does not have`,
		},
		"another set": {
			sets: []placement.ClusterSet{{Name: "dev"}, {Name: "prod"}}, bindings: []placement.Binding{{Name: "dev", Namespace: "x"}},
			named: []string{"prod"}, reason: ocm.ReasonNoIntersection,
			want: `Bound to the namespace "x" is the cluster set "dev", according to the hub. Create a ManagedClusterSetBinding "prod"`,
		},
		"no member": {
			sets: []placement.ClusterSet{{Name: "prod"}}, bindings: []placement.Binding{{Name: "prod", Namespace: "x"}},
			reason: ocm.ReasonSetsEmpty, want: `No cluster is a member of the cluster set "prod", bound to the namespace "x".`,
		},
		"no sets":       {reason: ocm.ReasonNoBindings, want: "The hub has no cluster sets."},
		"another cause": {reason: "Another"},
	} {
		r := webRequest(placement.DialectOCM, fleet.Fleet{Manifests: inventory.Fleet{
			FromHub: true, Inventory: placement.Inventory{Sets: tt.sets, Bindings: tt.bindings},
		}})
		r.OCM.ClusterSets = tt.named
		result := &placement.Result{Conditions: []placement.Condition{{Type: ocm.ConditionSatisfied, Reason: tt.reason}}}
		got := r.explainSets(result)
		if !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
		if result.Satisfied = true; r.explainSets(result) != "" {
			t.Errorf("%s: a placement that is satisfied is explained", name)
		}
	}
}
