// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// memberClusterV1 is the version that kubectl reads by default. Its schema has the conditions of a MemberCluster but not
// status.namespaces. No other version of the kinds that are read lacks a field that affects scheduling.
const memberClusterV1 = api.FleetClusterGroup + "/v1"

func (r *reader) addMemberCluster(raw []byte) (added, error) {
	cluster, err := apiobject.DecodeMemberCluster(r.decode, raw)
	if err != nil {
		return added{name: cluster.Name}, err
	}
	cluster.NamespacesLost = r.header.APIVersion == memberClusterV1 && cluster.NamespacesCollected && cluster.Namespaces == nil
	r.addCluster(cluster)
	if r.validator == nil {
		return added{name: cluster.Name}, nil
	}
	return added{name: cluster.Name, mistakes: r.validator.MemberCluster(&cluster, memberClusterPaths)}, nil
}

// memberClusterPaths are the paths of a MemberCluster's fields.
var memberClusterPaths = placement.ClusterPaths{
	Name:   field.NewPath("metadata", "name"),
	Labels: field.NewPath("metadata", "labels"),
	Taints: field.NewPath("spec", "taints"),
}

func (r *reader) addResourceBinding(raw []byte) (added, error) {
	binding, err := apiobject.DecodeResourceBinding(r.decode, raw)
	if err == nil {
		r.fleet.ResourceBindings = append(r.fleet.ResourceBindings, binding)
	}
	return added{namespace: binding.Namespace, name: binding.Name}, err
}

func (r *reader) addDisruptionBudget(raw []byte) (added, error) {
	budget, err := apiobject.DecodeDisruptionBudget(r.decode, raw)
	if err == nil {
		r.fleet.DisruptionBudgets = append(r.fleet.DisruptionBudgets, budget)
	}
	return added{name: budget.Name}, err
}

func (r *reader) addKubeFleetPlacement(raw []byte) (added, error) {
	placement, err := apiobject.ReadKubeFleetPlacement(raw)
	if err == nil {
		r.fleet.KubeFleetPlacements = append(r.fleet.KubeFleetPlacements, placement)
	}
	return added{namespace: placement.Namespace, name: placement.Name}, err
}

func (r *reader) addPolicySnapshot(raw []byte) (added, error) {
	snapshot, err := apiobject.DecodePolicySnapshot(r.decode, raw)
	if err == nil {
		r.fleet.PolicySnapshots = append(r.fleet.PolicySnapshots, snapshot)
	}
	return added{namespace: snapshot.Namespace, name: snapshot.Name}, err
}
