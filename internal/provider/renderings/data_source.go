// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package renderings

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/render"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var (
	_ datasource.DataSourceWithConfigure      = (*dataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*dataSource)(nil)
)

// dataSource renders the manifests of a placement whenever Terraform plans.
type dataSource struct {
	read     *framework.Reading
	provider *providerdata.Data
}

// NewDataSource makes the data source of rendered manifests.
func NewDataSource(read *framework.Reading) datasource.DataSource { return &dataSource{read: read} }

// Metadata names the data source.
func (d *dataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_rendered_manifests"
}

// Schema describes the data source.
func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = dataSourceSchema()
}

// Configure takes the clock, the fleet and the hub of the provider.
func (d *dataSource) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	d.provider, _ = req.ProviderData.(*providerdata.Data)
}

// ValidateConfig finds every mistake that the configuration alone shows. The manifests are read once, by Read.
func (d *dataSource) ValidateConfig(
	ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	c := &config{}
	reader, err := d.read.Config(ctx, req.Config.Raw, []string{"manifests"}, c)
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	c.setDefaults()
	c.check(reader)
	resp.Diagnostics.Append(framework.Diagnostics(reader)...)
}

// Read renders. Terraform reads the data source while it plans if every argument is known.
func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	c := &config{}
	reader, err := d.read.Config(ctx, req.Config.Raw, nil, c)
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	c.setDefaults()
	c.check(reader)
	if resp.Diagnostics.Append(framework.Diagnostics(reader)...); resp.Diagnostics.HasError() {
		return
	}
	outputs, diags := d.render(ctx, c, reader)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	if resp.State.Raw, err = framework.Fill(ctx, req.Config.Raw, tfvalue.Attributes(outputs)); err != nil {
		resp.Diagnostics.AddError("The result cannot be written", err.Error())
	}
}

func (d *dataSource) render(ctx context.Context, c *config, reader *tfvalue.Reader) (*rendered.Outputs, diag.Diagnostics) {
	objects, kinds, diags := d.objects(ctx, c)
	if diags.HasError() {
		return nil, diags
	}
	diags.Append(c.ReadLiveFleet(ctx, d.provider)...)
	if diags.HasError() {
		return nil, diags
	}
	c.Now = framework.InstantOf(c.Now, d.provider.Now)
	diags.Append(c.WarningDiagnostics(reader)...)
	outputs, more := c.render(ctx, objects, kinds)
	return outputs, append(diags, more...)
}

// objects are those of the arguments, with kinds that follow from them, or those of the hub. The placement is completed by them.
func (d *dataSource) objects(ctx context.Context, c *config) (rendered.Objects, []render.Kind, diag.Diagnostics) {
	if c.Arguments.Objects == nil && c.Manifests == nil {
		if d.provider.Hub == nil {
			return nil, nil, diag.Diagnostics{diag.NewErrorDiagnostic("There are no objects",
				"Neither objects nor manifests is set, and the provider has no hub. Set one of them.")}
		}
		return readHub(ctx, c, d.provider.Hub)
	}
	objects, diags := c.givenObjects(ctx)
	return objects, nil, diags
}
