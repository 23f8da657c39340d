// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
)

// RolloutOf is an object that has the strategy of a placement. One that has a namespace has the placement's.
//
// Example for guides/reference-rollout#rollout_of:
//
//	{ kind = "ManifestWorkReplicaSet", name = "web" }
type RolloutOf struct {
	// With `ocm`, `ManifestWorkReplicaSet` or `ClusterManagementAddOn`. With `kubefleet`, `ClusterStagedUpdateStrategy`, or
	// `StagedUpdateStrategy` if the placement has a `namespace`.
	Kind string `json:"kind"`
	// The name of the object. An object that has a namespace is in that of the placement.
	Name string `json:"name"`
}

// rolloutKind is a kind of object that has the strategy of a placement.
type rolloutKind struct {
	// placementKind is the kind of the placement, as Header.GroupKind returns it.
	placementKind string
	add           func(r *rolloutReader, o *object, metadata api.Metadata) error
}

// ocmKind is the kind of a Placement of Open Cluster Management, as Header.GroupKind returns it.
const ocmKind = api.OCMPlacementKind + "." + api.OCMGroup

// rolloutKinds has the kinds of objects that have the strategy of a placement.
var rolloutKinds = map[string]rolloutKind{
	api.ReplicaSetKind + "." + api.WorkGroup: {ocmKind, (*rolloutReader).addReplicaSet},
	api.AddOnKind + "." + api.AddOnGroup:     {ocmKind, (*rolloutReader).addAddOn},
	api.ClusterStagesKind + "." + api.FleetPlacementGroup: {
		api.ClusterPlacementKind + "." + api.FleetPlacementGroup, (*rolloutReader).addStages,
	},
	api.NamespaceStagesKind + "." + api.FleetPlacementGroup: {
		api.NamespacePlacementKind + "." + api.FleetPlacementGroup, (*rolloutReader).addStages,
	},
}

// rolloutReader adds the strategy that other objects have to a placement.
type rolloutReader struct {
	*Placement
	// from is the object that the strategy is from, as kubectl prints it; empty if it is from the placement itself.
	from string
	// written says that the strategy is not only the API server's default.
	written bool
}

// readRollouts reads the objects that have the strategy of a placement.
func readRollouts(p *Placement, placed *object, rollouts []*object) (Placement, error) {
	r := &rolloutReader{Placement: p}
	for _, o := range rollouts {
		if err := r.read(placed, o); err != nil {
			return Placement{}, o.mistake(err)
		}
	}
	return *p, nil
}

func (r *rolloutReader) read(placed, o *object) error {
	kind := rolloutKinds[o.kind]
	if kind.placementKind != placed.kind {
		return fmt.Errorf("a %s has the rollout of a %s, and the placement is a %s; remove the object", o.Kind,
			nameOfKind(kind.placementKind), placed.Kind)
	}
	var identity struct {
		Metadata api.Metadata `json:"metadata"`
	}
	if err := decode.Into(o.JSON, &identity); err != nil {
		return err
	}
	if identity.Metadata.Name == "" {
		return field.Required(field.NewPath("metadata", "name"), "the object must have a name")
	}
	return kind.add(r, o, identity.Metadata)
}

// take notes the object that the strategy is from.
func (r *rolloutReader) take(o *object, metadata api.Metadata) {
	r.from, r.RolloutOf = o.name, &RolloutOf{Kind: o.Kind, Name: metadata.Name}
}

// fullName is the namespace and the name of an object, for a message.
func fullName(namespace, name string) string {
	return (&Placement{Namespace: excerpt.Text(namespace), Name: excerpt.Text(name)}).FullName()
}
