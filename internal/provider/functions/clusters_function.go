// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// DecodeClusters reads the clusters in a text of manifests.
//
// # Function decode_clusters
//
// Reads the ManagedClusters and MemberClusters in a text of Kubernetes objects, as `kubectl get -o yaml` prints them, into a list
// of clusters for `multicluster_placement`, each with its `kind`. ClusterProfiles and the cluster Secrets of Argo CD are clusters
// without a kind. Other objects are ignored. Pass a fleet of thousands as `manifests` instead, which is much faster.
var DecodeClusters = framework.Function{
	Name: "decode_clusters", Call: decodeClusters,
	Summary:    "Read the clusters in a text of manifests",
	Parameters: framework.Text("manifests", "A text of Kubernetes objects, YAML or JSON."),
	Variadic: function.StringParameter{
		Name: "kinds", MarkdownDescription: "Only clusters of these kinds: `ManagedCluster`, `MemberCluster`. Without any, " +
			"all clusters.",
	},
	Return: function.ListReturn{ElementType: placementconfig.ClusterType},
}

func decodeClusters(ctx context.Context, read *framework.Readers, arguments framework.ArgumentValues) (any, error) {
	var kinds []placement.ClusterKind
	read.Reader().Read(arguments.Input(1), &kinds, nil)
	for _, kind := range kinds {
		if !slices.Contains(placement.ClusterKinds, kind) {
			return nil, framework.ArgumentMistake(1, fmt.Sprintf("found %q; it must be one of %s, %s",
				kind, placement.ManagedCluster, placement.MemberCluster))
		}
	}
	fleet, err := inventory.ReadFleet(ctx, arguments.Text(0))
	return slices.DeleteFunc(fleet.Clusters, func(c placement.Cluster) bool {
		return len(kinds) > 0 && !slices.Contains(kinds, c.Kind)
	}), err
}

// EncodeClusters writes clusters as manifests.
//
// # Function encode_clusters
//
// Writes clusters as the objects of a hub, YAML: ManagedClusters for `ocm`, MemberClusters for `kubefleet`. It is the reverse of
// `decode_clusters`. A field that the kind does not have is an error, such as `claims` in a MemberCluster, and so is a cluster of
// the other `kind`.
var EncodeClusters = framework.Function{
	Name: "encode_clusters", Call: encodeClusters,
	Summary: "Write clusters as manifests",
	Parameters: []function.Parameter{
		function.DynamicParameter{
			Name: "clusters",
			MarkdownDescription: "The clusters, in the form of `multicluster_placement`, or the instances of a resource " +
				"`multicluster_cluster`. Omit attributes that are not needed.",
		},
		function.StringParameter{Name: "scheduler", MarkdownDescription: "`ocm` or `kubefleet`."},
	},
	Return: function.StringReturn{},
}

func encodeClusters(_ context.Context, read *framework.Readers, arguments framework.ArgumentValues) (any, error) {
	dialect := arguments.Text(1)
	if dialect != placementconfig.DialectOCM && dialect != placementconfig.DialectKubeFleet {
		return nil, framework.ArgumentMistake(1,
			"found \""+dialect+"\"; it must be "+placementconfig.DialectOCM+" or "+placementconfig.DialectKubeFleet+".")
	}
	var config placementconfig.Config
	reader := read.Argument(arguments.Input(0), &config.Clusters, tfvalue.Root("clusters"))
	config.SetDefaults()
	reader.Check(nil, &config, fleet.ValidateClusters("clusters", config.Clusters,
		planner.ClusterKind(placement.Dialect(dialect)), nil))
	if err := framework.ReadError(0, reader); err != nil {
		return nil, err
	}
	return apiobject.WriteClusters(config.Clusters, dialect)
}
