package ocm

import (
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// group divides the decisions into groups and cuts these into PlacementDecisions. A wrong size leaves no group at
// all. A wrong selector leaves the groups before it; everything after it is dropped, as upstream does.
func (p *pass) group() *placement.Misconfiguration {
	const path = "decisionStrategy.groupStrategy"
	strategy := p.req.DecisionStrategy.GroupStrategy
	size, err := strategy.GroupSize(len(p.result.Decisions))
	if err != nil {
		return &placement.Misconfiguration{Field: path + ".clustersPerDecisionGroup", Message: err.Error()}
	}
	groups, misconfigured := p.predefinedGroups(strategy)
	if misconfigured == nil {
		groups = append(groups, placement.Remainder)
	}
	p.result.Divide(size, groups)
	p.result.Slice(p.req.Name, p.req.Namespace)
	return misconfigured
}

func (p *pass) predefinedGroups(strategy *placement.GroupStrategy) ([]placement.PredefinedGroup, *placement.Misconfiguration) {
	if strategy == nil {
		return nil, nil
	}
	var groups []placement.PredefinedGroup
	for i := range strategy.DecisionGroups {
		group := &strategy.DecisionGroups[i]
		labels, err := match.CompileSelector(group.GroupClusterSelector.LabelSelector)
		if err == nil {
			var claims match.Selector
			claims, err = match.CompileClaimSelector(group.GroupClusterSelector.ClaimSelector)
			groups = append(groups, placement.PredefinedGroup{Name: group.GroupName, Matches: func(name string) bool {
				at, ok := p.position(name)
				return ok && labels.Matches(p.clusters[at].Labels) && claims.Matches(p.clusters[at].Claims)
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
