// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// move is what a step does to clusters, and why. Revision is what the clusters get or, if they are removed, what they had.
type move struct {
	action action
	// The reason has no period.
	revision, reason string
}

// action is what a step does to clusters.
type action int

// The actions of a step, in the order in which the history has them.
const (
	// actionAdopt: the clusters are taken over with a revision that they have.
	actionAdopt action = iota
	// actionReturn: they return to an earlier revision.
	actionReturn
	// actionRemove: they lose the workload.
	actionRemove
	// actionStart: they get the revision that is rolled out.
	actionStart
)

// verbs say what an action has done with a revision.
var verbs = [...]string{
	actionAdopt: "taken over with ", actionReturn: "returned to ", actionRemove: "removed ", actionStart: "started ",
}

// recordMoves notes what the step changes on clusters.
func (c *carry) recordMoves(p *Progress) {
	p.History = append([]string{}, c.prior.History...)
	moved := map[move][]string{}
	for i := range c.clusters {
		cluster := &c.clusters[i]
		if prior := c.prior.Revisions[cluster.name]; cluster.revision != prior {
			made := c.moveOf(cluster, prior)
			p.Starts = p.Starts || made.action == actionStart
			moved[made] = append(moved[made], cluster.name)
		}
	}
	exists := c.req.members()
	for name, prior := range c.prior.Revisions {
		if c.find(name) == nil {
			made := move{actionRemove, prior, c.whyRemoved(name, exists)}
			moved[made] = append(moved[made], name)
		}
	}
	if len(moved) > 0 {
		p.History = append(p.History, c.line(moved))
		p.History = p.History[max(0, len(p.History)-maxHistory):]
	}
}

// moveOf says what happens to a cluster that has another revision than before, and why.
func (c *carry) moveOf(cluster *cluster, prior string) move {
	switch {
	case c.begins:
		return move{actionAdopt, cluster.revision, "initial_revisions has it"}
	case cluster.revision == "":
		return move{actionRemove, prior, "the cluster had no earlier revision; " + c.breachReason}
	case cluster.isBack() && cluster.free:
		return move{actionReturn, cluster.revision, "failed, timed out or never reported; " + c.breachReason}
	case cluster.isBack():
		return move{actionReturn, cluster.revision, c.breachReason}
	}
	return move{actionStart, cluster.revision, c.whyStarted(cluster)}
}

// whyStarted says which wave a cluster starts with.
func (c *carry) whyStarted(cluster *cluster) string {
	if cluster.wave < len(c.waves) && c.waves[cluster.wave].Name != "" {
		return "wave " + c.waves[cluster.wave].Name
	}
	return fmt.Sprintf("wave %d of %d", cluster.wave+1, len(c.waves))
}

// whyRemoved says why a cluster loses the workload that is no longer in the rollout.
func (c *carry) whyRemoved(name string, exists map[string]bool) string {
	if c.req.Fleet != nil && !exists[name] {
		return "the fleet does not have the cluster"
	}
	return "the cluster is no longer chosen"
}

// line is a step as a line of the history.
func (c *carry) line(moved map[move][]string) string {
	for _, clusters := range moved {
		slices.Sort(clusters)
	}
	moves := slices.SortedFunc(maps.Keys(moved), func(a, b move) int {
		return cmp.Or(cmp.Compare(a.action, b.action), slices.Compare(moved[a], moved[b]))
	})
	text := strings.Join(lists.Map(moves, func(m move) string {
		return verbs[m.action] + excerpt.Text(m.revision) + " on " + excerpt.List(moved[m], separator) + " (" +
			excerpt.Text(m.reason) + ")"
	}), "; ")
	if !c.req.Now.IsZero() {
		text = c.req.Now.UTC().Format(time.RFC3339) + " " + text
	}
	return text
}
