// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

// scoreBalance prefers clusters that few decisions of other placements name. It counts the entries of all
// PlacementDecisions of all namespaces except the placement's own, including repeated ones. The largest count of any
// cluster, candidate or not, gives -100, half of it 0, and no entry 100. As in upstream, the score is truncated before it
// is doubled, so every score is even.
func (p *pass) scoreBalance(clusters []int32, scores column) {
	counts, largest := p.decisionCounts()
	for i, position := range clusters {
		if p.interrupted(i) {
			return
		}
		if counts == nil || counts[position] == 0 {
			scores.set(i, 100)
			continue
		}
		usage := float64(counts[position]) / float64(largest)
		scores.set(i, 2*int64(100*(0.5-usage)))
	}
}

// decisionCounts counts the decisions of others for each cluster and finds the largest count, also among clusters
// that the fleet no longer has. Without decisions of others, counts is nil.
func (p *pass) decisionCounts() (counts []int, largest int) {
	var gone map[string]int
	for i := range p.inv.Decisions {
		if p.owns(&p.inv.Decisions[i]) {
			continue
		}
		for k, name := range p.inv.Decisions[i].Clusters {
			if p.interrupted(k) {
				return nil, 0
			}
			position, ok := p.Position(name)
			if !ok {
				if gone == nil {
					gone = map[string]int{}
				}
				gone[name]++
				largest = max(largest, gone[name])
				continue
			}
			if counts == nil {
				counts = make([]int, len(p.Clusters))
			}
			counts[position]++
			largest = max(largest, counts[position])
		}
	}
	return counts, largest
}
