// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// The kinds of an override of what KubeFleet places on some clusters: of objects without a namespace, and of those in its own
// namespace.
var (
	ClusterResourceOverride = newKind(Kind{
		GroupKind: schema.GroupKind{Group: api.FleetPlacementGroup, Kind: "ClusterResourceOverride"},
		Defaults:  overrideDefaults,
	})
	ResourceOverride = newKind(Kind{
		GroupKind:    schema.GroupKind{Group: api.FleetPlacementGroup, Kind: "ResourceOverride"},
		IsNamespaced: true, Defaults: overrideDefaults,
	})
)

// The kinds of the snapshots of overrides. KubeFleet rolls out what the latest snapshot has.
var (
	clusterResourceOverrideSnapshot = fleetKind("ClusterResourceOverrideSnapshot")
	resourceOverrideSnapshot        = namespacedKind(api.FleetPlacementGroup, "ResourceOverrideSnapshot")
)

var overrideDefaults = map[string]any{"placement.scope": resources.ClusterScope}

// Override is what a ClusterResourceOverride sets or, with a namespace, a ResourceOverride.
//
// Example for resources/resource_override#arguments:
//
//	{
//	  name                       = "eu"
//	  cluster_resource_selectors = [{ group = "", version = "v1", kind = "Namespace", name = "web" }]
//	  policy = { override_rules = [{
//	    json_patch_overrides = [{ op = "add", path = "/metadata/labels/region", value = "eu" }]
//	  }] }
//	}
type Override struct {
	// The namespace of a ResourceOverride, which overrides objects in it. Without it, the object is a ClusterResourceOverride, which
	// overrides objects that have no namespace.
	Namespace string `json:"namespace,omitempty"`
	// The name of the override.
	Name string `json:"name"`
	// The labels of the override.
	Labels map[string]string `json:"labels,omitempty"`
	// The annotations of the override.
	Annotations map[string]string `json:"annotations,omitempty"`
	resources.OverrideSpec
}

// Kind is the kind of the override.
func (o *Override) Kind() *Kind { return KubeFleet.Overrides.KindIn(o.Namespace) }

// SnapshotKind is the kind of the snapshots of the override.
func (o *Override) SnapshotKind() *Kind { return KubeFleet.OverrideSnapshots.KindIn(o.Namespace) }

// Rendered is the override as manifests are rendered with it.
func (o *Override) Rendered() resources.Override {
	return resources.Override{Namespace: o.Namespace, Name: o.Name, Spec: o.OverrideSpec}
}

// ApplyOverride returns what an override sets in its object.
func ApplyOverride(_ *Kind, o *Override) (Applied, error) {
	return newApplied(o.Labels, o.Annotations, o.OverrideSpec)
}

// ReadOverride reads an override from the JSON of its object.
func ReadOverride(_ *Kind, object []byte) (*Override, error) {
	var o stored[resources.OverrideSpec]
	err := json.Unmarshal(object, &o)
	return &Override{
		Namespace: o.Metadata.Namespace, Name: o.Metadata.Name, Labels: o.Metadata.Labels, Annotations: o.Metadata.Annotations,
		OverrideSpec: o.Spec,
	}, err
}

// IsSnapshot reports whether a snapshot was taken of the present spec of an override. Both are in JSON, as the hub has them.
func IsSnapshot(snapshot, override []byte) (bool, error) {
	var taken stored[struct {
		OverrideSpec resources.OverrideSpec `json:"overrideSpec"`
	}]
	var present stored[resources.OverrideSpec]
	if err := errors.Join(json.Unmarshal(snapshot, &taken), json.Unmarshal(override, &present)); err != nil {
		return false, err
	}
	snapshotSpec, err := json.Marshal(taken.Spec.OverrideSpec)
	spec, err2 := json.Marshal(present.Spec)
	// A snapshot of an earlier override of the name may still exist.
	isOwner := func(owner metav1.OwnerReference) bool { return owner.UID == present.Metadata.UID }
	return bytes.Equal(snapshotSpec, spec) && slices.ContainsFunc(taken.Metadata.OwnerReferences, isOwner), errors.Join(err, err2)
}
