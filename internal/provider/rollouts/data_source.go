// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var (
	_ datasource.DataSourceWithConfigure      = (*dataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*dataSource)(nil)
)

// dataSource computes one pass of a rollout whenever Terraform plans. It has no memory: how far the clusters are is an
// argument.
type dataSource struct {
	read     *framework.Reading
	provider *providerdata.Data
}

// NewDataSource makes the data source.
func NewDataSource(read *framework.Reading) datasource.DataSource {
	return &dataSource{read: read}
}

// Metadata names the data source.
func (d *dataSource) Metadata(
	_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse,
) {
	resp.TypeName = req.ProviderTypeName + "_rollout"
}

// Schema describes the data source.
func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = DataSourceSchema()
}

// Configure takes the clock and the fleet of the provider.
func (d *dataSource) Configure(
	_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse,
) {
	d.provider, _ = req.ProviderData.(*providerdata.Data)
}

// ValidateConfig finds every mistake that the configuration alone shows. Unknown values are no mistakes. The manifests are read
// once, by Read.
func (d *dataSource) ValidateConfig(
	ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	config, reader, err := readPassConfig(ctx, d.read, req.Config.Raw, "manifests")
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	// Read has a clock; here it only matters that there is a time.
	config.Now = framework.InstantOf(config.Now, time.Now)
	config.validate(reader)
	resp.Diagnostics.Append(framework.Diagnostics(reader)...)
}

// Read computes the pass. Terraform reads the data source while it plans if every argument is known.
func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	config, reader, err := readPassConfig(ctx, d.read, req.Config.Raw)
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	config.Now = framework.InstantOf(config.Now, d.provider.Now)
	config.validate(reader)
	if resp.Diagnostics.Append(framework.Diagnostics(reader)...); resp.Diagnostics.HasError() {
		return
	}
	members, diags := config.members(ctx, &config.Strategy, d.provider.Source)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	config.Fleet = members
	resp.Diagnostics.Append(config.warnings(reader)...)
	result, ok := config.pass(reader)
	if resp.Diagnostics.Append(framework.Diagnostics(reader)...); !ok {
		return
	}
	if resp.State.Raw, err = framework.Fill(ctx, req.Config.Raw, tfvalue.Attributes(result.Outputs())); err != nil {
		resp.Diagnostics.AddError("The result cannot be written", err.Error())
	}
}

// pass computes the pass, or finds why there is none.
func (c *passConfig) pass(r *tfvalue.Reader) (result *step.Result, ok bool) {
	if errs := c.Absent(); len(errs) > 0 {
		r.Check(nil, c, errs)
		return nil, false
	}
	result, err := step.Pass(&c.PassRequest)
	if err != nil {
		r.Check(nil, c, strategyErrors(err))
	}
	return result, err == nil
}
