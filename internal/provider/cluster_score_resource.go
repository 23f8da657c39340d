// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"reflect"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
)

// clusterScoreKind is multicluster_cluster_score.
//
// # Resource cluster_score
//
// The scores that an add-on measured on a cluster, as in an AddOnPlacementScore of Open Cluster Management, for `scores =
// values(multicluster_cluster_score.cpu)` of a placement. With the provider's `hub`, it is the AddOnPlacementScore in the
// namespace of the cluster, with its status; otherwise it is only in the state.
var clusterScoreKind = hubresource.Kind[placement.Score]{
	Element: reflect.TypeFor[placement.Score](),
	Validate: func(s *placement.Score) field.ErrorList {
		errs := append(placement.ValidateName(s.Cluster, field.NewPath("cluster")),
			placement.ValidateName(s.Name, field.NewPath("name"))...)
		return append(errs, s.Validate(field.NewPath("scores"))...)
	},
	Hub: managed.Kind[placement.Score]{
		Name: "cluster_score", Keys: []string{"cluster", "name"},
		Kinds: []*hubobject.Kind{hubobject.AddOnPlacementScore},
		Apply: hubobject.ApplyScore, Read: hubobject.ReadScore,
		Arguments: []string{"scores", "valid_until"},
	},
}
