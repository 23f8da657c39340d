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
	b, err := apiobject.DecodeResourceBinding(r.decode, raw)
	return appended(&r.fleet.ResourceBindings, b, b.Namespace, b.Name, err)
}

func (r *reader) addDisruptionBudget(raw []byte) (added, error) {
	b, err := apiobject.DecodeDisruptionBudget(r.decode, raw)
	return appended(&r.fleet.DisruptionBudgets, b, "", b.Name, err)
}

func (r *reader) addKubeFleetPlacement(raw []byte) (added, error) {
	p, err := apiobject.ReadKubeFleetPlacement(raw)
	return appended(&r.fleet.KubeFleetPlacements, p, p.Namespace, p.Name, err)
}

func (r *reader) addPolicySnapshot(raw []byte) (added, error) {
	s, err := apiobject.DecodePolicySnapshot(r.decode, raw)
	return appended(&r.fleet.PolicySnapshots, s, s.Namespace, s.Name, err)
}
