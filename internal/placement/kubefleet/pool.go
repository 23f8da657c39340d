package kubefleet

import (
	"cmp"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// scored is a candidate with its scores, in the order in which upstream compares them.
type scored struct {
	at       int32
	spread   int32
	affinity int32
	// obsolete is 1 for a cluster that an earlier policy chose. Upstream does not publish it.
	obsolete int32
}

// pool holds the candidates that are left. Upstream scores the whole fleet again for every single pick under a topology
// spread constraint. But the spread score depends on the domains alone, and the rest of the score does not change from
// pick to pick: so candidates of the same domains form a class, are in order once and for all, and a pick has to look at
// one candidate of each class.
type pool struct {
	constraints []*constraint
	classes     []class
	classOf     []int32
}

// class is the candidates that are in the same domain of each constraint.
type class struct {
	domains []int32
	// keys are the candidates, the best last: from the highest bit the affinity score, one bit for an obsolete
	// binding, and the position of the cluster, of which a larger one (a larger name) is better.
	keys []int64
	// mistake is why a candidate cannot be scored. It fails the cycle if the class gets as far as to be scored.
	mistake *placement.Misconfiguration
	// spread is the topology spread score, and violated the constraint that keeps the class out.
	spread   int32
	violated *constraint
}

const (
	obsoleteBit  = 1 << 31
	positionMask = obsoleteBit - 1
)

// newPool scores the candidates and sorts them into classes.
func (p *pass) newPool(preferences []preference) *pool {
	l := &pool{constraints: p.constraints(), classOf: make([]int32, len(p.clusters))}
	l.divide(p.candidates)
	obsolete := map[int32]bool{}
	for _, b := range p.obsolete {
		obsolete[b.at] = true
	}
	sizes := make([]int, len(l.classes))
	for _, at := range p.candidates {
		sizes[l.classOf[at]]++
	}
	for i := range l.classes {
		l.classes[i].keys = make([]int64, 0, sizes[i])
	}
	for _, at := range p.candidates {
		c := &l.classes[l.classOf[at]]
		affinity, mistake := affinityScore(preferences, p.clusters[at], at)
		if mistake != nil && c.mistake == nil {
			c.mistake = mistake
		}
		key := int64(affinity)<<32 | int64(at)
		if len(obsolete) > 0 && obsolete[at] {
			key |= obsoleteBit
		}
		c.keys = append(c.keys, key)
	}
	for i := range l.classes {
		slices.Sort(l.classes[i].keys)
	}
	return l
}

// divide finds the classes of the candidates.
func (l *pool) divide(candidates []int32) {
	l.classes = make([]class, 1)
	for _, c := range l.constraints {
		type domainOfClass struct{ class, domain int32 }
		parts := map[domainOfClass]int32{}
		var classes []class
		for _, at := range candidates {
			part := domainOfClass{l.classOf[at], c.domainOf[at]}
			i, known := parts[part]
			if !known {
				i = int32(len(classes))
				parts[part] = i
				whole := l.classes[part.class].domains
				classes = append(classes, class{domains: append(whole[:len(whole):len(whole)], part.domain)})
			}
			l.classOf[at] = i
		}
		l.classes = classes
	}
}

// evaluate finds the spread score of every class that still has candidates, and the class with the best candidate; nil
// if no candidate can be picked.
func (l *pool) evaluate() (best *class, misconfigured *placement.Misconfiguration) {
	for i := range l.classes {
		c := &l.classes[i]
		if len(c.keys) == 0 {
			continue
		}
		l.evaluateClass(c)
		switch {
		case c.violated != nil:
		case c.mistake != nil:
			return nil, c.mistake
		case best == nil, c.spread > best.spread, c.spread == best.spread && c.bestKey() > best.bestKey():
			best = c
		}
	}
	return best, nil
}

func (c *class) bestKey() int64 {
	return c.keys[len(c.keys)-1]
}

// evaluateClass adds up the constraints: a change of the skew counts against the score, and one that breaks a
// constraint keeps the class out or costs the penalty. A cluster without the label has nothing to do with it.
func (l *pool) evaluateClass(c *class) {
	c.spread, c.violated = 0, nil
	for k, domain := range c.domains {
		if domain < 0 {
			continue
		}
		constraint := l.constraints[k]
		change, violates := constraint.change(domain)
		switch {
		case violates && constraint.strict:
			c.violated = constraint
			return
		case violates:
			c.spread -= violationPenalty
		default:
			c.spread -= change
		}
	}
}

// pick returns the n best candidates of a class, the best first. They stay in the pool until take.
func (c *class) pick(n int) []scored {
	if c == nil {
		return nil
	}
	picked := make([]scored, min(n, len(c.keys)))
	for i := range picked {
		picked[i] = c.scored(c.keys[len(c.keys)-1-i])
	}
	return picked
}

func (c *class) scored(key int64) scored {
	return scored{
		at: int32(key & positionMask), spread: c.spread, affinity: int32(key >> 32), obsolete: int32(key >> 31 & 1),
	}
}

// take removes the picked candidates, which are the last of their class.
func (l *pool) take(picked []scored) {
	for _, s := range picked {
		c := &l.classes[l.classOf[s.at]]
		c.keys = c.keys[:len(c.keys)-1]
	}
}

// forgetObsolete is called after the first cycle, which leaves no obsolete binding behind.
func (l *pool) forgetObsolete() {
	for i := range l.classes {
		keys := l.classes[i].keys
		for k := range keys {
			keys[k] &^= obsoleteBit
		}
		slices.Sort(keys)
	}
}

// rest are the candidates that the last evaluation left in the running, the best first.
func (l *pool) rest() []scored {
	var running []*class
	total := 0
	for i := range l.classes {
		if c := &l.classes[i]; c.violated == nil && len(c.keys) > 0 {
			running = append(running, c)
			total += len(c.keys)
		}
	}
	slices.SortFunc(running, func(a, b *class) int {
		return cmp.Or(cmp.Compare(b.spread, a.spread), cmp.Compare(a.keys[0], b.keys[0]))
	})
	rest := make([]scored, 0, total)
	for first := 0; first < len(running); {
		next := first + 1
		keys := running[first].keys
		for ; next < len(running) && running[next].spread == running[first].spread; next++ {
			if next == first+1 {
				keys = slices.Clone(keys)
			}
			keys = append(keys, running[next].keys...)
		}
		if next > first+1 {
			slices.Sort(keys)
		}
		for i := len(keys) - 1; i >= 0; i-- {
			rest = append(rest, running[first].scored(keys[i]))
		}
		first = next
	}
	return rest
}

// rejectSpread rejects the candidates that the last evaluation keeps out, and returns the others by name.
func (p *pass) rejectSpread(l *pool) []int32 {
	if len(l.constraints) == 0 {
		return p.candidates
	}
	left := make([]int32, 0, len(p.candidates))
	for i := range l.classes {
		c := &l.classes[i]
		for _, key := range c.keys {
			at := int32(key & positionMask)
			if c.violated != nil {
				p.rejectForSpread(at, c.violated)
			} else {
				left = append(left, at)
			}
		}
	}
	p.collectFiltered()
	slices.Sort(left)
	names := make([]string, len(left))
	for i, at := range left {
		names[i] = p.clusters[at].Name
	}
	p.result.Filters = append(p.result.Filters, placement.FilterResult{Name: StageSpread, Survivors: names})
	return left
}
