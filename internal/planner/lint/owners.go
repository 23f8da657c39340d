// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// absentOwners finds the scores in the configuration whose cluster the fleet does not have.
func (r *Request) absentOwners(inv *placement.Inventory) (absent []absentName) {
	if len(r.Scores) == 0 {
		return nil
	}
	names := fleet.Names(inv.Clusters)
	slices.Sort(names)
	reported := map[string]bool{"": true}
	for i := range r.Scores {
		name := r.Scores[i].Cluster
		if _, ok := slices.BinarySearch(names, name); ok || reported[name] {
			continue
		}
		reported[name] = true
		absent = append(absent, absentName{
			at: fmt.Sprintf("scores[%d].cluster", i), what: "cluster", name: name, absence: "the fleet does not have",
			effect: "Its scores are not used.", known: func() []string { return names },
		})
	}
	return absent
}
