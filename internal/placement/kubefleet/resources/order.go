// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"cmp"
	"slices"
	"strings"
)

// kindOrder is the order of KubeFleet by the name of a kind, of any group. Kinds that are not in it come last.
var kindOrder = func() map[string]int {
	kinds := []string{
		"PriorityClass", "Namespace", "NetworkPolicy", "ResourceQuota", "LimitRange", "PodDisruptionBudget", "ServiceAccount",
		"Secret", "ConfigMap", "StorageClass", "PersistentVolume", "PersistentVolumeClaim", "CustomResourceDefinition",
		"ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding", "Service", "DaemonSet", "Pod", "ReplicationController",
		"ReplicaSet", "Deployment", "HorizontalPodAutoscaler", "StatefulSet", "Job", "CronJob", "IngressClass", "Ingress",
		"APIService", "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration",
	}
	order := make(map[string]int, len(kinds))
	for i, kind := range kinds {
		order[kind] = i
	}
	return order
}()

// sortResources puts selected resources in the order of KubeFleet: by kind, then by group and version, then by the text
// "namespace/name".
func sortResources(list []Resource) {
	slices.SortFunc(list, func(a, b Resource) int {
		return cmp.Or(compareKinds(a.ID, b.ID), strings.Compare(a.Namespace+"/"+a.Name, b.Namespace+"/"+b.Name), a.Compare(b.ID))
	})
}

func compareKinds(a, b ID) int {
	first, known := kindOrder[a.Kind]
	second, otherKnown := kindOrder[b.Kind]
	switch {
	case known && otherKnown:
		return cmp.Or(cmp.Compare(first, second), strings.Compare(a.kind().GroupVersion().String(), b.kind().GroupVersion().String()))
	case known:
		return -1
	case otherKnown:
		return 1
	}
	return strings.Compare(a.kind().String(), b.kind().String())
}
