package provider

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var clusterKind = objectKind[placement.Cluster]{
	name: "cluster",
	keys: []string{"name"},
	schema: func() schema.Schema {
		attributes := resourceAttributes(clusterAttributes())
		attributes["name"] = keyAttribute(true, describe[placement.Cluster]("name"))
		attributes["cluster_set"] = computedText("The cluster set that the cluster is an exclusive member of, from the label " +
			"`" + placement.ClusterSetLabel + "`; null without the label.")
		return schema.Schema{
			MarkdownDescription: "A cluster, as a ManagedCluster of Open Cluster Management or a MemberCluster of KubeFleet " +
				"describes it. It exists only in the Terraform state. Pass it to `multicluster_placement` or " +
				"`place`: `clusters = values(multicluster_cluster.all)`.\n\n" +
				"All of its attributes are known in the plan as soon as its arguments are. For more than a few hundred clusters, " +
				"keep the fleet in a file and set `manifests`: Terraform itself is slow with many resources.",
			Attributes: attributes,
		}
	},
	validate: func(c *placement.Cluster) field.ErrorList {
		var validator placement.Validator
		var kind placement.ClusterKind
		if slices.ContainsFunc(c.Taints, func(t placement.Taint) bool { return t.Effect == placement.NoSchedule }) {
			// Only KubeFleet has this effect.
			kind = placement.MemberCluster
		}
		return planner.ValidateCluster(&validator, c, kind, nil)
	},
	computed: func(_ context.Context, c *placement.Cluster, unknown *tfvalue.Reader) (map[string]any, error) {
		label := tfvalue.Root("labels").Key(placement.ClusterSetLabel)
		if unknown.IsUnknown(label) {
			return map[string]any{"cluster_set": tfvalue.Unknown}, nil
		}
		var set any
		if name := c.Labels[placement.ClusterSetLabel]; name != "" {
			set = name
		}
		return map[string]any{"cluster_set": set}, nil
	},
}

func newClusterResource() resource.Resource {
	return &objectResource[placement.Cluster]{kind: &clusterKind}
}
