// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"context"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// pass is one call of Schedule. It refers to clusters by their position in the roster.
type pass struct {
	// ctx can end the pass early: see placement.Interrupted.
	ctx      context.Context
	req      Placement
	inv      placement.Inventory
	snapshot *PolicySnapshot
	// The Roster can reject a selected cluster too: upstream publishes it as not selected.
	placement.Roster
	// bindings are the placement's own, by name, and after them the new ones in the order of their creation.
	bindings []*binding
	// The live bindings of the current policy, those of an earlier policy, and those that were unscheduled, by name.
	scheduled, bound, obsolete, unscheduled []*binding
	// selected says which clusters have a live binding of the current policy.
	selected []bool
	// filtered are the rejected clusters, by name, and candidates the remaining clusters to choose from.
	filtered, candidates []int32
	// ranFilters says that the filters have run. If explaining, they run only for their reasons, and a mistake is a reason
	// like any other.
	ranFilters, explaining bool
	// notPicked are the candidates that were not picked, the best first.
	notPicked []scored
	// order has the bindings in the order in which the last cycle publishes them.
	order []*binding
	// published are upstream's reasons for the targets of PickFixed, which it does not take from their bindings.
	published map[int32]string
	// decided says which clusters are decisions of the result.
	decided []bool
	// lines is the free rest of the block that the candidates' scores are cut from.
	lines []placement.ScoreLine

	result placement.Result
}

func newPass(ctx context.Context, req Placement, inv placement.Inventory) (*pass, error) {
	roster, err := placement.NewRoster(ctx, inv.Clusters)
	if err != nil {
		return nil, err
	}
	p := &pass{ctx: ctx, req: req, inv: inv, Roster: roster, selected: make([]bool, len(inv.Clusters))}
	if p.snapshot = req.Snapshot; p.snapshot == nil {
		p.snapshot = req.NewSnapshot(0)
	}
	p.result.Dialect = placement.DialectKubeFleet
	p.result.PolicySnapshot = p.snapshot.Status
	return p, nil
}

// collectFiltered lists the rejected clusters by name.
func (p *pass) collectFiltered() {
	p.filtered = p.filtered[:0]
	for index := range p.Rejections {
		if p.Rejections[index].Stage != "" {
			p.filtered = append(p.filtered, int32(index))
		}
	}
}

func (p *pass) warn(sentence string) {
	p.result.Warnings = append(p.result.Warnings, sentence)
}

// changesAt records an instant at which the result may change without a change to the input.
func (p *pass) changesAt(t time.Time) {
	if next := &p.result.NextChange; placement.HasDate(t) && (next.IsZero() || t.Before(*next)) {
		*next = t
	}
}
