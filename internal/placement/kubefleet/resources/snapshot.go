// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// snapshotBytes is the size of the contents that KubeFleet puts into one resource snapshot.
const snapshotBytes = 800 << 10

// Snapshot is a resource snapshot, which holds a part of the selected resources.
type Snapshot struct {
	// Name is that of the first revision.
	Name string
	// Count is how many of the selected resources it holds, in their order.
	Count int
	// Bytes is the size of its contents.
	Bytes int
}

// split divides the resources over snapshots: each takes resources in order until the next one does not fit. One that is too
// large for any is alone. There is always a snapshot.
func split(placement string, resources []Resource) []Snapshot {
	list := []Snapshot{{Name: placement + "-0-snapshot"}}
	for i := range resources {
		size := len(resources[i].text) + 1
		last := &list[len(list)-1]
		if last.Count > 0 && last.Bytes+size > snapshotBytes {
			list = append(list, Snapshot{Name: placement + "-0-" + strconv.Itoa(len(list)-1)})
			last = &list[len(list)-1]
		}
		last.Count++
		last.Bytes += size
	}
	return list
}

// resourceHash is the annotation kubernetes-fleet.io/resource-hash of the first snapshot.
func resourceHash(resources []Resource) string {
	sum := sha256.New()
	separator := `{"selectedResources":[`
	for i := range resources {
		sum.Write([]byte(separator))
		sum.Write(resources[i].text)
		separator = ","
	}
	if len(resources) == 0 {
		sum.Write([]byte(separator))
	}
	sum.Write([]byte("]}"))
	return hex.EncodeToString(sum.Sum(nil))
}

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
