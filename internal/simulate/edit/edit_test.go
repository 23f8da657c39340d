// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package edit_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
)

var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// small is a fleet of two ManagedClusters and a MemberCluster, with one of each other object.
func small(t *testing.T) *inventory.Fleet {
	cores := func(count string) (of placement.Resources) {
		if err := of.SetText("cpu", count); err != nil {
			t.Fatal(err)
		}
		return of
	}
	return &inventory.Fleet{FromHub: true, Inventory: placement.Inventory{
		Clusters: []placement.Cluster{
			{
				Name: "eu-1", Kind: placement.ManagedCluster, Labels: map[string]string{"region": "eu"},
				Claims: map[string]string{"zone": "a"}, Capacity: cores("8"), Allocatable: cores("6"),
			},
			{
				Name: "us-1", Kind: placement.ManagedCluster, Labels: map[string]string{"region": "us"},
				Taints: []placement.Taint{{Key: "gpu", Value: "a", Effect: placement.NoSelect}},
			},
			{
				Name: "member", Kind: placement.MemberCluster, Properties: map[string]string{"cost": "1"}, Capacity: cores("8"),
				Allocatable: cores("6"), Available: cores("2"),
			},
		},
		Targets:  []placement.Target{{Namespace: "machines", Name: "vm"}},
		Sets:     []placement.ClusterSet{{Name: "prod"}},
		Bindings: []placement.Binding{{Name: "prod", Namespace: "web"}},
		Scores: []placement.Score{
			{Cluster: "eu-1", Name: "cost", Values: []placement.ScoreValue{{Name: "hour", Value: 5}}},
			{Cluster: "us-1", Name: "cost", Values: []placement.ScoreValue{{Name: "hour", Value: 7}}},
		},
	}}
}

// lines are what edits change of a fleet, a line for each object.
func lines(of *inventory.Fleet) (lines []string) {
	for i := range of.Clusters {
		c := &of.Clusters[i]
		line := c.Name
		for _, texts := range []map[string]string{c.Labels, c.Claims, c.Properties} {
			for _, key := range slices.Sorted(maps.Keys(texts)) {
				line += " " + key + "=" + texts[key]
			}
		}
		for _, list := range []placement.Resources{c.Capacity, c.Allocatable, c.Available} {
			for k := range list {
				line += " " + list[k].Amount()
			}
		}
		for _, t := range c.Taints {
			line += fmt.Sprint(" ", t.Key, ":", t.Effect, " ", t.TimeAdded.Year())
		}
		lines = append(lines, line)
	}
	for i := range of.Targets {
		lines = append(lines, "target "+of.Targets[i].Key())
	}
	for i := range of.Sets {
		lines = append(lines, "set "+of.Sets[i].Name)
	}
	for _, binding := range of.Bindings {
		lines = append(lines, "binding "+binding.Namespace+"/"+binding.Name)
	}
	for i := range of.Scores {
		line := "score " + of.Scores[i].Cluster
		for _, value := range of.Scores[i].Values {
			line += fmt.Sprint(" ", value.Name, "=", value.Value)
		}
		lines = append(lines, line)
	}
	return lines
}

func of(names ...string) edit.Selection { return edit.Selection{Clusters: names} }

func everyone() edit.Selection {
	return edit.Selection{Selector: &placement.GroupSelector{LabelSelector: &metav1.LabelSelector{}}}
}

func lose(s edit.Selection) edit.Edit { return edit.Edit{Lose: &s} }

func taint(s edit.Selection, t placement.Taint) edit.Edit {
	return edit.Edit{Taint: &edit.Taint{Selection: s, Taint: t}}
}

var path = field.NewPath("edits").Index(0)

// TestApply: each edit changes what it names, and a copy of the fleet that was made before stays as it was.
func TestApply(t *testing.T) {
	drain := placement.Taint{Key: "drain", Effect: placement.NoSelect}
	for name, tt := range map[string]struct {
		edit edit.Edit
		// want are the lines that change.
		want string
	}{
		"lose a cluster with its scores": {
			lose(of("eu-1")),
			"-eu-1 region=eu zone=a 8 6; -score eu-1 hour=5",
		},
		"lose a target": {
			lose(of("machines/vm")),
			"-target machines/vm",
		},
		"lose a kind": {
			lose(edit.Selection{Selector: everyone().Selector, Kind: placement.MemberCluster}),
			"-member cost=1 8 6 2",
		},
		"add": {
			edit.Edit{Add: &placement.Cluster{Name: "new", Kind: placement.ManagedCluster}},
			"+new",
		},
		"taint those that have the effect": {
			taint(of("us-1", "member"), drain),
			"-us-1 region=us gpu:NoSelect 1; +us-1 region=us gpu:NoSelect 1 drain:NoSelect 2026",
		},
		"untaint": {
			edit.Edit{Untaint: &edit.Untaint{Selection: of("us-1"), Key: "gpu"}},
			"-us-1 region=us gpu:NoSelect 1; +us-1 region=us",
		},
		"label": {
			edit.Edit{Label: &edit.Texts{Selection: of("eu-1"), Set: map[string]string{"a": "b"}, Remove: []string{"region"}}},
			"-eu-1 region=eu zone=a 8 6; +eu-1 a=b zone=a 8 6",
		},
		"claim": {
			edit.Edit{Claim: &edit.Texts{Selection: of("eu-1", "member"), Set: map[string]string{"zone": "b"}}},
			"-eu-1 region=eu zone=a 8 6; +eu-1 region=eu zone=b 8 6",
		},
		"property": {
			edit.Edit{Property: &edit.Texts{Selection: everyone(), Set: map[string]string{"cost": "2"}}},
			"-member cost=1 8 6 2; +member cost=2 8 6 2",
		},
		"resize, and what is available": {
			edit.Edit{Resize: &edit.Resize{Selection: of("member"), Resources: map[string]string{"cpu": "150%"}}},
			"-member cost=1 8 6 2; +member cost=1 12 9 5",
		},
		"resize below what runs": {
			edit.Edit{Resize: &edit.Resize{Selection: of("member"), Resources: map[string]string{"cpu": "1"}}},
			"-member cost=1 8 6 2; +member cost=1 1 1 0",
		},
		"score": {
			edit.Edit{Score: &edit.Score{Selection: everyone(), Name: "cost", Set: map[string]int32{"day": 1}}},
			"-score eu-1 hour=5; -score us-1 hour=7; +score eu-1 hour=5 day=1; +score us-1 hour=7 day=1",
		},
		"a score without values is gone": {
			edit.Edit{Score: &edit.Score{Selection: of("us-1"), Name: "cost", Remove: []string{"hour"}}},
			"-score us-1 hour=7",
		},
		"add a set": {
			edit.Edit{Set: &edit.Set{Add: &placement.ClusterSet{Name: "test"}}},
			"+set test",
		},
		"remove a set": {
			edit.Edit{Set: &edit.Set{Remove: "prod"}},
			"-set prod",
		},
		"add a binding": {
			edit.Edit{Binding: &edit.Binding{Add: &placement.Binding{Name: "prod", Namespace: "db"}}},
			"+binding db/prod",
		},
		"remove a binding": {
			edit.Edit{Binding: &edit.Binding{Remove: &placement.Binding{Name: "prod", Namespace: "web"}}},
			"-binding web/prod",
		},
		"not of the fleet": {
			edit.Edit{Spec: &edit.Spec{Placement: "web"}},
			"",
		},
	} {
		t.Run(name, func(t *testing.T) {
			fleet := small(t)
			before := *fleet
			if found := tt.edit.Apply(t.Context(), &edit.Target{Fleet: fleet, Now: start}, path); found != nil {
				t.Fatal(plannertest.Texts(found))
			}
			old, now := lines(&before), lines(fleet)
			if diff := cmp.Diff(lines(small(t)), old); diff != "" {
				t.Errorf("the copy has changed: -before +after:\n%s", diff)
			}
			if diff := cmp.Diff(tt.want, strings.Join(append(without("-", old, now), without("+", now, old)...), "; ")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// without are the lines that another list does not have, with a sign before each.
func without(sign string, lines, other []string) (left []string) {
	for _, line := range lines {
		if !slices.Contains(other, line) {
			left = append(left, sign+line)
		}
	}
	return left
}

// TestApplyMistakes: an edit that cannot be made of this fleet is an error at its line. So is one that changes nothing, and on a hub it
// is a warning: once the change has been made there, the edit has no effect.
func TestApplyMistakes(t *testing.T) {
	for _, tt := range []struct {
		edit edit.Edit
		want string
		// isSo says that the edit changes nothing.
		isSo bool
	}{
		{
			lose(of("eu1")),
			`edits[0].lose.clusters[0]: There is no such cluster: The fleet has no cluster "eu1"; did you mean "eu-1"?`, true,
		},
		{
			lose(edit.Selection{Selector: everyone().Selector, Kind: "HostCluster"}),
			`edits[0].lose.selector: The edit has no effect: No cluster of the fleet matches the selector and is a HostCluster.`, true,
		},
		{
			lose(of("eu-1", "us-1", "member", "machines/vm")),
			`edits[0].lose: The fleet has no clusters: `, false,
		},
		{
			edit.Edit{Add: &placement.Cluster{Name: "eu-1"}},
			`edits[0].add.name: The cluster exists: `, true,
		},
		{
			taint(of("us-1"), placement.Taint{Key: "gpu", Value: "a", Effect: placement.NoSelect}),
			`edits[0].taint: The edit has no effect: Each`, true,
		},
		{
			taint(of("eu-1", "us-1"), placement.Taint{Key: "drain", Effect: placement.NoSchedule}),
			`edits[0].taint: The edit does not apply to the clusters: Only MemberClusters have taints with the effect NoSchedule, `, false,
		},
		{
			taint(of("us1"), placement.Taint{Key: "gpu", Effect: placement.NoSelect}),
			`edits[0].taint.clusters[0]: There is no such cluster: `, false,
		},
		{
			edit.Edit{Untaint: &edit.Untaint{Selection: everyone(), Key: "drain"}},
			`edits[0].untaint: The edit has no effect: None of the clusters has a taint of the key "drain".`, true,
		},
		{
			edit.Edit{Label: &edit.Texts{Selection: of("eu-1"), Set: map[string]string{"region": "eu"}}},
			`edits[0].label: The edit has no effect: `, true,
		},
		{
			edit.Edit{Claim: &edit.Texts{Selection: of("member"), Set: map[string]string{"zone": "a"}}},
			`edits[0].claim: The edit does not apply to the clusters: Only ManagedClusters have claims, and none of the clusters is one.`, false,
		},
		{
			edit.Edit{Property: &edit.Texts{Selection: of("eu-1"), Set: map[string]string{"cost": "2"}}},
			`edits[0].property: The edit does not apply to the clusters: Only MemberClusters have properties`, false,
		},
		{
			edit.Edit{Resize: &edit.Resize{Selection: of("us-1"), Resources: map[string]string{"cpu": "50%"}}},
			`edits[0].resize: The edit has no effect: `, true,
		},
		{
			edit.Edit{Score: &edit.Score{Selection: of("member"), Name: "cost", Set: map[string]int32{"hour": 1}}},
			`edits[0].score: The edit does not apply to the clusters: Only ManagedClusters have scores`, false,
		},
		{
			edit.Edit{Set: &edit.Set{Add: &placement.ClusterSet{Name: "prod"}}},
			`edits[0].set.add.name: The cluster set exists: `, true,
		},
		{
			edit.Edit{Set: &edit.Set{Remove: "prd"}},
			`edits[0].set.remove: There is no such cluster set: The fleet has no cluster set "prd"; did you mean "prod"?`, true,
		},
		{
			edit.Edit{Binding: &edit.Binding{Add: &placement.Binding{Name: "prod", Namespace: "web"}}},
			`edits[0].binding.add: The binding exists: `, true,
		},
		{
			edit.Edit{Binding: &edit.Binding{Remove: &placement.Binding{Name: "prod", Namespace: "db"}}},
			`edits[0].binding.remove: There is no such binding: The fleet has no binding "db/prod"`, true,
		},
	} {
		for _, fromHub := range []bool{false, true} {
			fleet, want := small(t), "error "+tt.want
			if fleet.FromHub = fromHub; fromHub && tt.isSo {
				want = "warning " + tt.want
			}
			if got := plannertest.Texts(tt.edit.Apply(t.Context(), &edit.Target{Fleet: fleet, Now: start}, path)); !strings.HasPrefix(got, want) {
				t.Errorf("want %s\ngot  %s", want, got)
			}
			if diff := cmp.Diff(lines(small(t)), lines(fleet)); diff != "" {
				t.Errorf("%s: the fleet has changed:\n%s", tt.want, diff)
			}
		}
	}
}

// TestKindless: a cluster without a kind has what the kind has that the placements see.
func TestKindless(t *testing.T) {
	for want, kind := range map[string]placement.ClusterKind{
		"": "", "edits[0].taint: The edit does not": placement.ManagedCluster, "edits[0].add.taints[0].effect": placement.MemberCluster,
	} {
		f := &edit.Target{Kind: kind, Fleet: &inventory.Fleet{Inventory: placement.Inventory{Clusters: []placement.Cluster{{Name: "a"}}}}}
		added := edit.Edit{Add: &placement.Cluster{Name: "b", Taints: []placement.Taint{{Key: "x", Effect: placement.NoSelect}}}}
		drain := taint(of("a"), placement.Taint{Key: "drain", Effect: placement.NoSchedule})
		if errs := added.Validate(path); len(errs) > 0 {
			t.Error(errs)
		}
		found := append(drain.Apply(t.Context(), f, path), added.Apply(t.Context(), f, path)...)
		if got := plannertest.Texts(found); !strings.Contains(got, want) || (want == "") != (len(found) == 0) {
			t.Errorf("%s: want %s\ngot %s", kind, want, got)
		}
	}
}

// TestString: each edit says what it does.
func TestString(t *testing.T) {
	for want, e := range map[string]edit.Edit{
		"lose eu-1, eu-2": lose(of("eu-1", "eu-2")),
		"lose the MemberClusters with region=eu; claims zone": lose(edit.Selection{Kind: placement.MemberCluster, Selector: &placement.GroupSelector{
			LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"region": "eu"}},
			ClaimSelector: &placement.ClaimSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "zone", Operator: "Exists"}}},
		}}),
		"add the cluster new":                       {Add: &placement.Cluster{Name: "new"}},
		"taint all clusters with drain:NoSelect":    taint(everyone(), placement.Taint{Key: "drain", Effect: placement.NoSelect}),
		"remove the taints gpu from us-1":           {Untaint: &edit.Untaint{Selection: of("us-1"), Key: "gpu"}},
		"change the labels of a: set x=y; remove z": {Label: &edit.Texts{Selection: of("a"), Set: map[string]string{"x": "y"}, Remove: []string{"z"}}},
		"change the claims of a: remove z":          {Claim: &edit.Texts{Selection: of("a"), Remove: []string{"z"}}},
		"change the properties of a: set cost=2":    {Property: &edit.Texts{Selection: of("a"), Set: map[string]string{"cost": "2"}}},
		"resize a: cpu=150%, available memory=1Gi": {Resize: &edit.Resize{Selection: of("a"), Resources: map[string]string{"cpu": "150%"},
			Available: map[string]string{"memory": "1Gi"}}},
		"change the values of the score cost of a: set day=1":            {Score: &edit.Score{Selection: of("a"), Name: "cost", Set: map[string]int32{"day": 1}}},
		"add the cluster set test":                                       {Set: &edit.Set{Add: &placement.ClusterSet{Name: "test"}}},
		"remove the cluster set prod":                                    {Set: &edit.Set{Remove: "prod"}},
		"bind the cluster set prod to the namespace db":                  {Binding: &edit.Binding{Add: &placement.Binding{Name: "prod", Namespace: "db"}}},
		"remove the binding of the cluster set prod to the namespace db": {Binding: &edit.Binding{Remove: &placement.Binding{Name: "prod", Namespace: "db"}}},
		"evict api from a":                                               {Evict: &edit.Evict{Selection: of("a"), Placement: "api"}},
		"evict all placements of KubeFleet from a":                       {Evict: &edit.Evict{Selection: of("a")}},
		"set the time to 2026-01-01T00:00:00Z":                           {At: start},
		"change the spec of web":                                         {Spec: &edit.Spec{Placement: "web"}},
	} {
		if got := e.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
