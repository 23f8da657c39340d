// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package decisions

import (
	"context"
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
)

// DecidedObjects are the objects of an API server that have what it has decided for one placement, as JSON.
type DecidedObjects struct {
	// Placement is the placement with its kind.
	Placement json.RawMessage
	// PlacementDecisions are those of a placement of Open Cluster Management.
	PlacementDecisions []json.RawMessage
	// ResourceBindings are those of a placement of KubeFleet, and Snapshot is its latest policy snapshot, nil without one.
	ResourceBindings []json.RawMessage
	Snapshot         *apiobject.PolicySnapshot
}

// ReadDecided reads what a hub has decided for a placement. The error is about an object that has another form than its kind.
func ReadDecided(ctx context.Context, o DecidedObjects) (*Decided, error) {
	source := decidedPlacement{raw: o.Placement}
	if err := decode.Listed(o.Placement, &source); err != nil {
		return nil, err
	}
	d := &Decided{Generation: source.Metadata.Generation, Snapshot: o.Snapshot}
	var err error
	if d.Placement, err = manifest.ReadStoredPlacement(o.Placement); err != nil {
		return nil, err
	}
	_, d.SpecError = manifest.ReadPlacement(ctx, string(o.Placement))
	if d.PlacementDecisions, err = apiobject.ReadAll(o.PlacementDecisions, apiobject.DecodePlacementDecision); err != nil {
		return nil, err
	}
	if d.ResourceBindings, err = apiobject.ReadAll(o.ResourceBindings, apiobject.DecodeResourceBinding); err != nil {
		return nil, err
	}
	if err := decidedKinds[source.Kind](d, &source); err != nil {
		return nil, err
	}
	return d, nil
}

// decidedKinds has for each kind of a placement what adds the decisions of its status, and of the objects of the same placement.
var decidedKinds = map[string]func(d *Decided, source *decidedPlacement) error{
	api.OCMPlacementKind:       (*Decided).addOCM,
	api.ClusterPlacementKind:   (*Decided).addKubeFleet,
	api.NamespacePlacementKind: (*Decided).addKubeFleet,
	api.PlacementRuleKind:      (*Decided).addRule,
}

// decidedPlacement is a placement of any dialect with what it publishes of its decisions.
type decidedPlacement struct {
	raw []byte
	decode.Header
	Metadata struct {
		api.Metadata
		Generation int64 `json:"generation"`
	} `json:"metadata"`
	Status struct {
		Selected   *int               `json:"numberOfSelectedClusters"`
		Groups     []decidedGroup     `json:"decisionGroups"`
		Conditions []metav1.Condition `json:"conditions"`
	} `json:"status"`
}
