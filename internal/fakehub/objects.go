// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fakehub

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
)

// Object returns an object of a list; nil if it does not exist.
func (h *Hub) Object(t testing.TB, list, name string) *unstructured.Unstructured {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	object, err := h.find(list, name)
	if err != nil {
		t.Fatal(err)
	}
	return object
}

// MergePatch changes an object of a list as another manager.
func (h *Hub) MergePatch(t testing.TB, manager, list, name, patch string) {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	object, err := h.find(list, name)
	if err != nil || object == nil {
		t.Fatalf("%s/%s: %v", list, name, err)
	}
	if object, err = merged(object, []byte(patch), manager); err == nil {
		err = h.store(list, object)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Remove deletes an object of a list.
func (h *Hub) Remove(list, name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.remove(list, name)
}

func (h *Hub) remove(list, name string) {
	h.Lists[list] = slices.DeleteFunc(slices.Clone(h.Lists[list]), func(raw json.RawMessage) bool { return nameOf(raw) == name })
}

func nameOf(raw json.RawMessage) string {
	var object metav1.PartialObjectMetadata
	_ = json.Unmarshal(raw, &object)
	return object.Name
}

func (h *Hub) find(list, name string) (*unstructured.Unstructured, error) {
	for _, raw := range h.Lists[list] {
		if nameOf(raw) == name {
			object := &unstructured.Unstructured{}
			return object, object.UnmarshalJSON(raw)
		}
	}
	return nil, nil
}

// store keeps an object that was created or changed.
func (h *Hub) store(list string, object *unstructured.Unstructured) error {
	h.written++
	object.SetResourceVersion(strconv.Itoa(h.written))
	raw, err := object.MarshalJSON()
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(h.Lists[list], func(other json.RawMessage) bool { return nameOf(other) == object.GetName() }); i >= 0 {
		h.Lists[list] = slices.Replace(slices.Clone(h.Lists[list]), i, i+1, json.RawMessage(raw))
	} else {
		h.Lists[list] = append(slices.Clone(h.Lists[list]), raw)
	}
	if h.Changed != nil {
		h.Changed(list, object)
	}
	return nil
}

// object answers a request for one object of a list, or for its status.
func (h *Hub) object(w http.ResponseWriter, r *http.Request, list, name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	var object, answer *unstructured.Unstructured
	if err == nil {
		object, err = h.find(list, name)
	}
	switch isPatch := r.Method == http.MethodPatch; {
	case err != nil:
	case object == nil && (!isPatch || r.Header.Get("Content-Type") != string(types.ApplyPatchType)):
		err = apierrors.NewNotFound(schema.GroupResource{Resource: list[strings.LastIndexByte(list, '/')+1:]}, name)
	case isPatch:
		if answer, err = patched(object, body, r); err == nil && answer.GetUID() == "" {
			h.created++
			answer.SetUID(types.UID("uid-" + strconv.Itoa(h.created)))
		}
		if err == nil && r.URL.Query().Get("dryRun") == "" {
			err = h.store(list, answer)
		}
	case r.Method == http.MethodDelete:
		h.remove(list, name)
		answer = object
	default:
		answer = object
	}
	var status apierrors.APIStatus
	switch {
	case err == nil:
		Write(w, answer)
	case errors.As(err, &status):
		failed := status.Status()
		failed.APIVersion, failed.Kind = "v1", "Status"
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(int(failed.Code))
		_ = json.NewEncoder(w).Encode(failed)
	default:
		Status(w, http.StatusInternalServerError, "InternalError", err.Error())
	}
}

// patched is an object after a patch. It is nil before one that does not exist is applied.
func patched(object *unstructured.Unstructured, body []byte, r *http.Request) (*unstructured.Unstructured, error) {
	applied := &unstructured.Unstructured{}
	if err := json.Unmarshal(body, &applied.Object); err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	resource, uid, version := schema.GroupResource{}, applied.GetUID(), applied.GetResourceVersion()
	switch {
	case object == nil && uid != "":
		return nil, apierrors.NewConflict(resource, applied.GetName(), errors.New("uid mismatch: the object does not exist"))
	case object != nil && uid != "" && uid != object.GetUID():
		return nil, apierrors.NewConflict(resource, applied.GetName(), errors.New("uid mismatch"))
	case object != nil && version != "" && version != object.GetResourceVersion():
		return nil, apierrors.NewConflict(resource, applied.GetName(), errors.New("the object has been modified"))
	}
	query := r.URL.Query()
	if r.Header.Get("Content-Type") != string(types.ApplyPatchType) {
		return merged(object, body, query.Get("fieldManager"))
	}
	if object == nil {
		object = &unstructured.Unstructured{}
		object.SetGroupVersionKind(applied.GroupVersionKind())
		object.SetName(applied.GetName())
		object.SetNamespace(applied.GetNamespace())
		object.SetGeneration(1)
	}
	return applyFields(object, applied, query.Get("fieldManager"), query.Get("force") == "true")
}

// merged is an object after a merge patch of a manager.
func merged(object *unstructured.Unstructured, patch []byte, manager string) (*unstructured.Unstructured, error) {
	before, err := object.MarshalJSON()
	if err != nil {
		return nil, err
	}
	after, err := jsonpatch.MergePatch(before, patch)
	if err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	changed := &unstructured.Unstructured{}
	if err := changed.UnmarshalJSON(after); err != nil {
		return nil, err
	}
	return updateFields(object, changed, manager)
}
