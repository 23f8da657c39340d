// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
)

// interval is how often a stand-in looks at a server.
const interval = 50 * time.Millisecond

// interval is shorter for the server of one test.
func (h *Hub) interval() time.Duration {
	if h.Kind == Fake {
		return interval / 5
	}
	return interval
}

// repeat calls step until the test ends. An error of step fails the test, but for those of two writers at the same time, after
// which the next step tries again.
func (h *Hub) repeat(t testing.TB, step func(ctx context.Context) error) {
	t.Helper()
	repeatEvery(t, h.interval(), step)
}

func repeatEvery(t testing.TB, pause time.Duration, step func(ctx context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			err := step(ctx)
			if err != nil && ctx.Err() == nil && !apierrors.IsConflict(err) && !apierrors.IsNotFound(err) {
				t.Error(err)
				return
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(pause):
			}
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
}

// finish does after the test what nothing else does then. It tries again if another client writes or deletes the same objects.
func finish(t testing.TB, release func(ctx context.Context) error) {
	t.Helper()
	t.Cleanup(func() {
		err := release(context.Background())
		for end := time.Now().Add(startLimit); (apierrors.IsConflict(err) || apierrors.IsNotFound(err)) && time.Now().Before(end); {
			err = release(context.Background())
		}
		if err != nil {
			t.Error(err)
		}
	})
}

// Eventually waits until something is so, as controllers make it.
func Eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(startLimit); !holds(); time.Sleep(interval) {
		if time.Now().After(end) {
			t.Fatalf("after %s it is not true that %s", startLimit, what)
		}
	}
}

// step is one write of a controller.
type step func(ctx context.Context) error

// carriedOut are steps for a test, which fails if one of them does.
func carriedOut(t testing.TB, steps []step) []func() {
	writes := make([]func(), len(steps))
	for i, write := range steps {
		writes[i] = func() {
			t.Helper()
			if err := write(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	return writes
}

// writer writes objects of one kind in one namespace, as a controller does.
type writer struct {
	client     dynamic.ResourceInterface
	apiVersion string
	kind       string
	namespace  string
	manager    string
}

func (h *Hub) writer(manager, apiVersion, kind, namespace string) (writer, error) {
	group, err := schema.ParseGroupVersion(apiVersion)
	if err != nil {
		return writer{}, err
	}
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(group.WithKind(kind))
	object.SetNamespace(namespace)
	client, err := h.For(object)
	return writer{client: client, apiVersion: apiVersion, kind: kind, namespace: namespace, manager: manager}, err
}

// create creates an object. The fields are its labels, annotations and so on, and its spec.
func (w *writer) create(ctx context.Context, name string, fields map[string]any) (*unstructured.Unstructured, error) {
	object := &unstructured.Unstructured{Object: fields}
	object.SetAPIVersion(w.apiVersion)
	object.SetKind(w.kind)
	object.SetNamespace(w.namespace)
	object.SetName(name)
	return w.client.Create(ctx, object, metav1.CreateOptions{FieldManager: w.manager, FieldValidation: "Strict"})
}

// patch changes an object as far as it differs, only if no other client has changed it since it was read.
func (w *writer) patch(ctx context.Context, read *unstructured.Unstructured, patch map[string]any, subresources ...string) error {
	metadata, _ := patch["metadata"].(map[string]any)
	if metadata == nil {
		metadata = map[string]any{}
	}
	metadata["resourceVersion"], metadata["uid"] = read.GetResourceVersion(), read.GetUID()
	patch["metadata"] = metadata
	body, err := json.Marshal(patch)
	if err != nil {
		return err
	}
	written, err := w.client.Patch(ctx, read.GetName(), types.MergePatchType, body,
		metav1.PatchOptions{FieldManager: w.manager, FieldValidation: "Strict"}, subresources...)
	if err == nil {
		read.Object = written.Object
	}
	return err
}

// patchStatus replaces the fields of a status that differ.
func (w *writer) patchStatus(ctx context.Context, read *unstructured.Unstructured, status map[string]any) error {
	old, _, _ := unstructured.NestedMap(read.Object, "status")
	changed := map[string]any{}
	for name, value := range status {
		if !sameJSON(old[name], value) {
			changed[name] = value
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return w.patch(ctx, read, map[string]any{"status": changed}, "status")
}

func sameJSON(a, b any) bool {
	left, err := json.Marshal(a)
	right, err2 := json.Marshal(b)
	return errors.Join(err, err2) == nil && string(left) == string(right)
}

// condition is a condition of a status. It keeps the time of the old one unless its status changes.
type condition struct {
	Type               string `json:"type"`
	Status             string `json:"status"`
	Reason             string `json:"reason"`
	Message            string `json:"message"`
	LastTransitionTime string `json:"lastTransitionTime"`
	ObservedGeneration int64  `json:"observedGeneration,omitempty"`
}

// conditions are those of a status after the new ones have been set.
func conditions(object *unstructured.Unstructured, set ...condition) ([]any, error) {
	old, _, _ := unstructured.NestedSlice(object.Object, "status", "conditions")
	var all []condition
	if err := convert(old, &all); err != nil {
		return nil, err
	}
	for _, c := range set {
		c.LastTransitionTime = time.Now().UTC().Format(time.RFC3339)
		found := false
		for i := range all {
			if all[i].Type != c.Type {
				continue
			}
			if all[i].Status == c.Status {
				c.LastTransitionTime = all[i].LastTransitionTime
			}
			all[i], found = c, true
		}
		if !found {
			all = append(all, c)
		}
	}
	var values []any
	return values, convert(all, &values)
}

// controlledBy is an owner reference.
func controlledBy(owner *unstructured.Unstructured) []any {
	return []any{map[string]any{
		"apiVersion": owner.GetAPIVersion(), "kind": owner.GetKind(), "name": owner.GetName(), "uid": string(owner.GetUID()),
		"controller": true, "blockOwnerDeletion": true,
	}}
}
