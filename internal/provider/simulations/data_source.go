// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var (
	_ datasource.DataSourceWithConfigure      = (*dataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*dataSource)(nil)
)

// dataSource simulates whenever Terraform plans.
type dataSource struct {
	read     *framework.Reading
	provider *providerdata.Data
}

// NewDataSource makes the data source of simulations.
func NewDataSource(read *framework.Reading) datasource.DataSource { return &dataSource{read: read} }

// Metadata names the data source.
func (d *dataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_simulation"
}

// Schema describes the data source.
func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := placementconfig.FleetAttributes()
	delete(attributes, "previous_decisions")
	maps.Copy(attributes, map[string]schema.Attribute{
		"now":        framework.Optional(framework.Describe[simulate.Arguments]("now")),
		"placement":  framework.Dynamic(framework.DescribeArgument[simulate.Arguments]("placement")),
		"placements": framework.Dynamic(framework.DescribeArgument[simulate.Arguments]("placements")),
		"dialect":    framework.Optional(framework.Describe[simulate.Arguments]("dialect")),
		"steps": schema.DynamicAttribute{
			Required: true, MarkdownDescription: framework.DescribeArgument[simulate.Arguments]("steps"),
		},
	})
	attributes["failure_domains"] = framework.Dynamic(framework.DescribeArgument[simulate.Arguments]("failure_domains"))
	for name, of := range liveType.AttrTypes {
		attributes[name] = framework.ComputedAttribute(of, framework.Describe[simulate.LiveOutputs](name))
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Says what moves if something changes, before it does: a cluster is drained, a region is lost, a label, " +
			"a cluster set or the spec of a placement changes. It edits a copy of the fleet and decides the placements again, as the " +
			"schedulers of the hub would. Nothing is written.\n\n" +
			"Without `placement` and `placements`, it simulates every placement that the hub or the manifests have, each with its own " +
			"earlier decisions and cluster sets. A placement that is not satisfied is a part of the result and not an error.\n\n" +
			"Moves are those from the earlier decisions: those of the hub, those in the manifests, or `previous_decisions`. For a " +
			"placement without any, they are what is decided without the edits. Each step starts from the decisions of the one before. " +
			"The placements of one step do not see what the others decide in it.",
		Attributes: attributes,
	}
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

// Read simulates. Terraform reads the data source while it plans if every argument is known.
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
	c.Now = framework.InstantOf(c.Now, d.provider.Now)
	outputs, diags := d.simulate(ctx, c)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	if resp.State.Raw, err = framework.Fill(ctx, req.Config.Raw, tfvalue.Attributes(outputs)); err != nil {
		resp.Diagnostics.AddError("The result cannot be written", err.Error())
	}
}

var liveType = framework.TypeOf[simulate.LiveOutputs]()

// simulate reads the fleet and the placements, and simulates.
func (d *dataSource) simulate(ctx context.Context, c *config) (*simulate.LiveOutputs, diag.Diagnostics) {
	subjects, skipped, done, diags := c.read(ctx, d.provider, c.Steps)
	defer done()
	if diags.HasError() {
		return nil, diags
	}
	outputs := &simulate.LiveOutputs{Skipped: skipped}
	var more diag.Diagnostics
	outputs.Outputs, more = c.run(ctx, subjects, simulate.Options{})
	return outputs, append(diags, more...)
}

// read reads the fleet and the placements: those of the hub, of the manifests or of the arguments. Done ends what asks the
// advisors.
func (c *world) read(
	ctx context.Context, provider *providerdata.Data, steps [][]edit.Edit,
) (subjects []simulate.Subject, skipped map[string]string, done func(), diags diag.Diagnostics) {
	skipped, done = map[string]string{}, func() {}
	if provider.Hub != nil && c.Manifests == nil && !c.hasValues() {
		subjects, skipped, diags = c.readHub(ctx, provider.Hub, steps)
	} else {
		c.Fleet.Manifests, diags = provider.Source.Read(ctx, c.Manifests, c.hasValues())
		switch {
		case diags.HasError():
		case c.isGiven():
			subjects = c.readGiven()
		default:
			subjects, diags = c.readManifests(ctx, &c.Fleet.Manifests)
		}
	}
	if diags.HasError() {
		return nil, nil, done, diags
	}
	var asked []func()
	for i := range subjects {
		if subjects[i].Hybrid == nil {
			continue
		}
		asking := placementconfig.Config{}
		asking.Hybrid = subjects[i].Hybrid
		asked = append(asked, asking.Ask(ctx, provider.Source))
		subjects[i].Advisors = asking.Advisors
	}
	return subjects, skipped, func() {
		for _, end := range asked {
			end()
		}
	}, diags
}

// has reports whether one of the placements is of a dialect.
func has(subjects []simulate.Subject, dialect placement.Dialect) bool {
	for i := range subjects {
		if subjects[i].Dialect() == dialect {
			return true
		}
	}
	return false
}
