// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// fleetConfig is where the labels come from that the stages of a strategy select by.
type fleetConfig struct {
	Clusters  []placement.Cluster `json:"clusters,omitzero"`
	Manifests []string            `json:"manifests,omitzero"`
}

// dialectOf is the dialect whose clusters a strategy rolls out to.
func dialectOf(s *rollout.Strategy) placement.Dialect {
	if s.IsOCM() {
		return placement.DialectOCM
	}
	return placement.DialectKubeFleet
}

// validate checks the clusters that are given as values. Until the type of the strategy is known, it is not known how.
func (f *fleetConfig) validate(r *tfvalue.Reader, config any, s *rollout.Strategy) {
	if s.Type != "" {
		r.Check(nil, config, fleet.ValidateClusters("clusters", f.Clusters, planner.ClusterKind(dialectOf(s)), framework.KindKnown(r)))
	}
}

// members are the clusters of the fleet; nil if it is not known. A rollout that goes on from apply to apply reads every fleet: it
// has to tell a cluster that is gone from one that is no longer chosen. In a single pass only stages look at clusters: with
// another strategy the fleet may be missing, and that of the provider is not read.
//
// They are those of the strategy's dialect, and behind them those of other kinds with other names: a strategy of one dialect can
// roll out what a placement of another one has decided.
func (f *fleetConfig) members(
	ctx context.Context, s *rollout.Strategy, source *providerdata.FleetSource, goesOn bool,
) ([]step.Member, diag.Diagnostics) {
	if s.Type != rollout.TypeExternal && f.Clusters == nil && f.Manifests == nil && (!goesOn || !source.IsSet) {
		return nil, nil
	}
	manifests, diags := source.Read(ctx, f.Manifests, f.Clusters != nil)
	if diags.HasError() {
		return nil, diags
	}
	known := planner.Fleet{Clusters: f.Clusters, Manifests: manifests}
	seen, findings := known.Seen(planner.ClusterKind(dialectOf(s)))
	diags.Append(framework.Findings[fleetConfig](findings)...)
	members := make([]step.Member, 0, len(manifests.Clusters)+len(f.Clusters))
	has := make(map[string]bool, cap(members))
	for _, clusters := range [][]placement.Cluster{seen, manifests.Clusters, f.Clusters} {
		for i := range clusters {
			if c := &clusters[i]; !has[c.Name] {
				has[c.Name] = true
				members = append(members, step.Member{Name: c.Name, Labels: c.Labels})
			}
		}
	}
	return members, diags
}
