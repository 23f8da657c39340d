// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import "container/heap"

// group is the classes of a family whose domains of the main constraint have the same count: all have the same topology
// spread score. It is a heap with the best class on top.
type group struct {
	classes []*class
	// place is the index of the group in the pool.
	place int
	// spread is the topology spread score in this cycle, and violated the constraint that excludes the classes.
	spread   int32
	violated *constraint
}

type groupKey struct{ family, count int32 }

// makeGroups puts the classes into their groups.
func (l *pool) makeGroups() {
	if l.main >= 0 {
		l.inDomain = make([][]*class, len(l.constraints[l.main].counts))
	}
	for i := range l.classes {
		c := &l.classes[i]
		if len(c.keys) == 0 {
			continue
		}
		if domain := l.mainDomain(c); domain >= 0 {
			l.inDomain[domain] = append(l.inDomain[domain], c)
		}
		l.join(c)
	}
}

// mainDomain is the class's domain of the main constraint; -1 if it has none.
func (l *pool) mainDomain(c *class) int32 {
	if l.main < 0 {
		return -1
	}
	return c.domains[l.main]
}

// join adds a class to the group for its family and count.
func (l *pool) join(c *class) {
	key := groupKey{family: c.family, count: -1}
	if domain := l.mainDomain(c); domain >= 0 {
		key.count = l.constraints[l.main].counts[domain]
	}
	g := l.groupOf[key]
	if g == nil {
		g = &group{}
		l.groupOf[key] = g
	}
	if len(g.classes) == 0 {
		g.place = len(l.groups)
		l.groups = append(l.groups, g)
	}
	c.group = g
	heap.Push(g, c)
}

// leave removes a class from its group, and the group from the pool if it was the last class.
func (l *pool) leave(c *class) {
	g := c.group
	heap.Remove(g, c.place)
	c.group = nil
	if len(g.classes) > 0 {
		return
	}
	last := l.groups[len(l.groups)-1]
	last.place = g.place
	l.groups[g.place] = last
	l.groups = l.groups[:len(l.groups)-1]
}

// choose removes the picked candidate, the best of its class, from the pool and counts it in its domains. The classes in
// its domain of the main constraint move to another group.
func (l *pool) choose(position int32) {
	picked := &l.classes[l.classOf[position]]
	l.take([]scored{{position: position}})
	if len(picked.keys) == 0 {
		l.leave(picked)
	} else {
		heap.Fix(picked.group, picked.place)
	}
	for _, constraint := range l.constraints {
		constraint.add(position)
	}
	domain := l.mainDomain(picked)
	if domain < 0 {
		return
	}
	for _, c := range l.inDomain[domain] {
		if c.group != nil {
			l.leave(c)
			l.join(c)
		}
	}
}

// Len is part of heap.Interface, as are the methods below.
func (g *group) Len() int { return len(g.classes) }

// Less puts classes that cannot be scored first, so that evaluate finds them, then the class with the best candidate.
func (g *group) Less(i, j int) bool {
	a, b := g.classes[i], g.classes[j]
	if a.mistake != nil || b.mistake != nil {
		return b.mistake == nil || a.mistake != nil && a.index < b.index
	}
	return a.bestKey() > b.bestKey()
}

// Swap also updates the places.
func (g *group) Swap(i, j int) {
	g.classes[i], g.classes[j] = g.classes[j], g.classes[i]
	g.classes[i].place, g.classes[j].place = i, j
}

// Push adds a class at the end.
func (g *group) Push(x any) {
	c, _ := x.(*class) // always succeeds
	c.place = len(g.classes)
	g.classes = append(g.classes, c)
}

// Pop removes the class at the end.
func (g *group) Pop() any {
	c := g.classes[len(g.classes)-1]
	g.classes = g.classes[:len(g.classes)-1]
	return c
}
