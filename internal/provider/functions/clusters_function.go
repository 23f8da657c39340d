// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// decodeClustersFunction reads the clusters in a text of manifests.
type decodeClustersFunction struct{}

// NewDecodeClusters makes the function decode_clusters.
func NewDecodeClusters(*framework.Reading) function.Function { return decodeClustersFunction{} }

// Metadata names the function.
func (decodeClustersFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "decode_clusters"
}

// Definition describes the function.
func (decodeClustersFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Read the clusters in a text of manifests",
		MarkdownDescription: "Reads the ManagedClusters and MemberClusters in a text of Kubernetes objects, as `kubectl get -o yaml` " +
			"prints them, into a list of clusters for `multicluster_placement`, each with its `kind`. ClusterProfiles and the cluster " +
			"Secrets of Argo CD are clusters without a kind. Other objects are ignored. " +
			"Pass a fleet of thousands as `manifests` instead, which is much faster.",
		Parameters: []function.Parameter{function.StringParameter{
			Name: "manifests", MarkdownDescription: "A text of Kubernetes objects, YAML or JSON.",
		}},
		VariadicParameter: function.StringParameter{
			Name: "kinds", MarkdownDescription: "Only clusters of these kinds: `ManagedCluster`, `MemberCluster`. Without any, " +
				"all clusters.",
		},
		Return: function.ListReturn{ElementType: placementconfig.ClusterType},
	}
}

// Run decodes.
func (decodeClustersFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text string
	var kinds []placement.ClusterKind
	if resp.Error = req.Arguments.Get(ctx, &text, &kinds); resp.Error != nil {
		return
	}
	for _, kind := range kinds {
		if !slices.Contains(placement.ClusterKinds, kind) {
			resp.Error = framework.ArgumentMistake(1, fmt.Sprintf("found %q; it must be one of %s, %s",
				kind, placement.ManagedCluster, placement.MemberCluster))
			return
		}
	}
	fleet, err := inventory.ReadFleet(ctx, text)
	if err != nil {
		resp.Error = framework.ArgumentMistake(0, err.Error())
		return
	}
	clusters := slices.DeleteFunc(fleet.Clusters, func(c placement.Cluster) bool {
		return len(kinds) > 0 && !slices.Contains(kinds, c.Kind)
	})
	framework.Returned(ctx, types.ListType{ElemType: placementconfig.ClusterType}, clusters, resp)
}

// encodeClustersFunction writes clusters as manifests.
type encodeClustersFunction struct{ read *framework.Reading }

// NewEncodeClusters makes the function encode_clusters.
func NewEncodeClusters(read *framework.Reading) function.Function {
	return encodeClustersFunction{read}
}

// Metadata names the function.
func (encodeClustersFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "encode_clusters"
}

// Definition describes the function.
func (encodeClustersFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Write clusters as manifests",
		MarkdownDescription: "Writes clusters as the objects of a hub, YAML: ManagedClusters for `ocm`, MemberClusters for " +
			"`kubefleet`. It is the reverse of `decode_clusters`. A field that the kind does not have is an error, such as `claims` in " +
			"a MemberCluster, and so is a cluster of the other `kind`.",
		Parameters: []function.Parameter{
			function.DynamicParameter{
				Name: "clusters",
				MarkdownDescription: "The clusters, in the form of `multicluster_placement`, or the instances of a resource " +
					"`multicluster_cluster`. Omit attributes that are not needed.",
			},
			function.StringParameter{Name: "dialect", MarkdownDescription: "`ocm` or `kubefleet`."},
		},
		Return: function.StringReturn{},
	}
}

// Run encodes.
func (f encodeClustersFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var argument types.Dynamic
	var dialect string
	if resp.Error = req.Arguments.Get(ctx, &argument, &dialect); resp.Error != nil {
		return
	}
	if dialect != placementconfig.DialectOCM && dialect != placementconfig.DialectKubeFleet {
		resp.Error = framework.ArgumentMistake(1,
			"found \""+dialect+"\"; it must be "+placementconfig.DialectOCM+" or "+placementconfig.DialectKubeFleet+".")
		return
	}
	var config placementconfig.Config
	reader := f.read.Argument(ctx, argument, &config.Clusters, tfvalue.Root("clusters"))
	config.SetDefaults()
	reader.Check(nil, &config, fleet.ValidateClusters(config.Clusters, planner.ClusterKind(placement.Dialect(dialect))))
	if resp.Error = framework.ArgumentError(framework.Diagnostics(reader)); resp.Error != nil {
		return
	}
	text, err := apiobject.WriteClusters(config.Clusters, dialect)
	if err != nil {
		resp.Error = framework.ArgumentMistake(0, err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, text)
}
