// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// validation is how clusters of a kind are validated: the method of the validator, and the paths of the fields.
type validation struct {
	validate func(*placement.Validator, *placement.Cluster, placement.ClusterPaths) field.ErrorList
	paths    placement.ClusterPaths
}

// pathsOf are the paths of a cluster's fields in an object whose claims and taints are at these paths.
func pathsOf(claims, taints *field.Path) placement.ClusterPaths {
	return placement.ClusterPaths{
		Name: field.NewPath("metadata", "name"), Labels: field.NewPath("metadata", "labels"), Claims: claims, Taints: taints,
	}
}

// The validations of the kinds. A ClusterProfile has no taints, and a Secret of Argo CD has neither claims nor taints.
var (
	ofManagedCluster = validation{
		(*placement.Validator).Cluster, pathsOf(field.NewPath("status", "clusterClaims"), field.NewPath("spec", "taints")),
	}
	ofMemberCluster = validation{(*placement.Validator).MemberCluster, pathsOf(nil, field.NewPath("spec", "taints"))}
	ofProfile       = validation{
		(*placement.Validator).Cluster, pathsOf(field.NewPath("status", "properties"), field.NewPath("status", "conditions")),
	}
	ofSecret = validation{(*placement.Validator).Cluster, placement.ClusterPaths{
		Name: field.NewPath("data", "name"), Labels: field.NewPath("metadata", "labels"), Claims: field.NewPath("data"),
		Taints: field.NewPath("data"),
	}}
)

// addCluster adds a cluster, and returns its mistakes unless an API server has validated it.
func (r *reader) addCluster(c placement.Cluster, rules validation) field.ErrorList {
	r.fleet.Clusters = append(r.fleet.Clusters, c)
	r.fleet.ClusterPlaces = append(r.fleet.ClusterPlaces, r.here)
	if r.validator == nil {
		return nil
	}
	return rules.validate(r.validator, &c, rules.paths)
}

func (r *reader) addManagedCluster(raw []byte) (added, error) {
	cluster, err := apiobject.DecodeManagedCluster(r.decode, raw)
	if err != nil {
		return added{name: cluster.Name}, err
	}
	if r.keep != nil {
		cluster.Object = r.keep(raw)
	}
	return added{name: cluster.Name, mistakes: r.addCluster(cluster, ofManagedCluster)}, nil
}

// memberClusterV1 is the version that kubectl reads by default. Its schema has the conditions of a MemberCluster but not
// status.namespaces. No other version of the kinds that are read lacks a field that affects scheduling.
const memberClusterV1 = api.FleetClusterGroup + "/v1"

func (r *reader) addMemberCluster(raw []byte) (added, error) {
	cluster, err := apiobject.DecodeMemberCluster(r.decode, raw)
	if err != nil {
		return added{name: cluster.Name}, err
	}
	cluster.NamespacesLost = r.header.APIVersion == memberClusterV1 && cluster.NamespacesCollected && cluster.Namespaces == nil
	return added{name: cluster.Name, mistakes: r.addCluster(cluster, ofMemberCluster)}, nil
}

func (r *reader) addClusterProfile(raw []byte) (added, error) {
	cluster, namespace, err := apiobject.DecodeClusterProfile(r.decode, raw)
	object := added{namespace: namespace, name: cluster.Name}
	if err == nil {
		object.mistakes = r.addCluster(cluster, ofProfile)
	}
	return object, err
}

// addSecret adds a cluster of Argo CD. In manifests, which a state can have, credentials are mistakes. On an API server they are
// where they belong, and are not read.
func (r *reader) addSecret(raw []byte) (added, error) {
	cluster, mistakes, err := apiobject.DecodeArgoCDCluster(r.decode, raw)
	if cluster == nil {
		return added{isOther: true}, err
	}
	object := added{namespace: cluster.Namespace, name: cluster.SecretName, mistakes: mistakes}
	if err != nil {
		return object, err
	}
	if r.validator == nil && len(mistakes) > 0 {
		// The API server does not check the name in the data.
		return object, fmt.Errorf("%s: %s", mistakes[0].Field, excerpt.FoundAndWanted(mistakes[0]))
	}
	wrong := r.addCluster(cluster.Cluster, ofSecret)
	if r.validator == nil {
		return object, nil
	}
	if object.name == "" {
		object.mistakes = field.ErrorList{field.Required(field.NewPath("metadata", "name"), "the object must have a name")}
	}
	// Credentials come first: they are the mistake that matters most.
	object.mistakes = slices.Concat(cluster.Credentials, object.mistakes, wrong)
	return object, nil
}
