// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Work is an object of the hub that brings manifests to a cluster.
type Work struct {
	Name string
	// Envelope is the envelope whose manifests it holds; nil for those of a resource snapshot.
	Envelope  *ID
	Manifests []*Manifest
	// Deleted are the objects that overrides delete.
	Deleted []*Deleted
}

// Deleted is an object that a cluster does not get, because an override deletes it.
type Deleted struct {
	ID
	// Overrides are the snapshots of the overrides that are applied to the object.
	Overrides Named
}

// Manifest is an object that a cluster gets. It is shared by the clusters that get the same.
type Manifest struct {
	// ID is that of the selected object, or of the manifest in an envelope, before overrides.
	ID
	// Key is that of the manifest in its envelope; empty for an object of the hub.
	Key string
	// Changed says that overrides were applied to it, with or without an effect.
	Changed bool
	// Digest is the SHA-256 of its JSON. Equal manifests have equal digests.
	Digest [sha256.Size]byte
	// Refused says why an API server does not store a Work with this manifest: a field of the manifest and a reason, each. It is
	// empty for a manifest that is fine.
	Refused  []string
	source   *source
	programs []*program
}

// Content returns the manifest. It is the caller's own where Changed, and else shared. It returns an error if ctx ends.
func (m *Manifest) Content(ctx context.Context) (map[string]any, error) {
	if !m.Changed {
		return m.source.content, nil
	}
	done, err := run(ctx, m.source.text, m.programs, false)
	if err != nil {
		return nil, err
	}
	return Decode(done.text)
}

// Prior returns the manifest before overrides, which is shared.
func (m *Manifest) Prior() map[string]any { return m.source.content }

// Overrides are the snapshots of the overrides that are applied to the manifest.
func (m *Manifest) Overrides() Named { return overridesOf(m.programs) }

func overridesOf(programs []*program) Named {
	var named Named
	var last *compiledOverride
	for _, p := range programs {
		// An override that selects the object twice is applied twice.
		if p.override != last {
			named.add(p.override.Override)
		}
		last = p.override
	}
	return named
}

// plannedWork is a Work before overrides.
type plannedWork struct {
	name     string
	envelope *ID
	sources  []*source
	// failure is that of an envelope, which every cluster has.
	failure *Failure
	// from is the index of the resource that it comes from; the Works of snapshots come first.
	from int
}

// workBase is what the names of a placement's Works begin with.
func (p *Placement) workBase() string {
	if p.Namespace == "" {
		return p.Name
	}
	return p.Namespace + "." + p.Name
}

// planWorks returns the Works of a selection in the order of their names.
func planWorks(p *Placement, resources []Resource, snapshots []Snapshot) []plannedWork {
	var list []plannedWork
	for index, next := 0, 0; index < len(snapshots); index++ {
		work := plannedWork{name: p.workBase() + "-work", from: next}
		if index > 0 {
			work.name = p.workBase() + "-" + strconv.Itoa(index-1)
		}
		for end := next + snapshots[index].Count; next < end; next++ {
			resource := &resources[next]
			if isEnvelope(resource.ID) {
				opened := open(resource, next)
				list = append(list, plannedWork{name: opened.workName(work.name), envelope: &resource.ID, sources: opened.manifests,
					failure: opened.failure, from: next})
				continue
			}
			work.sources = append(work.sources, &source{id: resource.ID, resource: next, content: resource.Content, text: resource.text})
		}
		list = append(list, work)
	}
	slices.SortFunc(list, func(a, b plannedWork) int { return strings.Compare(a.name, b.name) })
	return list
}

// digest adds what the Work holds.
func (w *Work) digest(sum hash.Hash) {
	fmt.Fprintf(sum, "%s %d ", w.Name, len(w.Manifests))
	for _, manifest := range w.Manifests {
		sum.Write(manifest.Digest[:])
	}
}

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
