// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fleet

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// A change of the whole object of a cluster: the field, as a path, and its value.
type change struct {
	path  []string
	value any
}

// patch makes the whole object of a cluster, which CEL expressions read, follow a change of its fields. A cluster that is
// described field by field has none.
func patch(c *placement.Cluster, changes []change) error {
	if c.Object == nil {
		return nil
	}
	var object map[string]any
	if err := json.Unmarshal(c.Object, &object); err != nil {
		return fmt.Errorf("its object: %w", err)
	}
	for _, change := range changes {
		values := object
		for _, name := range change.path[:len(change.path)-1] {
			inner, ok := values[name].(map[string]any)
			if !ok {
				inner = map[string]any{}
				values[name] = inner
			}
			values = inner
		}
		values[change.path[len(change.path)-1]] = change.value
	}
	text, err := json.Marshal(object)
	c.Object = text
	return err
}

// PatchResources makes the whole object of a cluster follow a change of its resources.
func PatchResources(c *placement.Cluster) error {
	return patch(c, []change{
		{[]string{"status", "allocatable"}, c.Allocatable.Texts()}, {[]string{"status", "capacity"}, c.Capacity.Texts()},
	})
}

// PatchLabels makes it follow a change of its labels.
func PatchLabels(c *placement.Cluster) error {
	return patch(c, []change{{[]string{"metadata", "labels"}, c.Labels}})
}

// PatchTaints makes it follow a change of its taints.
func PatchTaints(c *placement.Cluster) error {
	return patch(c, []change{{[]string{"spec", "taints"}, c.Taints}})
}

// PatchClaims makes it follow a change of its claims.
func PatchClaims(c *placement.Cluster) error {
	claims := lists.Map(slices.Sorted(maps.Keys(c.Claims)), func(name string) map[string]string {
		return map[string]string{"name": name, "value": c.Claims[name]}
	})
	return patch(c, []change{{[]string{"status", "clusterClaims"}, claims}})
}
