// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// clusterSetBinding is a binding, and the cluster set that its object names. It is the name of the binding, unless another client
// changed the object.
type clusterSetBinding struct {
	placement.Binding
	ClusterSet string `json:"clusterSet,omitempty"`
}

// clusterSetBindingKind is multicluster_cluster_set_binding.
//
// # Resource cluster_set_binding
//
// Allows the placements of a namespace to use a cluster set, as a ManagedClusterSetBinding of Open Cluster Management does, for
// `cluster_set_bindings = [multicluster_cluster_set_binding.prod]` of a placement. With the provider's `hub`, it is the
// ManagedClusterSetBinding there, in a namespace that exists; otherwise it is only in the state.
var clusterSetBindingKind = hubresource.Kind[clusterSetBinding]{
	Element: reflect.TypeFor[placement.Binding](),
	Schema: func() schema.Schema {
		return schema.Schema{Attributes: framework.Join(framework.Keys[placement.Binding]("name", "namespace"),
			map[string]schema.Attribute{"cluster_set": framework.ComputedText("The cluster set that the object names: `name`.")})}
	},
	Validate: func(b *clusterSetBinding) field.ErrorList {
		return append(placement.ValidateName(b.Name, field.NewPath("name")), placement.ValidateName(b.Namespace,
			field.NewPath("namespace"))...)
	},
	Hub: managed.Kind[clusterSetBinding]{
		Name: "cluster_set_binding", Keys: []string{"namespace", "name"},
		Kinds: []*hubobject.Kind{hubobject.ManagedClusterSetBinding},
		Named: func(b *clusterSetBinding) (string, string) { return b.Namespace, b.Name },
		Apply: func(_ *hubobject.Kind, b *clusterSetBinding) (hubobject.Applied, error) {
			return hubobject.ApplyClusterSetBinding(&b.Binding)
		},
		Read: func(_ *hubobject.Kind, object []byte) (*clusterSetBinding, error) {
			binding, set, err := hubobject.ReadClusterSetBinding(object)
			return &clusterSetBinding{binding, set}, err
		},
		Computed: func(_ context.Context, b *clusterSetBinding, unknown *tfvalue.Reader) (map[string]any, error) {
			if unknown.IsUnknown(tfvalue.Root("name")) {
				return map[string]any{"cluster_set": tfvalue.Unknown}, nil
			}
			return map[string]any{"cluster_set": b.Name}, nil
		},
		Arguments: []string{"cluster_set"},
	},
}
