// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
)

// ManifestWork is the kind of the objects that the work agent of a cluster applies there. It is in the namespace of the cluster.
var ManifestWork = newKind(Kind{
	GroupKind: schema.GroupKind{Group: api.WorkGroup, Kind: "ManifestWork"}, IsNamespaced: true, InClusterNamespace: true,
	Defaults: map[string]any{"deleteOption.propagationPolicy": "Foreground"},
})

// ApplyManifestWork returns what a work sets in its ManifestWork.
func ApplyManifestWork(w *manifestwork.Work) (Applied, error) {
	labels, annotations := w.Metadata()
	return newApplied(labels, annotations, w.Spec())
}

// ReadManifestWork reads a work from the JSON of its object.
func ReadManifestWork(object []byte) (manifestwork.Work, error) {
	var o stored[manifestwork.Spec]
	if err := json.Unmarshal(object, &o); err != nil {
		return manifestwork.Work{}, err
	}
	w := manifestwork.Work{Name: o.Metadata.Name, ClusterName: o.Metadata.Namespace}
	w.SetMetadata(o.Metadata.Labels, o.Metadata.Annotations)
	w.SetSpec(&o.Spec)
	return w, nil
}
