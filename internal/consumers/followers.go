// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package consumers

import (
	"cmp"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
)

const policySetKind = "PolicySet"

// isPlacement reports whether it names a Placement. References of some kinds do not say which kind they are.
func (r *reference) isPlacement() bool { return r.Kind == "" || r.Kind == api.OCMPlacementKind }

// follower is on every cluster of the placements that it names.
type follower struct {
	noun       *noun
	name       string
	placements [][2]string
}

func (h *Hub) addBinding(o *object) { h.bindings = append(h.bindings, o) }

// policySetLists is the list of the PolicySets, if a placement has one.
func (h *Hub) policySetLists() []Selection {
	isSet := func(subject reference) bool { return subject.Kind == policySetKind }
	if slices.ContainsFunc(h.bindings, func(b *object) bool { return slices.ContainsFunc(b.Subjects, isSet) }) {
		return whole(h)
	}
	return nil
}

func (h *Hub) addPolicySet(o *object) { h.policySets[o.key(o.Metadata.Name)] = o.Spec.Policies }

func (h *Hub) addReplicaSet(o *object) {
	consumer := &work
	if o.Spec.ManifestWorkTemplate.DeleteOption.PropagationPolicy == "Orphan" {
		consumer = &orphan
	}
	h.follow(o, consumer, o.Spec.PlacementRefs...)
}

func (h *Hub) addAddOn(o *object) {
	if strategy := &o.Spec.InstallStrategy; strategy.Type == "Placements" {
		h.follow(o, &addOn, strategy.Placements...)
	}
}

func (h *Hub) addSubscription(o *object) {
	h.follow(o, &subscription, o.Spec.Placement.PlacementRef)
}

// labeledWorks is the list of the works that name a placement by a label, but for those of ManifestWorkReplicaSets.
func labeledWorks(*Hub) []Selection {
	return []Selection{{Labels: api.PlacementLabel + ",!" + api.WorkGroup + "/manifestworkreplicaset"}}
}

func (h *Hub) addWork(o *object) { h.works = append(h.works, o) }

// follow adds an object that follows placements: of its own namespace, unless it has none.
func (h *Hub) follow(o *object, consumer *noun, placements ...reference) {
	f := follower{noun: consumer, name: o.Metadata.Name}
	for _, ref := range placements {
		if ref.isPlacement() && ref.Name != "" {
			f.placements = append(f.placements, [2]string{cmp.Or(o.Metadata.Namespace, ref.Namespace), ref.Name})
		}
	}
	if len(f.placements) > 0 {
		h.followers = append(h.followers, f)
	}
}

// policiesOf adds the policies that are bound to a placement, those of sets as well.
func (h *Hub) policiesOf(p *Placement, c *Consumers) {
	for _, isOwn := range []bool{true, false} {
		for _, b := range h.bindings {
			to := b.key(b.PlacementRef.Name)
			if to[0] != p.Namespace || isOwn != (to[1] == p.Name) || !b.PlacementRef.isPlacement() {
				continue
			}
			for _, subject := range b.Subjects {
				consumer, names := &policy, []string{subject.Name}
				if subject.Kind == policySetKind {
					if policies, isRead := h.policySets[b.key(subject.Name)]; isRead {
						names = policies
					} else {
						consumer = &policySet
					}
				}
				c.follow(consumer, isOwn, p.clustersOf(to), names...)
			}
		}
	}
}

// followersOf adds what names a placement.
func (h *Hub) followersOf(p *Placement, c *Consumers) {
	for i := range h.followers {
		f := &h.followers[i]
		if !slices.Contains(f.placements, [2]string{p.Namespace, p.Name}) {
			continue
		}
		if on := (placed{"", keptWork}); p.IsDeleted && (f.noun == &work || f.noun == &orphan) {
			c.placed[on], c.awaits = append(c.placed[on], f.name), true
			continue
		}
		c.follow(f.noun, true, nil, f.name)
		for _, other := range f.placements {
			c.follow(f.noun, false, p.clustersOf(other), f.name)
		}
	}
}
