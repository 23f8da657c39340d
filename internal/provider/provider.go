// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package provider is everything that Terraform sees: the provider, its data sources, resources and functions.
package provider

import (
	"cmp"
	"context"
	"os"
	"reflect"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/delivery"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/effects"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/headroom"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/functions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placements"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementspec"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/renderings"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/rollouts"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/simulations"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var (
	_ provider.ProviderWithFunctions      = (*Provider)(nil)
	_ provider.ProviderWithValidateConfig = (*Provider)(nil)
	_ provider.ProviderWithListResources  = (*Provider)(nil)
)

// Provider is the provider.
type Provider struct {
	Version string
	// Now is the clock. It stands still in tests.
	Now func() time.Time
	// FirstDecision is how long an apply that creates a placement on a hub waits for its first decisions.
	FirstDecision time.Duration
}

// Metadata names the provider.
func (p *Provider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName, resp.Version = "multicluster", p.Version
}

// Schema describes the provider's configuration.
func (p *Provider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Decides which workloads run on which of many Kubernetes clusters, with the algorithms of " +
			"the hubs' own schedulers, during `terraform plan`.",
		Attributes: map[string]schema.Attribute{
			"advisors": advisorsAttribute(),
			"hub":      hubAttribute(),
			"manifests": schema.ListAttribute{
				ElementType: types.StringType,
				Optional:    true,
				MarkdownDescription: "The fleet of all placements that have no `clusters` and `manifests` of their own: texts of " +
					"Kubernetes objects, as in `multicluster_placement`.",
			},
		},
	}
}

// ValidateConfig finds the mistakes in the advisors and in the connection to the hub.
func (p *Provider) ValidateConfig(
	_ context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse,
) {
	reader, config := words().Reader(), tfvalue.Of(req.Config.Raw)
	readAdvisors(config, reader)
	readHub(config, reader)
	resp.Diagnostics.Append(framework.Diagnostics(reader)...)
}

// Configure hands the clock and the provider's fleet to the data sources and the resources.
func (p *Provider) Configure(
	_ context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse,
) {
	data := &providerdata.Data{Now: p.Now}
	reader, config := words().Reader(), tfvalue.Of(req.Config.Raw)
	advisors := readAdvisors(config, reader)
	var hubConfig *hub.Config
	data.Hub, hubConfig = readHub(config, reader)
	resp.Diagnostics.Append(framework.Diagnostics(reader)...)
	if hubConfig != nil && !resp.Diagnostics.HasError() {
		var diags diag.Diagnostics
		data.Hub.Client, diags = newClient(hubConfig, p.userAgent(req.TerraformVersion), reader)
		resp.Diagnostics.Append(diags...)
		data.Hub.FirstDecision = p.FirstDecision
		if data.Hub.Client != nil {
			data.Hub.Plan = effects.NewPlan(data.Hub.Client)
			data.Hub.Plan.Watch(&delivery.ManifestChanges{Client: data.Hub.Client})
			simulations.AskImpact(data.Hub, hubConfig, p.Now)
		}
	}
	if data.Hub == nil {
		data.StateAlone.Ignored = apiserver.ConnectionsOf(os.LookupEnv)
	}
	resp.DataSourceData, resp.ResourceData, resp.ListResourceData = data, data, data
	data.Source = providerdata.NewFleetSource(config.Field("manifests"), data.Hub != nil, advisors)
}

// userAgent names the provider and the tool that runs it in the requests to the hub.
func (p *Provider) userAgent(terraform string) string {
	return "terraform-provider-multicluster/" + cmp.Or(p.Version, "dev") + " Terraform/" + cmp.Or(terraform, "unknown")
}

// objects are the kinds of the resources that are objects on a hub, or exist in the state alone.
var objects = []interface {
	NewResource(read *framework.Readers) resource.Resource
	NewList(read *framework.Readers) list.ListResource
	ReaderHints() tfvalue.Hints
}{&clusterKind, &clusterSetKind, &clusterSetBindingKind, &clusterScoreKind, &manifestWorkKind, &resourceOverrideKind,
	&stagedStrategyKind, &stagedRunKind, &disruptionBudgetKind}

// words reads what users write, with the words of all resources.
var words = sync.OnceValue(func() *framework.Readers {
	hints := []tfvalue.Hints{
		placements.ReaderHints(reflect.TypeFor[simulate.Given](), reflect.TypeFor[headroom.Demanding]()), rollouts.ReaderHints(),
	}
	for _, object := range objects {
		hints = append(hints, object.ReaderHints())
	}
	return framework.NewReaders(hints...)
})

// DataSources lists the data sources.
func (p *Provider) DataSources(context.Context) []func() datasource.DataSource {
	return withWords(
		placementconfig.Question.NewDataSource, placements.Together.NewDataSource, placements.Decisions.NewDataSource,
		clusters.NewDataSource, rollouts.Pass.NewDataSource, workloadStatus.NewDataSource, renderings.Rendering.NewDataSource,
		simulations.Simulation.NewDataSource, simulations.Resilience.NewDataSource, simulations.ClusterReport.NewDataSource,
		simulations.Comparison.NewDataSource, simulations.Headroom.NewDataSource,
		placementspec.NewOCM, placementspec.NewKubeFleet, placementspec.NewHybrid,
	)
}

// Resources lists the resources.
func (p *Provider) Resources(context.Context) []func() resource.Resource {
	resources := withWords(placements.NewResource, placements.NewTogetherResource, rollouts.NewResource)
	for _, object := range objects {
		resources = append(resources, withWords(object.NewResource)...)
	}
	return resources
}

// ListResources lists the resources whose objects on a hub can be listed.
func (p *Provider) ListResources(context.Context) []func() list.ListResource {
	lists := withWords(placements.NewList)
	for _, object := range objects {
		lists = append(lists, withWords(object.NewList)...)
	}
	return lists
}

// Functions lists the functions.
func (p *Provider) Functions(context.Context) []func() function.Function {
	return withWords(
		placementconfig.Question.NewFunction, placements.Together.NewFunction,
		functions.DecodePlacement.New, functions.EncodePlacement.New,
		functions.DecodeClusters.New, functions.EncodeClusters.New, functions.CompactClusters.New, functions.Explain.New,
		functions.EncodeDecisions.New, functions.DecodeManifests.New, rollouts.Waves.NewFunction, renderings.Rendering.NewFunction,
		functions.Divide.New, simulations.Simulation.NewFunction, simulations.Resilience.NewFunction,
		simulations.ClusterReport.NewFunction, simulations.Comparison.NewFunction, simulations.Headroom.NewFunction,
		simulations.Translation.New,
	)
}

// withWords are functions that make something that reads what users write.
func withWords[T any](makers ...func(*framework.Readers) T) []func() T {
	return lists.Map(makers, func(maker func(*framework.Readers) T) func() T { return func() T { return maker(words()) } })
}

// NewServer returns the function that makes a server of the provider for protocol 6.
func NewServer(ctx context.Context, version string) func() tfprotov6.ProviderServer {
	create := rawserver.New(ctx, &Provider{Version: version, Now: time.Now, FirstDecision: placed.FirstDecision})
	return func() tfprotov6.ProviderServer { return rawserver.NewGuarded(create(), 0, LargeResult) }
}

// LargeResult is what to do about a result that no message takes.
const LargeResult = "Most of it is arguments and the report, which has an entry for every cluster. Set the fleet in " +
	"manifests of the provider instead of here, remove what the placement does not use, or split the fleet."
