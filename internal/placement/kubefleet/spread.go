// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// violationPenalty is subtracted from the topology spread score for violating a ScheduleAnyway constraint.
const violationPenalty = 1000

// constraint is a TopologySpreadConstraint with its domains: the values of the label in the whole fleet, including those
// of clusters that cannot be chosen. The count of a domain is the number of its selected clusters.
type constraint struct {
	// index is the index of the constraint in the request.
	index   int
	maxSkew int32
	// violation is upstream's reason for a cluster that would violate the constraint; field is its path in the request.
	violation, field string
	// strict is for DoNotSchedule.
	strict bool
	// domainOf has the domain of each cluster; -1 for a cluster without the label.
	domainOf []int32
	counts   []int32
	// domainsWith is how many domains have a count.
	domainsWith []int32
	// The smallest, the second smallest and the largest count. The first two can be equal. All of them only grow.
	smallest, second, largest int32
}

// constraints compiles the constraints: those of DoNotSchedule first, in the order of the request.
func (p *pass) constraints() (compiled []*constraint) {
	for _, strict := range []bool{true, false} {
		for i := range p.req.TopologySpreadConstraints {
			if p.req.TopologySpreadConstraints[i].isStrict() == strict {
				compiled = append(compiled, p.compileConstraint(i))
			}
		}
	}
	return compiled
}

func (c *TopologySpreadConstraint) isStrict() bool { return c.WhenUnsatisfiable != ScheduleAnyway }

// compileConstraint counts the selected clusters in every domain of a constraint.
func (p *pass) compileConstraint(index int) *constraint {
	wanted := &p.req.TopologySpreadConstraints[index]
	c := &constraint{
		index: index, strict: wanted.isStrict(), maxSkew: wanted.maxSkew(),
		field: fmt.Sprintf("topologySpreadConstraints[%d]", index),
	}
	c.violation = fmt.Sprintf("violated doNotSchedule topology spread constraint %q (max skew %d)", wanted.TopologyKey, c.maxSkew)
	var domains int
	c.domainOf, domains = p.domains(wanted.TopologyKey)
	c.counts, c.domainsWith = make([]int32, domains), []int32{int32(domains)}
	c.findSmallest()
	for position, selected := range p.selected {
		if selected {
			c.add(int32(position))
		}
	}
	return c
}

// domains numbers the values of a label in the fleet from 0, and says how many there are. A cluster without the label is in
// domain -1.
func (p *pass) domains(key string) (domainOf []int32, count int) {
	numbers := map[string]int32{}
	domainOf = make([]int32, len(p.Clusters))
	for index, cluster := range p.Clusters {
		value, labelled := cluster.Labels[key]
		if !labelled {
			domainOf[index] = -1
			continue
		}
		number, known := numbers[value]
		if !known {
			number = int32(len(numbers))
			numbers[value] = number
		}
		domainOf[index] = number
	}
	return domainOf, len(numbers)
}

// add counts one more selected cluster.
func (c *constraint) add(position int32) {
	domain := c.domainOf[position]
	if domain < 0 {
		return
	}
	c.domainsWith[c.counts[domain]]--
	c.counts[domain]++
	count := c.counts[domain]
	if int(count) == len(c.domainsWith) {
		c.domainsWith = append(c.domainsWith, 0)
	}
	c.domainsWith[count]++
	c.largest = max(c.largest, count)
	c.findSmallest()
}

func (c *constraint) findSmallest() {
	for c.smallest < c.largest && c.domainsWith[c.smallest] == 0 {
		c.smallest++
	}
	if c.domainsWith[c.smallest] > 1 {
		c.second = c.smallest
		return
	}
	c.second = max(c.second, c.smallest+1)
	for c.second < c.largest && c.domainsWith[c.second] == 0 {
		c.second++
	}
}

// change is by how much one more cluster in a domain changes the skew, as upstream estimates it: upstream overlooks that
// a third domain can keep the skew the same. The change violates the constraint if the skew is more than allowed after
// it, even if it was before.
func (c *constraint) change(domain int32) (change int32, violates bool) {
	count := c.counts[domain]
	switch {
	case c.largest == c.smallest:
		change = 1
	case count == c.smallest && c.smallest != c.second:
		change = -1
	case count == c.largest:
		change = 1
	}
	return change, c.largest-c.smallest+change > c.maxSkew
}

// MismatchTopologySpread means that choosing the cluster would spread the placement too unevenly. Its Detail is the
// *TopologySpreadConstraint in Field, and Key the label that the constraint spreads over.
var MismatchTopologySpread = &placement.MismatchKind{
	Name: "topology spread",
	Sentence: func(m *placement.Mismatch) string {
		return fmt.Sprintf("label %s is %s, and one more cluster there would break maxSkew %d of %s", m.Key,
			m.Value(), maxSkewOf(m), m.Field)
	},
	Cause: func(m *placement.Mismatch) string {
		return fmt.Sprintf("one more cluster would break maxSkew %d of %s", maxSkewOf(m), m.Field)
	},
	Before: "it would have broken maxSkew",
	Shared: true,
}

func maxSkewOf(m *placement.Mismatch) int32 {
	constraint, _ := m.Detail.(*TopologySpreadConstraint)
	return constraint.maxSkew()
}

// maxSkew is the configured skew with the API server's default.
func (c *TopologySpreadConstraint) maxSkew() int32 {
	if c == nil || c.MaxSkew == nil {
		return 1
	}
	return *c.MaxSkew
}

// rejectForSpread records which constraint excludes a cluster.
func (p *pass) rejectForSpread(position int32, c *constraint) {
	wanted := &p.req.TopologySpreadConstraints[c.index]
	value, present := p.Clusters[position].Labels[wanted.TopologyKey]
	p.Reject(position, StageSpread, c.violation, placement.Mismatch{
		Kind: MismatchTopologySpread, Field: c.field, Key: wanted.TopologyKey, Found: value, Present: present, Detail: wanted,
	})
}
