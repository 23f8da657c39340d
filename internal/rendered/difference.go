// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered

import (
	"cmp"
	"context"
	"crypto/sha256"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// Planned is a planned change of a placement, or of overrides, on a hub.
type Planned struct {
	Before, After Version
	// Objects are what the placement may select, and Kinds what the hub serves.
	Objects Objects
	Kinds   []resources.Kind
	// Fleet are the clusters of the hub.
	Fleet []placement.Cluster
	// ClusterNames are those that the placement has chosen before the change and after it.
	ClusterNames []string
}

// Version is a placement with the overrides of its hub.
type Version struct {
	resources.Placement
	Overrides []resources.Override
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

// IsEmpty reports whether the change has no effect on a cluster.
func (d *Difference) IsEmpty() bool {
	return len(d.ClusterNames) == 0 && len(d.Failures) == 0 && d.Refused == ""
}

// Compare renders a placement before and after a planned change. It returns an error if ctx ends.
func Compare(ctx context.Context, planned *Planned) (*Difference, error) {
	objects := make([]resources.Object, len(planned.Objects))
	for i := range planned.Objects {
		objects[i] = planned.Objects[i].Object
	}
	hub, err := resources.NewHub(ctx, objects, planned.Kinds, resources.Options{})
	if err != nil {
		return nil, err
	}
	clusters := chosenClusters(planned.Fleet, planned.ClusterNames)
	var sides [2]*resources.Rendering
	for i, of := range []*Version{&planned.Before, &planned.After} {
		request := &resources.Request{Placement: of.Placement, Overrides: of.Overrides, Clusters: clusters}
		if sides[i], err = hub.Render(ctx, request); err != nil {
			return nil, err
		}
	}
	d := &Difference{Placement: ObjectName(PlacementID(&planned.After.Placement)), ChangesComplete: true}
	before, after := sides[0], sides[1]
	for _, side := range sides {
		d.Overrides = append(d.Overrides, overrideNames(&side.Overrides)...)
	}
	slices.Sort(d.Overrides)
	d.Overrides = slices.Compact(d.Overrides)
	switch {
	case before.Failure != nil:
		// The hub rolls out nothing now, so that it is not known what the clusters have.
	case after.Failure != nil:
		d.Refused = after.Failure.Why
	default:
		err = d.compare(ctx, before.Clusters, after.Clusters)
	}
	return d, err
}

// chosenClusters are the clusters of a fleet that have one of the names, by name, with the label that a hub sets.
func chosenClusters(fleet []placement.Cluster, names []string) []resources.Cluster {
	chosen := make(map[string]bool, len(names))
	for _, name := range names {
		chosen[name] = true
	}
	list := make([]resources.Cluster, 0, len(names))
	for i := range fleet {
		if chosen[fleet[i].Name] {
			list = append(list, member(&fleet[i]))
		}
	}
	slices.SortFunc(list, func(a, b resources.Cluster) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// pair are clusters that have the same manifests before the change, and the same after it.
type pair struct {
	before, after *resources.ClusterManifests
	clusterNames  []string
}

// compare compares each pair of variants once.
func (d *Difference) compare(ctx context.Context, before, after []resources.ClusterManifests) error {
	at := map[[2][sha256.Size]byte]int{}
	var pairs []pair
	var failed []resources.ClusterManifests
	for i := range after {
		was, is := &before[i], &after[i]
		switch {
		case fails(is) && !fails(was):
			failed = append(failed, *is)
		case fails(is), was.Digest == is.Digest && !fails(was):
		case fails(was):
			d.ClusterNames = append(d.ClusterNames, is.Cluster)
		default:
			d.ClusterNames = append(d.ClusterNames, is.Cluster)
			key := [2][sha256.Size]byte{was.Digest, is.Digest}
			if _, known := at[key]; !known {
				at[key], pairs = len(pairs), append(pairs, pair{before: was, after: is})
			}
			of := &pairs[at[key]]
			of.clusterNames = append(of.clusterNames, is.Cluster)
		}
	}
	list := &changeList{byResource: map[changeKey]*Change{}, left: changedManifests, complete: true}
	for i := range pairs {
		if err := list.addPair(ctx, &pairs[i]); err != nil {
			return err
		}
	}
	d.Failures, d.Changes, d.ChangesComplete = failuresOf(failed), list.changes(), list.complete
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
		var of resources.ID
		if c.Works[w].Envelope != nil {
			of = *c.Works[w].Envelope
		}
		for _, m := range c.Works[w].Manifests {
			key := manifestKey{of, m.Key, m.ID}
			order, manifests[key] = append(order, key), m
		}
	}
	return order, manifests
}

// wholeManifest stands for the value of a manifest that clusters get only before the change, or only after it.
const wholeManifest = "manifest"

// addPair compares the manifests of a pair.
func (l *changeList) addPair(ctx context.Context, of *pair) error {
	order, was := placed(of.before)
	added, is := placed(of.after)
	for _, key := range order {
		switch m := is[key]; {
		case m == nil:
			l.add(of.clusterNames, nil, key.id, difference{before: wholeManifest})
		case m.Digest != was[key].Digest:
			if err := l.addManifest(ctx, of.clusterNames, was[key], m); err != nil {
				return err
			}
		}
	}
	for _, key := range added {
		if was[key] == nil {
			l.add(of.clusterNames, nil, key.id, difference{after: wholeManifest})
		}
	}
	return nil
}

func (l *changeList) addManifest(ctx context.Context, clusters []string, was, is *resources.Manifest) error {
	if l.left--; l.left < 0 {
		l.complete = false
		return nil
	}
	before, err := was.Content(ctx)
	if err != nil {
		return err
	}
	after, err := is.Content(ctx)
	if err != nil {
		return err
	}
	for _, d := range differences(withoutSecrets(before), withoutSecrets(after)) {
		l.add(clusters, nil, is.ID, d)
	}
	return nil
}
