// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

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
