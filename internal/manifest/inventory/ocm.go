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
	set, err := apiobject.DecodeClusterSet(r.decode, raw)
	if err != nil {
		return added{name: set.Name}, err
	}
	r.fleet.Sets = append(r.fleet.Sets, set)
	mistakes := set.Validate(field.NewPath("metadata", "name"), field.NewPath("spec", "clusterSelector"))
	return added{name: set.Name, mistakes: mistakes}, nil
}

func (r *reader) addManagedClusterSetBinding(raw []byte) (added, error) {
	binding, err := apiobject.DecodeBinding(r.decode, raw)
	if err == nil {
		r.fleet.Bindings = append(r.fleet.Bindings, binding)
	}
	return added{namespace: binding.Namespace, name: binding.Name}, err
}

func (r *reader) addAddOnPlacementScore(raw []byte) (added, error) {
	score, err := apiobject.DecodeScore(r.decode, raw)
	if err != nil {
		return added{namespace: score.Cluster, name: score.Name}, err
	}
	r.fleet.Scores = append(r.fleet.Scores, score)
	mistakes := score.Validate(field.NewPath("status", "scores"))
	return added{namespace: score.Cluster, name: score.Name, mistakes: mistakes}, nil
}

func (r *reader) addPlacementDecision(raw []byte) (added, error) {
	decision, err := apiobject.DecodePlacementDecision(r.decode, raw)
	if err == nil {
		r.fleet.Decisions = append(r.fleet.Decisions, decision)
	}
	return added{namespace: decision.Namespace, name: decision.Name}, err
}
