// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"context"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// absentOwners finds the scores in the configuration whose cluster the fleet does not have.
func (r *Request) absentOwners(ctx context.Context, inv *placement.Inventory) ([]absentName, error) {
	if len(r.Scores) == 0 {
		return nil, nil
	}
	fleet := make([]string, len(inv.Clusters))
	for i := range inv.Clusters {
		if err := placement.Interrupted(ctx, i); err != nil {
			return nil, err
		}
		fleet[i] = inv.Clusters[i].Name
	}
	slices.Sort(fleet)
	var absent []absentName
	var reported map[string]bool
	for i := range r.Scores {
		name := r.Scores[i].Cluster
		if _, ok := slices.BinarySearch(fleet, name); ok || name == "" || reported[name] {
			continue
		}
		if reported == nil {
			reported = map[string]bool{}
		}
		reported[name] = true
		absent = append(absent, absentName{
			at: fmt.Sprintf("scores[%d].cluster", i), what: "cluster", name: name, absence: "the fleet does not have",
			effect: "Its scores are not used.", known: func() ([]string, error) { return fleet, nil },
		})
	}
	return absent, nil
}
