package kubefleet

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// pass is one call of Schedule. Clusters are known by their position in clusters, which is by name: so a smaller
// position is a smaller name, and no step has to compare names again.
type pass struct {
	// ctx ends the pass early: see placement.Interrupted.
	ctx      context.Context
	req      Placement
	inv      placement.Inventory
	snapshot *PolicySnapshot
	clusters []*placement.Cluster
	// bindings are the placement's own, by name, and after them the new ones in the order of their creation.
	bindings []*binding
	// The live bindings of the current policy, those of an earlier policy, and those that were unscheduled, by name.
	scheduled, bound, obsolete, unscheduled []*binding
	// selected tells which clusters have a live binding of the current policy.
	selected []bool
	// rejections has an entry for each cluster; those of clusters that no filter rejected are zero. A selected cluster
	// can be rejected too: upstream publishes that as if it were not selected.
	rejections []placement.Rejection
	// filtered are the rejected clusters, by name, and candidates those that are left to choose from.
	filtered, candidates []int32
	// ranFilters says that the filters have run. If explaining, they run for their reasons alone, and a mistake that
	// they find is a reason like any other.
	ranFilters, explaining bool
	// notPicked are the candidates that were not good enough, the best first.
	notPicked []scored
	// order has the bindings in the order in which the last cycle publishes them.
	order []*binding
	// published are upstream's reasons for the targets of PickFixed, which it does not take from their bindings.
	published map[int32]string
	// decided tells which clusters are decisions of the result.
	decided []bool
	// lines is the free rest of the block that the candidates' scores are cut from.
	lines []placement.ScoreLine
	// mismatches is the free rest of the block that the rejections' mismatches are cut from.
	mismatches []placement.Mismatch

	result placement.Result
}

func newPass(ctx context.Context, req Placement, inv placement.Inventory) (*pass, error) {
	p := &pass{
		ctx:        ctx,
		req:        req,
		inv:        inv,
		clusters:   make([]*placement.Cluster, len(inv.Clusters)),
		selected:   make([]bool, len(inv.Clusters)),
		rejections: make([]placement.Rejection, len(inv.Clusters)),
	}
	if p.snapshot = req.Snapshot; p.snapshot == nil {
		p.snapshot = req.NewSnapshot(0)
	}
	for i := range inv.Clusters {
		p.clusters[i] = &inv.Clusters[i]
	}
	byName := func(a, b *placement.Cluster) int { return strings.Compare(a.Name, b.Name) }
	if !slices.IsSortedFunc(p.clusters, byName) {
		slices.SortFunc(p.clusters, byName)
	}
	for i := 1; i < len(p.clusters); i++ {
		if p.clusters[i].Name == p.clusters[i-1].Name {
			return nil, fmt.Errorf("the fleet has two clusters named %s", excerpt.Quote(p.clusters[i].Name))
		}
	}
	p.result.Dialect = placement.DialectKubeFleet
	p.result.PolicySnapshot = p.snapshot.Status
	return p, nil
}

func (p *pass) position(name string) (int32, bool) {
	at, ok := slices.BinarySearchFunc(p.clusters, name, func(c *placement.Cluster, name string) int {
		return cmp.Compare(c.Name, name)
	})
	return int32(at), ok
}

// reject notes why a cluster goes no further: in upstream's words, unless the mismatch has them, and in detail. The
// mismatches are in a list from room.
func (p *pass) reject(at int32, stage, words string, mismatches []placement.Mismatch) {
	p.rejections[at] = placement.Rejection{Cluster: p.clusters[at].Name, Stage: stage, Words: words, Mismatches: mismatches}
	p.mismatches = p.mismatches[len(mismatches):cap(p.mismatches)]
}

// collectFiltered lists the rejected clusters by name.
func (p *pass) collectFiltered() {
	p.filtered = p.filtered[:0]
	for at := range p.rejections {
		if p.rejections[at].Stage != "" {
			p.filtered = append(p.filtered, int32(at))
		}
	}
}

// room returns an empty list with room for n mismatches, which is taken only when reject keeps the list. Lists are
// cut from larger blocks, so that ten thousand rejections do not cost ten thousand allocations.
func (p *pass) room(n int) []placement.Mismatch {
	const block = 512
	if cap(p.mismatches) < n {
		p.mismatches = make([]placement.Mismatch, max(block, n))
	}
	return p.mismatches[:0:n]
}

func (p *pass) warn(sentence string) {
	p.result.Warnings = append(p.result.Warnings, sentence)
}

// changesAt notes an instant at which time alone may change the answer.
func (p *pass) changesAt(t time.Time) {
	if next := &p.result.NextChange; placement.HasDate(t) && (next.IsZero() || t.Before(*next)) {
		*next = t
	}
}
