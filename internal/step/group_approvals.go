// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

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
		wave := &p.waves[i]
		if p.wait == "" {
			p.wait = p.awaited(wave)
		}
		if p.wait == "" {
			continue
		}
		for _, name := range wave.ClusterNames {
			if c := p.find(name); c != nil && (c.outcome == Starts || c.outcome == Waits) {
				c.set(Waits, p.wait)
			}
		}
	}
	p.held = p.wait != ""
}

// awaited says which approval keeps a decision group from starting; empty if none does.
func (p *strategyPass) awaited(wave *Wave) string {
	if wave.Group == nil || !slices.Contains(p.approvalGroups, wave.Name) || p.approved.start(wave.Name) {
		return ""
	}
	starts := false
	for _, name := range wave.ClusterNames {
		if c := p.find(name); c != nil {
			if c.started {
				return ""
			}
			starts = starts || c.outcome == Starts
		}
	}
	if !starts {
		return ""
	}
	return fmt.Sprintf("group %s waits for the approval %q", wave.Name, wave.Name) + p.approved.line(wave.Name)
}
