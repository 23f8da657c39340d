// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// group divides the decisions into groups, as Open Cluster Management does.
func (p *pass) group() (*placement.Misconfiguration, error) {
	return match.Group(p.ctx, &p.result, p.req.DecisionStrategy.GroupStrategy, p.req.Name, p.req.Namespace,
		func(name string) *placement.Cluster {
			at, _ := p.Position(name) // decisions are clusters of the fleet
			return p.Clusters[at]
		})
}
