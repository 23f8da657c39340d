// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
)

// fleetStrategy is spec.strategy of a placement of KubeFleet.
type fleetStrategy struct {
	Type               string                      `json:"type,omitempty"`
	RollingUpdate      *rollingupdate.Config       `json:"rollingUpdate,omitempty"`
	ApplyStrategy      *rollout.ApplyStrategy      `json:"applyStrategy,omitempty"`
	DeleteStrategy     *rollout.DeleteStrategy     `json:"deleteStrategy,omitempty"`
	ReportBackStrategy *rollout.ReportBackStrategy `json:"reportBackStrategy,omitempty"`
}

// read returns the strategy without its stages, which are in another object. The type has the API server's default.
func (s *fleetStrategy) read() (*rollout.Strategy, error) {
	if s == nil {
		return nil, nil
	}
	strategyType := cmp.Or(s.Type, rollout.TypeRollingUpdate)
	if !slices.Contains(rollout.KubeFleetTypes, strategyType) {
		return nil, excerpt.NotSupported(field.NewPath("spec", "strategy", "type"), strategyType, rollout.KubeFleetTypes)
	}
	return &rollout.Strategy{
		OCMStrategy: ocm.Strategy{Type: strategyType}, RollingUpdate: s.RollingUpdate, ApplyStrategy: s.ApplyStrategy,
		DeleteStrategy: s.DeleteStrategy, ReportBackStrategy: s.ReportBackStrategy,
	}, nil
}

// fleetStrategyOf is the strategy without its stages.
func fleetStrategyOf(s *rollout.Strategy) *fleetStrategy {
	if s == nil {
		return nil
	}
	return &fleetStrategy{s.Type, s.RollingUpdate, s.ApplyStrategy, s.DeleteStrategy, s.ReportBackStrategy}
}
