// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// approvals are the names that were approved. Attempt is their key in approved_stages; empty in a pass.
type approvals struct {
	names   []string
	attempt string
}

// attempt is what approvals approve: the revision or, since retry has changed, the revision with it. The approvals of an attempt
// that failed do not start the next one.
func (c *carry) attempt() string {
	return attemptOf(c.req.Revision, c.times.Attempt)
}

func attemptOf(revision, retry string) string {
	if retry == "" {
		return revision
	}
	return revision + " " + retry
}

// line is an approval as it is written in the configuration; empty in a pass.
func (a approvals) line(name string) string {
	if a.attempt == "" {
		return ""
	}
	return ": " + staged.ApprovalLine(a.attempt, a.names, name)
}

// before reports whether a stage may start.
func (a approvals) before(stage *staged.Stage) bool {
	return !stage.AsksBefore() || a.start(stage.Name)
}

// start reports whether the start of a stage or decision group was approved.
func (a approvals) start(name string) bool {
	return slices.Contains(a.names, staged.BeforePrefix+name) || slices.Contains(a.names, name)
}

// after reports whether the approval after a stage was given.
func (a approvals) after(stage *staged.Stage) bool {
	return !stage.AsksAfter() || slices.Contains(a.names, staged.AfterPrefix+stage.Name) || slices.Contains(a.names, stage.Name)
}

// approvalNames are the names that approve something in the stages.
func approvalNames(s *rollout.Strategy) []string {
	if s.Type != rollout.TypeExternal {
		return nil
	}
	return staged.ApprovalNames(s.Stages)
}

// validateApprovals finds names, by revision, that do not say which of two approvals is meant.
func (r *Request) validateApprovals(names map[string][]string) (errs field.ErrorList) {
	if r.Strategy.Type != rollout.TypeExternal {
		return nil
	}
	for _, revision := range slices.Sorted(maps.Keys(names)) {
		errs = append(errs, staged.AmbiguousApprovals(names[revision], r.Strategy.Stages, approvedStages.Key(revision))...)
	}
	return errs
}

// surprisingApprovals finds names, by revision, that approve nothing of the attempts. Known are those that approve something.
func (r *Request) surprisingApprovals(names map[string][]string, attempts, known []string) (errs field.ErrorList) {
	for _, revision := range slices.Sorted(maps.Keys(names)) {
		if slices.Contains(attempts, revision) {
			errs = append(errs, staged.UnusedApprovals(names[revision], known, approvedStages.Key(revision), r.noApprovals())...)
			continue
		}
		meant := slices.DeleteFunc(slices.Clone(attempts), func(attempt string) bool {
			_, approves := names[attempt]
			return approves || !excerpt.IsMisspelling(revision, attempt)
		})
		if excerpt.Nearest(revision, meant) != "" {
			errs = append(errs, field.Invalid(approvedStages.Key(revision), revision,
				"it approves nothing of the revision that is rolled out"+excerpt.DidYouMean(revision, meant)))
		}
	}
	return errs
}

// noApprovals says why a strategy asks for none.
func (r *Request) noApprovals() string {
	switch r.Strategy.Type {
	case rollout.TypeExternal:
		return staged.NoApprovals
	case ocm.TypeProgressivePerGroup:
		return "stages of type External do, and in a resource the groups in approval_groups"
	}
	return "stages of type External do, and in a resource the groups of type ProgressivePerGroup in approval_groups"
}

// approvalGroups is the path of the groups that ask for approvals.
var approvalGroups = field.NewPath("approvalGroups")

// validateApprovalGroups finds the mistakes in the groups that ask for approvals, as far as the groups of the placement do not
// matter.
func (r *CarryRequest) validateApprovalGroups() field.ErrorList {
	switch {
	case len(r.ApprovalGroups) == 0 || r.Strategy.Type == "":
		return nil
	case r.Strategy.Type == rollout.TypeExternal:
		return field.ErrorList{field.Forbidden(approvalGroups,
			"stages of type External ask for approvals in before_stage_tasks or after_stage_tasks")}
	case r.Strategy.Type != ocm.TypeProgressivePerGroup:
		return field.ErrorList{field.Forbidden(approvalGroups,
			"only type ProgressivePerGroup goes through one decision group after the other")}
	}
	var errs field.ErrorList
	for i, name := range r.ApprovalGroups {
		path := approvalGroups.Index(i)
		if first := slices.Index(r.ApprovalGroups, name); name == "" {
			errs = append(errs, field.Required(path, "the name of a decision group"))
		} else if first < i {
			errs = append(errs, excerpt.Duplicate(path, name, field.NewPath("approval_groups").Index(first)))
		}
	}
	return errs
}

// missingApprovalGroups finds groups that ask for an approval and do not exist: their clusters may be in a group that starts
// without one.
func (r *CarryRequest) missingApprovalGroups() field.ErrorList {
	if r.Strategy.Type != ocm.TypeProgressivePerGroup {
		return nil
	}
	groups := r.groups()
	var errs field.ErrorList
	for i, name := range r.ApprovalGroups {
		exists := false
		for k := range groups {
			exists = exists || groups[k].Name == name && len(groups[k].Clusters) > 0
		}
		if !exists {
			errs = append(errs, field.Invalid(approvalGroups.Index(i), name, r.noGroup(name, groups)))
		}
	}
	return errs
}

// awaitApprovals lets the clusters of a decision group wait that asks for an approval which was not given, and those of the
// groups behind it. An approval of a group that was started is not asked for again.
func (p *strategyPass) awaitApprovals() {
	for i := range p.waves {
		members := p.membersOf(i)
		if p.wait == "" {
			p.wait = p.awaited(&p.waves[i], members)
		}
		for _, c := range members {
			if p.wait != "" && (c.outcome == Starts || c.outcome == Waits) {
				c.set(Waits, p.wait)
			}
		}
	}
	p.held = p.wait != ""
}

// awaited says which approval keeps a decision group from starting; empty if none does.
func (p *strategyPass) awaited(wave *Wave, members []*cluster) string {
	if wave.Group == nil || !slices.Contains(p.approvalGroups, wave.Name) || p.approved.start(wave.Name) {
		return ""
	}
	if slices.ContainsFunc(members, func(c *cluster) bool { return c.started }) ||
		!slices.ContainsFunc(members, func(c *cluster) bool { return c.outcome == Starts }) {
		return ""
	}
	return fmt.Sprintf("group %s waits for the approval %q", wave.Name, wave.Name) + p.approved.line(wave.Name)
}
