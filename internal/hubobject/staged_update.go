// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"encoding/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// The kinds of the stages of a rollout that KubeFleet carries out by itself: for placements without a namespace, and for those in
// its own namespace.
var (
	ClusterStagedUpdateStrategy = fleetKind(api.ClusterStagesKind)
	StagedUpdateStrategy        = namespacedKind(api.FleetPlacementGroup, api.NamespaceStagesKind)
)

// StagedStrategy is what a ClusterStagedUpdateStrategy sets or, with a namespace, a StagedUpdateStrategy.
type StagedStrategy struct {
	Namespace   string            `json:"namespace,omitempty"`
	Name        string            `json:"name"`
	Labels      map[string]string `json:"labels,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
	staged.Strategy
}

// ApplyStagedStrategy returns what a strategy sets in its object.
func ApplyStagedStrategy(s *StagedStrategy) (Applied, error) {
	return newApplied(s.Labels, s.Annotations, s.Strategy)
}

// ReadStagedStrategy reads a strategy from the JSON of its object.
func ReadStagedStrategy(object []byte) (StagedStrategy, error) {
	var o stored[staged.Strategy]
	err := json.Unmarshal(object, &o)
	return StagedStrategy{
		Namespace: o.Metadata.Namespace, Name: o.Metadata.Name, Labels: o.Metadata.Labels, Annotations: o.Metadata.Annotations,
		Strategy: o.Spec,
	}, err
}

var _ = describe.Struct[StagedStrategy](describe.Attributes{
	"name": {Text: "The name of the strategy."},
	"namespace": {
		Text: "The namespace of a StagedUpdateStrategy, for ResourcePlacements in it. Without it, the object is a " +
			"ClusterStagedUpdateStrategy, for ClusterResourcePlacements.",
	},
	"labels":      {Text: "The labels of the strategy."},
	"annotations": {Text: "The annotations of the strategy."},
})
