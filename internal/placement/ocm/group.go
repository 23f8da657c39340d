// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// group divides the decisions into groups and cuts these into PlacementDecisions.
func (p *pass) group() *placement.Misconfiguration {
	misconfigured, err := match.Group(p.ctx, &p.result, p.req.DecisionStrategy.GroupStrategy, p.req.Name, p.req.Namespace,
		func(name string) *placement.Cluster {
			at, _ := p.Position(name) // decisions are clusters of the fleet
			return p.Clusters[at]
		})
	p.err = err
	return misconfigured
}
