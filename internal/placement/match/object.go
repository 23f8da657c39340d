// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Object is the cluster as CEL expressions see it: the data that upstream's typed ManagedCluster marshals to, without
// apiVersion and kind. Quantities are canonical text, times are in UTC, whole numbers are int64. It is built from the
// cluster's own object if it has one, and from its fields otherwise.
func Object(cluster *placement.Cluster) (map[string]any, error) {
	var typed managedCluster
	if cluster.Object == nil {
		typed = managedClusterOf(cluster)
	} else if err := readObject(cluster.Object, &typed); err != nil {
		return nil, fmt.Errorf("cluster %q: %w", cluster.Name, err)
	}
	object, err := runtime.DefaultUnstructuredConverter.ToUnstructured(&typed)
	if err != nil {
		return nil, fmt.Errorf("cluster %q: %w", cluster.Name, err)
	}
	return object, nil
}

// readObject reads an object as the API server does: names are case-sensitive, and null means not set.
func readObject(text []byte, into *managedCluster) error {
	if bytes.Equal(bytes.TrimSpace(text), []byte("null")) {
		return fmt.Errorf("its object is null")
	}
	return json.Unmarshal(text, into)
}

// managedCluster is a ManagedCluster (cluster.open-cluster-management.io/v1) with every field of its schema. It marshals
// as the API's own type does: an empty optional field is omitted, a required field or a structure never is, and a field
// that the schema does not have is pruned.
type managedCluster struct {
	Metadata metav1.ObjectMeta    `json:"metadata"`
	Spec     managedClusterSpec   `json:"spec"`
	Status   managedClusterStatus `json:"status"`
}

type managedClusterSpec struct {
	ClientConfigs        []clientConfig `json:"managedClusterClientConfigs,omitempty"`
	HubAcceptsClient     bool           `json:"hubAcceptsClient"`
	LeaseDurationSeconds int32          `json:"leaseDurationSeconds,omitempty"`
	Taints               []taint        `json:"taints,omitempty"`
}

// UnmarshalJSON reads a spec with the API server's default, which applies only if the object has a spec.
func (s *managedClusterSpec) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	type plain managedClusterSpec
	spec := plain{LeaseDurationSeconds: defaultLeaseSeconds}
	err := json.Unmarshal(text, &spec)
	*s = managedClusterSpec(spec)
	return err
}

// defaultLeaseSeconds is what the API server stores for spec.leaseDurationSeconds if it is not set.
const defaultLeaseSeconds = 60

type clientConfig struct {
	URL      string `json:"url"`
	CABundle []byte `json:"caBundle,omitempty"`
}

type taint struct {
	Key       string      `json:"key"`
	Value     string      `json:"value,omitempty"`
	Effect    string      `json:"effect"`
	TimeAdded metav1.Time `json:"timeAdded"`
}

type managedClusterStatus struct {
	Conditions        []metav1.Condition           `json:"conditions"`
	Capacity          map[string]resource.Quantity `json:"capacity,omitempty"`
	Allocatable       map[string]resource.Quantity `json:"allocatable,omitempty"`
	Version           managedClusterVersion        `json:"version"`
	ClusterClaims     []managedClusterClaim        `json:"clusterClaims,omitempty"`
	ManagedNamespaces []managedNamespace           `json:"managedNamespaces,omitempty"`
}

type managedClusterVersion struct {
	Kubernetes string `json:"kubernetes,omitempty"`
}

type managedClusterClaim struct {
	Name  string `json:"name,omitempty"`
	Value string `json:"value,omitempty"`
}

type managedNamespace struct {
	Name       string             `json:"name"`
	ClusterSet string             `json:"clusterSet"`
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// managedClusterOf is the object of a cluster that is described field by field, which the hub has accepted.
func managedClusterOf(c *placement.Cluster) managedCluster {
	var o managedCluster
	o.Metadata = metav1.ObjectMeta{Name: c.Name, Labels: c.Labels, Annotations: c.Annotations}
	o.Spec.HubAcceptsClient = true
	o.Spec.LeaseDurationSeconds = defaultLeaseSeconds
	for _, t := range c.Taints {
		o.Spec.Taints = append(o.Spec.Taints, taint{
			Key: t.Key, Value: t.Value, Effect: string(t.Effect), TimeAdded: metav1.NewTime(t.TimeAdded),
		})
	}
	o.Status.Version.Kubernetes = c.KubernetesVersion
	for _, name := range slices.Sorted(maps.Keys(c.Claims)) {
		o.Status.ClusterClaims = append(o.Status.ClusterClaims, managedClusterClaim{Name: name, Value: c.Claims[name]})
	}
	o.Status.Allocatable, o.Status.Capacity = amounts(c.Allocatable), amounts(c.Capacity)
	return o
}

func amounts(list placement.Resources) map[string]resource.Quantity {
	quantities := make(map[string]resource.Quantity, len(list))
	for i := range list {
		quantities[list[i].Name] = list[i].Quantity()
	}
	return quantities
}
