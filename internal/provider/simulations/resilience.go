// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var (
	_ datasource.DataSourceWithConfigure      = (*resilienceDataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*resilienceDataSource)(nil)
)

// resilienceConfig is the configuration of a question about losses.
type resilienceConfig struct {
	world
	FailureDomains simulate.FailureDomains `json:"failureDomains,omitzero"`
}

// check checks what the configuration alone shows.
func (c *resilienceConfig) check(r *tfvalue.Reader) {
	c.world.check(r)
	for i, of := range c.given() {
		if len(of.Demand) > 0 {
			r.Check(nil, c, field.ErrorList{field.Forbidden(c.at(i).Child("demand"), "only a simulation has demands")})
		}
	}
}

// answer answers the question.
func (c *resilienceConfig) answer(
	ctx context.Context, subjects []simulate.Subject, options simulate.Options, maxWork int,
) (*resilience.Outputs, diag.Diagnostics) {
	options.Now = c.Now
	of, found := simulate.New(ctx, c.Fleet, subjects, options)
	if found.HasError() {
		return nil, framework.Findings[resilienceConfig](found)
	}
	// The warnings are about moves, which a loss is not compared with.
	outputs, found := resilience.Of(ctx, of, &resilience.Question{FailureDomains: c.FailureDomains, MaxWork: maxWork})
	return outputs, framework.Findings[resilienceConfig](found)
}

// resilienceDataSource answers whenever Terraform plans.
type resilienceDataSource struct {
	read     *framework.Reading
	provider *providerdata.Data
}

// NewResilienceDataSource makes the data source of resilience.
func NewResilienceDataSource(read *framework.Reading) datasource.DataSource {
	return &resilienceDataSource{read: read}
}

// Metadata names the data source.
func (d *resilienceDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_resilience"
}

var liveResilienceType = framework.TypeOf[resilience.LiveOutputs]()

// Schema describes the data source.
func (d *resilienceDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := placementconfig.FleetAttributes()
	delete(attributes, "previous_decisions")
	maps.Copy(attributes, map[string]schema.Attribute{
		"now":             framework.Optional(framework.Describe[simulate.Question]("now")),
		"placement":       framework.Dynamic(framework.DescribeArgument[simulate.Question]("placement")),
		"placements":      framework.Dynamic(framework.DescribeArgument[simulate.Question]("placements")),
		"dialect":         framework.Optional(framework.Describe[simulate.Question]("dialect")),
		"failure_domains": framework.Dynamic(framework.DescribeArgument[resilience.Arguments]("failure_domains")),
	})
	for name, of := range liveResilienceType.AttrTypes {
		attributes[name] = framework.ComputedAttribute(of, framework.Describe[resilience.LiveOutputs](name))
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Says what a fleet can lose: every single cluster, and every region, zone or provider, alone. For each " +
			"loss it decides the placements again, as the schedulers of the hub would, and says whether they are still satisfied, " +
			"how many clusters move, and where to. Use it in a `check` or a `precondition`: any one region may fail.\n\n" +
			"Without `placement` and `placements`, it asks about every placement that the hub or the manifests have. A loss is compared " +
			"with what is decided without it. A placement that is not satisfied is a part of the result and not an error.\n\n" +
			"Only losses that can change the decisions are decided; `work` says how many, and why the others need not be.",
		Attributes: attributes,
	}
}

// Configure takes the clock, the fleet and the hub of the provider.
func (d *resilienceDataSource) Configure(
	_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse,
) {
	d.provider, _ = req.ProviderData.(*providerdata.Data)
}

// ValidateConfig finds every mistake that the configuration alone shows. The manifests are read once, by Read.
func (d *resilienceDataSource) ValidateConfig(
	ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	c := &resilienceConfig{}
	reader, err := d.read.Config(ctx, req.Config.Raw, []string{"manifests"}, c)
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	c.setDefaults()
	c.check(reader)
	resp.Diagnostics.Append(framework.Diagnostics(reader)...)
}

// Read answers. Terraform reads the data source while it plans if every argument is known.
func (d *resilienceDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	c := &resilienceConfig{}
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
	c.Now = framework.InstantOf(c.Now, d.provider.Now)
	subjects, skipped, done, diags := c.read(ctx, d.provider, nil)
	defer done()
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	outputs, diags := c.answer(ctx, subjects, simulate.Options{}, resilience.MaxWork)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	live := &resilience.LiveOutputs{Outputs: *outputs, Skipped: skipped}
	if resp.State.Raw, err = framework.Fill(ctx, req.Config.Raw, tfvalue.Attributes(live)); err != nil {
		resp.Diagnostics.AddError("The result cannot be written", err.Error())
	}
}
