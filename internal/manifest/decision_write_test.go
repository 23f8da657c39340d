package manifest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWriteDecisions: slices of at most 100 clusters that never span groups, named and labelled as on a hub.
func TestWriteDecisions(t *testing.T) {
	d := &PublishedDecisions{Name: "web", Namespace: "apps", Groups: []PublishedGroup{{Name: "canary", Clusters: []PublishedCluster{{"a", "best"}}}, {}}}
	for i := range 101 {
		d.Groups[1].Clusters = append(d.Groups[1].Clusters, PublishedCluster{Name: fmt.Sprintf("c-%03d", i)})
	}
	type object = map[string]any
	name := func(i int) string { return fmt.Sprintf("web-decision-%d", i) }
	for form, want := range map[DecisionForm][]object{
		OCMDecisions: {
			{"name": name(1), "namespace": "apps", "labels": object{placementLabel: "web", OCMGroup + "/decision-group-index": "0", OCMGroup + "/decision-group-name": "canary"}},
			{"name": name(2), "namespace": "apps", "labels": object{placementLabel: "web", OCMGroup + "/decision-group-index": "1", OCMGroup + "/decision-group-name": ""}},
			{"name": name(3), "namespace": "apps", "labels": object{placementLabel: "web", OCMGroup + "/decision-group-index": "1", OCMGroup + "/decision-group-name": ""}},
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
	if _, err := WriteDecisions(&PublishedDecisions{}, OCMDecisions); err == nil {
		t.Error("PlacementDecisions need a name")
	}
}
