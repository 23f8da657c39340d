// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// orAllow is what to do about a missing group.
const orAllow = ". Correct it, or set allow_missing_groups = true"

// Unsafe finds what is wrong with a step that starts the revision on a cluster. Any other one is not blocked, least of all a way
// back.
func (r *CarryRequest) Unsafe(p *Progress) field.ErrorList {
	if !p.Starts {
		return nil
	}
	return slices.Concat(r.Absent(), r.MissingGroups())
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
