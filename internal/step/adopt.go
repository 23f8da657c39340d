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
func Begin(req *CarryRequest) (*Memory, error) {
	c, err := newCarry(req, &Memory{}, req.Initial)
	if err != nil {
		return nil, err
	}
	c.begins, c.completed = true, c.adopted()
	for i := range c.tracks {
		if t := &c.tracks[i]; t.held {
			t.state, t.finished, t.stable = StateSucceeded, true, t.revision
		}
	}
	c.readStatuses()
	p := c.progress()
	return &Memory{Strategy: req.Strategy, Revision: req.Revision, Retry: req.Retry, Paused: req.Paused, Progress: *p}, nil
}

// adopted is the revision that all chosen clusters are taken over with or, apart from the one that is rolled out, most clusters;
// empty if there is none.
func (c *carry) adopted() string {
	if c.allHave(c.req.Revision) {
		return c.req.Revision
	}
	counts := map[string]int{}
	for i := range c.tracks {
		if t := &c.tracks[i]; t.held && t.revision != c.req.Revision {
			counts[t.revision]++
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

// allHave reports whether there are chosen clusters, and all of them have a revision.
func (c *carry) allHave(revision string) bool {
	chosen := 0
	for i := range c.clusters {
		if c.clusters[i].chosen {
			if chosen++; c.tracks[i].revision != revision {
				return false
			}
		}
	}
	return chosen > 0
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
