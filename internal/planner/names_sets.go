package planner

import (
	"context"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// outsideSets warns about clusters that are chosen although they are in no set that the fleet comes with: only the set global,
// which it has besides, has them.
func (r *Request) outsideSets(ctx context.Context, inv *placement.Inventory, result *placement.Result) (finding.List, error) {
	given := r.GivenSets()
	if r.OCM == nil || r.Namespace != "" || len(r.OCM.ClusterSets) > 0 || len(given) == 0 || fleet.HasGlobal(given) {
		return nil, nil
	}
	var members ocm.Membership
	for i := range given {
		if err := members.Add(&given[i]); err != nil {
			return nil, err
		}
	}
	chosen := make(map[string]bool, len(result.Decisions))
	for i := range result.Decisions {
		chosen[result.Decisions[i].Cluster] = true
	}
	outside, first := 0, ""
	for i := range inv.Clusters {
		if err := placement.Interrupted(ctx, i); err != nil {
			return nil, err
		}
		if c := &inv.Clusters[i]; chosen[c.Name] && !members.Contains(c.Labels) {
			if outside++; outside == 1 || c.Name < first {
				first = c.Name
			}
		}
	}
	if outside == 0 {
		return nil, nil
	}
	return finding.List{finding.Warning("ocm", r.Title("chooses clusters outside of the cluster sets of the fleet"), fmt.Sprintf(
		"%s in none of the cluster sets %s, such as %s. Every fleet also has the cluster set %s of all clusters, and all sets are "+
			"open to a placement that has no namespace and names no set. To choose from some sets only, set cluster_sets in ocm; to "+
			"choose from all clusters, set it to [%[4]q].",
		excerpt.Count(outside, "chosen cluster")+verb(outside), list(setNames(given)), excerpt.Quote(first), fleet.GlobalSet))}, nil
}

func verb(n int) string {
	if n == 1 {
		return " is"
	}
	return " are"
}

// setNames are the names of cluster sets, sorted.
func setNames(sets []placement.ClusterSet) []string {
	names := make([]string, len(sets))
	for i := range sets {
		names[i] = sets[i].Name
	}
	slices.Sort(names)
	return slices.Compact(names)
}
