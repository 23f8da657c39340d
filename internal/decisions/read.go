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
	// Decisions are its PlacementDecisions or, in KubeFleet, its bindings; none of a PlacementRule, which has its decisions itself.
	Decisions []json.RawMessage
	// Snapshot is the latest policy snapshot of a placement of KubeFleet, nil without one.
	Snapshot *apiobject.PolicySnapshot
}

// ReadDecided reads what a hub has decided for a placement. The error is about an object that has another form than its kind.
func ReadDecided(ctx context.Context, o DecidedObjects) (*Decided, error) {
	source := decidedPlacement{objects: &o}
	if err := decode.Listed(o.Placement, &source); err != nil {
		return nil, err
	}
	d := &Decided{Generation: source.Metadata.Generation, Snapshot: o.Snapshot}
	var err error
	if d.Placement, err = manifest.ReadStoredPlacement(o.Placement); err != nil {
		return nil, err
	}
	_, d.SpecError = manifest.ReadPlacement(ctx, string(o.Placement))
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
	objects *DecidedObjects
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
