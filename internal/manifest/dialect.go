// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// dialect is what is particular to the objects of the placements of one dialect. Every function is set.
type dialect struct {
	// isSet reports whether a placement is of the dialect.
	isSet func(p *Placement) bool
	// wanted is the number of clusters that a placement of the dialect asks for, and the argument that says so; nil if it asks for
	// no number.
	wanted func(p *Placement) (argument string, number *int32)
	// hasObjectSpec says that the spec has more than what its scheduler and its rollout read.
	hasObjectSpec bool
	// object is the object of the placement. The mistake is a field that it does not have.
	object func(p *Placement) (object placementObject, mistake *field.Error)
	// validateRollout finds a strategy, which is set, that no object of the dialect can have, and an object that cannot have it.
	validateRollout func(p *Placement) field.ErrorList
	// rolloutObject is the object that has the strategy of a valid placement, or its stages.
	rolloutObject func(p *Placement) placementObject
}

// dialects has a row for each of [placement.Dialects].
var dialects = map[placement.Dialect]*dialect{
	placement.DialectOCM: {
		isSet:           func(p *Placement) bool { return p.OCM != nil },
		wanted:          func(p *Placement) (string, *int32) { return "number_of_clusters", p.OCM.NumberOfClusters },
		object:          ocmObject,
		validateRollout: validateOCMRollout,
		rolloutObject:   ocmRolloutObject,
	},
	placement.DialectKubeFleet: {
		isSet:           func(p *Placement) bool { return p.KubeFleet != nil },
		wanted:          func(p *Placement) (string, *int32) { return "number_of_clusters", p.KubeFleet.NumberOfClusters },
		hasObjectSpec:   true,
		object:          kubeFleetObject,
		validateRollout: validateFleetRollout,
		rolloutObject:   stagesObject,
	},
	placement.DialectHybrid: {
		isSet:  func(p *Placement) bool { return p.Hybrid != nil },
		wanted: func(p *Placement) (string, *int32) { return "replicas", p.Hybrid.Replicas },
		object: hybridObject,
		validateRollout: func(*Placement) field.ErrorList {
			return field.ErrorList{api.NoField(field.NewPath("strategy"), api.PlacementRuleKind)}
		},
		// No placement rule with a strategy is valid.
		rolloutObject: func(*Placement) placementObject { return placementObject{} },
	},
}

func (p *Placement) dialect() *dialect { return dialects[p.Dialect()] }

// kind is the kind of the object of the placement.
func (p *Placement) kind() string { return api.PlacementKinds[p.Dialect()].KindIn(p.Namespace).Kind }

// fleetKind is the kind of a placement of KubeFleet.
func fleetKind(namespace string) string {
	return api.PlacementKinds[placement.DialectKubeFleet].KindIn(namespace).Kind
}
