// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match

import (
	"context"
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Group divides the decisions of a result into groups and cuts these into PlacementDecisions of the named placement. As in
// Open Cluster Management, a wrong size means no groups at all, and a wrong selector drops all groups but those before
// it. Without decisions there is one empty group, unless the strategy is wrong. The function cluster finds a chosen
// cluster by name.
func Group(
	ctx context.Context, result *placement.Result, strategy *placement.GroupStrategy, name, namespace string,
	cluster func(name string) *placement.Cluster,
) (*placement.Misconfiguration, error) {
	const path = "decisionStrategy.groupStrategy"
	size, err := strategy.GroupSize(len(result.Decisions))
	if err != nil {
		return &placement.Misconfiguration{Field: path + ".clustersPerDecisionGroup", Message: err.Error()}, nil
	}
	groups, misconfigured := predefinedGroups(strategy, cluster)
	if misconfigured == nil {
		groups = append(groups, placement.Remainder)
	}
	if err := result.Divide(ctx, size, groups); err != nil {
		return nil, err
	}
	if misconfigured == nil && len(result.Groups) == 0 {
		result.Groups = []placement.Group{{Clusters: []string{}}}
	}
	result.Slice(name, namespace)
	return misconfigured, nil
}

func predefinedGroups(
	strategy *placement.GroupStrategy, cluster func(name string) *placement.Cluster,
) ([]placement.PredefinedGroup, *placement.Misconfiguration) {
	if strategy == nil {
		return nil, nil
	}
	var groups []placement.PredefinedGroup
	for i := range strategy.DecisionGroups {
		group := &strategy.DecisionGroups[i]
		labels, err := CompileSelector(group.GroupClusterSelector.LabelSelector)
		if err == nil {
			var claims Selector
			claims, err = CompileClaimSelector(group.GroupClusterSelector.ClaimSelector)
			groups = append(groups, placement.PredefinedGroup{Name: group.GroupName, Matches: func(name string) bool {
				c := cluster(name)
				return labels.Matches(c.Labels) && claims.Matches(c.Claims)
			}})
		}
		if err != nil {
			return groups[:i], &placement.Misconfiguration{
				Field:   fmt.Sprintf("decisionStrategy.groupStrategy.decisionGroups[%d].groupClusterSelector", i),
				Message: err.Error(),
			}
		}
	}
	return groups, nil
}
