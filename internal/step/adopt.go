// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Begin is a rollout that begins with the initial revisions: the clusters have them already, and return to them. Carry goes on
// from there.
func Begin(req *CarryRequest) *Memory {
	c := newCarry(req, &Memory{}, req.Initial)
	c.begins, c.completed = true, c.adopted()
	for i := range c.clusters {
		if cluster := &c.clusters[i]; cluster.held {
			cluster.state, cluster.finished, cluster.stable = StateSucceeded, true, cluster.revision
		}
	}
	c.readStatuses()
	p := c.progress()
	return &Memory{Strategy: req.Strategy, Revision: req.Revision, Retry: req.Retry, Paused: req.Paused, Progress: *p}
}

// adopted is the revision that all chosen clusters are taken over with or, apart from the one that is rolled out, most clusters;
// empty if there is none.
func (c *carry) adopted() string {
	isChosen := func(one *cluster) bool { return one.chosen }
	isOther := func(one *cluster) bool { return one.chosen && one.revision != c.req.Revision }
	if c.some(isChosen) && !c.some(isOther) {
		return c.req.Revision
	}
	counts := map[string]int{}
	for i := range c.clusters {
		if cluster := &c.clusters[i]; cluster.held && cluster.revision != c.req.Revision {
			counts[cluster.revision]++
		}
	}
	most := ""
	for _, revision := range slices.Sorted(maps.Keys(counts)) {
		if counts[revision] > counts[most] {
			most = revision
		}
	}
	return most
}

// InitialWarnings finds clusters of the initial revisions that nothing knows.
func (r *CarryRequest) InitialWarnings() field.ErrorList {
	known := r.members()
	maps.Copy(known, r.chosen())
	var errs field.ErrorList
	for _, name := range slices.Sorted(maps.Keys(r.Initial)) {
		if !known[name] {
			errs = append(errs, field.Forbidden(initialRevisions.Key(name), "neither the chosen clusters nor the fleet have a cluster of "+
				"this name, so it leaves the rollout"+excerpt.DidYouMean(name, slices.Sorted(maps.Keys(known)))))
		}
	}
	return errs
}
