// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"regexp"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// groupName is the CRD's pattern of a decision group's name: a label value of at least two characters.
var groupName = regexp.MustCompile(`^[a-zA-Z0-9][-A-Za-z0-9_.]{0,61}[a-zA-Z0-9]$`)

// groupSize is the CRD's pattern of a clustersPerDecisionGroup that is text.
var groupSize = regexp.MustCompile(`^(100|[1-9][0-9]?)%$`)

// Validate checks a decision strategy as the CRD of OCM's Placement does. It is stricter than the CRD with a
// number as text, which breaks the grouping.
func (s *DecisionStrategy) Validate(path *field.Path) field.ErrorList {
	if s.GroupStrategy == nil {
		return nil
	}
	var errs field.ErrorList
	path = path.Child("groupStrategy")
	if per := s.GroupStrategy.ClustersPerDecisionGroup; per != nil {
		const want = `must be a number of clusters of at least 1, or a percentage from "1%" to "100%"`
		if per.Type == intstr.String && !groupSize.MatchString(per.StrVal) {
			errs = append(errs, field.Invalid(path.Child("clustersPerDecisionGroup"), per.String(), want))
		}
	}
	for i := range s.GroupStrategy.DecisionGroups {
		group, fieldPath := &s.GroupStrategy.DecisionGroups[i], path.Child("decisionGroups").Index(i)
		if !groupName.MatchString(group.GroupName) {
			errs = append(errs, field.Invalid(fieldPath.Child("groupName"), group.GroupName,
				"must be 2 to 63 letters, digits, '-', '_' or '.', and start and end with a letter or digit"))
		}
		selector := fieldPath.Child("groupClusterSelector")
		errs = append(errs, ValidateLabelSelector(
			group.GroupClusterSelector.LabelSelector, selector.Child("labelSelector"))...)
		errs = append(errs, group.GroupClusterSelector.ClaimSelector.Validate(selector.Child("claimSelector"))...)
	}
	return errs
}

// Warnings reports a value that the CRD accepts and that does not do what it says: the scheduler takes a number below 1
// for all clusters.
func (s *DecisionStrategy) Warnings(path *field.Path) field.ErrorList {
	if s.GroupStrategy == nil || s.GroupStrategy.ClustersPerDecisionGroup == nil {
		return nil
	}
	per := s.GroupStrategy.ClustersPerDecisionGroup
	if per.Type != intstr.Int || per.IntVal > 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(path.Child("groupStrategy", "clustersPerDecisionGroup"), per.IntVal,
		"a number below 1 puts all clusters into one group")}
}

// Validate checks a claim selector as Kubernetes checks a label selector. A nil selector is fine.
func (s *ClaimSelector) Validate(path *field.Path) field.ErrorList {
	return ValidateLabelSelector(s.AsLabels(), path)
}
