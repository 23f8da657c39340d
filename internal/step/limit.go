// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"slices"
	"strconv"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// limit gives clusters up and counts failures after a pass, over all clusters. The pass of Open Cluster Management ends when all
// places are taken, and KubeFleet has neither a deadline nor a limit of failures.
func (c *carry) limit() {
	deadline, limited := c.deadline()
	chosen, failed, inWave := 0, 0, make([]int, len(c.waves))
	for i := range c.clusters {
		cluster := &c.clusters[i]
		if !cluster.chosen {
			continue
		}
		chosen++
		// The deadline is about clusters that are in progress or have failed.
		isWorking := cluster.status == Progressing || cluster.status == NotAvailable || cluster.status == Failed
		if limited && cluster.outcome == Continues && isWorking && !cluster.since.IsZero() {
			c.giveUpCluster(cluster, cluster.since.Add(deadline))
		}
		if cluster.holds == holdsTarget && (cluster.outcome == TimedOut || cluster.status == Failed) {
			failed++
			if cluster.wave < len(inWave) {
				inWave[cluster.wave]++
			}
		}
	}
	if c.breach == "" {
		c.breachOfGroup(inWave)
	}
	if tolerated, limited := c.tolerated(chosen); limited && failed > tolerated && c.breach == "" {
		c.breach = ocm.Reason{Kind: ocm.ReasonMaxFailures, Count: failed, Limit: tolerated}.String()
	}
}

// tolerated is how many of the chosen clusters may fail; limited is false if there is no limit but those of decision groups.
func (c *carry) tolerated(chosen int) (n int, limited bool) {
	switch {
	case c.strategy.Type == ocm.TypeProgressive:
		return c.strategy.Limits().Failures(chosen), true
	case c.strategy.IsOCM() || c.req.MaxFailures == nil:
		return 0, false
	}
	n, _ = intstr.GetScaledValueFromIntOrPercent(c.req.MaxFailures, chosen, true) // Validate finds mistakes.
	return n, true
}

// breachOfGroup sets the breach of the first decision group in which too many clusters failed: in a mandatory one any.
func (c *carry) breachOfGroup(inWave []int) {
	mandatory, group := c.strategy.Mandatory(c.groups), 0
	for i := range c.waves {
		wave, tolerated := &c.waves[i], 0
		if wave.Group == nil {
			continue
		}
		if !mandatory[group] {
			tolerated = c.strategy.Limits().Failures(len(wave.ClusterNames))
		}
		if group++; inWave[i] > tolerated {
			c.breachGroup = wave.Group
			c.breach = c.tooManyFailed(ocm.Reason{
				Kind: ocm.ReasonMaxFailures, Group: *wave.Group, Count: inWave[i], Limit: tolerated, PerGroup: true,
			})
			return
		}
	}
}

// giveUpCluster gives a cluster up that is in progress until a deadline.
func (c *carry) giveUpCluster(cluster *cluster, until time.Time) {
	if c.now.Before(until) {
		c.changesAt(until)
		return
	}
	cluster.set(TimedOut, "timed out; progress_deadline was "+until.UTC().Format(time.RFC3339))
}

// deadline is how long a cluster may be in progress; limited is false if there is no limit.
func (c *carry) deadline() (d time.Duration, limited bool) {
	if c.strategy.IsOCM() {
		return ocm.Deadline(c.strategy.Limits().ProgressDeadline)
	}
	return ocm.Deadline(c.req.ProgressDeadline)
}

// orAllow is what to do about a missing group.
const orAllow = ". Correct it, or set allow_missing_groups = true"

// Unsafe finds what is wrong with a step that starts the revision on a cluster. Any other one is not blocked, least of all a way
// back.
func (r *CarryRequest) Unsafe(p *Progress) field.ErrorList {
	if !p.Starts {
		return nil
	}
	errs := r.MissingGroups()
	if absent := r.Absent(); absent != nil {
		errs = append(field.ErrorList{absent}, errs...)
	}
	return errs
}

// MissingGroups finds mandatory groups without which the clusters that they select would not come first, and groups that ask for
// an approval. They are an error: what was the test of every revision would be left out.
func (r *CarryRequest) MissingGroups() field.ErrorList {
	if r.AllowMissingGroups {
		return nil
	}
	filled := r.Request
	filled.DecisionGroups = slices.DeleteFunc(slices.Clone(r.DecisionGroups), func(g Group) bool { return len(g.ClusterNames) == 0 })
	errs := filled.ignoredGroups()
	for _, err := range errs {
		err.Detail = excerpt.Sentence(err.Detail) + " Without the group nothing is tried before the other clusters" + orAllow
	}
	unapproved := r.missingApprovalGroups()
	unapproved = slices.DeleteFunc(unapproved, func(err *field.Error) bool { // One mistake is one error.
		return slices.ContainsFunc(errs, func(other *field.Error) bool { return other.BadValue == err.BadValue })
	})
	for _, err := range unapproved {
		err.Detail = excerpt.Sentence(err.Detail) + " Its clusters may be in a group that starts without an approval" + orAllow
	}
	return append(errs, unapproved...)
}

// ignoredGroups finds mandatory groups that do not exist. A hub ignores these.
func (r *Request) ignoredGroups() field.ErrorList {
	block := "progressive"
	if r.Strategy.Type == ocm.TypeProgressivePerGroup {
		block = "progressivePerGroup"
	}
	path := field.NewPath("strategy", block, "mandatoryDecisionGroups")
	groups, wanted := r.groups(), r.Strategy.MandatoryGroups()
	var errs field.ErrorList
	for _, i := range r.Strategy.IgnoredMandatory(groups) {
		if name := wanted[i].GroupName; name != "" {
			errs = append(errs, field.Invalid(path.Index(i).Child("groupName"), name, r.noGroup(name, groups)))
			continue
		}
		errs = append(errs, field.Invalid(path.Index(i).Child("groupIndex"), wanted[i].GroupIndex, noIndex(groups)))
	}
	return errs
}

// noGroup says that no group has a name.
func (r *Request) noGroup(name string, groups []placement.Group) string {
	known := lists.Filter(groups, func(g placement.Group) (string, bool) { return g.Name, g.Name != "" })
	switch {
	case r.DecisionGroups == nil:
		return "decisions do not have the names of their groups; pass decision_groups instead"
	case len(known) == 0:
		return "no decision group has a name; pass decision_group_names of the placement with decision_groups"
	}
	const text = "no decision group has this name"
	if near := excerpt.DidYouMean(name, known); near != "" {
		return text + near
	}
	return text + "; there are " + excerpt.List(known, ", ")
}

// noIndex says that no group has an index.
func noIndex(groups []placement.Group) string {
	if len(groups) == 0 {
		return "there are no decision groups"
	}
	return "no decision group has this index; the last one has " + strconv.Itoa(groups[len(groups)-1].Index)
}
