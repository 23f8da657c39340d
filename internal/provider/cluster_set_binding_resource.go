package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

var clusterSetBindingKind = objectKind[placement.Binding]{
	name: "cluster_set_binding",
	keys: []string{"namespace", "name"},
	schema: func() schema.Schema {
		return schema.Schema{
			MarkdownDescription: "Allows the placements of a namespace to use a cluster set, as a ManagedClusterSetBinding of Open " +
				"Cluster Management does. It exists only in the Terraform state. Pass it to a placement: " +
				"`cluster_set_bindings = [multicluster_cluster_set_binding.prod]`.",
			Attributes: map[string]schema.Attribute{
				"name":      keyAttribute(true, describe[placement.Binding]("name")),
				"namespace": keyAttribute(true, describe[placement.Binding]("namespace")),
			},
		}
	},
	validate: func(b *placement.Binding) field.ErrorList {
		return append(placement.ValidateName(b.Name, field.NewPath("name")), placement.ValidateName(b.Namespace, field.NewPath("namespace"))...)
	},
}

func newClusterSetBindingResource() resource.Resource {
	return &objectResource[placement.Binding]{kind: &clusterSetBindingKind}
}
