// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

func (r *reader) addManagedCluster(raw []byte) (added, error) {
	cluster, err := apiobject.DecodeManagedCluster(r.decode, raw)
	if err != nil {
		return added{name: cluster.Name}, err
	}
	if r.keep != nil {
		cluster.Object = r.keep(raw)
	}
	r.addCluster(cluster)
	if r.validator == nil {
		return added{name: cluster.Name}, nil
	}
	return added{name: cluster.Name, mistakes: r.validator.Cluster(&cluster, managedClusterPaths)}, nil
}

// managedClusterPaths are the paths of a ManagedCluster's fields.
var managedClusterPaths = placement.ClusterPaths{
	Name:   field.NewPath("metadata", "name"),
	Labels: field.NewPath("metadata", "labels"),
	Claims: field.NewPath("status", "clusterClaims"),
	Taints: field.NewPath("spec", "taints"),
}

func (r *reader) addManagedClusterSet(raw []byte) (added, error) {
	s, err := apiobject.DecodeClusterSet(r.decode, raw)
	object, err := appended(&r.fleet.Sets, s, "", s.Name, err)
	object.mistakes = s.Validate(field.NewPath("metadata", "name"), field.NewPath("spec", "clusterSelector"))
	return object, err
}

func (r *reader) addManagedClusterSetBinding(raw []byte) (added, error) {
	b, err := apiobject.DecodeBinding(r.decode, raw)
	return appended(&r.fleet.Bindings, b, b.Namespace, b.Name, err)
}

func (r *reader) addAddOnPlacementScore(raw []byte) (added, error) {
	s, err := apiobject.DecodeScore(r.decode, raw)
	object, err := appended(&r.fleet.Scores, s, s.Cluster, s.Name, err)
	object.mistakes = s.Validate(field.NewPath("status", "scores"))
	return object, err
}

func (r *reader) addPlacementDecision(raw []byte) (added, error) {
	d, err := apiobject.DecodePlacementDecision(r.decode, raw)
	return appended(&r.fleet.Decisions, d, d.Namespace, d.Name, err)
}
