// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package resources tells the manifests that KubeFleet brings to every cluster of a placement: it selects resources of the hub,
// strips what belongs to the hub, and applies overrides and opens envelopes for each cluster. Read [Hub.Select] and
// [Hub.Render] first. It follows KubeFleet's resource selectors, override snapshots and work generator.
package resources

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Question is what a hub renders.
type Question struct {
	Placement Placement
	// Overrides are all overrides of the hub, in any order.
	Overrides []Override
	// Clusters are those that the placement has chosen.
	Clusters []Cluster
}

// Rendering is what a placement brings to its clusters.
type Rendering struct {
	Selection
	// Overrides are the snapshots that are named for the placement, whatever the cluster.
	Overrides Named
	// Elsewhere are those that select a resource of the placement and are for another placement.
	Elsewhere Named
	// Clusters has an entry for each cluster of the question, in its order.
	Clusters []ClusterManifests
}

// Named are the snapshots of overrides, in the order in which they are applied.
type Named struct {
	// Cluster are the names of ClusterResourceOverrideSnapshots.
	Cluster []string
	// Namespaced are "namespace/name" of ResourceOverrideSnapshots.
	Namespaced []string
}

func (n *Named) add(o *Override) {
	if o.Namespace == "" {
		n.Cluster = append(n.Cluster, o.Snapshot())
	} else {
		n.Namespaced = append(n.Namespaced, o.Namespace+"/"+o.Snapshot())
	}
}

// ClusterManifests is what a cluster gets.
type ClusterManifests struct {
	Cluster string
	// Overrides are the snapshots that are named for the cluster.
	Overrides Named
	// Failures say why the cluster gets no update, in the order of the objects. The hub shows the first one.
	Failures []*Failure
	// Works are in the order of their names. There are none if the cluster has failures. They are shared by the clusters that get
	// the same.
	Works []Work
	// Digest tells clusters apart: it is equal for equal Works. It is zero if the cluster has failures.
	Digest [sha256.Size]byte
}

// Render returns what a placement brings to its clusters. A mistake in an object is a [Failure]; the error is that of a context
// that has ended.
func (h *Hub) Render(ctx context.Context, question *Question) (*Rendering, error) {
	selected, err := h.Select(ctx, &question.Placement)
	if err != nil {
		return nil, err
	}
	rendering := &Rendering{Selection: selected}
	if selected.Failure != nil {
		return rendering, nil
	}
	r := &renderer{hub: h, works: planWorks(&question.Placement, selected.Resources, selected.Snapshots), rendering: rendering,
		variants: map[string]ClusterManifests{}}
	r.nameOverrides(question)
	for i := range question.Clusters {
		answer, err := r.cluster(ctx, &question.Clusters[i])
		if err != nil {
			return nil, err
		}
		rendering.Clusters = append(rendering.Clusters, answer)
	}
	return rendering, nil
}

// renderer is a rendering in progress.
type renderer struct {
	hub       *Hub
	works     []plannedWork
	named     []*compiledOverride
	programs  int
	rendering *Rendering
	// variants are the answers so far by the programs of the cluster.
	variants map[string]ClusterManifests
}

// nameOverrides finds the overrides that reach the placement, and the objects that each of them selects.
func (r *renderer) nameOverrides(question *Question) {
	candidates := r.candidates()
	for _, override := range sortOverrides(question.Overrides) {
		if !slices.ContainsFunc(override.targets(), func(id ID) bool { return candidates[id] }) {
			continue
		}
		if override.Reaches(&question.Placement) {
			r.rendering.Overrides.add(override)
			r.named = append(r.named, compile(override, len(r.named)))
		} else {
			r.rendering.Elsewhere.add(override)
		}
	}
	r.linkOverrides()
}

// candidates are what overrides can name: the selected objects, and what the envelopes among them offer.
func (r *renderer) candidates() map[ID]bool {
	set := map[ID]bool{}
	for w := range r.works {
		for _, t := range r.works[w].targets(r.hub.kinds) {
			set[t.cluster], set[t.namespaced] = true, true
		}
	}
	delete(set, ID{})
	return set
}

// linkOverrides gives each object the overrides that select it. All selectors of a named override count.
func (r *renderer) linkOverrides() {
	selecting := map[ID][]*compiledOverride{}
	for _, override := range r.named {
		for _, id := range override.targets() {
			selecting[id] = append(selecting[id], override)
		}
	}
	delete(selecting, ID{})
	for w := range r.works {
		for _, source := range r.works[w].sources {
			t := r.hub.kinds.targetOf(source.id)
			source.overrides = append(slices.Clip(selecting[t.cluster]), selecting[t.namespaced]...)
		}
	}
}

// cluster renders for one cluster, or returns what another one with the same programs has got.
func (r *renderer) cluster(ctx context.Context, cluster *Cluster) (ClusterManifests, error) {
	answer := ClusterManifests{Cluster: cluster.Name}
	if err := placement.Interrupted(ctx, 0); err != nil {
		return answer, err
	}
	programs := map[*compiledOverride]*program{}
	var key []byte
	for _, override := range r.named {
		named, invalid := override.isNamed(cluster)
		if invalid != "" {
			failure := newFailure(Unexpected, "%s", invalid)
			failure.Override = override.Override
			answer.Failures = []*Failure{failure}
			return answer, nil
		}
		if named {
			answer.Overrides.add(override.Override)
			programs[override] = override.program(cluster, &r.programs)
			key = binary.AppendVarint(key, int64(programs[override].number))
		}
	}
	known, ok := r.variants[string(key)]
	if !ok {
		if err := r.variant(ctx, cluster, programs, &known); err != nil {
			return answer, err
		}
		r.variants[string(key)] = known
	}
	answer.Failures, answer.Works, answer.Digest = known.Failures, known.Works, known.Digest
	return answer, nil
}

// variant renders for the clusters that have these programs.
func (r *renderer) variant(
	ctx context.Context, cluster *Cluster, programs map[*compiledOverride]*program, answer *ClusterManifests,
) error {
	type located struct {
		index   int
		failure *Failure
	}
	var failures []located
	sum := sha256.New()
	for w := range r.works {
		planned := &r.works[w]
		if planned.failure != nil {
			failures = append(failures, located{planned.from, planned.failure})
			continue
		}
		work := Work{Name: planned.name, Envelope: planned.envelope}
		for step, source := range planned.sources {
			if err := placement.Interrupted(ctx, step); err != nil {
				return err
			}
			done, err := source.outcome(ctx, cluster, programs)
			switch {
			case err != nil:
				return err
			case done.failure != nil:
				failures = append(failures, located{source.resource, done.failure})
			case done.manifest != nil:
				work.Manifests = append(work.Manifests, done.manifest)
			default:
				work.Deleted = append(work.Deleted, &Deleted{source.id, overridesOf(source.applied(programs))})
			}
		}
		work.digest(sum)
		answer.Works = append(answer.Works, work)
	}
	if len(failures) == 0 {
		sum.Sum(answer.Digest[:0])
		return nil
	}
	slices.SortStableFunc(failures, func(a, b located) int { return cmp.Compare(a.index, b.index) })
	answer.Works = nil
	answer.Failures = lists.Map(failures, func(f located) *Failure { return f.failure })
	return nil
}
