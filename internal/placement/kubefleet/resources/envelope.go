// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
)

// The kinds of an envelope.
const (
	resourceEnvelope        = "ResourceEnvelope"
	clusterResourceEnvelope = "ClusterResourceEnvelope"
)

func isEnvelope(id ID) bool {
	return id.Group == placementGroup && (id.Kind == resourceEnvelope || id.Kind == clusterResourceEnvelope)
}

// envelope is an opened envelope.
type envelope struct {
	id ID
	// manifests are in the order of the Work: by their JSON, descending.
	manifests []*source
	// failure says which manifest is wrong.
	failure *Failure
}

// open reads the manifests of an envelope, which is the resource of an index. They are placed as they are.
func open(resource *Resource, index int) envelope {
	opened := envelope{id: resource.ID}
	data, _ := resource.Content["data"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(data)) {
		content, _ := data[key].(map[string]any)
		manifest := &source{id: NewObject(content).ID, resource: index, key: key, envelope: &resource.ID, content: content,
			text: encode(data[key])}
		if failure := opened.check(manifest); failure != nil && opened.failure == nil {
			opened.failure = failure
		}
		opened.manifests = append(opened.manifests, manifest)
	}
	slices.SortFunc(opened.manifests, func(a, b *source) int {
		return cmp.Or(bytes.Compare(b.text, a.text), cmp.Compare(a.key, b.key))
	})
	return opened
}

// check refuses a manifest of the other scope. What counts is whether a namespace is written, not the kind.
func (e *envelope) check(manifest *source) *Failure {
	var failure *Failure
	switch {
	case manifest.id.Kind == "":
		failure = newFailure(Unexpected, "failed to parse the wrapped manifest data to a Kubernetes runtime object "+
			"(manifestKey=%s,envelopeObjRef=%s): Object 'Kind' is missing in '%s'", manifest.key, e.id.path(), manifest.text)
	case e.id.Kind == clusterResourceEnvelope && manifest.id.Namespace != "":
		failure = newFailure(User, "a namespaced object %s (%s) has been wrapped in a cluster resource envelope %s", manifest.key,
			manifest.id.path(), e.id.Name)
	case e.id.Kind == clusterResourceEnvelope:
		return nil
	case manifest.id.Namespace == "":
		failure = newFailure(User, "a cluster scope object %s (%s) has been wrapped in a resource envelope %s", manifest.key,
			manifest.id.Name, e.id.path())
	case manifest.id.Namespace != e.id.Namespace:
		failure = newFailure(User, "a namespaced object %s (%s) in has been wrapped in a resource envelope from another namespace (%s)",
			manifest.key, manifest.id.path(), e.id.path())
	default:
		return nil
	}
	failure.Resource, failure.Envelope = manifest.id, &e.id
	return failure
}

// candidates are what the envelope offers to overrides when they are named: manifests of the other scope are passed over.
func (e *envelope) candidates(kinds *kindIndex) []target {
	clusterScoped, namespace, list := e.id.Kind == clusterResourceEnvelope, "", []target(nil)
	if !clusterScoped {
		namespace, list = e.id.Namespace, []target{{cluster: namespaceID(e.id.Namespace)}}
	}
	for _, m := range e.manifests {
		if m.id.Namespace == namespace && kinds.clusterScoped(m.id.kind()) == clusterScoped {
			list = append(list, kinds.targetOf(m.id))
		}
	}
	return list
}

// workName is the name of the envelope's Work beside that of its snapshot.
func (e *envelope) workName(base string) string {
	sum := sha256.Sum256([]byte(e.id.Kind + "/" + e.id.Namespace + "/" + e.id.Name))
	return base + "-envelope-" + hex.EncodeToString(sum[:8])
}
