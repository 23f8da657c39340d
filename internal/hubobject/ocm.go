// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// ManagedClusterSet is the kind of a cluster set.
var ManagedClusterSet = newKind(Kind{
	GroupKind: schema.GroupKind{Group: api.OCMGroup, Kind: "ManagedClusterSet"},
	Defaults:  map[string]any{"clusterSelector.selectorType": string(placement.ExclusiveClusterSetLabel)},
})

// ApplyClusterSet returns what a cluster set sets in its ManagedClusterSet.
func ApplyClusterSet(s *placement.ClusterSet) (Applied, error) {
	type selector struct {
		SelectorType  placement.SelectorType `json:"selectorType,omitempty"`
		LabelSelector *metav1.LabelSelector  `json:"labelSelector,omitempty"`
	}
	var spec struct {
		ClusterSelector selector `json:"clusterSelector,omitzero"`
	}
	spec.ClusterSelector = selector{s.SelectorType, s.LabelSelector}
	return newApplied(nil, nil, spec)
}

// ReadClusterSet reads a cluster set from the JSON of its object, with nothing that the object does not have.
func ReadClusterSet(object []byte) (placement.ClusterSet, error) {
	return apiobject.DecodeStoredClusterSet(decode.Listed, object)
}

// ManagedClusterSetBinding is the kind of the binding of a cluster set to a namespace.
var ManagedClusterSetBinding = namespacedKind(api.OCMGroup, "ManagedClusterSetBinding")

// ApplyClusterSetBinding returns what the binding of a cluster set sets in its ManagedClusterSetBinding.
func ApplyClusterSetBinding(b *placement.Binding) (Applied, error) {
	return newApplied(nil, nil, struct {
		ClusterSet string `json:"clusterSet"`
	}{b.Name})
}

// ReadClusterSetBinding reads a binding from the JSON of its object, and the cluster set that its spec names. A hub uses the name
// of the binding.
func ReadClusterSetBinding(object []byte) (binding placement.Binding, clusterSet string, err error) {
	var o struct {
		Spec struct {
			ClusterSet string `json:"clusterSet"`
		} `json:"spec"`
	}
	if err := json.Unmarshal(object, &o); err != nil {
		return binding, "", err
	}
	binding, err = apiobject.DecodeBinding(decode.Listed, object)
	return binding, o.Spec.ClusterSet, err
}

// ManifestWork is the kind of the objects that the work agent of a cluster applies there. It is in the namespace of the cluster.
var ManifestWork = newKind(Kind{
	GroupKind: schema.GroupKind{Group: api.WorkGroup, Kind: "ManifestWork"}, IsNamespaced: true, InClusterNamespace: true,
	Defaults: map[string]any{"deleteOption.propagationPolicy": "Foreground"},
})

// ApplyManifestWork returns what a work sets in its ManifestWork.
func ApplyManifestWork(_ *Kind, w *manifestwork.Arguments) (Applied, error) {
	labels, annotations := w.Metadata()
	return newApplied(labels, annotations, w.Spec())
}

// ReadManifestWork reads a work from the JSON of its object.
func ReadManifestWork(_ *Kind, object []byte) (*manifestwork.Arguments, error) {
	var o stored[manifestwork.Spec]
	if err := json.Unmarshal(object, &o); err != nil {
		return nil, err
	}
	w := &manifestwork.Arguments{Work: manifestwork.Work{Name: o.Metadata.Name, ClusterName: o.Metadata.Namespace}}
	w.SetMetadata(o.Metadata.Labels, o.Metadata.Annotations)
	w.SetSpec(&o.Spec)
	return w, nil
}

// AddOnPlacementScore is the kind of what an add-on measured on a cluster.
var AddOnPlacementScore = newKind(Kind{
	GroupKind: schema.GroupKind{Group: api.OCMGroup, Kind: "AddOnPlacementScore"}, IsNamespaced: true, InClusterNamespace: true,
})

// ApplyScore returns what the scores of a cluster set in their AddOnPlacementScore. They are its status.
func ApplyScore(_ *Kind, s *placement.Score) (Applied, error) {
	applied, err := newApplied(nil, nil, nil)
	if err != nil {
		return applied, err
	}
	applied.Status, err = document.Fields(struct {
		Scores     []placement.ScoreValue `json:"scores"`
		ValidUntil time.Time              `json:"validUntil,omitzero"`
	}{s.Values, s.ValidUntil})
	return applied, err
}

// ReadScore reads scores from the JSON of their object.
func ReadScore(_ *Kind, object []byte) (*placement.Score, error) {
	score, err := apiobject.DecodeScore(decode.Listed, object)
	return &score, err
}
