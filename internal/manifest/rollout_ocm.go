// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// replicaSetSpec is the part of the spec of a ManifestWorkReplicaSet that refers to placements.
type replicaSetSpec struct {
	PlacementRefs []placementRef `json:"placementRefs,omitempty"`
}

// placementRef refers to a placement in the same namespace.
type placementRef struct {
	Name            string        `json:"name"`
	RolloutStrategy *ocm.Strategy `json:"rolloutStrategy,omitempty"`
}

// addOnSpec is the part of the spec of a ClusterManagementAddOn that refers to placements.
type addOnSpec struct {
	InstallStrategy installStrategy `json:"installStrategy,omitzero"`
}

type installStrategy struct {
	Type       string           `json:"type,omitempty"`
	Placements []addOnPlacement `json:"placements,omitempty"`
}

// addOnPlacement refers to a placement in any namespace. Its configs are not read.
type addOnPlacement struct {
	Name            string         `json:"name"`
	Namespace       string         `json:"namespace"`
	Configs         jsontext.Value `json:"configs,omitempty"`
	RolloutStrategy *ocm.Strategy  `json:"rolloutStrategy,omitempty"`
}

// installPlacements is the type of an installStrategy whose placements apply.
const installPlacements = "Placements"

// reference is a placement that an object refers to.
type reference struct {
	namespace, name string
	strategy        *ocm.Strategy
}

func (r *rolloutReader) addReplicaSet(o *object, metadata api.Metadata) error {
	spec, err := specOf[struct {
		replicaSetSpec
		otherFields
	}](o.JSON, true)
	if err != nil {
		return err
	}
	references := lists.Map(spec.PlacementRefs, func(ref placementRef) reference {
		return reference{metadata.Namespace, ref.Name, ref.RolloutStrategy}
	})
	return r.addReferences(o, metadata, field.NewPath("spec", "placementRefs"), references)
}

func (r *rolloutReader) addAddOn(o *object, metadata api.Metadata) error {
	spec, err := specOf[struct {
		addOnSpec
		otherFields
	}](o.JSON, true)
	if err != nil {
		return err
	}
	path, install := field.NewPath("spec", "installStrategy"), &spec.InstallStrategy
	if len(install.Placements) > 0 && install.Type != installPlacements {
		return field.Invalid(path.Child("type"), install.Type, "placements apply only with the type "+excerpt.Quote(installPlacements))
	}
	references := lists.Map(install.Placements, func(ref addOnPlacement) reference {
		return reference{ref.Namespace, ref.Name, ref.RolloutStrategy}
	})
	return r.addReferences(o, metadata, path.Child("placements"), references)
}

// addReferences adds the strategy of the references to the placement.
func (r *rolloutReader) addReferences(o *object, metadata api.Metadata, path *field.Path, references []reference) error {
	var others []string
	for i, ref := range references {
		if ref.name != r.Name || ref.namespace != r.Namespace {
			others = append(others, fullName(ref.namespace, ref.name))
			continue
		}
		if err := r.addReference(o, metadata, path.Index(i).Child("rolloutStrategy"), ref.strategy); err != nil {
			return err
		}
	}
	switch {
	case len(references) == 0:
		return field.Required(path, "the object refers to no placement; remove it, or refer to "+fullName(r.Namespace, r.Name))
	case len(others) == len(references):
		return field.Forbidden(path, fmt.Sprintf("the object refers to %s, and the placement is %s; remove the object",
			excerpt.List(others, ", "), fullName(r.Namespace, r.Name)))
	}
	return nil
}

// addReference adds the strategy of one reference. A reference without a strategy has the API server's default, which does
// not differ from any other.
func (r *rolloutReader) addReference(o *object, metadata api.Metadata, path *field.Path, written *ocm.Strategy) error {
	strategy := ocm.Strategy{Type: ocm.TypeAll}
	if written != nil {
		strategy = *written
	}
	strategy.Type = cmp.Or(strategy.Type, ocm.TypeAll)
	switch {
	case !slices.Contains(ocm.Types, strategy.Type):
		return excerpt.NotSupported(path.Child("type"), strategy.Type, ocm.Types)
	case r.Strategy == nil, written != nil && !r.written:
		r.Strategy, r.written = &rollout.Strategy{OCMStrategy: strategy}, written != nil
		r.take(o, metadata)
	case written != nil && !reflect.DeepEqual(r.Strategy.OCMStrategy, strategy):
		return field.Forbidden(path, fmt.Sprintf("the strategy differs from that of %s for the same placement; remove one of them",
			excerpt.Text(r.from)))
	}
	return nil
}

// ocmRolloutObject is the object of Open Cluster Management that has the strategy of a placement.
func ocmRolloutObject(p *Placement) placementObject {
	strategy := &p.Strategy.OCMStrategy
	if p.RolloutOf.Kind == api.ReplicaSetKind {
		spec := replicaSetSpec{[]placementRef{{p.Name, strategy}}}
		return newObject(api.WorkGroup+"/v1alpha1", api.ReplicaSetKind, p.Namespace, p.RolloutOf.Name, spec)
	}
	return newObject(api.AddOnGroup+"/v1alpha1", api.AddOnKind, "", p.RolloutOf.Name, addOnSpec{installStrategy{
		installPlacements, []addOnPlacement{{Name: p.Name, Namespace: p.Namespace, RolloutStrategy: strategy}},
	}})
}
