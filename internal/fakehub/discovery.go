// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fakehub

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	apiversion "k8s.io/apimachinery/pkg/version"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/consumers"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// served is a kind in a version.
type served struct {
	schema.GroupVersionKind
	resource     string
	isNamespaced bool
}

// served are the kinds of the hub by group, the newest versions first.
func (h *Hub) served() []served {
	var all []served
	for path := range h.Lists {
		parts := strings.Split(strings.Trim(path, "/"), "/")
		if parts[0] == "api" {
			parts = slices.Insert(parts, 1, "")
		}
		resource := parts[len(parts)-1]
		all = append(all, served{schema.GroupVersionKind{Group: parts[1], Version: parts[2], Kind: kinds[resource]}, resource,
			len(parts) > 4})
	}
	for _, k := range h.store.ofKinds() {
		for _, version := range k.versions {
			all = append(all, served{schema.GroupVersionKind{Group: k.Group, Version: version, Kind: k.name}, k.Resource, k.isNamespaced})
		}
	}
	slices.SortFunc(all, func(a, b served) int {
		namespacedFirst := cmp.Compare(len(b.scope()), len(a.scope()))
		return cmp.Or(cmp.Compare(a.Group, b.Group), apiversion.CompareKubeAwareVersionStrings(b.Version, a.Version),
			cmp.Compare(a.resource, b.resource), namespacedFirst)
	})
	return slices.CompactFunc(all, func(a, b served) bool { return a.GroupVersionKind == b.GroupVersionKind })
}

func (s *served) scope() string {
	if s.isNamespaced {
		return "Namespaced"
	}
	return "Cluster"
}

// all writes all kinds of the core group, or of the others, in one response.
func (h *Hub) all(w http.ResponseWriter, root string) {
	groups := map[string][]any{}
	items := []any{}
	for _, s := range h.served() {
		if (s.Group == "") != (root == "api") {
			continue
		}
		kind := map[string]any{"group": s.Group, "version": s.Version, "kind": s.Kind}
		groups[s.Group] = append(groups[s.Group], map[string]any{"version": s.Version, "resources": []any{map[string]any{
			"resource": s.resource, "responseKind": kind, "scope": s.scope(), "verbs": []string{"list", "watch"},
		}}})
	}
	for _, s := range h.served() {
		if versions := groups[s.Group]; versions != nil {
			items = append(items, map[string]any{"metadata": map[string]any{"name": s.Group}, "versions": versions})
			delete(groups, s.Group)
		}
	}
	Write(w, map[string]any{"kind": "APIGroupDiscoveryList", "items": items})
}

func (h *Hub) group(w http.ResponseWriter, group string) {
	var versions []map[string]any
	for _, s := range h.served() {
		newest := len(versions) - 1
		if s.Group == group && (newest < 0 || versions[newest]["version"] != s.Version) {
			versions = append(versions, map[string]any{"groupVersion": group + "/" + s.Version, "version": s.Version})
		}
	}
	if len(versions) == 0 {
		Status(w, http.StatusNotFound, "NotFound", group+" not found")
		return
	}
	Write(w, map[string]any{"kind": "APIGroup", "name": group, "versions": versions})
}

func (h *Hub) version(w http.ResponseWriter, version string) {
	resources := []map[string]any{}
	for _, s := range h.served() {
		if s.GroupVersion().String() == version {
			resources = append(resources, map[string]any{"name": s.resource, "kind": s.Kind})
		}
	}
	Write(w, map[string]any{"kind": "APIResourceList", "groupVersion": version, "resources": resources})
}

// kinds are those of the lists by their resource.
var kinds = map[string]string{"configmaps": "ConfigMap", "namespaces": "Namespace"}

func init() {
	others := append(hubobject.KubeFleet.Overrides.Kinds(), hubobject.Placement, hubobject.ManifestWork,
		hubobject.ClusterSchedulingPolicySnapshot, hubobject.SchedulingPolicySnapshot)
	others = slices.Concat(others, hubobject.KubeFleet.ResourceSnapshots.Kinds(), hubobject.KubeFleet.Runs.Kinds())
	for _, kind := range slices.Concat(hubobject.FleetKinds, hubobject.PlacementKinds, others) {
		kinds[kind.Plural] = kind.Kind
	}
	for _, kind := range consumers.Kinds {
		kinds[strings.ToLower(kind.Kind)+"s"] = kind.Kind
	}
	for _, kind := range hubobject.KubeFleet.Overrides.Kinds() {
		kinds[strings.TrimSuffix(kind.Plural, "s")+"snapshots"] = kind.Kind + "Snapshot"
	}
}
