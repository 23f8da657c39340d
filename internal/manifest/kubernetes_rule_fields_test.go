// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"reflect"
	"strings"
	"testing"
)

// TestKubernetesRuleFields: every field of the spec of a PlacementRule affects what it is read as, or is named. A field that is
// added fails here until it is handled.
func TestKubernetesRuleFields(t *testing.T) {
	values := map[string]string{
		"schedulerName": `"mine"`, "clusterReplicas": "1", "clusters": `[{"name": "a"}]`, "clusterNames": `["a"]`,
		"clusterSelector": `{"matchLabels": {"a": "b"}}`, "clusterLabels": `{"matchLabels": {"a": "b"}}`,
		"clusterConditions": `[{"type": "Joined", "status": "True"}]`, "resourceHint": `{"type": "cpu"}`,
		"policies": `[{"name": "p"}]`,
	}
	read := func(spec string) Placement {
		p, err := readKubernetesRule([]byte(`{"metadata": {"name": "web"}, "spec": {`+spec+`}}`), true)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	spec := reflect.TypeFor[kubernetesRule]()
	for i := range spec.NumField() {
		name := spec.Field(i).Tag.Get("json")
		if values[name] == "" || reflect.DeepEqual(read(""), read(`"`+name+`": `+values[name])) {
			t.Errorf("%s is not handled", name)
		}
		// Beside the names of clusters, other fields are named if they have no effect.
		if name == "clusterNames" || !strings.HasPrefix(name, "cluster") {
			continue
		}
		if both := read(`"clusterNames": ["x"], "` + name + `": ` + values[name]); reflect.DeepEqual(read(`"clusterNames": ["x"]`), both) {
			t.Errorf("%s is dropped silently", name)
		}
	}
	if spec.NumField() != len(values) {
		t.Errorf("%d fields, want %d", spec.NumField(), len(values))
	}
}
