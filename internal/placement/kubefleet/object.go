// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ObjectSpec are the fields of the spec of a ClusterResourcePlacement or ResourcePlacement beside its policy and its strategy.
// The scheduler does not use them. A field that is not set has the default of the API server.
type ObjectSpec struct {
	// ResourceSelectors say which resources are placed: those that one of them selects. A hub requires 1 to 100.
	ResourceSelectors []ResourceSelector `json:"resourceSelectors,omitempty"`
	// RevisionHistoryLimit is how many old snapshots of the policy and of the resources the hub keeps, 1 to 1000. It defaults to
	// 10.
	RevisionHistoryLimit *int32 `json:"revisionHistoryLimit,omitempty"`
	// StatusReportingScope is ClusterScopeOnly, which is the default, or NamespaceAccessible. It is immutable on a hub.
	StatusReportingScope string `json:"statusReportingScope,omitempty"`
}

// ResourceSelector selects resources of a kind: the one of a name, those with labels, or all.
type ResourceSelector struct {
	// Group is empty for the core group.
	Group   string `json:"group"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
	// Name excludes LabelSelector.
	Name          string                `json:"name,omitempty"`
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
	// SelectionScope says what a selected Namespace brings along; it defaults to NamespaceWithResources. It has no effect on
	// other kinds.
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
	namespaced, known = builtinKinds[kind+"."+group]
	return namespaced, known
}

// builtinKinds are kinds of Kubernetes itself that are usually placed, as kind.group, and whether they have a namespace.
var builtinKinds = func() map[string]bool {
	kinds := map[string]bool{}
	for group, kindsOf := range map[string]struct{ namespaced, others string }{
		"": {
			"ConfigMap LimitRange PersistentVolumeClaim PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount",
			"Namespace PersistentVolume",
		},
		"admissionregistration.k8s.io": {"", "MutatingWebhookConfiguration ValidatingWebhookConfiguration ValidatingAdmissionPolicy " +
			"ValidatingAdmissionPolicyBinding"},
		"apiextensions.k8s.io":      {"", "CustomResourceDefinition"},
		"apiregistration.k8s.io":    {"", "APIService"},
		"apps":                      {"DaemonSet Deployment ReplicaSet StatefulSet", ""},
		"autoscaling":               {"HorizontalPodAutoscaler", ""},
		"batch":                     {"CronJob Job", ""},
		"networking.k8s.io":         {"Ingress NetworkPolicy", "IngressClass"},
		"policy":                    {"PodDisruptionBudget", ""},
		"rbac.authorization.k8s.io": {"Role RoleBinding", "ClusterRole ClusterRoleBinding"},
		"scheduling.k8s.io":         {"", "PriorityClass"},
		"storage.k8s.io":            {"", "CSIDriver StorageClass"},
	} {
		for _, kind := range strings.Fields(kindsOf.namespaced) {
			kinds[kind+"."+group] = true
		}
		for _, kind := range strings.Fields(kindsOf.others) {
			kinds[kind+"."+group] = false
		}
	}
	return kinds
}()
