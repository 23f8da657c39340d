// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// Validate finds the mistakes in a request. A state without its time begins with the plan that sees it first.
func (r *CarryRequest) Validate() field.ErrorList {
	errs := r.ValidateWaves()
	if len(errs) == 0 {
		errs = r.validateStatuses(false)
	}
	if r.Revision == "" {
		errs = append(errs, field.Invalid(field.NewPath("revision"), r.Revision, "must not be empty"))
	}
	errs = append(errs, r.validateApprovals(r.ApprovedStages)...)
	if r.Strategy.Type == rollout.TypeRollingUpdate && !r.requiresStatus() && r.Now.IsZero() {
		errs = append(errs, field.Required(field.NewPath("now"),
			"unavailable_period_seconds decides without a status when a cluster is ready; set now, for example now = plantimestamp()"))
	}
	for _, name := range slices.Sorted(maps.Keys(r.Initial)) {
		if r.Initial[name] == "" {
			errs = append(errs, field.Invalid(initialRevisions.Key(name), "",
				"must not be empty; leave out a cluster that does not have the workload"))
		}
	}
	return slices.Concat(errs, r.validateFailures(), r.validateRemovals(), r.validateApprovalGroups())
}

// validateFailures finds the mistakes in what is to be done when clusters fail.
func (r *CarryRequest) validateFailures() field.ErrorList {
	var errs field.ErrorList
	onBreach, maxFailures, deadline := field.NewPath("onBreach"), field.NewPath("maxFailures"), field.NewPath("progressDeadline")
	if choices := []string{BreachStops, BreachRollsBack}; r.OnBreach != "" && !slices.Contains(choices, r.OnBreach) {
		errs = append(errs, excerpt.NotSupported(onBreach, r.OnBreach, choices))
	}
	if size := r.RollbackConcurrency; size != nil && (len(ocm.ValidateLimit(*size, onBreach)) > 0 || size.IntValue() == 0 &&
		size.StrVal == "" || size.StrVal == "0%") {
		errs = append(errs, field.Invalid(field.NewPath("rollbackConcurrency"), size.String(),
			`must be a number of at least 1, or a percentage from "1%" to "100%"`))
	}
	switch {
	case r.Strategy.Type == "":
	case r.Strategy.IsOCM():
		const inStrategy = "a strategy of Open Cluster Management has its own: set it in strategy"
		if r.MaxFailures != nil {
			errs = append(errs, field.Forbidden(maxFailures, inStrategy))
		}
		if r.ProgressDeadline != "" {
			errs = append(errs, field.Forbidden(deadline, inStrategy))
		}
	default:
		if r.MaxFailures != nil {
			errs = append(errs, ocm.ValidateLimit(*r.MaxFailures, maxFailures)...)
		} else if r.OnBreach == BreachRollsBack {
			errs = append(errs, field.Required(maxFailures, "on_breach has no effect with type "+r.Strategy.Type+
				" unless max_failures says how many clusters may fail, for example 0"))
		}
		errs = append(errs, r.validateDeadline(deadline)...)
	}
	return errs
}

// validateDeadline checks the deadline of a strategy of KubeFleet.
func (r *CarryRequest) validateDeadline(path *field.Path) field.ErrorList {
	errs := ocm.ValidateDeadline(r.ProgressDeadline, path)
	if _, limited := ocm.Deadline(r.ProgressDeadline); limited && r.Now.IsZero() {
		errs = append(errs, field.Required(field.NewPath("now"), "progress_deadline is "+excerpt.Text(r.ProgressDeadline)+
			"; set now, for example now = plantimestamp()"))
	}
	return errs
}

// Warnings finds what has no effect, or another one than it seems.
func (r *CarryRequest) Warnings() field.ErrorList {
	errs := append(prefixed("strategy", r.Strategy.Warnings()), r.surprisingSizes()...)
	if r.AllowMissingGroups {
		errs = slices.Concat(errs, r.ignoredGroups(), r.missingApprovalGroups())
	}
	known := approvalNames(&r.Strategy)
	for _, group := range r.ApprovalGroups {
		known = append(known, group, staged.BeforePrefix+group)
	}
	attempts := slices.Compact([]string{r.Revision, attemptOf(r.Revision, r.Retry)})
	errs = append(errs, r.surprisingApprovals(r.ApprovedStages, attempts, known)...)
	if r.Abort && r.Paused {
		errs = append(errs, field.Forbidden(field.NewPath("abort"), "paused is also set: nothing returns until it is removed"))
	}
	if n, size := r.NumberOfClusters, r.Size(); n != nil && *n < size {
		errs = append(errs, field.Invalid(field.NewPath("numberOfClusters"), *n, fmt.Sprintf(
			"it is less than the %s that are chosen; the budgets of a rolling update refer to it", excerpt.Count(size, "cluster"))))
	}
	return errs
}

// surprisingSizes finds sizes that upstream replaces.
func (r *CarryRequest) surprisingSizes() field.ErrorList {
	limit := r.Strategy.Limits().MaxFailures
	if limit.Type != intstr.Int {
		return nil
	}
	path, text := field.NewPath("strategy", "progressive", "maxFailures"), ""
	switch size := r.Size(); {
	case r.Strategy.Type == ocm.TypeProgressive && limit.IntValue() > size && size > 0:
		text = fmt.Sprintf("it is more than the %s that are chosen", excerpt.Count(size, "cluster")) +
			", and acts as 0, as on a hub: no failure is tolerated"
	case r.Strategy.Type == ocm.TypeProgressivePerGroup:
		if smaller := r.smallerGroups(limit.IntValue()); smaller != nil {
			path, text = field.NewPath("strategy", "progressivePerGroup", "maxFailures"), "it applies to each group, and acts as "+
				"0 in smaller ones, as on a hub: no failure is tolerated in "+excerpt.List(smaller, ", ")
		}
	}
	if text == "" {
		return nil
	}
	return field.ErrorList{field.Invalid(path, limit.String(), text)}
}

// smallerGroups describes the groups with fewer clusters than a limit, apart from mandatory ones, in which no failure is
// tolerated anyway.
func (r *CarryRequest) smallerGroups(limit int) []string {
	groups := r.groups()
	var smaller []string
	for i, mandatory := range r.Strategy.Mandatory(groups) {
		g := &groups[i]
		if n := len(g.Clusters); n > 0 && n < limit && !mandatory {
			smaller = append(smaller, fmt.Sprintf("group %s (%s)", cmp.Or(g.Name, strconv.Itoa(g.Index)), excerpt.Count(n, "cluster")))
		}
	}
	return smaller
}

// StatusWarnings finds states that do not count, or count too early, names that nothing has, and a rollout without clusters.
// Prior is nil for a rollout that begins.
func (r *CarryRequest) StatusWarnings(prior *Memory, now *Progress) field.ErrorList {
	var errs field.ErrorList
	if r.Size() == 0 {
		errs = append(errs, field.Forbidden(r.argument(),
			"no cluster is chosen: nothing is rolled out, and clusters with the workload lose it"))
	}
	prior = cmp.Or(prior, &Memory{})
	d := &statusCheck{req: r, prior: prior, now: now, known: r.known(now), state: now.StatesOf(r.Revision)}
	for name := range prior.Revisions {
		d.known[name] = true
	}
	return append(append(errs, r.skipped(prior, now)...), d.statuses()...)
}

// skipped finds a rollout whose rollback would skip the revision before, which most clusters that did not fail have finished.
func (r *CarryRequest) skipped(prior *Memory, now *Progress) field.ErrorList {
	finished, rest := prior.finished()
	back := now.CompletedRevision
	if prior.Revision == r.Revision || prior.Breached || finished <= rest || back == "" || back == prior.Revision ||
		back == r.Revision {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("revision"), r.Revision, fmt.Sprintf(
		"it replaces %s, which %s have finished and which is not complete: a rollback returns them to %s",
		excerpt.Quote(prior.Revision), excerpt.Count(finished, "cluster"), excerpt.Quote(back)))}
}

// known are the clusters of the rollout and of the fleet: a cluster of the fleet may have left the rollout.
func (r *CarryRequest) known(now *Progress) map[string]bool {
	known := r.members()
	for _, wave := range now.Waves {
		for _, name := range wave.ClusterNames {
			known[name] = true
		}
	}
	return known
}
