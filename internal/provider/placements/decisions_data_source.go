// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var (
	_ datasource.DataSourceWithConfigure      = (*decisionsDataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*decisionsDataSource)(nil)
)

// decisionsDataSource reads what the hub has decided for a placement, and compares it with the prediction.
type decisionsDataSource struct {
	read     *framework.Reading
	provider *providerdata.Data
}

// NewDecisionsDataSource makes the data source of decisions.
func NewDecisionsDataSource(read *framework.Reading) datasource.DataSource {
	return &decisionsDataSource{read: read}
}

// Metadata names the data source.
func (d *decisionsDataSource) Metadata(
	_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse,
) {
	resp.TypeName = req.ProviderTypeName + "_placement_decisions"
}

// Schema describes the data source.
func (d *decisionsDataSource) Schema(
	_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse,
) {
	resp.Schema = DecisionsSchema()
}

// DecisionsSchema describes the data source of decisions.
func DecisionsSchema() schema.Schema {
	s := schema.Schema{
		MarkdownDescription: "What the hub of the provider has decided for a placement that exists there: the decisions with " +
			"their groups and conditions, in the form of `multicluster_placement`. It also decides the placement itself, over the same " +
			"objects and with the decisions of the hub as the earlier decisions, and says whether the hub agrees. Read-only.\n\n" +
			"A hub decides some time after a placement or the fleet has changed. As long as it has not decided a placement, the " +
			"decisions are empty and a warning says so: check `satisfied` in a `postcondition` before a `for_each` over them removes " +
			"anything. To plan with what the hub is going to decide, use `multicluster_placement`.\n\n" +
			"The credentials need permission to get the placement and to list its PlacementDecisions, or in KubeFleet its " +
			"bindings and policy snapshots. Without `kind`, the kinds whose placements they may not get are left out. Without " +
			"permission to list what the scheduler uses, such as clusters, there is no prediction.",
		Attributes: map[string]schema.Attribute{
			"name": schema.StringAttribute{Required: true, MarkdownDescription: "The name of the placement."},
			"namespace": framework.Optional("The namespace of the placement. Without it the placement is a ClusterResourcePlacement, " +
				"the only kind without a namespace."),
			"kind": framework.Optional(framework.WithDefault("The kind of the placement: `Placement` (Open Cluster Management), "+
				"`ClusterResourcePlacement` or `ResourcePlacement` (KubeFleet), or `PlacementRule`.", "the only kind of which the hub has "+
				"a placement with this name")),
			"with_labels": schema.ListAttribute{
				Optional: true, ElementType: types.StringType, MarkdownDescription: framework.Describe[planner.Details]("with_labels"),
			},
			"with_claims": schema.ListAttribute{
				Optional: true, ElementType: types.StringType, MarkdownDescription: framework.Describe[planner.Details]("with_claims"),
			},
		},
	}
	for name, of := range framework.TypeOf[hubdecision.Outputs]().AttrTypes {
		s.Attributes[name] = framework.ComputedAttribute(of, framework.Describe[hubdecision.Outputs](name))
	}
	return s
}

// Configure takes the clock and the hub of the provider.
func (d *decisionsDataSource) Configure(
	_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse,
) {
	d.provider, _ = req.ProviderData.(*providerdata.Data)
}

// ValidateConfig finds every mistake in the names.
func (d *decisionsDataSource) ValidateConfig(
	ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	var config decisionsConfig
	reader, err := d.read.Config(ctx, req.Config.Raw, nil, &config)
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	reader.Check(nil, &config, config.validate())
	resp.Diagnostics.Append(framework.Diagnostics(reader)...)
}

// Read reads the decisions, and the fleet for the prediction.
func (d *decisionsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config decisionsConfig
	reader, err := d.read.Config(ctx, req.Config.Raw, nil, &config)
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	if resp.Diagnostics.Append(framework.Diagnostics(reader)...); resp.Diagnostics.HasError() {
		return
	}
	outputs, diags := d.decided(ctx, &config)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	if resp.State.Raw, err = framework.Fill(ctx, req.Config.Raw, tfvalue.Attributes(outputs)); err != nil {
		resp.Diagnostics.AddError("The result cannot be written", err.Error())
	}
}

func (d *decisionsDataSource) decided(ctx context.Context, config *decisionsConfig) (*hubdecision.Outputs, diag.Diagnostics) {
	if d.provider.Hub == nil {
		return nil, diag.Diagnostics{diag.NewErrorDiagnostic("There is no hub",
			"The data source needs a hub: set hub in the configuration of the provider. Without a hub, multicluster_placement decides "+
				"a placement.")}
	}
	client, err := providerdata.Connected(d.provider.Hub)
	if err != nil {
		return nil, diag.Diagnostics{providerdata.HubDiagnostic(path.Empty(), err)}
	}
	decided, diags := config.find(ctx, client)
	if diags.HasError() {
		return nil, diags
	}
	of := &placementconfig.Config{}
	of.Placement, of.Now = decided.Placement, d.provider.Now().UTC()
	prediction, unpredictable, err := predict(ctx, d.provider.Hub, of, decided, len(config.WithLabels)+len(config.WithClaims) > 0)
	if err != nil {
		return nil, diag.Diagnostics{providerdata.HubDiagnostic(path.Empty(), err)}
	}
	found := hubdecision.Warnings(&of.Request, decided, prediction, unpredictable)
	return hubdecision.OutputsOf(&of.Request, decided, prediction, config.details()), placementconfig.Findings(found)
}

// predict reads the fleet of the hub and predicts its decisions. If nothing can be predicted, such as because the credentials may
// not list what the scheduler uses, unpredictable says why; that is an error if the fleet is needed for more than the prediction.
func predict(
	ctx context.Context, h *managed.Hub, of *placementconfig.Config, decided *decisions.Decided, needsFleet bool,
) (prediction *hubdecision.Prediction, unpredictable, err error) {
	if unpredictable = of.Predictable(decided); unpredictable != nil && !needsFleet {
		return nil, unpredictable, nil
	}
	if err := of.ListHub(ctx, h); err != nil {
		if needsFleet || !providerdata.LacksFleet(err) {
			return nil, nil, err
		}
		return nil, err, nil
	}
	if unpredictable == nil {
		prediction, unpredictable = hubdecision.Predict(ctx, &of.Request, decided)
	}
	return prediction, unpredictable, ctx.Err()
}
