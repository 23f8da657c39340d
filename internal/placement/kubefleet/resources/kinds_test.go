// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// optionKinds are what the hub of TestOptions serves.
var optionKinds = []resources.Kind{
	{Version: "v1", Kind: "Namespace"},
	{Version: "v1", Kind: "ConfigMap", Namespaced: true},
	{Version: "v1", Kind: "Secret", Namespaced: true},
	{Version: "v1", Kind: "Pod", Namespaced: true},
	{Version: "v1", Kind: "PersistentVolumeClaim", Namespaced: true},
	{Group: "apps", Version: "v1", Kind: "Deployment", Namespaced: true},
	{Group: "apps", Version: "v1", Kind: "StatefulSet", Namespaced: true},
}

// TestOptions selects a namespace with everything in it under options of the hub agent, in all forms that it reads.
func TestOptions(t *testing.T) {
	var objects []resources.Object
	for _, kind := range optionKinds {
		content := map[string]any{"apiVersion": strings.TrimPrefix(kind.Group+"/"+kind.Version, "/"), "kind": kind.Kind,
			"metadata": map[string]any{"name": "web", "namespace": "web"}}
		if !kind.Namespaced {
			content["metadata"] = map[string]any{"name": "web"}
		}
		objects = append(objects, resources.NewObject(content))
	}
	request := &resources.Placement{Name: "p", Selectors: []kubefleet.ResourceSelector{{Version: "v1", Kind: "Namespace", Name: "web"}}}
	for name, c := range map[string]struct {
		options resources.Options
		want    []string
		refused string
	}{
		"none": {want: []string{"Namespace", "Secret", "ConfigMap", "PersistentVolumeClaim", "Deployment", "StatefulSet"}},
		"a group": {
			options: resources.Options{SkippedAPIs: "apps"}, want: []string{"Namespace", "Secret", "ConfigMap", "PersistentVolumeClaim"},
		},
		"a version and empty entries": {
			options: resources.Options{SkippedAPIs: " ;apps/v1 ; "}, want: []string{"Namespace", "Secret", "ConfigMap", "PersistentVolumeClaim"},
		},
		"kinds": {
			options: resources.Options{SkippedAPIs: "apps/v1/Deployment, StatefulSet;v1/Secret,ConfigMap"},
			want:    []string{"Namespace", "PersistentVolumeClaim"},
		},
		"allowed, Pods included": {
			options: resources.Options{AllowedAPIs: "v1/Namespace,Pod"}, want: []string{"Namespace", "Pod"},
		},
		"a hub with workloads": {
			options: resources.Options{Workload: true}, want: []string{"Namespace", "Secret", "ConfigMap", "Deployment", "StatefulSet"},
		},
		"a namespace": {
			options: resources.Options{SkippedNamespaces: []string{"web"}}, refused: "namespace web is not allowed to propagate",
		},
		"skipped and allowed": {options: resources.Options{SkippedAPIs: "apps", AllowedAPIs: "apps"}, refused: "takes one of them"},
		"too many parts":      {options: resources.Options{SkippedAPIs: "a/b/c/d"}, refused: `found "a/b/c/d"; write "group"`},
	} {
		t.Run(name, func(t *testing.T) {
			got, refused := selectedKinds(t, objects, c.options, request)
			if !strings.Contains(refused, c.refused) || (refused == "") != (c.refused == "") {
				t.Errorf("refused: %s", refused)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// selectedKinds are the kinds of what is selected, or why nothing is.
func selectedKinds(
	t *testing.T, objects []resources.Object, options resources.Options, request *resources.Placement,
) (kinds []string, refused string) {
	t.Helper()
	hub, err := resources.NewHub(t.Context(), objects, optionKinds, options)
	if err != nil {
		return nil, err.Error()
	}
	selected, err := hub.Select(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if selected.Failure != nil {
		return nil, selected.Failure.Why
	}
	for i := range selected.Resources {
		kinds = append(kinds, selected.Resources[i].Kind)
	}
	return kinds, ""
}
