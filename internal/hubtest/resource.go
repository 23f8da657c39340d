// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
)

var (
	namespaces   = schema.GroupVersionResource{Version: "v1", Resource: "namespaces"}
	clusterRoles = schema.GroupVersionResource{Group: "rbac.authorization.k8s.io", Version: "v1", Resource: "clusterroles"}
	definitions  = schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}
)

// resource is where the objects of a kind are.
type resource struct {
	name       string
	namespaced bool
	custom     bool
	versions   []string
}

type resources map[schema.GroupKind]resource

// coreResources are the kinds of Kubernetes itself that tests use.
func coreResources() resources {
	const rbac, admission = "rbac.authorization.k8s.io", "admissionregistration.k8s.io"
	return resources{
		{Kind: "Namespace"}:                       {name: "namespaces"},
		{Kind: "Node"}:                            {name: "nodes"},
		{Kind: "ConfigMap"}:                       {name: "configmaps", namespaced: true},
		{Kind: "Secret"}:                          {name: "secrets", namespaced: true},
		{Kind: "ServiceAccount"}:                  {name: "serviceaccounts", namespaced: true},
		{Group: "apps", Kind: "Deployment"}:       {name: "deployments", namespaced: true},
		{Group: rbac, Kind: "ClusterRole"}:        {name: "clusterroles"},
		{Group: rbac, Kind: "ClusterRoleBinding"}: {name: "clusterrolebindings"},
		{Group: "authorization.k8s.io", Kind: "SubjectAccessReview"}: {name: "subjectaccessreviews"},
		{Group: rbac, Kind: "Role"}:                                  {name: "roles", namespaced: true},
		{Group: rbac, Kind: "RoleBinding"}:                           {name: "rolebindings", namespaced: true},
		{Group: admission, Kind: "MutatingWebhookConfiguration"}:     {name: "mutatingwebhookconfigurations"},
		{Group: admission, Kind: "ValidatingWebhookConfiguration"}:   {name: "validatingwebhookconfigurations"},
		{Group: "coordination.k8s.io", Kind: "Lease"}:                {name: "leases", namespaced: true},
		{Group: definitions.Group, Kind: "CustomResourceDefinition"}: {name: definitions.Resource},
	}
}

// addAll adds the kinds of CRDs, and those of consumers.
func (r resources) addAll(crds []crd) error {
	consumers, err := readCRDs(consumerCRDs)
	for _, c := range slices.Concat(crds, consumers) {
		r.add(c)
	}
	return err
}

func (r resources) add(c crd) {
	of := resource{name: c.Spec.Names.Plural, namespaced: c.Spec.Scope == "Namespaced", custom: true}
	for _, version := range c.Spec.Versions {
		of.versions = append(of.versions, version.Name)
	}
	r[schema.GroupKind{Group: c.Spec.Group, Kind: c.Spec.Names.Kind}] = of
}

// For returns the client for an object: that of its kind, in its namespace.
func (h *Hub) For(object *unstructured.Unstructured) (dynamic.ResourceInterface, error) {
	kind := object.GroupVersionKind()
	of, ok := h.resources[kind.GroupKind()]
	if !ok {
		return nil, fmt.Errorf("hubtest does not know the kind %s", kind)
	}
	client := h.client.Resource(kind.GroupVersion().WithResource(of.name))
	if !of.namespaced {
		return client, nil
	}
	return client.Namespace(object.GetNamespace()), nil
}
