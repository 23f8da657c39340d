// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"slices"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// FleetScheduler decides the ResourcePlacements of a namespace until the test ends or, if the namespace is empty, those
// ClusterResourcePlacements that decide answers for: it asks again and again, and writes what KubeFleet's scheduler and placement
// controller would write. Nothing is rolled out. A placement that is deleted is gone when its bindings and snapshots are.
func (h *Hub) FleetScheduler(
	t testing.TB, namespace string, decide func(placement *unstructured.Unstructured) (decisions []FleetDecision, ok bool),
) {
	t.Helper()
	s, err := h.fleetScheduler(namespace)
	if err != nil {
		t.Fatal(err)
	}
	finish(t, func(ctx context.Context) error { return s.leave(ctx, decide) })
	seen := map[string]bool{}
	h.repeat(t, func(ctx context.Context) error {
		list, err := s.placements.client.List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		gone := seen
		seen = map[string]bool{}
		for i := range list.Items {
			placement := &list.Items[i]
			decisions, ok := decide(placement)
			if !ok {
				continue
			}
			seen[placement.GetName()] = true
			delete(gone, placement.GetName())
			if err := s.reconcile(ctx, placement, decisions); err != nil {
				return err
			}
		}
		for name := range gone {
			if err := s.release(ctx, name); err != nil {
				return err
			}
		}
		return nil
	})
}

// reconcile holds a placement with a finalizer, and writes for it; of one that is being deleted it deletes what it wrote.
func (s *fleetScheduler) reconcile(ctx context.Context, placement *unstructured.Unstructured, decisions []FleetDecision) error {
	held := slices.Contains(placement.GetFinalizers(), placementFinalizer)
	if placement.GetDeletionTimestamp() == nil {
		if !held {
			finalizers := append(placement.GetFinalizers(), placementFinalizer)
			if err := s.setFinalizers(ctx, placement, finalizers); err != nil {
				return err
			}
		}
		return s.write(ctx, placement, decisions)
	}
	if !held {
		return nil
	}
	if err := s.release(ctx, placement.GetName()); err != nil {
		return err
	}
	return s.letGo(ctx, placement)
}

// letGo takes the finalizer from a placement.
func (s *fleetScheduler) letGo(ctx context.Context, placement *unstructured.Unstructured) error {
	return s.setFinalizers(ctx, placement, slices.DeleteFunc(placement.GetFinalizers(), func(name string) bool {
		return name == placementFinalizer
	}))
}

func (s *fleetScheduler) setFinalizers(ctx context.Context, placement *unstructured.Unstructured, finalizers []string) error {
	return s.placements.patch(ctx, placement, map[string]any{"metadata": map[string]any{"finalizers": finalizers}})
}

// leave lets all placements go that the scheduler has held, because nothing deletes them after it.
func (s *fleetScheduler) leave(
	ctx context.Context, decide func(placement *unstructured.Unstructured) (decisions []FleetDecision, ok bool),
) error {
	list, err := s.placements.client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for i := range list.Items {
		placement := &list.Items[i]
		if _, ok := decide(placement); !ok || !slices.Contains(placement.GetFinalizers(), placementFinalizer) {
			continue
		}
		if err := s.letGo(ctx, placement); err != nil {
			return err
		}
	}
	return nil
}

// release deletes the bindings of a placement that is gone, and its snapshots, which are its own.
func (s *fleetScheduler) release(ctx context.Context, placement string) error {
	for _, w := range []writer{s.bindings, s.snapshots} {
		list, err := w.client.List(ctx, metav1.ListOptions{LabelSelector: parentLabel + "=" + placement})
		if err != nil {
			return err
		}
		for i := range list.Items {
			if err := remove(ctx, w.client, &list.Items[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// releaseFormer releases a placement of the same name that was deleted: its finalizer would not let it go before.
func (s *fleetScheduler) releaseFormer(ctx context.Context, placement *unstructured.Unstructured) error {
	list, err := s.snapshots.client.List(ctx, metav1.ListOptions{LabelSelector: parentLabel + "=" + placement.GetName()})
	if err != nil {
		return err
	}
	for i := range list.Items {
		if owner := metav1.GetControllerOf(&list.Items[i]); owner != nil && owner.UID != placement.GetUID() {
			return s.release(ctx, placement.GetName())
		}
	}
	return nil
}
