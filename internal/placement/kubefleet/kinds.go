// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import "strings"

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
