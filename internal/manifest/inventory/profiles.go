// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

func (r *reader) addClusterProfile(raw []byte) (added, error) {
	cluster, namespace, err := apiobject.DecodeClusterProfile(r.decode, raw)
	object := added{namespace: namespace, name: cluster.Name}
	if err != nil {
		return object, err
	}
	r.addCluster(cluster)
	if r.validator != nil {
		object.mistakes = r.validator.Cluster(&cluster, profilePaths)
	}
	return object, nil
}

// profilePaths are the paths of a ClusterProfile's fields. It has no taints of its own.
var profilePaths = placement.ClusterPaths{
	Name:   field.NewPath("metadata", "name"),
	Labels: field.NewPath("metadata", "labels"),
	Claims: field.NewPath("status", "properties"),
	Taints: field.NewPath("status", "conditions"),
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
	if r.validator == nil {
		// The API server does not check the name in the data.
		if len(mistakes) > 0 {
			return object, fmt.Errorf("%s: %s", mistakes[0].Field, excerpt.FoundAndWanted(mistakes[0]))
		}
		r.addCluster(cluster.Cluster)
		return object, nil
	}
	if object.name == "" {
		object.mistakes = field.ErrorList{field.Required(field.NewPath("metadata", "name"), "the object must have a name")}
	}
	object.mistakes = append(object.mistakes, r.validator.Cluster(&cluster.Cluster, secretPaths)...)
	// Credentials come first: they are the mistake that matters most.
	object.mistakes = append(cluster.Credentials, object.mistakes...)
	r.addCluster(cluster.Cluster)
	return object, nil
}

// secretPaths are the paths of a cluster's fields in a Secret of Argo CD, which has neither claims nor taints.
var secretPaths = placement.ClusterPaths{
	Name:   field.NewPath("data", "name"),
	Labels: field.NewPath("metadata", "labels"),
	Claims: field.NewPath("data"),
	Taints: field.NewPath("data"),
}
