// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
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
	done, err := run(ctx, m.source.text, m.programs)
	if err != nil {
		return nil, err
	}
	return Decode(done.text)
}

// Before returns the manifest before overrides, which is shared.
func (m *Manifest) Before() map[string]any { return m.source.content }

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
