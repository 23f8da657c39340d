package hubobject

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWithoutDefaults: what a CRD sets by itself is left out, and what is empty then; another value, an empty object that
// somebody has set and the items of lists stay.
func TestWithoutDefaults(t *testing.T) {
	type fields = map[string]any
	object := fields{"apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "Placement",
		"metadata": fields{"name": "web"}, "spec": fields{
			"sortBy": "ClusterName", "scoreRateLimit": "5m", "prioritizerPolicy": fields{"mode": "Additive"},
			"predicates":  []any{fields{"requiredClusterSelector": fields{"labelSelector": fields{}}}},
			"tolerations": []any{fields{"key": "gpu", "operator": "Equal"}, fields{"operator": "Exists"}},
		}}
	want := fields{"apiVersion": object["apiVersion"], "kind": object["kind"], "metadata": fields{"name": "web"}, "spec": fields{
		"scoreRateLimit": "5m",
		"predicates":     []any{fields{"requiredClusterSelector": fields{"labelSelector": fields{}}}},
		"tolerations":    []any{fields{"key": "gpu", "operator": "Equal"}, fields{"operator": "Exists"}},
	}}
	if diff := cmp.Diff(want, Placement.WithoutDefaults(object)); diff != "" {
		t.Error(diff)
	}
	if spec, _ := object["spec"].(fields); spec["sortBy"] != "ClusterName" {
		t.Error("the object was changed")
	}
}
