// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered

import (
	"context"
	"crypto/sha256"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// Comparison is a planned change of a placement, or of overrides, on a hub.
type Comparison struct {
	// Prior and Planned are the placement and the overrides of its hub, without clusters.
	Prior, Planned resources.Question
	// Objects are what the placement may select, and Kinds what the hub serves.
	Objects Objects
	Kinds   []resources.Kind
	// Fleet are the clusters of the hub.
	Fleet []placement.Cluster
	// ClusterNames are those that the placement has chosen before the change and after it.
	ClusterNames []string
}

// Difference is what a planned change changes of the manifests of clusters.
type Difference struct {
	// Placement is the placement as outputs name objects.
	Placement string
	// ClusterNames are those that get other manifests, in the order of their names.
	ClusterNames []string
	// Changes are what differs, by clusters. ChangesComplete says whether they are all.
	Changes         []Change
	ChangesComplete bool
	// Failures are why the hub would leave clusters without an update after the change, and not before it.
	Failures []Failure
	// Refused is why the hub would refuse the resource selectors after the change, and not before it; empty if it would not.
	Refused string
	// Overrides are those that are named for the placement before or after the change.
	Overrides []string
}

// IsEmpty reports whether the change has no effect on a cluster. Nil is none.
func (d *Difference) IsEmpty() bool {
	return d == nil || len(d.ClusterNames) == 0 && len(d.Failures) == 0 && d.Refused == ""
}

// Compare renders a placement before and after a planned change. It returns an error if ctx ends.
func Compare(ctx context.Context, comparison *Comparison) (*Difference, error) {
	objects := lists.Map(comparison.Objects, func(o Object) resources.Object { return o.Object })
	hub, err := resources.NewHub(ctx, objects, comparison.Kinds, resources.Options{})
	if err != nil {
		return nil, err
	}
	clusters := chosenClusters(comparison.Fleet, comparison.ClusterNames)
	var sides [2]*resources.Rendering
	for i, question := range []resources.Question{comparison.Prior, comparison.Planned} {
		question.Clusters = clusters
		if sides[i], err = hub.Render(ctx, &question); err != nil {
			return nil, err
		}
	}
	d := &Difference{Placement: ObjectName(PlacementID(&comparison.Planned.Placement)), ChangesComplete: true}
	prior, planned := sides[0], sides[1]
	d.Overrides = slices.Concat(overrideNames(&prior.Overrides), overrideNames(&planned.Overrides))
	slices.Sort(d.Overrides)
	d.Overrides = slices.Compact(d.Overrides)
	switch {
	case prior.Failure != nil:
		// The hub rolls out nothing now, so that it is not known what the clusters have.
	case planned.Failure != nil:
		d.Refused = planned.Failure.Why
	default:
		err = d.compare(ctx, prior.Clusters, planned.Clusters)
	}
	return d, err
}

// pair are clusters that have the same manifests before the change, and the same after it.
type pair struct {
	prior, planned *resources.ClusterManifests
	clusterNames   []string
}

// compare compares each pair of variants once.
func (d *Difference) compare(ctx context.Context, priorClusters, plannedClusters []resources.ClusterManifests) error {
	var pairs grouped[[2][sha256.Size]byte, pair]
	var failed []resources.ClusterManifests
	for i := range plannedClusters {
		prior, planned := &priorClusters[i], &plannedClusters[i]
		switch {
		case fails(planned) && !fails(prior):
			failed = append(failed, *planned)
		case fails(planned), prior.Digest == planned.Digest && !fails(prior):
		case fails(prior):
			d.ClusterNames = append(d.ClusterNames, planned.Cluster)
		default:
			d.ClusterNames = append(d.ClusterNames, planned.Cluster)
			pair := pairs.at([2][sha256.Size]byte{prior.Digest, planned.Digest}, pair{prior: prior, planned: planned})
			pair.clusterNames = append(pair.clusterNames, planned.Cluster)
		}
	}
	var list changeList
	for i := range pairs.list {
		if err := list.addPair(ctx, &pairs.list[i]); err != nil {
			return err
		}
	}
	d.Failures = failuresOf(failed)
	d.Changes, d.ChangesComplete = list.changes()
	return nil
}

// manifestKey identifies a manifest among those of a cluster.
type manifestKey struct {
	envelope resources.ID
	key      string
	id       resources.ID
}

// placed are the manifests of a cluster.
func placed(c *resources.ClusterManifests) (order []manifestKey, manifests map[manifestKey]*resources.Manifest) {
	manifests = map[manifestKey]*resources.Manifest{}
	for w := range c.Works {
		var envelope resources.ID
		if c.Works[w].Envelope != nil {
			envelope = *c.Works[w].Envelope
		}
		for _, m := range c.Works[w].Manifests {
			key := manifestKey{envelope, m.Key, m.ID}
			order, manifests[key] = append(order, key), m
		}
	}
	return order, manifests
}

// wholeManifest stands for the value of a manifest that clusters get only before the change, or only after it.
const wholeManifest = "manifest"

// addPair compares the manifests of a pair.
func (l *changeList) addPair(ctx context.Context, p *pair) error {
	order, prior := placed(p.prior)
	added, planned := placed(p.planned)
	for _, key := range order {
		switch m := planned[key]; {
		case m == nil:
			l.add(key.id, Change{ClusterNames: p.clusterNames, Prior: wholeManifest})
		case m.Digest != prior[key].Digest:
			if err := l.addManifest(ctx, p.clusterNames, nil, prior[key].Content, m); err != nil {
				return err
			}
		}
	}
	for _, key := range added {
		if prior[key] == nil {
			l.add(key.id, Change{ClusterNames: p.clusterNames, Planned: wholeManifest})
		}
	}
	return nil
}
