// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match

import (
	"bytes"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Object is the cluster as CEL expressions see it: the data that upstream's typed ManagedCluster marshals to, without
// apiVersion and kind. Quantities are canonical text, times are in UTC, whole numbers are int64. It is built from the
// cluster's own object if it has one, and from its fields otherwise.
func Object(cluster *placement.Cluster) (map[string]any, error) {
	var typed managedCluster
	if cluster.Object == nil {
		typed = managedClusterOf(cluster)
	} else if err := readObject(cluster.Object, &typed); err != nil {
		return nil, fmt.Errorf("cluster %q: %w", cluster.Name, err)
	}
	object, err := runtime.DefaultUnstructuredConverter.ToUnstructured(&typed)
	if err != nil {
		return nil, fmt.Errorf("cluster %q: %w", cluster.Name, err)
	}
	return object, nil
}

// readObject reads an object as the API server does: names are case-sensitive, and null means not set.
func readObject(text []byte, into *managedCluster) error {
	if bytes.Equal(bytes.TrimSpace(text), []byte("null")) {
		return fmt.Errorf("its object is null")
	}
	return json.Unmarshal(text, into)
}
