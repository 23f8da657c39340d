// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match_test

import (
	"encoding/json"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// FuzzCEL compiles any text and evaluates what compiles; neither may panic. Run it with
//
//	go test -run '^$' -fuzz FuzzCEL -fuzztime 1m ./internal/placement/match
func FuzzCEL(f *testing.F) {
	for _, text := range []string{
		`managedCluster.metadata.labels["env"] == "prod"`, `managedCluster.scores("usage").exists(s, s.value > 0)`,
		`"{\"a\":[1,null]}".parseJSON().a[0] == 1.0`, `semver("1.2.3").major() == 1`, `[1].all(x, x == 1)`,
		`managedCluster.metadata.?labels.?gpu.orValue("") == ""`, `{"metadata": null}.scores("a")`, `managedCluster.scores(`,
		`"%s".format([managedCluster])`, `managedCluster.metadata.labels`, `optional.none()`, ``, "\x00", `((((((((((1))))))))))`,
	} {
		f.Add(text)
	}
	cel := newCEL(f)
	object, err := match.Object(&celCluster)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		expression, err := cel.Compile(text)
		if err != nil {
			return
		}
		matched, found, err := expression.Evaluate(t.Context(), object, &match.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		if matched != (found == "") {
			t.Errorf("matched is %t, and it is %q", matched, found)
		}
	})
}

// FuzzObject builds the data of an object from any valid JSON, and evaluates an expression with it. Run it with
//
//	go test -run '^$' -fuzz FuzzObject -fuzztime 1m ./internal/placement/match
func FuzzObject(f *testing.F) {
	for _, text := range []string{
		`{}`, `null`, `{"metadata": {"name": "c1", "labels": {"env": "prod"}}}`, `{"spec": [], "status": 1}`,
		`{"status": {"allocatable": {"cpu": 4, "memory": "16Gi", "x": [1], "y": null}}, "spec": null}`, `[{}]`, `1e999`,
	} {
		f.Add([]byte(text))
	}
	expression, err := newCEL(f).Compile(`managedCluster.scores("usage").size() > 0 || managedCluster.spec.leaseDurationSeconds > 0`)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !json.Valid(data) {
			return
		}
		object, err := match.Object(&placement.Cluster{Name: "c", Object: data})
		if err != nil {
			return
		}
		if _, ok := object["spec"].(map[string]any); !ok {
			t.Errorf("spec is %v", object["spec"])
		}
		_, _, _ = expression.Evaluate(t.Context(), object, &match.Budget{})
	})
}
