package planner

import (
	"context"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// AbsentDetails warns about the labels and claims that the outputs are to have and that no cluster has. An interruption ends it
// without findings.
func (a *Answer) AbsentDetails(ctx context.Context, d *Details) Findings {
	const effect = "decisions_by_cluster has it of no cluster."
	var m mentions
	for i, name := range d.WithLabels {
		m.add(mention{fmt.Sprintf("withLabels[%d]", i), labelKeys, name, effect, false})
	}
	for i, name := range d.WithClaims {
		m.add(mention{fmt.Sprintf("withClaims[%d]", i), claimNames, name, effect, false})
	}
	if len(a.inventory.Clusters)+len(a.inventory.Targets) == 0 {
		return nil
	}
	absent, err := m.absent(ctx, &a.inventory)
	if err != nil {
		return nil
	}
	found, err := a.request.absentWarnings(ctx, absent)
	if err != nil {
		return nil
	}
	return found
}

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
		if _, found := slices.BinarySearch(fleet, name); found || name == "" || reported[name] {
			continue
		}
		if reported == nil {
			reported = map[string]bool{}
		}
		reported[name] = true
		absent = append(absent, absentName{
			at: fmt.Sprintf("scores[%d].cluster", i), what: "cluster", name: name, nobody: "the fleet does not have",
			effect: "Its scores are not used.", known: func() ([]string, error) { return fleet, nil },
		})
	}
	return absent, nil
}
