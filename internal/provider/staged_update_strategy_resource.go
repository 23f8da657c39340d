// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/delivery"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// stagedStrategyKind is multicluster_staged_update_strategy.
//
// # Resource staged_update_strategy
//
// The stages in which KubeFleet rolls a placement out, on the hub of the provider. It is a ClusterStagedUpdateStrategy or, with a
// `namespace`, a StagedUpdateStrategy. A `multicluster_staged_update_run` uses it for a placement whose `strategy` has the type
// `External`, and keeps the stages that it started with.
var stagedStrategyKind = hubresource.Kind[hubobject.StagedStrategy]{
	Validate: func(s *hubobject.StagedStrategy) field.ErrorList {
		return append(validateKeys(s.Namespace, s.Name), staged.ValidateStages(s.Stages, field.NewPath("stages"))...)
	},
	Hub: managed.Kind[hubobject.StagedStrategy]{
		Name: "staged_update_strategy", Keys: []string{"namespace", "name"}, OptionalKeys: 1,
		Kinds: hubobject.KubeFleet.Strategies.Kinds(),
		Apply: hubobject.ApplyStagedStrategy, Read: hubobject.ReadStagedStrategy,
		Effects: func(
			ctx context.Context, target *managed.Target, what string, prior, planned *hubobject.StagedStrategy,
		) finding.List {
			change := hubview.Change{Prior: strategyObject(prior), Planned: strategyObject(planned)}
			return delivery.ChangesStrategy(ctx, target.Hub.Plan, what, change)
		},
		Arguments: []string{"labels", "annotations", "stages"},
		Imported: func(s *hubobject.StagedStrategy) {
			s.Annotations = withoutControllers(s.Annotations, lastApplied)
		},
		OnlyOnHub: true,
	},
}

// strategyObject is a strategy that a plan changes; nil if there is none.
func strategyObject(s *hubobject.StagedStrategy) *hubview.Object {
	if s == nil {
		return nil
	}
	ref := hub.Reference{Kind: hubobject.KubeFleet.Strategies.KindIn(s.Namespace), Namespace: s.Namespace, Name: s.Name}
	return &hubview.Object{Reference: ref, Stages: s.Stages}
}
