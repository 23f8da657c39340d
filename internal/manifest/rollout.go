// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"cmp"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
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
	metadata, err := api.MetadataOf(o.JSON)
	if err == nil && metadata.Name == "" {
		err = field.Required(field.NewPath("metadata", "name"), "the object must have a name")
	}
	if err != nil {
		return err
	}
	return kind.add(r, o, metadata)
}

// take notes the object that the strategy is from.
func (r *rolloutReader) take(o *object, metadata api.Metadata) {
	r.from, r.RolloutOf = o.name, &RolloutOf{Kind: o.Kind, Name: metadata.Name}
}

// fullName is the namespace and the name of an object, for a message.
func fullName(namespace, name string) string {
	return (&Placement{Namespace: excerpt.Text(namespace), Name: excerpt.Text(name)}).FullName()
}

// addStages adds the stages of a StagedUpdateStrategy or ClusterStagedUpdateStrategy. It does not refer to a placement: the
// update run names both.
func (r *rolloutReader) addStages(o *object, metadata api.Metadata) error {
	spec, err := specOf[staged.Strategy](o.JSON, true)
	if err != nil {
		return err
	}
	switch strategyType := cmp.Or(r.Strategy, &rollout.Strategy{OCMStrategy: ocm.Strategy{Type: rollout.TypeRollingUpdate}}).Type; {
	case strategyType != rollout.TypeExternal:
		return fmt.Errorf("a %s applies only to a placement with spec.strategy.type %q, and the type is %q; change the type, or "+
			"remove the object", o.Kind, rollout.TypeExternal, strategyType)
	case metadata.Namespace != r.Namespace && o.Kind == api.NamespaceStagesKind:
		return field.Invalid(field.NewPath("metadata", "namespace"), metadata.Namespace,
			"the namespace of the placement is "+excerpt.Quote(r.Namespace))
	case metadata.Namespace != "" && o.Kind == api.ClusterStagesKind:
		return field.Invalid(field.NewPath("metadata", "namespace"), metadata.Namespace, "a "+api.ClusterStagesKind+" has no namespace")
	case r.from != "":
		return fmt.Errorf("the placement already has the stages of %s; remove one of the objects", excerpt.Text(r.from))
	case len(spec.Stages) == 0:
		return field.Required(field.NewPath("spec", "stages"), "the object must have stages")
	}
	r.Strategy.Stages = spec.Stages
	r.take(o, metadata)
	return nil
}

// stagesObject is the object of KubeFleet that has the stages of a placement.
func stagesObject(p *Placement) placementObject {
	spec := staged.Strategy{Stages: p.Strategy.Stages}
	return newObject(api.FleetPlacementGroup+"/v1beta1", p.RolloutOf.Kind, p.Namespace, p.RolloutOf.Name, spec)
}

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
