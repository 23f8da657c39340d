// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

func quantities(list ...string) (r placement.Resources) {
	for i := 0; i < len(list); i += 2 {
		r = append(r, placement.NewResource(list[i], resource.MustParse(list[i+1])))
	}
	return r
}

func TestObject(t *testing.T) {
	for name, c := range map[string]struct {
		cluster placement.Cluster
		want    map[string]any
	}{
		"a cluster with only a name": {
			placement.Cluster{Name: "c"},
			map[string]any{
				"metadata": map[string]any{"name": "c"},
				"spec":     map[string]any{"hubAcceptsClient": true, "leaseDurationSeconds": int64(60)},
				"status":   map[string]any{"conditions": nil, "version": map[string]any{}},
			},
		},
		"every field": {
			placement.Cluster{
				Name: "c", Labels: map[string]string{"env": "prod"}, Annotations: map[string]string{"note": "x"},
				Claims: map[string]string{"b": "2", "a": "1"},
				Taints: []placement.Taint{
					{
						Key: "gpu", Value: "true", Effect: placement.NoSelect, TimeAdded: time.Date(2022, 2, 21, 9, 0, 0,
							0, time.FixedZone("", 3600)),
					},
					{Key: "old", Effect: placement.NoSelectIfNew},
				},
				Allocatable: quantities("cpu", "2000m", "memory", "1024Mi"), Capacity: quantities("cpu", "0.5"),
				KubernetesVersion: "v1.33.1",
			},
			map[string]any{
				"metadata": map[string]any{
					"name": "c", "labels": map[string]any{"env": "prod"}, "annotations": map[string]any{"note": "x"},
				},
				"spec": map[string]any{
					"hubAcceptsClient": true, "leaseDurationSeconds": int64(60),
					"taints": []any{
						map[string]any{"key": "gpu", "value": "true", "effect": "NoSelect", "timeAdded": "2022-02-21T08:00:00Z"},
						map[string]any{"key": "old", "effect": "NoSelectIfNew", "timeAdded": nil},
					},
				},
				"status": map[string]any{
					"conditions": nil,
					"clusterClaims": []any{
						map[string]any{"name": "a", "value": "1"}, map[string]any{"name": "b", "value": "2"},
					},
					"allocatable": map[string]any{"cpu": "2", "memory": "1Gi"},
					"capacity":    map[string]any{"cpu": "500m"},
					"version":     map[string]any{"kubernetes": "v1.33.1"},
				},
			},
		},
		"the cluster's object replaces its fields": {
			placement.Cluster{Name: "c", Labels: map[string]string{"env": "prod"}, Object: json.RawMessage(`{
				"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
				"metadata": {
					"name": "c", "labels": null, "annotations": {}, "generation": 3, "finalizers": ["a"], "uid": "",
					"creationTimestamp": "2026-01-01T01:00:00.5+01:00"
				},
				"spec": {
					"leaseDurationSeconds": 125, "taints": [{"key": "gpu", "effect": "NoSelect", "timeAdded": null}], "ratio": 1.5
				},
				"status": {"allocatable": {"cpu": 4, "memory": "1024Mi", "gpu": 0.5}, "capacity": null, "clusterClaims": []}
			}`)},
			map[string]any{
				"metadata": map[string]any{
					"name": "c", "generation": int64(3), "finalizers": []any{"a"}, "creationTimestamp": "2026-01-01T00:00:00Z",
				},
				"spec": map[string]any{
					"hubAcceptsClient": false, "leaseDurationSeconds": int64(125),
					"taints": []any{map[string]any{"key": "gpu", "effect": "NoSelect", "timeAdded": nil}},
				},
				"status": map[string]any{
					"conditions": nil, "version": map[string]any{},
					"allocatable": map[string]any{"cpu": "4", "memory": "1Gi", "gpu": "500m"},
				},
			},
		},
		"the server's default": {
			placement.Cluster{Object: json.RawMessage(`{"metadata": {"name": "c"}, "spec": {"leaseDurationSeconds": null}}`)},
			map[string]any{
				"metadata": map[string]any{"name": "c"},
				"spec":     map[string]any{"hubAcceptsClient": false, "leaseDurationSeconds": int64(60)},
				"status":   map[string]any{"conditions": nil, "version": map[string]any{}},
			},
		},
		"without a spec there is no default, and 0 is omitted": {
			placement.Cluster{
				Object: json.RawMessage(`{"metadata": {"name": "c"}, "spec": null, "Status": {"version": {"kubernetes": "v1"}}}`),
			},
			map[string]any{
				"metadata": map[string]any{"name": "c"},
				"spec":     map[string]any{"hubAcceptsClient": false},
				"status":   map[string]any{"conditions": nil, "version": map[string]any{}},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := match.Object(&c.cluster)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestInvalidObject(t *testing.T) {
	for _, text := range []string{`null`, ` null `, `[]`, `"c"`, `{`, ``, `{"spec": []}`} {
		if got, err := match.Object(&placement.Cluster{Name: "c", Object: json.RawMessage(text)}); err == nil {
			t.Errorf("%q gives %v", text, got)
		}
	}
}
