// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

const (
	// PreviousStateAnnotation holds the state that a binding had before it was unscheduled.
	PreviousStateAnnotation = "kubernetes-fleet.io/previous-binding-state"
	// Finalizer is the scheduler's finalizer of a binding.
	Finalizer = "kubernetes-fleet.io/scheduler-crb-cleanup"
)

// binding is a ResourceBinding in its current state and in its prior state.
type binding struct {
	placement.ResourceBinding
	// prior is nil for a new binding.
	prior   *placement.ResourceBinding
	deleted bool
	// position is that of the target cluster; -1 if the fleet does not have it.
	position int32
}

// classify finds the placement's own bindings and puts each into its group. A binding that is being deleted, that is
// dangling, or that is in a state that upstream does not know, is in no group.
func (p *pass) classify() {
	for i := range p.inv.ResourceBindings {
		b := &p.inv.ResourceBindings[i]
		if b.Placement == p.req.Name && b.Namespace == p.req.Namespace {
			position, ok := p.Position(b.TargetCluster)
			if !ok {
				position = -1
			}
			p.bindings = append(p.bindings, &binding{ResourceBinding: *b, prior: b, position: position})
		}
	}
	slices.SortFunc(p.bindings, byName)
	for _, b := range p.bindings {
		switch {
		case b.Deleting, p.dangling(b):
		case b.State == placement.BindingUnscheduled:
			p.unscheduled = append(p.unscheduled, b)
		case b.PolicySnapshot != p.snapshot.Name:
			p.obsolete = append(p.obsolete, b)
		default:
			p.settle(b)
		}
	}
}

func byName(a, b *binding) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.TargetCluster, b.TargetCluster), cmp.Compare(a.State, b.State))
}

// settle adds a binding of the current policy to the group for its state.
func (p *pass) settle(b *binding) {
	switch b.State {
	case placement.BindingScheduled:
		p.scheduled = append(p.scheduled, b)
	case placement.BindingBound:
		p.bound = append(p.bound, b)
	default:
		return
	}
	p.selected[b.position] = true
}

// dangling reports whether the binding's cluster is not in the fleet or is being deleted, and the binding is not
// unscheduled yet.
func (p *pass) dangling(b *binding) bool {
	return b.State != placement.BindingUnscheduled && (b.position < 0 || p.Clusters[b.position].Deleting)
}

// release does what every cycle starts with: it removes the scheduler's finalizer from the bindings that are being
// deleted, and unschedules the dangling ones, which cannot be reused in this cycle.
func (p *pass) release() {
	for _, b := range p.bindings {
		switch {
		case b.Deleting:
			held := slices.Clone(b.Finalizers)
			b.Finalizers = slices.DeleteFunc(held, func(name string) bool { return name == Finalizer })
			b.deleted = len(b.Finalizers) == 0
		case p.dangling(b):
			b.unschedule()
		}
	}
}

// unschedule marks the binding for removal. Upstream replaces all its annotations.
func (b *binding) unschedule() {
	b.Annotations = map[string]string{PreviousStateAnnotation: string(b.State)}
	b.State = placement.BindingUnscheduled
}

// previousState is the state that an unscheduled binding returns to. The annotation remains: upstream's code removes it,
// but computes the patch against the already changed object.
func (b *binding) previousState() (placement.BindingState, error) {
	if b.State != placement.BindingUnscheduled {
		return b.State, nil
	}
	state, ok := b.Annotations[PreviousStateAnnotation]
	if !ok {
		return "", &placement.Misconfiguration{
			Field: "annotations[" + PreviousStateAnnotation + "]",
			Message: fmt.Sprintf("failed to find the previous state of an unscheduled binding: %s, for cluster %s",
				b.Name, b.TargetCluster),
		}
	}
	return placement.BindingState(state), nil
}

// newBinding is a new binding for a cluster. It is an error if no binding can have its name: upstream does not try another.
func (p *pass) newBinding(position int32, decision placement.ClusterDecision) (*binding, error) {
	name := p.Clusters[position].Name
	if mistake := MistakeInName(p.req.Name); mistake != "" {
		return nil, &placement.Misconfiguration{Field: "name", Message: mistake}
	}
	if mistake := MistakeInClusterName(name); mistake != "" {
		field := "" // The name is not a part of the request.
		if p.req.PlacementType == PickFixed {
			field = "clusterNames"
		}
		return nil, &placement.Misconfiguration{Field: field, Message: mistake}
	}
	return &binding{position: position, ResourceBinding: placement.ResourceBinding{
		Name: p.bindingName(name), Namespace: p.req.Namespace, Placement: p.req.Name,
		State: placement.BindingScheduled, TargetCluster: name, PolicySnapshot: p.snapshot.Name,
		ClusterDecision: decision, Finalizers: schedulerFinalizer,
	}}, nil
}

// The name of a binding begins with so many bytes of the names of its placement and its cluster, and must be a DNS label.
const ofPlacement, ofCluster = 26, 27

// MistakeInName says why no binding can be created for a placement of this name; empty if one can. Admission allows it.
func MistakeInName(placement string) string {
	return dotted(placement, ofPlacement, "KubeFleet cannot create bindings for the placement, so it never chooses a cluster")
}

// MistakeInClusterName says the same of a cluster.
func MistakeInClusterName(cluster string) string {
	return dotted(cluster, ofCluster, "KubeFleet cannot create a binding for the cluster, and a placement that would choose it "+
		"chooses no new cluster at all")
}

func dotted(name string, size int, effect string) string {
	if part := name[:min(len(name), size)]; !strings.Contains(part, ".") {
		return ""
	}
	return fmt.Sprintf("found %s with a dot in its first %d characters: %s. Use a name without dots, such as %s",
		excerpt.Quote(name), size, effect, excerpt.Quote(strings.ReplaceAll(name, ".", "-")))
}

var schedulerFinalizer = []string{Finalizer}

// bindingName is the name of a new binding: parts of both names and eight hexadecimal digits. In upstream the digits are
// random; here they are a hash of the policy snapshot and the cluster, so that the same input gives the same name.
func (p *pass) bindingName(cluster string) string {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(p.snapshot.Name + "/" + cluster))
	return p.req.Name[:min(len(p.req.Name), ofPlacement)] + "-" + cluster[:min(len(cluster), ofCluster)] + "-" +
		hex.EncodeToString(hash.Sum(nil))
}

// addBindings moves the bindings into the result: the existing ones by name, then the new ones by target cluster.
func (p *pass) addBindings() {
	existing := len(p.bindings)
	for existing > 0 && p.bindings[existing-1].prior == nil {
		existing--
	}
	slices.SortFunc(p.bindings[existing:], func(a, b *binding) int { return cmp.Compare(a.position, b.position) })
	p.result.ResourceBindings = lists.Map(p.bindings, func(b *binding) placement.BindingChange {
		return placement.BindingChange{Action: b.action(), ResourceBinding: b.ResourceBinding}
	})
}

// action is what the pass did to the binding, over all cycles.
func (b *binding) action() placement.BindingAction {
	switch {
	case b.prior == nil:
		return placement.BindingCreated
	case b.deleted:
		return placement.BindingDeleted
	case len(b.Finalizers) != len(b.prior.Finalizers):
		return placement.BindingReleased
	case b.State == placement.BindingUnscheduled && b.prior.State != placement.BindingUnscheduled:
		return placement.BindingRemoved
	case b.State != b.prior.State, b.PolicySnapshot != b.prior.PolicySnapshot,
		!sameDecision(&b.ClusterDecision, &b.prior.ClusterDecision):
		return placement.BindingPatched
	}
	return placement.BindingKept
}
