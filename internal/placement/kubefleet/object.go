// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ObjectSpec are the fields of the spec of a ClusterResourcePlacement or ResourcePlacement beside its policy and its strategy.
// The scheduler does not use them. A field that is not set has the default of the API server.
type ObjectSpec struct {
	// 1 to 100 selectors. KubeFleet places what matches at least one. A hub requires it: a plan warns of a selector that selects
	// nothing there, and of objects that another placement brings to the same clusters. Only for `kubefleet`.
	ResourceSelectors []ResourceSelector `json:"resourceSelectors,omitempty"`
	// How many old snapshots of the policy and of the resources the hub keeps, 1 to 1000. Only for `kubefleet`. Defaults to `10`.
	RevisionHistoryLimit *int32 `json:"revisionHistoryLimit,omitempty"`
	// Where the status is reported. `ClusterScopeOnly`: in the ClusterResourcePlacement. `NamespaceAccessible`: also in a
	// ClusterResourcePlacementStatus in the namespace that is placed; exactly one selector must then be of kind `Namespace`.
	// Immutable on a hub. Only for `kubefleet`. Defaults to `ClusterScopeOnly`.
	StatusReportingScope string `json:"statusReportingScope,omitempty"`
}

// ResourceSelector selects resources of a kind: the one of a name, those with labels, or all.
//
// Example for guides/kubefleet-placement#resource_selectors:
//
//	{ group = "", version = "v1", kind = "Namespace", name = "web" }
type ResourceSelector struct {
	// The API group; `""` for the core group, which has `Namespace`.
	Group string `json:"group"`
	// The API version, such as `v1`.
	Version string `json:"version"`
	// The kind: for a ResourcePlacement one with a namespace, for a ClusterResourcePlacement one without, unless a selector of a
	// Namespace has the `selection_scope` `NamespaceWithResourceSelectors`.
	Kind string `json:"kind"`
	// The name of the resource. Not together with `label_selector`. Defaults to all resources of the kind.
	Name string `json:"name,omitempty"`
	// Matches the labels of the resources. Not together with `name`. Defaults to all resources of the kind.
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
	// What is placed of a Namespace: `NamespaceOnly`, itself; `NamespaceWithResources`, also everything in it;
	// `NamespaceWithResourceSelectors`, also what the other selectors select in it: then it has a `name` and is the only selector of
	// kind `Namespace`. Defaults to `NamespaceWithResources`.
	// ---
	// It has no effect on other kinds.
	SelectionScope string `json:"selectionScope,omitempty"`
}

// The selection scopes of a ResourceSelector.
const (
	// NamespaceOnly selects the namespace alone.
	NamespaceOnly = "NamespaceOnly"
	// NamespaceWithResources selects the namespace and everything in it.
	NamespaceWithResources = "NamespaceWithResources"
	// NamespaceWithResourceSelectors selects the namespace, and in it what the other selectors select.
	NamespaceWithResourceSelectors = "NamespaceWithResourceSelectors"
)

// The status reporting scopes.
const (
	// ClusterScopeOnly reports the status in the placement alone.
	ClusterScopeOnly = "ClusterScopeOnly"
	// NamespaceAccessible also reports it in the namespace that is placed.
	NamespaceAccessible = "NamespaceAccessible"
)

// The values that the CRD allows.
var (
	SelectionScopes       = []string{NamespaceOnly, NamespaceWithResources, NamespaceWithResourceSelectors}
	StatusReportingScopes = []string{ClusterScopeOnly, NamespaceAccessible}
)

// isNamespace reports whether the selector selects namespaces.
func (s *ResourceSelector) isNamespace() bool {
	return s.Group == "" && s.Version == "v1" && s.Kind == namespaceKind
}

const namespaceKind = "Namespace"

// IsNamespaced reports whether the objects of a kind have a namespace, as far as it is one of Kubernetes itself that is usually
// placed.
func IsNamespaced(group, kind string) (namespaced, known bool) {
	name := kind + "." + group
	namespaced = slices.Contains(namespacedKinds, name)
	return namespaced, namespaced || slices.Contains(clusterScopedKinds, name)
}

// The kinds of Kubernetes itself that are usually placed, as kind.group: with a namespace, and without.
var (
	namespacedKinds = strings.Fields(`ConfigMap. LimitRange. PersistentVolumeClaim. PodTemplate. ReplicationController.
		ResourceQuota. Secret. Service. ServiceAccount. DaemonSet.apps Deployment.apps ReplicaSet.apps StatefulSet.apps
		HorizontalPodAutoscaler.autoscaling CronJob.batch Job.batch Ingress.networking.k8s.io NetworkPolicy.networking.k8s.io
		PodDisruptionBudget.policy Role.rbac.authorization.k8s.io RoleBinding.rbac.authorization.k8s.io`)
	clusterScopedKinds = strings.Fields(`Namespace. PersistentVolume. MutatingWebhookConfiguration.admissionregistration.k8s.io
		ValidatingWebhookConfiguration.admissionregistration.k8s.io ValidatingAdmissionPolicy.admissionregistration.k8s.io
		ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io CustomResourceDefinition.apiextensions.k8s.io
		APIService.apiregistration.k8s.io IngressClass.networking.k8s.io ClusterRole.rbac.authorization.k8s.io
		ClusterRoleBinding.rbac.authorization.k8s.io PriorityClass.scheduling.k8s.io CSIDriver.storage.k8s.io
		StorageClass.storage.k8s.io`)
)
