// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var (
	_ datasource.DataSourceWithConfigure      = (*dataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*dataSource)(nil)
)

// dataSource decides a placement whenever Terraform plans. It has no memory: what was decided before is an
// argument.
type dataSource struct {
	read     *framework.Reading
	provider *providerdata.Data
}

// NewDataSource makes the data source of placements.
func NewDataSource(read *framework.Reading) datasource.DataSource {
	return &dataSource{read: read}
}

// Metadata names the data source.
func (d *dataSource) Metadata(
	_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse,
) {
	resp.TypeName = req.ProviderTypeName + "_placement"
}

// Schema describes the data source.
func (d *dataSource) Schema(
	_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse,
) {
	resp.Schema = placementconfig.DataSourceSchema()
}

// Configure takes the clock and the fleet of the provider.
func (d *dataSource) Configure(
	_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse,
) {
	d.provider, _ = req.ProviderData.(*providerdata.Data)
}

// ValidateConfig finds every mistake that the configuration alone shows. Unknown values are no mistakes. The manifests
// are read once, by Read, and not three times a plan.
func (d *dataSource) ValidateConfig(
	ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	config, reader, err := placementconfig.Read(ctx, d.read, req.Config.Raw, "manifests")
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	config.Check(reader)
	resp.Diagnostics.Append(framework.Diagnostics(reader)...)
}

// Read schedules. Terraform reads the data source while it plans if every argument is known.
func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	config, reader, err := placementconfig.Read(ctx, d.read, req.Config.Raw)
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	if resp.Diagnostics.Append(framework.Diagnostics(reader)...); resp.Diagnostics.HasError() {
		return
	}
	if resp.Diagnostics.Append(config.ReadLiveFleet(ctx, d.provider)...); resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(config.WarningDiagnostics(reader)...)
	config.Now = framework.InstantOf(config.Now, d.provider.Now)
	defer config.Ask(ctx, d.provider.Source)()
	answer, found := planner.Decide(ctx, &config.Request)
	if resp.Diagnostics.Append(placementconfig.Findings(found)...); resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(placementconfig.Findings(answer.AbsentDetails(ctx, &config.Details))...)
	outputs, err := answer.OfferedOutputs(&config.Details)
	if err != nil {
		resp.Diagnostics.AddError("The result cannot be written", err.Error())
		return
	}
	if resp.State.Raw, err = framework.Fill(ctx, req.Config.Raw, tfvalue.Attributes(outputs)); err != nil {
		resp.Diagnostics.AddError("The result cannot be written", err.Error())
	}
}
