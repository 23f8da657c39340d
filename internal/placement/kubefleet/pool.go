// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"container/heap"
	"context"
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// scored is a candidate with its scores, in the order in which upstream compares them.
type scored struct {
	position int32
	spread   int32
	affinity int32
	// obsolete is 1 for a cluster that an earlier policy chose. Upstream does not publish it.
	obsolete int32
}

// pool holds the remaining candidates. Under a topology spread constraint, upstream scores the whole fleet again for every
// single pick. But the spread score depends only on the domains, and the rest of the score does not change from pick to
// pick. So candidates with the same domains form a class, which is sorted once. Classes with the same spread score form a
// group with the best class on top, so that a pick compares only one class of each group.
type pool struct {
	ctx         context.Context
	constraints []*constraint
	// main is the index of the constraint with the most domains; -1 without constraints.
	main    int
	classes []class
	classOf []int32
	// inDomain has the classes in each domain of the main constraint.
	inDomain [][]*class
	// groups are the groups that have candidates.
	groups  []*group
	groupOf map[groupKey]*group
}

// class is the candidates that are in the same domain of each constraint.
type class struct {
	index   int32
	domains []int32
	// family is the same for classes that are in the same domain of each constraint except the main one.
	family int32
	// keys are the candidates, the best last. A key has, from the highest bit, the affinity score, one bit for an obsolete
	// binding, and the position of the cluster: a larger position (a larger name) is better.
	keys []int64
	// mistake is why a candidate cannot be scored. It fails the cycle if the class is scored.
	mistake *placement.Misconfiguration
	// group is nil for a class without candidates; place is the index of the class in the group.
	group *group
	place int
}

const (
	obsoleteBit  = 1 << 31
	positionMask = obsoleteBit - 1
)

// newPool scores the candidates and sorts them into classes.
func (p *pass) newPool(preferences []preference) *pool {
	l := &pool{ctx: p.ctx, constraints: p.constraints(), main: -1, classOf: make([]int32, len(p.Clusters)),
		groupOf: map[groupKey]*group{}}
	l.divide(p.candidates)
	obsolete := lists.Set(p.obsolete, func(b *binding) int32 { return b.position })
	for _, position := range p.candidates {
		c := &l.classes[l.classOf[position]]
		affinity, mistake := affinityScore(preferences, p.Clusters[position], position)
		if mistake != nil && c.mistake == nil {
			c.mistake = mistake
		}
		key := int64(affinity)<<32 | int64(position)
		if len(obsolete) > 0 && obsolete[position] {
			key |= obsoleteBit
		}
		c.keys = append(c.keys, key)
	}
	for i := range l.classes {
		slices.Sort(l.classes[i].keys)
	}
	l.makeGroups()
	return l
}

// divide divides the candidates into classes, by the main constraint last: the classes before that are the families.
func (l *pool) divide(candidates []int32) {
	l.classes = []class{{domains: make([]int32, len(l.constraints))}}
	for k, c := range l.constraints {
		if l.main < 0 || len(c.counts) > len(l.constraints[l.main].counts) {
			l.main = k
		}
	}
	for k := range l.constraints {
		if k != l.main {
			l.divideBy(k, candidates)
		}
	}
	if l.main >= 0 {
		l.divideBy(l.main, candidates)
	}
}

// divideBy divides the classes by the domains of a constraint.
func (l *pool) divideBy(k int, candidates []int32) {
	type domainOfClass struct{ class, domain int32 }
	parts := map[domainOfClass]int32{}
	var classes []class
	for _, position := range candidates {
		part := domainOfClass{l.classOf[position], l.constraints[k].domainOf[position]}
		index, known := parts[part]
		if !known {
			index = int32(len(classes))
			parts[part] = index
			domains := slices.Clone(l.classes[part.class].domains)
			domains[k] = part.domain
			classes = append(classes, class{index: index, domains: domains, family: part.class})
		}
		l.classOf[position] = index
	}
	l.classes = classes
}

// evaluate finds the spread score of every group, and the class with the best candidate; nil if no candidate can be
// picked.
func (l *pool) evaluate() (best *class, err error) {
	if err := placement.Interrupted(l.ctx, 0); err != nil {
		return nil, err
	}
	var failed *class
	for _, g := range l.groups {
		top := g.classes[0]
		g.spread, g.violated = l.spreadScore(top)
		switch {
		case g.violated != nil:
		case top.mistake != nil:
			if failed == nil || top.index < failed.index {
				failed = top
			}
		case best == nil, g.spread > best.group.spread, g.spread == best.group.spread && top.bestKey() > best.bestKey():
			best = top
		}
	}
	if failed != nil {
		return nil, failed.mistake
	}
	return best, nil
}

func (c *class) bestKey() int64 {
	return c.keys[len(c.keys)-1]
}

// spreadScore adds up the constraints: an increase of the skew lowers the score. An increase that violates a constraint
// excludes the class or costs the penalty. A constraint does not apply to a cluster without the label.
func (l *pool) spreadScore(c *class) (score int32, violated *constraint) {
	for k, domain := range c.domains {
		if domain < 0 {
			continue
		}
		constraint := l.constraints[k]
		change, violates := constraint.change(domain)
		switch {
		case violates && constraint.strict:
			return 0, constraint
		case violates:
			score -= violationPenalty
		default:
			score -= change
		}
	}
	return score, nil
}

// pick returns the n best candidates of a class, the best first. They remain in the pool until take.
func (c *class) pick(n int) []scored {
	if c == nil {
		return nil
	}
	picked := make([]scored, min(n, len(c.keys)))
	for i := range picked {
		picked[i] = scoredOf(c.keys[len(c.keys)-1-i], c.group.spread)
	}
	return picked
}

func scoredOf(key int64, spread int32) scored {
	return scored{position: int32(key & positionMask), spread: spread, affinity: int32(key >> 32), obsolete: int32(key >> 31 & 1)}
}

// take removes the picked candidates, which are the last of their class.
func (l *pool) take(picked []scored) {
	for _, s := range picked {
		c := &l.classes[l.classOf[s.position]]
		c.keys = c.keys[:len(c.keys)-1]
	}
}

// forgetObsolete is called after the first cycle: there are no obsolete bindings after that.
func (l *pool) forgetObsolete() {
	for i := range l.classes {
		keys := l.classes[i].keys
		for k := range keys {
			keys[k] &^= obsoleteBit
		}
		slices.Sort(keys)
	}
	for _, g := range l.groups {
		heap.Init(g)
	}
}

// rest are the candidates that the last evaluation did not exclude, the best first.
func (l *pool) rest() []scored {
	keys, total := map[int32][]int64{}, 0
	for i := range l.classes {
		if c := &l.classes[i]; len(c.keys) > 0 && c.group.violated == nil {
			keys[c.group.spread] = append(keys[c.group.spread], c.keys...)
			total += len(c.keys)
		}
	}
	rest := make([]scored, 0, total)
	for _, spread := range slices.Backward(slices.Sorted(maps.Keys(keys))) {
		slices.Sort(keys[spread])
		for _, key := range slices.Backward(keys[spread]) {
			rest = append(rest, scoredOf(key, spread))
		}
	}
	return rest
}

// rejectSpread rejects the candidates that the last evaluation excluded, and returns the others by name.
func (p *pass) rejectSpread(l *pool) []int32 {
	if len(l.constraints) == 0 {
		return p.candidates
	}
	left := make([]int32, 0, len(p.candidates))
	for i := range l.classes {
		c := &l.classes[i]
		for _, key := range c.keys {
			position := int32(key & positionMask)
			if c.group.violated != nil {
				p.rejectForSpread(position, c.group.violated)
			} else {
				left = append(left, position)
			}
		}
	}
	slices.Sort(left)
	p.result.Filters = append(p.result.Filters, placement.FilterResult{Name: StageSpread, Survivors: p.Names(left)})
	return left
}
