// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacement

import (
	"context"
	"reflect"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// hubResultNames are the outputs that a hub has. The others are null there.
var hubResultNames = tfvalue.Names(reflect.TypeFor[hubdecision.Outputs]())

// decidedOutputs are the outputs of what a hub has decided.
func (p *hubPlacement) decidedOutputs(
	ctx context.Context, decided *decisions.Decided, moves diff.Changes,
) (map[string]any, error) {
	config, err := p.detailedConfig(ctx, decided)
	if err != nil {
		return nil, err
	}
	return hubOutputs(hubdecision.OutputsOf(&config.Request, decided, nil, &config.Details), moves), nil
}

// detailedConfig is the configuration with what a hub has decided, and with the clusters whose labels or claims are asked for.
func (p *hubPlacement) detailedConfig(ctx context.Context, decided *decisions.Decided) (*placementconfig.Config, error) {
	config := *p.config
	config.Placement = decided.Placement
	if config.NeedsClusters() {
		if err := config.ListHub(ctx, p.Hub); err != nil {
			return nil, err
		}
	}
	return &config, nil
}

// hubOutputs are all outputs of a placement on a hub, by name.
func hubOutputs(of *hubdecision.Outputs, moves diff.Changes) map[string]any {
	is, outputs := tfvalue.Attributes(of), map[string]any{}
	for _, name := range placementconfig.ResultNames() {
		outputs[name] = nil
		if slices.Contains(hubResultNames, name) {
			outputs[name] = is[name]
		}
	}
	outputs["skipped_kinds"] = map[string]int{} // A hub schedules every placement by the objects of its own kind.
	outputs["moves"] = planner.MovesOf(moves)
	return outputs
}

// plannedDetails are the chosen clusters of a plan, without the labels and claims that the apply reads from the hub.
func (p *hubPlacement) plannedDetails() map[string]any {
	clusters := map[string]any{}
	decisions, groups := p.planned()
	for name, chosen := range p.config.ByCluster(decisions, groups, &planner.Details{}) {
		attributes := tfvalue.Attributes(chosen)
		if len(p.config.WithLabels) > 0 || p.Reader.IsUnknown(tfvalue.Root("with_labels")) {
			attributes["labels"] = tfvalue.Unknown
		}
		if len(p.config.WithClaims) > 0 || p.Reader.IsUnknown(tfvalue.Root("with_claims")) {
			attributes["claims"] = tfvalue.Unknown
		}
		clusters[name] = attributes
	}
	return clusters
}

// detailed are the chosen clusters of a plan, with the labels and claims that the hub has now.
func (p *hubPlacement) detailed(ctx context.Context) (map[string]planner.ChosenCluster, error) {
	config := *p.config
	if config.NeedsClusters() {
		if err := config.ListHub(ctx, p.Hub); err != nil {
			return nil, err
		}
	}
	decisions, groups := p.planned()
	return config.ByCluster(decisions, groups, &config.Details), nil
}

// planned are the decisions of a plan that does not wait for others: the pending ones, or those of the state.
func (p *hubPlacement) planned() ([]planner.Decision, []planner.Group) {
	if p.memory.Pending != nil {
		return p.memory.Pending.Decisions, p.memory.Pending.DecisionGroups
	}
	return p.last.Chosen, p.last.Groups
}
