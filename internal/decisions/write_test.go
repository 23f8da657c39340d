// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package decisions

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
)

// TestWriteDecisions: slices of at most 100 clusters that never span groups, named and labelled as on a hub.
func TestWriteDecisions(t *testing.T) {
	d := &PublishedDecisions{Name: "web", Namespace: "apps",
		Groups: []PublishedGroup{{Name: "canary", Clusters: []PublishedCluster{{"a", "best"}}}, {}}}
	for i := range 101 {
		d.Groups[1].Clusters = append(d.Groups[1].Clusters, PublishedCluster{Name: fmt.Sprintf("c-%03d", i)})
	}
	type object = map[string]any
	name := func(i int) string { return fmt.Sprintf("web-decision-%d", i) }
	for form, want := range map[DecisionForm][]object{
		OCMDecisions: {
			{
				"name": name(1), "namespace": "apps", "labels": object{api.PlacementLabel: "web", api.OCMGroup + "/decision-group-index": "0",
					api.OCMGroup + "/decision-group-name": "canary"},
			},
			{
				"name": name(2), "namespace": "apps", "labels": object{api.PlacementLabel: "web", api.OCMGroup + "/decision-group-index": "1",
					api.OCMGroup + "/decision-group-name": ""},
			},
			{
				"name": name(3), "namespace": "apps", "labels": object{api.PlacementLabel: "web", api.OCMGroup + "/decision-group-index": "1",
					api.OCMGroup + "/decision-group-name": ""},
			},
		},
		SIGDecisions: {
			{"name": name(1), "namespace": "apps", "labels": object{sigGroup + "/decision-key": "web", sigGroup + "/decision-index": "0"}},
			{"name": name(2), "namespace": "apps", "labels": object{sigGroup + "/decision-key": "web", sigGroup + "/decision-index": "1"}},
			{"name": name(3), "namespace": "apps", "labels": object{sigGroup + "/decision-key": "web", sigGroup + "/decision-index": "2"}},
		},
	} {
		objects, err := WriteDecisions(d, form)
		if err != nil {
			t.Fatal(err)
		}
		var got []object
		var sizes []int
		for _, o := range objects {
			got = append(got, o["metadata"].(object))
			decisions, isSIG := o["decisions"].([]any)
			if !isSIG {
				decisions = o["status"].(object)["decisions"].([]any)
			}
			sizes = append(sizes, len(decisions))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", form, diff)
		}
		if diff := cmp.Diff([]int{1, 100, 1}, sizes); diff != "" {
			t.Errorf("%s: %s", form, diff)
		}
	}
	sig, _ := WriteDecisions(d, SIGDecisions)
	if diff := cmp.Diff([]any{object{"clusterProfileRef": object{"name": "a"}, "reason": "best"}}, sig[0]["decisions"]); diff != "" {
		t.Error(diff)
	}
	elements, err := WriteDecisions(&PublishedDecisions{Groups: d.Groups[:1]}, ArgoCDElements)
	if diff := cmp.Diff([]object{{"cluster": "a", "group": "0", "groupName": "canary"}}, elements); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// TestWriteDecisions_empty: a placement that chose nothing has one empty PlacementDecision, as on a hub, and no elements.
func TestWriteDecisions_empty(t *testing.T) {
	for form, want := range map[DecisionForm]int{OCMDecisions: 1, SIGDecisions: 1, ArgoCDElements: 0} {
		for _, groups := range [][]PublishedGroup{nil, {{}}} {
			objects, err := WriteDecisions(&PublishedDecisions{Name: "web", Groups: groups}, form)
			if err != nil || len(objects) != want {
				t.Errorf("%s: got %v, %v", form, objects, err)
			}
		}
	}
}

// TestWriteDecisions_labels: names that cannot be labels are mistakes, where they are labels.
func TestWriteDecisions_labels(t *testing.T) {
	long := strings.Repeat("w", 64)
	for _, c := range []struct {
		d    PublishedDecisions
		form DecisionForm
		want string
	}{
		{PublishedDecisions{}, OCMDecisions, "the placement has no name"},
		{PublishedDecisions{}, ArgoCDElements, ""},
		{PublishedDecisions{Name: long}, OCMDecisions, `name: "` + long},
		{PublishedDecisions{Name: long}, SIGDecisions, "must be no more than 63 bytes"},
		{PublishedDecisions{Name: long}, ArgoCDElements, ""},
		{
			PublishedDecisions{Name: "web", Groups: []PublishedGroup{{}, {Name: "the canary"}}}, OCMDecisions,
			`decision_groups[1].name: "the canary"`,
		},
		{PublishedDecisions{Name: "web", Groups: []PublishedGroup{{Name: "the canary"}}}, SIGDecisions, ""},
	} {
		_, err := WriteDecisions(&c.d, c.form)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.form, err, c.want)
		}
	}
}

// TestWriteDecisions_multiKueue: a MultiKueueConfig with the clusters by rank, each once, and a MultiKueueCluster for each, that
// Kueue accepts.
func TestWriteDecisions_multiKueue(t *testing.T) {
	type object = map[string]any
	cluster := func(name string) object {
		return object{
			"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "MultiKueueCluster", "metadata": object{"name": name},
			"spec": object{"clusterSource": object{"clusterProfileRef": object{"name": name}}},
		}
	}
	got, err := WriteDecisions(&PublishedDecisions{Name: "web", Namespace: "apps", Ranked: []string{"b", "a", "b"}}, MultiKueueObjects)
	want := []object{{
		"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "MultiKueueConfig", "metadata": object{"name": "web"},
		"spec": object{"clusters": []any{"b", "a"}},
	}, cluster("b"), cluster("a")}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	many := make([]string, 21)
	for i := range many {
		many[i] = fmt.Sprintf("c-%02d", i)
	}
	if got, err := WriteDecisions(&PublishedDecisions{Name: "web", Ranked: many[:20]}, MultiKueueObjects); len(got) != 21 || err != nil {
		t.Errorf("got %d objects, %v", len(got), err)
	}
	for says, d := range map[string]*PublishedDecisions{
		"found 21 clusters, and a MultiKueueConfig has at most 20: choose fewer": {Name: "web", Ranked: many},
		"decisions: found no cluster":                                            {Name: "web"},
		`name: found ""`:                                                         {Ranked: many[:1]},
		`decisions: found "Pod/a"`:                                               {Name: "web", Ranked: []string{"Pod/a"}},
	} {
		if _, err := WriteDecisions(d, MultiKueueObjects); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want %q", err, says)
		}
	}
}
