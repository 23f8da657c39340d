// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid

import (
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// rejectDuplicates rejects two targets of the same kind and key, because a result could not distinguish them.
func rejectDuplicates(inv *placement.Inventory) error {
	type identity struct{ kind, key string }
	seen := make(map[identity]bool, len(inv.Clusters)+len(inv.Targets))
	add := func(kind, key string) error {
		id := identity{kind, key}
		if seen[id] {
			return fmt.Errorf("the fleet has two targets of kind %s named %s", excerpt.Quote(kind), excerpt.Quote(key))
		}
		seen[id] = true
		return nil
	}
	for i := range inv.Clusters {
		if err := add(placement.TargetCluster, inv.Clusters[i].Name); err != nil {
			return err
		}
	}
	for i := range inv.Targets {
		if err := add(inv.Targets[i].Kind, inv.Targets[i].Key()); err != nil {
			return err
		}
	}
	return nil
}
