// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

const (
	fleetPlacements = "placement.kubernetes-fleet.io/v1beta1"
	fleetManager    = "hub-agent"
	fleetPrefix     = "kubernetes-fleet.io/"
	fleetFinalizer  = fleetPrefix + "scheduler-crb-cleanup"
	// placementFinalizer keeps a placement until what was written for it is deleted.
	placementFinalizer = fleetPrefix + "scheduler-cleanup"
	parentLabel        = fleetPrefix + "parent-CRP"
)

// FleetDecision is what the scheduler of KubeFleet says about a cluster.
type FleetDecision struct {
	Cluster       string
	Selected      bool
	AffinityScore int
	SpreadScore   int
	// Reason is that of a cluster which is not selected.
	Reason string
}

// fleetKinds are the kinds of a placement that has no namespace, and of one that has.
type fleetKinds struct{ placement, snapshot, binding, condition string }

var (
	fleetCluster = fleetKinds{"ClusterResourcePlacement", "ClusterSchedulingPolicySnapshot", "ClusterResourceBinding",
		"ClusterResourcePlacementScheduled"}
	fleetNamespace = fleetKinds{"ResourcePlacement", "SchedulingPolicySnapshot", "ResourceBinding", "ResourcePlacementScheduled"}
)

// fleetScheduler writes for the placements of a namespace, or for those without one.
type fleetScheduler struct {
	kinds                           fleetKinds
	placements, snapshots, bindings writer
}

func (h *Hub) fleetScheduler(namespace string) (*fleetScheduler, error) {
	s := &fleetScheduler{kinds: fleetCluster}
	if namespace != "" {
		s.kinds = fleetNamespace
	}
	var err error
	for kind, w := range map[string]*writer{s.kinds.placement: &s.placements, s.kinds.snapshot: &s.snapshots,
		s.kinds.binding: &s.bindings} {
		if *w, err = h.writer(fleetManager, fleetPlacements, kind, namespace); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// WriteFleetDecisions writes once what KubeFleet writes for these decisions, in this order. The namespace is that of a
// ResourcePlacement, or empty.
func (h *Hub) WriteFleetDecisions(t testing.TB, namespace, name string, decisions ...FleetDecision) {
	t.Helper()
	for _, write := range h.FleetWrites(t, namespace, name, decisions...) {
		write()
	}
}

// FleetWrites are the single writes of WriteFleetDecisions, in their order, for a test that looks at the server in between. The
// policy snapshot is there already.
func (h *Hub) FleetWrites(t testing.TB, namespace, name string, decisions ...FleetDecision) []func() {
	t.Helper()
	s, err := h.fleetScheduler(namespace)
	if err != nil {
		t.Fatal(err)
	}
	placement, err := s.placements.client.Get(t.Context(), name, metav1.GetOptions{})
	var steps []step
	if err == nil {
		steps, err = s.steps(t.Context(), placement, decisions)
	}
	if err != nil {
		t.Fatal(err)
	}
	finish(t, func(ctx context.Context) error { return s.release(ctx, name) })
	return carriedOut(t, steps)
}

// write writes what the scheduler and the placement controller write.
func (s *fleetScheduler) write(ctx context.Context, placement *unstructured.Unstructured, decisions []FleetDecision) error {
	steps, err := s.steps(ctx, placement, decisions)
	for _, write := range steps {
		if err == nil {
			err = write(ctx)
		}
	}
	return err
}

// steps write the bindings one after the other, then the status of the snapshot, then that of the placement. The snapshot is
// there before.
func (s *fleetScheduler) steps(
	ctx context.Context, placement *unstructured.Unstructured, decisions []FleetDecision,
) ([]step, error) {
	if err := s.releaseFormer(ctx, placement); err != nil {
		return nil, err
	}
	snapshot, err := s.writeSnapshot(ctx, placement)
	if err != nil {
		return nil, err
	}
	steps, err := s.bindingSteps(ctx, placement.GetName(), snapshot.GetName(), decisions)
	if err != nil {
		return nil, err
	}
	scheduled := fulfilled(placement, decisions)
	scheduled.Type, scheduled.ObservedGeneration = "Scheduled", snapshot.GetGeneration()
	return append(steps, func(ctx context.Context) error {
		set, err := conditions(snapshot, scheduled)
		if err != nil {
			return err
		}
		targets := []any{}
		for _, d := range decisions {
			targets = append(targets, d.value())
		}
		return s.snapshots.patchStatus(ctx, snapshot, map[string]any{
			"observedCRPGeneration": placement.GetGeneration(), "conditions": set, "targetClusters": targets,
		})
	}, func(ctx context.Context) error { return s.writeStatus(ctx, placement, decisions, scheduled) }), nil
}

// bindingSteps bind what is selected, bring the other bindings of selected clusters up to the policy, and then mark the rest as
// unscheduled.
func (s *fleetScheduler) bindingSteps(
	ctx context.Context, placement, snapshot string, decisions []FleetDecision,
) ([]step, error) {
	list, err := s.bindings.client.List(ctx, metav1.ListOptions{LabelSelector: parentLabel + "=" + placement})
	if err != nil {
		return nil, err
	}
	bound := map[string]bool{}
	var create, patch, unschedule []step
	for i := range list.Items {
		binding := &list.Items[i]
		cluster, _, _ := unstructured.NestedString(binding.Object, "spec", "targetCluster")
		at := slices.IndexFunc(decisions, func(d FleetDecision) bool { return d.Selected && d.Cluster == cluster })
		if at < 0 {
			unschedule = append(unschedule, func(ctx context.Context) error { return s.unschedule(ctx, binding) })
			continue
		}
		bound[cluster] = true
		patch = append(patch, func(ctx context.Context) error { return s.keep(ctx, binding, snapshot, decisions[at]) })
	}
	for _, d := range decisions {
		if !d.Selected || bound[d.Cluster] {
			continue
		}
		create = append(create, func(ctx context.Context) error {
			_, err := s.bindings.create(ctx, bindingName(placement, d.Cluster), map[string]any{
				"metadata": map[string]any{"labels": map[string]any{parentLabel: placement}, "finalizers": []any{fleetFinalizer}},
				"spec": map[string]any{
					"state": "Scheduled", "targetCluster": d.Cluster, "schedulingPolicySnapshotName": snapshot, "resourceSnapshotName": "",
					"clusterDecision": d.value(),
				},
			})
			return err
		})
	}
	return slices.Concat(create, patch, unschedule), nil
}

// keep brings the binding of a selected cluster up to the policy: an obsolete one keeps its state, and an unscheduled one gets
// back the state that it had. A binding of the policy is not scored again.
func (s *fleetScheduler) keep(ctx context.Context, binding *unstructured.Unstructured, snapshot string, d FleetDecision) error {
	state, _, _ := unstructured.NestedString(binding.Object, "spec", "state")
	policy, _, _ := unstructured.NestedString(binding.Object, "spec", "schedulingPolicySnapshotName")
	if state == "Unscheduled" {
		state = binding.GetAnnotations()[fleetPrefix+"previous-binding-state"]
	} else if policy == snapshot {
		return nil
	}
	return s.bindings.patch(ctx, binding, map[string]any{
		"spec": map[string]any{"state": state, "schedulingPolicySnapshotName": snapshot, "clusterDecision": d.value()},
	})
}

func (s *fleetScheduler) unschedule(ctx context.Context, binding *unstructured.Unstructured) error {
	state, _, _ := unstructured.NestedString(binding.Object, "spec", "state")
	if state == "Unscheduled" {
		return nil
	}
	annotations := map[string]any{}
	for name := range binding.GetAnnotations() {
		annotations[name] = nil
	}
	annotations[fleetPrefix+"previous-binding-state"] = state
	return s.bindings.patch(ctx, binding, map[string]any{
		"metadata": map[string]any{"annotations": annotations}, "spec": map[string]any{"state": "Unscheduled"},
	})
}

// writeStatus writes the status of the placement: the condition of the snapshot, and an entry for each selected cluster.
func (s *fleetScheduler) writeStatus(
	ctx context.Context, placement *unstructured.Unstructured, decisions []FleetDecision, scheduled condition,
) error {
	scheduled.Type, scheduled.ObservedGeneration = s.kinds.condition, placement.GetGeneration()
	set, err := conditions(placement, scheduled)
	if err != nil {
		return err
	}
	old, _, _ := unstructured.NestedSlice(placement.Object, "status", "placementStatuses")
	statuses := []any{}
	for _, d := range decisions {
		if !d.Selected {
			continue
		}
		before := &unstructured.Unstructured{Object: map[string]any{"status": map[string]any{}}}
		for _, entry := range old {
			if fields, _ := entry.(map[string]any); fields["clusterName"] == d.Cluster {
				before.Object["status"] = fields
			}
		}
		of, err := conditions(before, condition{
			Type: "Scheduled", Status: "True", Reason: "Scheduled", Message: d.reason(), ObservedGeneration: placement.GetGeneration(),
		})
		if err != nil {
			return err
		}
		statuses = append(statuses, map[string]any{"clusterName": d.Cluster, "conditions": of})
	}
	return s.placements.patchStatus(ctx, placement, map[string]any{"conditions": set, "placementStatuses": statuses})
}

// value is the decision as snapshots and bindings have it.
func (d *FleetDecision) value() map[string]any {
	return map[string]any{
		"clusterName": d.Cluster, "selected": d.Selected, "reason": d.reason(),
		"clusterScore": map[string]any{"affinityScore": d.AffinityScore, "priorityScore": d.SpreadScore},
	}
}

func (d *FleetDecision) reason() string {
	if !d.Selected {
		return d.Reason
	}
	return fmt.Sprintf("Successfully scheduled resources for placement in %q (affinity score: %d, topology spread score: %d): "+
		"picked by scheduling policy",
		d.Cluster, d.AffinityScore, d.SpreadScore)
}

// fulfilled is the condition of a policy whose decisions these are.
func fulfilled(placement *unstructured.Unstructured, decisions []FleetDecision) condition {
	selected := 0
	for _, d := range decisions {
		if d.Selected {
			selected++
		}
	}
	wanted := selected
	switch typ, _, _ := unstructured.NestedString(placement.Object, "spec", "policy", "placementType"); typ {
	case "PickN":
		n, _, _ := unstructured.NestedInt64(placement.Object, "spec", "policy", "numberOfClusters")
		wanted = int(n)
	case "PickFixed":
		names, _, _ := unstructured.NestedSlice(placement.Object, "spec", "policy", "clusterNames")
		wanted = len(names)
	}
	if selected < wanted {
		return condition{
			Status: "False", Reason: "SchedulingPolicyUnfulfilled",
			Message: fmt.Sprintf("could not find all clusters needed as specified by the scheduling policy, found %d "+
				"cluster(s) instead", selected),
		}
	}
	return condition{
		Status: "True", Reason: "SchedulingPolicyFulfilled",
		Message: fmt.Sprintf("found all cluster needed as specified by the scheduling policy, found %d cluster(s)", selected),
	}
}

// bindingName is unique, and shows both names as far as there is room.
func bindingName(placement, cluster string) string {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(placement + "/" + cluster))
	return fmt.Sprintf("%.26s-%.27s-%08x", placement, cluster, hash.Sum32())
}
