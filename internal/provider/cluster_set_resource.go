// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// clusterSet is a cluster set and the fleet with its members.
type clusterSet struct {
	placement.ClusterSet
	// Clusters is nil if the members are not computed.
	Clusters []placement.Cluster `json:"clusters,omitempty"`
}

// clusterSetKind is multicluster_cluster_set.
//
// # Resource cluster_set
//
// A cluster set, as a ManagedClusterSet of Open Cluster Management describes it, for `cluster_sets =
// [multicluster_cluster_set.prod]` of a placement. With the provider's `hub`, it is the ManagedClusterSet there; otherwise it is
// only in the state.
var clusterSetKind = hubresource.Kind[clusterSet]{
	Unordered: []string{"clusters"},
	Element:   reflect.TypeFor[placement.ClusterSet](),
	Attributes: func() map[string]schema.Attribute {
		return map[string]schema.Attribute{
			"clusters": schema.DynamicAttribute{
				Optional: true,
				MarkdownDescription: framework.WithExample[[]placement.Cluster]("clusters",
					"The fleet, which `member_names` is computed from: a list of objects, or the instances of a resource "+
						"`multicluster_cluster`. If unset, `member_names` is null."),
			},
			"member_names": schema.ListAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "The names of the clusters of `clusters` that are members of the set, sorted.",
			},
		}
	},
	Validate: func(s *clusterSet) field.ErrorList {
		return append(fleet.ValidateClusterSet(&s.ClusterSet, nil),
			fleet.ValidateClusters("clusters", s.Clusters, placement.ManagedCluster, nil)...)
	},
	Hub: managed.Kind[clusterSet]{
		Name: "cluster_set", Keys: []string{"name"},
		Kinds: []*hubobject.Kind{hubobject.ManagedClusterSet},
		Apply: func(_ *hubobject.Kind, s *clusterSet) (hubobject.Applied, error) {
			return hubobject.ApplyClusterSet(&s.ClusterSet)
		},
		Read: func(_ *hubobject.Kind, object []byte) (*clusterSet, error) {
			set, err := hubobject.ReadClusterSet(object)
			return &clusterSet{ClusterSet: set}, err
		},
		Computed: func(ctx context.Context, s *clusterSet, reader *tfvalue.Reader) (map[string]any, error) {
			if len(reader.Unknown()) > 0 {
				return map[string]any{"member_names": tfvalue.Unknown}, nil
			}
			if s.Clusters == nil {
				return map[string]any{"member_names": nil}, nil
			}
			members, err := fleet.Members(ctx, s.Clusters, s.ClusterSet)
			if err != nil {
				// Validation has already reported invalid sets.
				return map[string]any{"member_names": nil}, ctx.Err()
			}
			return map[string]any{"member_names": fleet.Names(members)}, nil
		},
		Arguments: []string{"selector_type", "label_selector"},
	},
}

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
	Attributes: func() map[string]schema.Attribute {
		return map[string]schema.Attribute{"cluster_set": framework.ComputedText("The cluster set that the object names: `name`.")}
	},
	Validate: func(b *clusterSetBinding) field.ErrorList {
		return append(placement.ValidateName(b.Name, field.NewPath("name")), placement.ValidateName(b.Namespace,
			field.NewPath("namespace"))...)
	},
	Hub: managed.Kind[clusterSetBinding]{
		Name: "cluster_set_binding", Keys: []string{"namespace", "name"},
		Kinds: []*hubobject.Kind{hubobject.ManagedClusterSetBinding},
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
