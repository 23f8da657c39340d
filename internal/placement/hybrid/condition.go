// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// ConditionDecided is True if at least one target was chosen. Upstream's placement rules do not have conditions.
const ConditionDecided = "Decided"

var outcomeMessages = map[string]string{
	OutcomeDecided:           "The advisors have left the decided targets",
	OutcomePrevious:          "An advisor did not answer, and the previous decisions were kept",
	OutcomeReplicasZero:      "replicas is 0",
	OutcomeNoCandidates:      "Nothing matches the deployer type, the targets and the target labels",
	OutcomeAllVetoed:         "The predicates together name none of the candidates",
	OutcomeNoRecommendations: "No advisor names any candidate",
}

func (p *pass) addCondition() {
	p.result.Satisfied = len(p.result.Decisions) > 0
	status := "False"
	if p.result.Satisfied {
		status = "True"
	}
	p.result.Conditions = []placement.Condition{{
		Type: ConditionDecided, Status: status, Reason: p.outcome, Message: outcomeMessages[p.outcome],
	}}
}

// group divides the decisions. It looks up only chosen targets, because a target of another kind may have the same key.
func (p *pass) group() (*placement.Misconfiguration, error) {
	clusters := make(map[string]*placement.Cluster, len(p.decided))
	for _, c := range p.decided {
		clusters[c.key] = c.target.Cluster
		if c.target.Cluster == nil {
			clusters[c.key] = &placement.Cluster{Name: c.key, Labels: c.target.Labels}
		}
	}
	return match.Group(p.ctx, &p.result, p.req.DecisionStrategy.GroupStrategy, p.req.Name, p.req.Namespace,
		func(key string) *placement.Cluster { return clusters[key] })
}
