// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// compact calls compact_clusters.
func compact(t *testing.T, clusters any) tftypes.Value {
	t.Helper()
	value, mistake := providertest.Call(t, "compact_clusters", tftypes.DynamicPseudoType, clusters)
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	return value
}

// instanceOf is an instance of the resource multicluster_cluster, with all of its attributes.
func instanceOf(t *testing.T, attributes object) tftypes.Value {
	t.Helper()
	return providertest.Config(t, providertest.ResourceSchema("multicluster_cluster").Type, attributes)
}

// TestCompactClusters keeps what is set and what a placement reads, in the form that was given.
func TestCompactClusters(t *testing.T) {
	a := instanceOf(t, object{"name": "a", "id": "a", "labels": object{"env": "prod"}, "cluster_set": "blue",
		"on_destroy": "delete"})
	b := instanceOf(t, object{"name": "b", "id": "b", "uid": unknown{}, "deleting": false, "labels": object{}})
	labels := func(entries map[string]tftypes.Value) tftypes.Value {
		return tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, entries)
	}
	wantA := object{"name": "a", "labels": labels(map[string]tftypes.Value{"env": tftypes.NewValue(tftypes.String, "prod")})}
	wantB := object{"name": "b", "deleting": false, "labels": labels(map[string]tftypes.Value{})}
	late := instanceOf(t, object{"name": "c", "labels": object{"env": unknown{}}})
	wantLate := object{"name": "c",
		"labels": labels(map[string]tftypes.Value{"env": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)})}
	for name, tt := range map[string]struct{ clusters, want any }{
		"list":               {list{a, b}, list{wantA, wantB}},
		"instances":          {object{"x": a, "y": b}, object{"x": wantA, "y": wantB}},
		"values":             {list{object{"name": "a", "labels": nil}}, list{object{"name": "a"}}},
		"none":               {list{}, list{}},
		"unknown":            {unknown{}, unknown{}},
		"an unknown cluster": {list{unknown{}, a}, list{unknown{}, wantA}},
		// It may be null in the end.
		"an unknown attribute": {list{instanceOf(t, object{"name": "c", "claims": unknown{}}), a}, list{unknown{}, wantA}},
		"an unknown label":     {list{late, a}, list{wantLate, wantA}},
	} {
		t.Run(name, func(t *testing.T) {
			if got, want := compact(t, tt.clusters), providertest.DynamicOf(t, tt.want); !got.Equal(want) {
				t.Errorf("got %s\nwant %s", got, want)
			}
		})
	}
}

// TestCompactClustersMistakes: nothing is removed silently that may be misspelt.
func TestCompactClustersMistakes(t *testing.T) {
	for name, tt := range map[string]struct {
		clusters any
		want     string
	}{
		"misspelt": {list{object{"name": "a", "label": object{"env": "prod"}}}, `unsupported attribute`},
		"one":      {instanceOf(t, object{"name": "a", "id": "a"}), "found an object; it must be a list of objects"},
		"names":    {list{"a"}, "clusters[0]: found a string; it must be an object"},
		"null":     {list{nil}, "must not be null"},
	} {
		t.Run(name, func(t *testing.T) {
			_, mistake := providertest.Call(t, "compact_clusters", tftypes.DynamicPseudoType, tt.clusters)
			if mistake == nil || !strings.Contains(mistake.Text, tt.want) {
				t.Errorf("got %+v, want %q", mistake, tt.want)
			}
		})
	}
}
