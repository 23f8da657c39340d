// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// SliceSize is the largest number of clusters in one PlacementDecision.
const SliceSize = 100

// DecisionStrategy divides the decisions of any dialect into groups.
//
// Example for guides/ocm-placement#decision_strategy:
//
//	{
//	  group_strategy = {
//	    clusters_per_decision_group = "25%"
//	    decision_groups = [{
//	      group_name             = "canary"
//	      group_cluster_selector = { label_selector = { match_labels = { canary = "true" } } }
//	    }]
//	  }
//	}
type DecisionStrategy struct {
	// How the decisions are grouped. Defaults to one group.
	GroupStrategy *GroupStrategy `json:"groupStrategy,omitempty"`
}

// GroupStrategy says which decisions go together. The predefined groups take their members first, in order; the
// remaining clusters form groups without a name.
type GroupStrategy struct {
	// The predefined groups, in order. A cluster belongs to the first group that it matches; the clusters that match none form
	// groups without a name.
	DecisionGroups []DecisionGroup `json:"decisionGroups,omitempty"`
	// The largest size of a group: a number, or a percentage of all decisions such as `"25%"`, rounded up. A larger predefined group
	// is split into groups with the same name. Defaults to `"100%"`.
	// ---
	// Nil, 0, a negative number and a number above the total all mean the total.
	ClustersPerDecisionGroup *intstr.IntOrString `json:"clustersPerDecisionGroup,omitempty"`
}

// DecisionGroup is a predefined group.
type DecisionGroup struct {
	// The name of the group: 2 to 63 letters, digits, `-`, `_` or `.`, with a letter or digit at both ends.
	// ---
	// Several groups may have the same name.
	GroupName string `json:"groupName"`
	// The clusters of the group. A cluster must match all selectors that are set.
	GroupClusterSelector GroupSelector `json:"groupClusterSelector"`
}

// GroupSelector selects the members of a predefined group: a cluster must match both parts, and a part that is not set
// matches every cluster.
type GroupSelector struct {
	// Matches the labels of the cluster. Defaults to every cluster.
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
	// Matches the claims of the cluster. Defaults to every cluster.
	ClaimSelector *ClaimSelector `json:"claimSelector,omitempty"`
}

// String is the selector in kubectl's notation; empty if it selects every cluster.
func (s *GroupSelector) String() string {
	var parts []string
	if labels := s.LabelSelector; labels != nil && len(labels.MatchLabels)+len(labels.MatchExpressions) > 0 {
		parts = append(parts, metav1.FormatLabelSelector(labels))
	}
	if claims := s.ClaimSelector; claims != nil && len(claims.MatchExpressions) > 0 {
		parts = append(parts, "claims "+metav1.FormatLabelSelector(&metav1.LabelSelector{MatchExpressions: claims.MatchExpressions}))
	}
	return strings.Join(parts, "; ")
}

// ClaimSelector selects clusters by their claims, with the operators of a label selector.
//
// Example for guides/ocm-placement#ocmpredicatesrequired_cluster_selectorclaim_selector:
//
//	{ match_expressions = [{ key = "region", operator = "In", values = ["eu"] }] }
type ClaimSelector struct {
	// Requirements that must all be met.
	MatchExpressions []metav1.LabelSelectorRequirement `json:"matchExpressions,omitempty"`
}

// AsLabels is the same selector over labels; nil for nil. Upstream evaluates it with the label machinery, so its values must be
// legal label values although a claim may have any value.
func (s *ClaimSelector) AsLabels() *metav1.LabelSelector {
	if s == nil {
		return nil
	}
	return &metav1.LabelSelector{MatchExpressions: s.MatchExpressions}
}

// Group is a part of the decisions that is rolled out together.
type Group struct {
	// Index counts the groups from 0.
	Index int `json:"index"`
	// Name is empty for the groups of the clusters that no predefined group took.
	Name string `json:"name"`
	// Clusters are sorted by name.
	Clusters []string `json:"clusterNames"`
	// PlacementDecisions are the names of the PlacementDecisions that hold the group.
	PlacementDecisions []string `json:"placementDecisions"`
}

// GroupSize is the largest number of clusters in a group of total decisions. A percentage is computed in float64 and
// rounded up without any correction, as upstream does: 7% of 100 is 8.
func (s *GroupStrategy) GroupSize(total int) (int, error) {
	size := 0
	if s != nil && s.ClustersPerDecisionGroup != nil {
		switch per := *s.ClustersPerDecisionGroup; per.Type {
		case intstr.Int:
			size = int(per.IntVal)
		default:
			percent, err := strconv.ParseFloat(strings.TrimSuffix(per.StrVal, "%"), 64)
			if err != nil || !strings.HasSuffix(per.StrVal, "%") {
				return 0, fmt.Errorf("%v invalid type: string is not a percentage", per.StrVal)
			}
			size = int(math.Ceil(percent / 100 * float64(total)))
		}
	}
	if size <= 0 || size > total {
		size = total
	}
	return size, nil
}

// PredefinedGroup is a DecisionGroup with its selector compiled.
type PredefinedGroup struct {
	Name string
	// Matches reports whether the named cluster belongs to the group.
	Matches func(cluster string) bool
}

// Remainder takes the clusters that no group before it took.
var Remainder = PredefinedGroup{Matches: func(string) bool { return true }}

// Divide puts the decisions into groups of at most size clusters. A cluster belongs to the first of the predefined
// groups that matches it; one that no group matches is in no group. Groups are filled by cluster name.
func (r *Result) Divide(ctx context.Context, size int, predefined []PredefinedGroup) error {
	rest := lists.Pointers(r.Decisions)
	slices.SortFunc(rest, func(a, b *Decision) int { return strings.Compare(a.Cluster, b.Cluster) })
	for _, group := range predefined {
		var members, others []*Decision
		if err := Interrupted(ctx, 0); err != nil {
			return err
		}
		for _, decision := range rest {
			if group.Matches(decision.Cluster) {
				members = append(members, decision)
			} else {
				others = append(others, decision)
			}
		}
		for part := range slices.Chunk(members, max(size, 1)) {
			r.addGroup(group.Name, part)
		}
		rest = others
	}
	return nil
}

func (r *Result) addGroup(name string, members []*Decision) {
	group := Group{Index: len(r.Groups), Name: name, Clusters: make([]string, len(members))}
	for i, decision := range members {
		decision.Group = group.Index
		group.Clusters[i] = decision.Cluster
	}
	r.Groups = append(r.Groups, group)
}

// Slice cuts the groups into PlacementDecisions of at most SliceSize clusters, which are numbered from 1 across all
// groups, and records their names in the groups.
func (r *Result) Slice(name, namespace string) {
	for i := range r.Groups {
		group := &r.Groups[i]
		for first := 0; first == 0 || first < len(group.Clusters); first += SliceSize {
			slice := PlacementDecision{
				Name:       name + "-decision-" + strconv.Itoa(len(r.PlacementDecisions)+1),
				Namespace:  namespace,
				Placement:  name,
				GroupName:  group.Name,
				GroupIndex: group.Index,
				Clusters:   group.Clusters[first:min(first+SliceSize, len(group.Clusters))],
			}
			group.PlacementDecisions = append(group.PlacementDecisions, slice.Name)
			r.PlacementDecisions = append(r.PlacementDecisions, slice)
		}
	}
}

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
