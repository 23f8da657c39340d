package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

var clusterScoreKind = objectKind[placement.Score]{
	name: "cluster_score",
	keys: []string{"cluster", "name"},
	schema: func() schema.Schema {
		attributes := resourceAttributes(scoreAttributes())
		attributes["cluster"] = keyAttribute(true, "The cluster that was measured.")
		attributes["name"] = keyAttribute(true, "The name of the AddOnPlacementScore, which a score coordinate calls `resource_name`.")
		return schema.Schema{
			MarkdownDescription: "The scores that an add-on measured on a cluster, as in an AddOnPlacementScore of Open Cluster Management. " +
				"It exists only in the Terraform state. Pass it to a placement: " +
				"`scores = values(multicluster_cluster_score.cpu)`.",
			Attributes: attributes,
		}
	},
	validate: func(s *placement.Score) field.ErrorList {
		errs := append(placement.ValidateName(s.Cluster, field.NewPath("cluster")), placement.ValidateName(s.Name, field.NewPath("name"))...)
		return append(errs, s.Validate(field.NewPath("scores"))...)
	},
}

func newClusterScoreResource() resource.Resource {
	return &objectResource[placement.Score]{kind: &clusterScoreKind}
}
