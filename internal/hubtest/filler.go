// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"errors"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
)

// Filler writes whole fleets to a server that a test has for itself, one after the other.
type Filler struct {
	hub        *Hub
	namespaces map[string]bool

	mu      sync.Mutex
	written []written
}

type written struct {
	client dynamic.ResourceInterface
	object *unstructured.Unstructured
}

// Filler returns a filler that has not written anything yet.
func (h *Hub) Filler() *Filler { return &Filler{hub: h, namespaces: map[string]bool{}} }

// Fill creates objects, their status too, and the namespaces that they are in. An object with a deletion timestamp is deleted
// afterwards, so that its finalizers keep it. The error is what the server refuses.
func (f *Filler) Fill(ctx context.Context, objects []*unstructured.Unstructured) error {
	namespaces, err := f.hub.For(namespaceOf(""))
	if err != nil {
		return err
	}
	for _, object := range objects {
		name := object.GetNamespace()
		if name == "" || f.namespaces[name] {
			continue
		}
		if _, err := namespaces.Create(ctx, namespaceOf(name), metav1.CreateOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
		f.namespaces[name] = true
	}
	return forEach(objects, func(object *unstructured.Unstructured) error { return f.create(ctx, object) })
}

func namespaceOf(name string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace",
		"metadata": map[string]any{"name": name}}}
}

func (f *Filler) create(ctx context.Context, object *unstructured.Unstructured) error {
	deleted, status := object.GetDeletionTimestamp() != nil, object.Object["status"]
	object = object.DeepCopy()
	object.SetDeletionTimestamp(nil)
	if deleted && len(object.GetFinalizers()) == 0 {
		return errors.New("an object without finalizers is not there any more once it is deleted")
	}
	client, err := f.hub.For(object)
	if err != nil {
		return err
	}
	created, err := client.Create(ctx, object, metav1.CreateOptions{FieldValidation: "Strict"})
	if err != nil {
		return err
	}
	f.mu.Lock()
	f.written = append(f.written, written{client, created})
	f.mu.Unlock()
	if status != nil {
		withStatus := created.DeepCopy()
		withStatus.Object["status"] = status
		if _, err = client.UpdateStatus(ctx, withStatus, metav1.UpdateOptions{FieldValidation: "Strict"}); err != nil {
			return err
		}
	}
	if deleted {
		return client.Delete(ctx, object.GetName(), metav1.DeleteOptions{})
	}
	return nil
}

// Clear deletes what was written but for the namespaces.
func (f *Filler) Clear(ctx context.Context) error {
	all := f.written
	f.written = nil
	return forEach(all, func(w written) error { return remove(ctx, w.client, w.object) })
}

// forEach calls a function for all items, for some at the same time, and returns its errors.
func forEach[T any](items []T, do func(T) error) error {
	const workers = 16
	var running sync.WaitGroup
	errs := make([]error, len(items))
	next := make(chan int)
	for range workers {
		running.Go(func() {
			for i := range next {
				errs[i] = do(items[i])
			}
		})
	}
	for i := range items {
		next <- i
	}
	close(next)
	running.Wait()
	return errors.Join(errs...)
}
