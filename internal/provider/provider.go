// Package provider is everything that Terraform sees: the provider, its data sources, resources and functions.
package provider

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
)

var (
	_ provider.ProviderWithFunctions      = (*multiclusterProvider)(nil)
	_ provider.ProviderWithValidateConfig = (*multiclusterProvider)(nil)
)

// multiclusterProvider is the provider. The clock is a field, so that tests can set it.
type multiclusterProvider struct {
	version string
	now     func() time.Time
	// firstDecision is how long an apply that creates a placement on a hub waits for its first decisions.
	firstDecision time.Duration
}

// providerData is what the data sources and resources get from the provider.
type providerData struct {
	now func() time.Time
	// firstDecision is how long an apply that creates a placement on a hub waits for its first decisions.
	firstDecision time.Duration
	// fleet reads the provider's own manifests, once.
	fleet func(context.Context) (manifest.Fleet, error)
	// fleetDigest identifies the texts of these manifests.
	fleetDigest func() string
	// configured says whether the provider has manifests of its own, unknownFleet that they are not known yet.
	configured, unknownFleet bool
	// advisors are asked over HTTP; answers keeps what they have said.
	advisors map[string]advisor.Endpoint
	answers  *advisor.Cache
	// unasked are the names of the advisors that must not be asked over HTTP.
	unasked []string
	// hub is nil without a hub.
	hub *managed.Hub
	// fleetPlan is what this process has planned on the hub.
	fleetPlan *fleetPlan
	// refreshed are the objects on the hub that this process has read for resources: a managed.Replaced by hub.Reference.
	refreshed *sync.Map
}

type providerModel struct {
	Manifests types.List    `tfsdk:"manifests"`
	Advisors  types.Dynamic `tfsdk:"advisors"`
	Hub       types.Dynamic `tfsdk:"hub"`
}

// Metadata names the provider.
func (p *multiclusterProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName, resp.Version = "multicluster", p.version
}

// Schema describes the provider's configuration.
func (p *multiclusterProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Decides which workloads run on which of many Kubernetes clusters, with the algorithms of " +
			"the hubs' own schedulers, during `terraform plan`.",
		Attributes: map[string]schema.Attribute{
			"advisors": advisorsAttribute(),
			"hub":      hubAttribute(),
			"manifests": schema.ListAttribute{
				ElementType: types.StringType,
				Optional:    true,
				MarkdownDescription: "The fleet of all placements that have no `clusters` and `manifests` of their own: " +
					"texts of Kubernetes objects, as in the argument of the same name of " +
					"`multicluster_placement`.",
			},
		},
	}
}

// ValidateConfig finds the mistakes in the advisors and in the connection to the hub.
func (p *multiclusterProvider) ValidateConfig(
	_ context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse,
) {
	reader := newReader()
	readAdvisors(req.Config.Raw, reader)
	readHub(req.Config.Raw, reader)
	resp.Diagnostics.Append(diagnostics(reader)...)
}

// Configure hands the clock and the provider's fleet to the data sources and the resources.
func (p *multiclusterProvider) Configure(
	ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse,
) {
	var model providerModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	data := &providerData{
		now: p.now, firstDecision: p.firstDecision, configured: !model.Manifests.IsNull(), answers: &advisor.Cache{}, fleetPlan: &fleetPlan{},
		refreshed: &sync.Map{},
	}
	reader := newReader()
	data.advisors = readAdvisors(req.Config.Raw, reader)
	var hubConfig *hub.Config
	data.hub, hubConfig = readHub(req.Config.Raw, reader)
	resp.Diagnostics.Append(diagnostics(reader)...)
	if hubConfig != nil && !resp.Diagnostics.HasError() {
		var diags diag.Diagnostics
		data.hub.Client, diags = newClient(hubConfig, p.userAgent(req.TerraformVersion), reader)
		resp.Diagnostics.Append(diags...)
	}
	resp.DataSourceData, resp.ResourceData = data, data
	var texts []types.String
	if !model.Manifests.IsUnknown() {
		resp.Diagnostics.Append(model.Manifests.ElementsAs(ctx, &texts, false)...)
	}
	data.unknownFleet = model.Manifests.IsUnknown() || slices.ContainsFunc(texts, types.String.IsUnknown)
	own := &ownManifests{texts: make([]string, len(texts))}
	for i, text := range texts {
		own.texts[i] = text.ValueString()
	}
	data.fleet = onceRead(func(ctx context.Context) (manifest.Fleet, error) {
		if data.unknownFleet {
			return manifest.Fleet{}, errUnknownManifests
		}
		return own.fleet(ctx)
	})
	data.fleetDigest = own.sum
}

// userAgent names the provider and the tool that runs it in the requests to the hub.
func (p *multiclusterProvider) userAgent(terraform string) string {
	return "terraform-provider-multicluster/" + cmp.Or(p.version, "dev") + " Terraform/" + cmp.Or(terraform, "unknown")
}

// withoutAdvisors is the data for resources and functions, which must not call HTTP advisors.
func (d *providerData) withoutAdvisors() *providerData {
	without := *d
	without.advisors = nil
	without.unasked = slices.Sorted(maps.Keys(d.advisors))
	return &without
}

// DataSources lists the data sources.
func (p *multiclusterProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{newPlacementDataSource, newPlacementDecisionsDataSource, newClustersDataSource, newRolloutDataSource}
}

// Resources lists the resources.
func (p *multiclusterProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{
		newClusterResource, newClusterSetResource, newClusterSetBindingResource, newClusterScoreResource,
		newManifestWorkResource,
		newPlacementResource, newRolloutResource,
	}
}

// Functions lists the functions.
func (p *multiclusterProvider) Functions(context.Context) []func() function.Function {
	return []func() function.Function{
		newPlaceFunction, newDecodePlacementFunction, newEncodePlacementFunction, newDecodeClustersFunction,
		newEncodeClustersFunction, newCompactClustersFunction, newExplainFunction, newWavesFunction,
	}
}
