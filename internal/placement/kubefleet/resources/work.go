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
				list = append(list, open(resource, next, work.name))
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

// open is the Work with the manifests of an envelope, which is the resource of an index, beside the Work of its snapshot. They
// are placed as they are, in the order of their JSON, descending.
func open(resource *Resource, index int, beside string) plannedWork {
	sum := sha256.Sum256([]byte(resource.Kind + "/" + resource.Namespace + "/" + resource.Name))
	work := plannedWork{name: beside + "-envelope-" + hex.EncodeToString(sum[:8]), envelope: &resource.ID, from: index}
	data, _ := resource.Content["data"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(data)) {
		content, _ := data[key].(map[string]any)
		manifest := &source{id: NewObject(content).ID, resource: index, key: key, envelope: &resource.ID, content: content,
			text: encode(data[key])}
		if failure := manifest.check(); failure != nil && work.failure == nil {
			work.failure = failure
		}
		work.sources = append(work.sources, manifest)
	}
	slices.SortFunc(work.sources, func(a, b *source) int {
		return cmp.Or(bytes.Compare(b.text, a.text), cmp.Compare(a.key, b.key))
	})
	return work
}

// check refuses a manifest of the other scope than its envelope. What counts is whether a namespace is written, not the kind.
func (s *source) check() *Failure {
	var failure *Failure
	switch {
	case s.id.Kind == "":
		failure = newFailure(Unexpected, "failed to parse the wrapped manifest data to a Kubernetes runtime object "+
			"(manifestKey=%s,envelopeObjRef=%s): Object 'Kind' is missing in '%s'", s.key, s.envelope.path(), s.text)
	case s.envelope.Kind == clusterResourceEnvelope && s.id.Namespace != "":
		failure = newFailure(User, "a namespaced object %s (%s) has been wrapped in a cluster resource envelope %s", s.key,
			s.id.path(), s.envelope.Name)
	case s.envelope.Kind == clusterResourceEnvelope:
		return nil
	case s.id.Namespace == "":
		failure = newFailure(User, "a cluster scope object %s (%s) has been wrapped in a resource envelope %s", s.key, s.id.Name,
			s.envelope.path())
	case s.id.Namespace != s.envelope.Namespace:
		failure = newFailure(User, "a namespaced object %s (%s) in has been wrapped in a resource envelope from another namespace (%s)",
			s.key, s.id.path(), s.envelope.path())
	default:
		return nil
	}
	failure.Resource, failure.Envelope = s.id, s.envelope
	return failure
}

// targets are what overrides can name of the Work. An envelope offers its namespace, and no manifests of the other scope.
func (w *plannedWork) targets(kinds *kindIndex) (list []target) {
	clusterScoped := w.envelope != nil && w.envelope.Kind == clusterResourceEnvelope
	if w.envelope != nil && !clusterScoped {
		list = []target{{cluster: namespaceID(w.envelope.Namespace)}}
	}
	for _, s := range w.sources {
		if w.envelope == nil || s.id.Namespace == w.envelope.Namespace && kinds.clusterScoped(s.id.kind()) == clusterScoped {
			list = append(list, kinds.targetOf(s.id))
		}
	}
	return list
}
