// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// serverMetadata are the fields of metadata that the API server or an owner writes.
var serverMetadata = []string{
	"resourceVersion", "generation", "uid", "selfLink", "creationTimestamp", "deletionTimestamp", "managedFields", "ownerReferences",
}

// The annotations that KubeFleet leaves out.
const (
	lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration"
	revisionAnnotation    = "deployment.kubernetes.io/revision"
)

// strip returns the content of a selected object as KubeFleet places it, without what belongs to the hub. It shares what it does
// not change with the object.
func strip(object *Object) (map[string]any, *Failure) {
	content := maps.Clone(object.Content)
	delete(content, "status")
	if metadata, ok := own(content, "metadata"); ok {
		for _, field := range serverMetadata {
			delete(metadata, field)
		}
		stripAnnotations(metadata)
	}
	switch object.kind() {
	case schema.GroupVersionKind{Version: "v1", Kind: "Service"}:
		return content, stripService(content, object.Name)
	case schema.GroupVersionKind{Group: "batch", Version: "v1", Kind: "Job"}:
		stripJob(content)
	}
	return content, nil
}

// own replaces a map in a map of the caller by a copy of it, which the caller may change.
func own(parent map[string]any, name string) (fields map[string]any, ok bool) {
	if fields, ok = parent[name].(map[string]any); ok {
		fields = maps.Clone(fields)
		parent[name] = fields
	}
	return fields, ok
}

func stripAnnotations(metadata map[string]any) {
	if _, _, err := unstructured.NestedStringMap(metadata, "annotations"); err != nil {
		return // KubeFleet cannot read these annotations, and leaves them as they are.
	}
	annotations, ok := own(metadata, "annotations")
	delete(annotations, lastAppliedAnnotation)
	delete(annotations, revisionAnnotation)
	if ok && len(annotations) == 0 {
		delete(metadata, "annotations")
	}
}

// stripService removes the addresses and ports that the hub has given to a Service.
func stripService(content map[string]any, name string) *Failure {
	ports, _, err := unstructured.NestedFieldNoCopy(content, "spec", "ports")
	if err != nil {
		return newFailure(Unexpected, "failed to get the ports field in Service object, name =%s: %s", name, err)
	}
	spec, ok := own(content, "spec")
	if !ok {
		return nil
	}
	if address, ok := spec["clusterIP"].(string); ok && address != "None" {
		delete(spec, "clusterIP")
		delete(spec, "clusterIPs")
	}
	delete(spec, "healthCheckNodePort")
	if list, ok := ports.([]any); ok {
		list = slices.Clone(list)
		for i := range list {
			if port, ok := list[i].(map[string]any); ok {
				port = maps.Clone(port)
				delete(port, "nodePort")
				list[i] = port
			}
		}
		spec["ports"] = list
	}
	return nil
}

// The labels that the controller of Jobs generates.
var generatedJobLabels = []string{"controller-uid", "batch.kubernetes.io/controller-uid"}

// stripJob removes the selector and the labels of the Pods that the hub has generated for a Job.
func stripJob(content map[string]any) {
	spec, ok := content["spec"].(map[string]any)
	if manual, _ := spec["manualSelector"].(bool); !ok || manual {
		return
	}
	spec, _ = own(content, "spec")
	if selector, ok := own(spec, "selector"); ok {
		stripJobLabels(selector, "matchLabels")
	}
	template, ok := own(spec, "template")
	if !ok {
		return
	}
	if metadata, ok := own(template, "metadata"); ok {
		delete(metadata, "creationTimestamp")
		stripJobLabels(metadata, "labels")
	}
}

// stripJobLabels removes generated labels from a field of a map of the caller.
func stripJobLabels(parent map[string]any, field string) {
	labels, _ := own(parent, field)
	for _, label := range generatedJobLabels {
		delete(labels, label)
	}
}

// The kinds of which KubeFleet leaves out objects that the hub itself makes.
var (
	configMapKind          = schema.GroupVersionKind{Version: "v1", Kind: "ConfigMap"}
	serviceAccountKind     = schema.GroupVersionKind{Version: "v1", Kind: "ServiceAccount"}
	secretKind             = schema.GroupVersionKind{Version: "v1", Kind: "Secret"}
	serviceKind            = schema.GroupVersionKind{Version: "v1", Kind: "Service"}
	endpointsKind          = schema.GroupVersionKind{Version: "v1", Kind: "Endpoints"}
	claimKind              = schema.GroupVersionKind{Version: "v1", Kind: "PersistentVolumeClaim"}
	endpointSliceKind      = schema.GroupVersionKind{Group: "discovery.k8s.io", Version: "v1", Kind: "EndpointSlice"}
	replicaSetKind         = schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "ReplicaSet"}
	controllerRevisionKind = schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "ControllerRevision"}
)

const managedByLabel = "endpointslice.kubernetes.io/managed-by"

// leavesOut reports whether KubeFleet leaves out a selected object, wherever it is selected, because each cluster makes its own.
func (h *Hub) leavesOut(object *Object) (bool, *Failure) {
	switch object.kind() {
	case configMapKind:
		return object.Name == "kube-root-ca.crt", nil
	case serviceAccountKind:
		return object.Name == "default", nil
	case secretKind:
		return isAccountToken(object)
	case replicaSetKind, controllerRevisionKind:
		content := unstructured.Unstructured{Object: object.Content}
		return len(content.GetOwnerReferences()) > 0, nil
	case endpointsKind:
		service := object.ID
		service.Kind = serviceKind.Kind
		return h.services[service], nil
	case endpointSliceKind:
		_, managed := object.labels()[managedByLabel]
		return managed, nil
	case claimKind:
		return h.workload, nil
	}
	return false, nil
}

// secret are the fields of a Secret beside its metadata.
type secret struct {
	Immutable  *bool             `json:"immutable,omitempty"`
	Data       map[string][]byte `json:"data,omitempty"`
	StringData map[string]string `json:"stringData,omitempty"`
	Type       string            `json:"type,omitempty"`
}

func isAccountToken(object *Object) (bool, *Failure) {
	var decoded secret
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Content, &decoded); err != nil {
		return false, newFailure(Unexpected, "failed to convert a secret object %s in namespace %s: %s", object.Name,
			object.Namespace, err)
	}
	return decoded.Type == "kubernetes.io/service-account-token", nil
}
