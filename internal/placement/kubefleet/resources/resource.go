// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	decoding "k8s.io/apimachinery/pkg/util/json"
)

// ID identifies an object on a hub.
type ID struct {
	// The API group; empty for the core group.
	Group string `json:"group"`
	// The API version.
	Version string `json:"version"`
	// The kind.
	Kind string `json:"kind"`
	// The namespace. Null for a resource without one.
	Namespace string `json:"namespace,omitempty"`
	// The name.
	Name string `json:"name"`
}

// String is the object as messages name it, such as `Deployment "web" in namespace "app"`.
func (id ID) String() string {
	text := fmt.Sprintf("%s %q", id.Kind, id.Name)
	if id.Namespace != "" {
		text += fmt.Sprintf(" in namespace %q", id.Namespace)
	}
	return text
}

// Compare orders identifiers by each of their fields.
func (id ID) Compare(other ID) int {
	return cmp.Or(cmp.Compare(id.Group, other.Group), cmp.Compare(id.Version, other.Version), cmp.Compare(id.Kind, other.Kind),
		cmp.Compare(id.Namespace, other.Namespace), cmp.Compare(id.Name, other.Name))
}

func (id ID) kind() schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: id.Group, Version: id.Version, Kind: id.Kind}
}

// path is "namespace/name", or the name of an object without a namespace.
func (id ID) path() string {
	if id.Namespace == "" {
		return id.Name
	}
	return id.Namespace + "/" + id.Name
}

// Object is an object on a hub. Its content is shared and must not be changed.
type Object struct {
	ID
	// Content is the object as [Decode] returns it: whole numbers are int64, others are float64.
	Content map[string]any
}

// NewObject returns the object of a content. Fields of its identity that are missing or no text are empty.
func NewObject(content map[string]any) Object {
	object := unstructured.Unstructured{Object: content}
	kind := object.GroupVersionKind()
	return Object{Content: content, ID: ID{Group: kind.Group, Version: kind.Version, Kind: kind.Kind,
		Namespace: object.GetNamespace(), Name: object.GetName()}}
}

// Decode reads an object from its JSON. A number without a fraction is an integer if it has at most 64 bits, as it is for a hub.
func Decode(text []byte) (map[string]any, error) {
	var content map[string]any
	if err := decoding.Unmarshal(text, &content); err != nil {
		return nil, err
	}
	return content, nil
}

// encode is the JSON of a content as Go and with it KubeFleet writes it: keys are sorted, and <, > and & are escaped.
func encode(content any) []byte {
	text, err := json.Marshal(content)
	if err != nil {
		panic(err) // A content was JSON before.
	}
	return text
}

func (o *Object) deleting() bool {
	object := unstructured.Unstructured{Object: o.Content}
	return object.GetDeletionTimestamp() != nil
}

func (o *Object) labels() map[string]string {
	object := unstructured.Unstructured{Object: o.Content}
	return object.GetLabels()
}

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
