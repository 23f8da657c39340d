// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/client-go/dynamic"
	"sigs.k8s.io/yaml"
)

var illegal = regexp.MustCompile(`[^a-z0-9]+`)

// named counts the names of this process, and firstName keeps those of two processes apart.
var (
	named     atomic.Uint32
	firstName = rand.Uint32N(100_000)
)

// uniqueName is a name for what belongs to the test: short enough to be the beginning of a longer name.
func uniqueName(t testing.TB) string {
	name := strings.Trim(illegal.ReplaceAllString(strings.ToLower(t.Name()), "-"), "-")
	if len(name) > 24 {
		name = strings.Trim(name[len(name)-24:], "-")
	}
	return fmt.Sprintf("t-%s-%05d", name, (firstName+named.Add(1))%100_000)
}

// Namespace makes a namespace for the test, and deletes it after the test.
func (h *Hub) Namespace(t testing.TB) string {
	t.Helper()
	name := uniqueName(t)
	h.CreateNamespace(t, name)
	return name
}

// CreateNamespace makes a namespace of this name, such as that of a ManagedCluster, and deletes it after the test.
func (h *Hub) CreateNamespace(t testing.TB, name string) {
	t.Helper()
	h.Create(t, "{apiVersion: v1, kind: Namespace, metadata: {name: "+name+"}}")
}

// Prefix returns the beginning of the names of the test's objects without a namespace, such as "t-cluster-12345-". After the
// test, all custom resources without a namespace whose names begin like this are deleted, whoever has made them.
func (h *Hub) Prefix(t testing.TB) string {
	t.Helper()
	prefix := uniqueName(t) + "-"
	if h.Kind == Fake {
		return prefix
	}
	t.Cleanup(func() {
		for kind, of := range h.resources {
			if of.custom && !of.namespaced {
				h.deletePrefixed(t, h.client.Resource(schema.GroupVersionResource{Group: kind.Group, Version: of.versions[0],
					Resource: of.name}), prefix)
			}
		}
	})
	return prefix
}

func (h *Hub) deletePrefixed(t testing.TB, client dynamic.ResourceInterface, prefix string) {
	// The context of the test has ended.
	ctx := context.Background()
	list, err := client.List(ctx, metav1.ListOptions{})
	if apierrors.IsNotFound(err) {
		return // It is a kind of consumers, which few servers have.
	}
	if err != nil {
		t.Error(err)
		return
	}
	for i := range list.Items {
		object := &list.Items[i]
		if !strings.HasPrefix(object.GetName(), prefix) {
			continue
		}
		if err := remove(ctx, client, object); err != nil {
			t.Error(err)
		}
	}
}

// remove deletes an object although its finalizers have no controller here. It may be gone already.
func remove(ctx context.Context, client dynamic.ResourceInterface, object *unstructured.Unstructured) error {
	if len(object.GetFinalizers()) > 0 {
		_, err := client.Patch(ctx, object.GetName(), types.MergePatchType, []byte(`{"metadata":{"finalizers":null}}`),
			metav1.PatchOptions{})
		if err != nil && !apierrors.IsNotFound(err) {
			return fmt.Errorf("%s %s: %w", object.GetKind(), object.GetName(), err)
		}
	}
	background := metav1.DeletePropagationBackground
	err := client.Delete(ctx, object.GetName(), metav1.DeleteOptions{PropagationPolicy: &background})
	if err != nil && !apierrors.IsNotFound(err) {
		return fmt.Errorf("%s %s: %w", object.GetKind(), object.GetName(), err)
	}
	return nil
}

// Parse reads an object from YAML.
func Parse(t testing.TB, text string) *unstructured.Unstructured {
	t.Helper()
	object, err := parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return object
}

func parse(text string) (*unstructured.Unstructured, error) {
	object := &unstructured.Unstructured{}
	body, err := yaml.YAMLToJSONStrict([]byte(text))
	if err != nil {
		return nil, err
	}
	// Numbers become what a client reads: int64, or float64 if they have a fraction.
	return object, json.Unmarshal(body, &object.Object)
}

// Create creates an object from YAML, its status too, and returns it as the server has it. A field that the kind does not have
// fails the test. After the test the object is deleted.
func (h *Hub) Create(t testing.TB, text string) *unstructured.Unstructured {
	t.Helper()
	created, err := h.TryCreate(t, text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return created
}

// CreateAll does what Create does for many objects, some at the same time.
func (h *Hub) CreateAll(t testing.TB, texts []string) {
	t.Helper()
	var creators sync.WaitGroup
	next := make(chan string)
	for range 16 {
		creators.Go(func() {
			for text := range next {
				if _, err := h.TryCreate(t, text); err != nil {
					t.Errorf("%v in\n%s", err, text)
				}
			}
		})
	}
	for _, text := range texts {
		next <- text
	}
	close(next)
	creators.Wait()
	if t.Failed() {
		t.FailNow()
	}
}

// isGoing reports whether an object that exists already, for which a creation has failed, is being deleted, or is gone by now.
func isGoing(ctx context.Context, client dynamic.ResourceInterface, name string, err error) bool {
	if !apierrors.IsAlreadyExists(err) {
		return false
	}
	other, err := client.Get(ctx, name, metav1.GetOptions{})
	return apierrors.IsNotFound(err) || err == nil && other.GetDeletionTimestamp() != nil
}

// TryCreate does what Create does, and returns what the server refuses.
func (h *Hub) TryCreate(t testing.TB, text string) (*unstructured.Unstructured, error) {
	t.Helper()
	object, err := parse(text)
	if err != nil {
		return nil, err
	}
	client, err := h.For(object)
	if err != nil {
		return nil, err
	}
	created, err := client.Create(t.Context(), object, metav1.CreateOptions{FieldValidation: "Strict"})
	for end := time.Now().Add(time.Minute); time.Now().Before(end) && isGoing(t.Context(), client, object.GetName(), err); {
		// A namespace of this name, of an earlier test, is not empty yet.
		time.Sleep(20 * time.Millisecond)
		created, err = client.Create(t.Context(), object, metav1.CreateOptions{FieldValidation: "Strict"})
	}
	if err != nil {
		return nil, err
	}
	h.removedWith(t, created)
	status, ok := object.Object["status"]
	if !ok {
		return created, nil
	}
	created.Object["status"] = status
	return client.UpdateStatus(t.Context(), created, metav1.UpdateOptions{FieldValidation: "Strict"})
}

// removedWith removes an object after the test.
func (h *Hub) removedWith(t testing.TB, object *unstructured.Unstructured) {
	if h.Kind == Fake {
		return
	}
	t.Cleanup(func() {
		// The server may have started again.
		client, err := h.For(object)
		if err == nil {
			// The context of the test has ended.
			err = remove(context.Background(), client, object)
		}
		if err != nil {
			t.Error(err)
		}
	})
}

// Get returns the object, or nil if there is none.
func (h *Hub) Get(t testing.TB, apiVersion, kind, namespace, name string) *unstructured.Unstructured {
	t.Helper()
	client := h.clientFor(t, apiVersion, kind, namespace)
	object, err := client.Get(t.Context(), name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return object
}

// List returns all objects of a kind; without a namespace, those of all namespaces.
func (h *Hub) List(t testing.TB, apiVersion, kind, namespace, labelSelector string) []unstructured.Unstructured {
	t.Helper()
	list, err := h.clientFor(t, apiVersion, kind, namespace).List(t.Context(), metav1.ListOptions{LabelSelector: labelSelector})
	if err != nil {
		t.Fatal(err)
	}
	return list.Items
}

// Delete deletes the object, as another client does.
func (h *Hub) Delete(t testing.TB, apiVersion, kind, namespace, name string) {
	t.Helper()
	if err := h.clientFor(t, apiVersion, kind, namespace).Delete(t.Context(), name, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
}

// MergePatch changes the object as the field manager, by a JSON merge patch in YAML.
func (h *Hub) MergePatch(
	t testing.TB, manager, apiVersion, kind, namespace, name, patch string, subresources ...string,
) *unstructured.Unstructured {
	t.Helper()
	body, err := yaml.YAMLToJSON([]byte(patch))
	if err != nil {
		t.Fatal(err)
	}
	object, err := h.clientFor(t, apiVersion, kind, namespace).Patch(t.Context(), name, types.MergePatchType, body,
		metav1.PatchOptions{FieldManager: manager, FieldValidation: "Strict"}, subresources...)
	if err != nil {
		t.Fatal(err)
	}
	return object
}

func (h *Hub) clientFor(t testing.TB, apiVersion, kind, namespace string) dynamic.ResourceInterface {
	t.Helper()
	object := &unstructured.Unstructured{}
	object.SetAPIVersion(apiVersion)
	object.SetKind(kind)
	object.SetNamespace(namespace)
	client, err := h.For(object)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// Later calls a function after a time, beside the test. The test waits for its end: defer Later(...)().
func Later(after time.Duration, call func()) (wait func()) {
	done := make(chan struct{})
	time.AfterFunc(after, func() {
		defer close(done)
		call()
	})
	return func() { <-done }
}

// waiting is a context that notes when a caller waits with it.
type waiting struct {
	context.Context
	once sync.Once
	call func()
}

// Done is called by a caller that waits.
func (w *waiting) Done() <-chan struct{} {
	w.once.Do(w.call)
	return w.Context.Done()
}

// Waiting returns a context, and what is closed when a caller waits with it for the first time.
func Waiting(ctx context.Context) (waits context.Context, begun <-chan struct{}) {
	began := make(chan struct{})
	return &waiting{Context: ctx, call: func() { close(began) }}, began
}
