// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

const (
	overrideFinalizer = fleetPrefix + "override-cleanup"
	overrideLabel     = fleetPrefix + "parent-resource-override"
	latestLabel       = fleetPrefix + "is-latest-snapshot"
)

// overrideController makes the snapshots of overrides, one after the other.
type overrideController struct {
	prefix               string
	overrides, snapshots writer
	// delay is how long after a change of an override its snapshot exists.
	delay time.Duration
}

// FleetOverrides makes the snapshots of the ClusterResourceOverrides whose names begin with the prefix, and of the
// ResourceOverrides of a namespace, until the test ends, as the controllers of KubeFleet do: a moment after the override. An
// override that is deleted is gone when its snapshots are.
func (h *Hub) FleetOverrides(t testing.TB, prefix, namespace string) {
	t.Helper()
	for _, c := range []struct{ kind, prefix, namespace string }{
		{"ClusterResourceOverride", prefix, ""}, {"ResourceOverride", "", namespace},
	} {
		overrides, err := h.writer(fleetManager, fleetPlacements, c.kind, c.namespace)
		snapshots, err2 := h.writer(fleetManager, fleetPlacements, c.kind+"Snapshot", c.namespace)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		controller := &overrideController{c.prefix, overrides, snapshots, h.interval()}
		finish(t, func(ctx context.Context) error { return controller.each(ctx, controller.letGo) })
		h.repeat(t, func(ctx context.Context) error { return controller.each(ctx, controller.reconcile) })
	}
}

func (c *overrideController) each(
	ctx context.Context, do func(ctx context.Context, override *unstructured.Unstructured) error,
) error {
	list, err := c.overrides.client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for i := range list.Items {
		if override := &list.Items[i]; strings.HasPrefix(override.GetName(), c.prefix) {
			if err := do(ctx, override); err != nil {
				return err
			}
		}
	}
	return nil
}

// reconcile holds an override with a finalizer, and makes a snapshot of its spec.
func (c *overrideController) reconcile(ctx context.Context, override *unstructured.Unstructured) error {
	held := slices.Contains(override.GetFinalizers(), overrideFinalizer)
	if override.GetDeletionTimestamp() != nil {
		return c.letGo(ctx, override)
	}
	latest, index, err := c.latest(ctx, override)
	if err != nil {
		return err
	}
	spec := override.Object["spec"]
	if held && latest != nil {
		if taken, _, _ := unstructured.NestedMap(latest.Object, "spec", "overrideSpec"); sameJSON(taken, spec) {
			return nil
		}
	}
	select {
	case <-time.After(c.delay):
	case <-ctx.Done():
		return ctx.Err()
	}
	if !held {
		finalizers := map[string]any{"finalizers": append(override.GetFinalizers(), overrideFinalizer)}
		if err := c.overrides.patch(ctx, override, map[string]any{"metadata": finalizers}); err != nil {
			return err
		}
	}
	if latest != nil {
		obsolete := map[string]any{"labels": map[string]any{latestLabel: "false"}}
		if err := c.snapshots.patch(ctx, latest, map[string]any{"metadata": obsolete}); err != nil {
			return err
		}
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return err
	}
	hash := sha256.Sum256(text)
	labels := map[string]any{
		overrideLabel: override.GetName(), latestLabel: "true", fleetPrefix + "override-index": strconv.Itoa(index),
	}
	_, err = c.snapshots.create(ctx, fmt.Sprintf("%s-%d", override.GetName(), index), map[string]any{
		"metadata": map[string]any{"labels": labels, "ownerReferences": controlledBy(override)},
		"spec":     map[string]any{"overrideHash": base64.StdEncoding.EncodeToString(hash[:]), "overrideSpec": spec},
	})
	return err
}

// latest is the latest snapshot of an override, nil if there is none, and the index of the next one.
func (c *overrideController) latest(
	ctx context.Context, override *unstructured.Unstructured,
) (latest *unstructured.Unstructured, index int, err error) {
	list, err := c.snapshots.client.List(ctx, metav1.ListOptions{LabelSelector: overrideLabel + "=" + override.GetName()})
	if err != nil {
		return nil, 0, err
	}
	for i := range list.Items {
		if list.Items[i].GetLabels()[latestLabel] == "true" {
			latest = &list.Items[i]
		}
	}
	return latest, len(list.Items), nil
}

// letGo deletes the snapshots of an override, and takes the finalizer from it.
func (c *overrideController) letGo(ctx context.Context, override *unstructured.Unstructured) error {
	list, err := c.snapshots.client.List(ctx, metav1.ListOptions{LabelSelector: overrideLabel + "=" + override.GetName()})
	if err != nil {
		return err
	}
	for i := range list.Items {
		if err := remove(ctx, c.snapshots.client, &list.Items[i]); err != nil {
			return err
		}
	}
	if !slices.Contains(override.GetFinalizers(), overrideFinalizer) {
		return nil
	}
	rest := slices.DeleteFunc(override.GetFinalizers(), func(name string) bool { return name == overrideFinalizer })
	return c.overrides.patch(ctx, override, map[string]any{"metadata": map[string]any{"finalizers": rest}})
}
