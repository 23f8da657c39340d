// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fakehub

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	jsonpatch "github.com/evanphx/json-patch/v5"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/uuid"
)

// store has the objects of kinds, as an API server keeps them: with managed fields, generations, finalizers and owners. It lacks
// the rules of a schema, permissions and webhooks.
type store struct {
	kinds Kinds
	// objects are by kind, and by namespace and name, in the version that they were written in.
	objects map[*kind]map[string]*unstructured.Unstructured
	written int
}

func newStore(kinds Kinds) *store {
	s := &store{kinds: kinds, objects: map[*kind]map[string]*unstructured.Unstructured{}}
	for _, k := range kinds {
		s.objects[k] = map[string]*unstructured.Unstructured{}
	}
	return s
}

// ofKinds are the kinds; none without a store.
func (s *store) ofKinds() Kinds {
	if s == nil {
		return nil
	}
	return s.kinds
}

// stores answers a request for the objects of a kind; false for another request.
func (h *Hub) stores(w http.ResponseWriter, r *http.Request) bool {
	k, at := h.store.ofKinds().of(r.URL.Path)
	if k == nil {
		return false
	}
	s := h.store
	body, err := io.ReadAll(r.Body)
	h.mu.Lock()
	defer h.mu.Unlock()
	var answer any
	if err == nil {
		answer, err = s.answer(r, k, at, body)
	}
	if err != nil {
		refuse(w, err)
		return true
	}
	Write(w, answer)
	return true
}

// refuse writes an error of the API machinery, with its details.
func refuse(w http.ResponseWriter, err error) {
	var status apierrors.APIStatus
	if !errors.As(err, &status) {
		Status(w, http.StatusInternalServerError, "InternalError", err.Error())
		return
	}
	failed := status.Status()
	failed.APIVersion, failed.Kind = "v1", "Status"
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(int(failed.Code))
	_ = json.NewEncoder(w).Encode(failed)
}

// request is one that reads or writes an object.
type request struct {
	at      address
	kind    *kind
	manager string
	query   url.Values
	body    []byte
}

func (s *store) answer(r *http.Request, k *kind, at address, body []byte) (any, error) {
	q := &request{at: at, kind: k, query: r.URL.Query(), body: body}
	if q.manager = q.query.Get("fieldManager"); q.manager == "" {
		q.manager, _, _ = strings.Cut(r.UserAgent(), "/")
	}
	if at.name == "" {
		if r.Method == http.MethodPost {
			return s.create(q)
		}
		return s.list(q)
	}
	current := s.objects[k][at.key()]
	if current == nil && (r.Method != http.MethodPatch || r.Header.Get("Content-Type") != string(types.ApplyPatchType)) {
		return nil, apierrors.NewNotFound(k.GroupResource, at.name)
	}
	switch r.Method {
	case http.MethodGet:
		return k.in(current, at.version), nil
	case http.MethodDelete:
		return s.delete(q, current)
	case http.MethodPut:
		changed := &unstructured.Unstructured{}
		if err := changed.UnmarshalJSON(body); err != nil {
			return nil, apierrors.NewBadRequest(err.Error())
		}
		return s.update(q, current, changed)
	case http.MethodPatch:
		if r.Header.Get("Content-Type") == string(types.ApplyPatchType) {
			return s.apply(q, current)
		}
		return s.merge(q, current)
	}
	return nil, apierrors.NewMethodNotSupported(k.GroupResource, r.Method)
}

func (at *address) key() string { return at.namespace + "/" + at.name }

// in is an object in a version.
func (k *kind) in(object *unstructured.Unstructured, version string) *unstructured.Unstructured {
	object = object.DeepCopy()
	object.SetGroupVersionKind(schema.GroupVersionKind{Group: k.Group, Version: version, Kind: k.name})
	return object
}

// list lists the objects of a namespace or of all, a page at a time.
func (s *store) list(q *request) (any, error) {
	selector, err := labels.Parse(q.query.Get("labelSelector"))
	if err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	name, byName := strings.CutPrefix(q.query.Get("fieldSelector"), "metadata.name=")
	items := []any{}
	for _, key := range slices.Sorted(maps.Keys(s.objects[q.kind])) {
		object := s.objects[q.kind][key]
		if q.at.namespace != "" && object.GetNamespace() != q.at.namespace || byName && object.GetName() != name ||
			!selector.Matches(labels.Set(object.GetLabels())) {
			continue
		}
		items = append(items, q.kind.in(object, q.at.version).Object)
	}
	from, _ := strconv.Atoi(q.query.Get("continue"))
	to, next := len(items), ""
	if limit, _ := strconv.Atoi(q.query.Get("limit")); limit > 0 && from+limit < to {
		to, next = from+limit, strconv.Itoa(from+limit)
	}
	return map[string]any{
		"apiVersion": schema.GroupVersion{Group: q.kind.Group, Version: q.at.version}.String(), "kind": q.kind.name + "List",
		"metadata": map[string]any{"resourceVersion": strconv.Itoa(s.written), "continue": next}, "items": items[from:to],
	}, nil
}

// create creates the object of a request's body.
func (s *store) create(q *request) (any, error) {
	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON(q.body); err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	q.at.name = object.GetName()
	if s.objects[q.kind][q.at.key()] != nil {
		return nil, apierrors.NewAlreadyExists(q.kind.GroupResource, q.at.name)
	}
	return s.keep(q, nil, object, func(live *unstructured.Unstructured) (runtime.Object, error) {
		return q.fields().Update(live, object, q.manager)
	})
}

// update changes an object to that of a request's body.
func (s *store) update(q *request, current, changed *unstructured.Unstructured) (any, error) {
	return s.keep(q, current, changed, func(live *unstructured.Unstructured) (runtime.Object, error) {
		return q.fields().Update(live, changed, q.manager)
	})
}

// merge is a merge patch.
func (s *store) merge(q *request, current *unstructured.Unstructured) (any, error) {
	prior, err := q.kind.in(current, q.at.version).MarshalJSON()
	if err != nil {
		return nil, err
	}
	after, err := jsonpatch.MergePatch(prior, q.body)
	changed := &unstructured.Unstructured{}
	if err == nil {
		err = changed.UnmarshalJSON(after)
	}
	if err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	return s.update(q, current, changed)
}

// apply is server-side apply. It creates an object that does not exist.
func (s *store) apply(q *request, current *unstructured.Unstructured) (any, error) {
	applied := &unstructured.Unstructured{}
	if err := applied.UnmarshalJSON(q.body); err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	if current == nil && (q.at.subresource != "" || applied.GetUID() != "") {
		if q.at.subresource != "" {
			return nil, apierrors.NewNotFound(q.kind.GroupResource, q.at.name)
		}
		return nil, apierrors.NewConflict(q.kind.GroupResource, q.at.name, errors.New("uid mismatch: the provided object "+
			"specified uid "+string(applied.GetUID())+", and no existing object was found"))
	}
	return s.keep(q, current, applied, func(live *unstructured.Unstructured) (runtime.Object, error) {
		return q.fields().Apply(live, applied, q.manager, q.query.Get("force") == "true")
	})
}

func (q *request) fields() interface {
	Update(live, changed runtime.Object, manager string) (runtime.Object, error)
	Apply(live, applied runtime.Object, manager string, force bool) (runtime.Object, error)
} {
	return q.kind.fields[[2]string{q.at.version, q.at.subresource}]
}

// keep stores what a request makes of an object, unless it is a trial. Current is nil for an object that does not exist.
func (s *store) keep(
	q *request, current, sent *unstructured.Unstructured, merged func(live *unstructured.Unstructured) (runtime.Object, error),
) (any, error) {
	live := &unstructured.Unstructured{}
	if current == nil {
		if q.kind.isNamespaced && s.objects[s.kinds[schema.GroupResource{Resource: "namespaces"}]]["/"+q.at.namespace] == nil {
			return nil, apierrors.NewNotFound(schema.GroupResource{Resource: "namespaces"}, q.at.namespace)
		}
		live.SetGroupVersionKind(schema.GroupVersionKind{Group: q.kind.Group, Version: q.at.version, Kind: q.kind.name})
	} else {
		live = q.kind.in(current, q.at.version)
		if uid := sent.GetUID(); uid != "" && uid != live.GetUID() {
			return nil, apierrors.NewConflict(q.kind.GroupResource, q.at.name, fmt.Errorf("precondition failed: UID in precondition: %s, "+
				"UID in object meta: %s", uid, live.GetUID()))
		}
		if version := sent.GetResourceVersion(); version != "" && version != live.GetResourceVersion() {
			return nil, apierrors.NewConflict(q.kind.GroupResource, q.at.name, errors.New("the object has been modified; please apply "+
				"your changes to the latest version and try again"))
		}
	}
	q.ignored(live, sent)
	result, err := merged(live.DeepCopy())
	if err != nil {
		var status apierrors.APIStatus
		if errors.As(err, &status) {
			return nil, err
		}
		return nil, apierrors.NewBadRequest(err.Error())
	}
	object, ok := result.(*unstructured.Unstructured)
	if !ok {
		return nil, fmt.Errorf("%T is no object", result)
	}
	// The merged object has the version of the store.
	object = q.kind.in(object, q.at.version)
	q.kind.Default(object)
	s.identify(q, current, live, object)
	if q.query.Get("dryRun") != "" {
		return object, nil
	}
	s.store(q.kind, object)
	return object, nil
}

// ignored takes from an object what the request does not write: the status of an object, or all but the status.
func (q *request) ignored(live, sent *unstructured.Unstructured) {
	from := live.DeepCopy()
	keep := func(name string) {
		if value, ok := from.Object[name]; ok && q.query.Get("force") == "" {
			sent.Object[name] = value
		} else {
			delete(sent.Object, name)
		}
	}
	switch {
	case q.at.subresource == "status":
		for name := range from.Object {
			if name != "status" && name != "metadata" && name != "apiVersion" && name != "kind" {
				keep(name)
			}
		}
	case q.kind.hasState:
		keep("status")
	}
}

// identify sets what identifies an object and its revisions.
func (s *store) identify(q *request, current, live, object *unstructured.Unstructured) {
	object.SetName(q.at.name)
	object.SetNamespace(q.at.namespace)
	if current == nil {
		object.SetUID(uuid.NewUUID())
		object.SetCreationTimestamp(metav1.NewTime(time.Now().Truncate(time.Second)))
		object.SetGeneration(1)
	} else {
		object.SetUID(live.GetUID())
		object.SetCreationTimestamp(live.GetCreationTimestamp())
		object.SetGeneration(live.GetGeneration())
		object.SetDeletionTimestamp(live.GetDeletionTimestamp())
		object.SetResourceVersion(live.GetResourceVersion())
		if reflect.DeepEqual(live.Object, object.Object) {
			return
		}
		if !reflect.DeepEqual(specified(live), specified(object)) {
			object.SetGeneration(live.GetGeneration() + 1)
		}
	}
	object.SetResourceVersion(strconv.Itoa(s.written + 1))
}

// specified are the fields of an object that count as another generation.
func specified(object *unstructured.Unstructured) map[string]any {
	fields := maps.Clone(object.Object)
	delete(fields, "metadata")
	delete(fields, "status")
	return fields
}

// store keeps an object. One that is being deleted is gone without finalizers.
func (s *store) store(k *kind, object *unstructured.Unstructured) {
	at := address{namespace: object.GetNamespace(), name: object.GetName()}
	if object.GetDeletionTimestamp() != nil && len(object.GetFinalizers()) == 0 {
		s.remove(k, at.key())
		return
	}
	s.written++
	s.objects[k][at.key()] = object
}

// remove removes an object, and what it owns or has in it.
func (s *store) remove(k *kind, key string) {
	object := s.objects[k][key]
	if object == nil {
		return
	}
	delete(s.objects[k], key)
	s.written++
	for other, objects := range s.objects {
		for key, dependent := range objects {
			isOwned := slices.ContainsFunc(dependent.GetOwnerReferences(),
				func(owner metav1.OwnerReference) bool { return owner.UID == object.GetUID() })
			isInside := k.Resource == "namespaces" && dependent.GetNamespace() == object.GetName()
			if isOwned || isInside {
				s.deleted(other, key)
			}
		}
	}
}

// deleted deletes an object, or marks it while it has finalizers.
func (s *store) deleted(k *kind, key string) *unstructured.Unstructured {
	object := s.objects[k][key]
	if len(object.GetFinalizers()) == 0 {
		s.remove(k, key)
		return object
	}
	if object.GetDeletionTimestamp() == nil {
		object = object.DeepCopy()
		now := metav1.NewTime(time.Now().Truncate(time.Second))
		object.SetDeletionTimestamp(&now)
		object.SetResourceVersion(strconv.Itoa(s.written + 1))
		s.store(k, object)
	}
	return object
}

// delete answers a request to delete an object.
func (s *store) delete(q *request, current *unstructured.Unstructured) (any, error) {
	var options metav1.DeleteOptions
	if len(q.body) > 0 {
		if err := json.Unmarshal(q.body, &options); err != nil {
			return nil, apierrors.NewBadRequest(err.Error())
		}
	}
	if p := options.Preconditions; p != nil && p.UID != nil && *p.UID != current.GetUID() {
		return nil, apierrors.NewConflict(q.kind.GroupResource, q.at.name, fmt.Errorf("the UID in the precondition (%s) does not "+
			"match the UID in record (%s). The object might have been deleted and then recreated", *p.UID, current.GetUID()))
	}
	if len(options.DryRun) > 0 || q.query.Get("dryRun") != "" {
		return q.kind.in(current, q.at.version), nil
	}
	return q.kind.in(s.deleted(q.kind, q.at.key()), q.at.version), nil
}
