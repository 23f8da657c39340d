// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementspec

import (
	"context"
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var (
	_ datasource.DataSourceWithConfigure      = (*dataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*dataSource)(nil)
)

// specAttribute is the output with the spec.
const specAttribute = "spec"

// validated is a struct that a spec is read into.
type validated interface{ Validate() field.ErrorList }

// dataSource builds the spec of a placement of one dialect.
type dataSource struct {
	read    *framework.Readers
	dialect placement.Dialect
	// spec is the struct whose fields are the attributes and blocks.
	spec reflect.Type
	// target returns what the spec is read into.
	target func() validated
}

// NewOCM makes the data source for the scheduler of Open Cluster Management.
func NewOCM(read *framework.Readers) datasource.DataSource {
	return &dataSource{read, placement.DialectOCM, reflect.TypeFor[ocm.Spec](), func() validated { return &ocm.Spec{} }}
}

// NewKubeFleet makes the data source for the scheduler of KubeFleet.
func NewKubeFleet(read *framework.Readers) datasource.DataSource {
	return &dataSource{
		read, placement.DialectKubeFleet, reflect.TypeFor[kubefleet.Spec](), func() validated { return &kubefleet.Placement{} },
	}
}

// NewHybrid makes the data source for hybrid placement rules.
func NewHybrid(read *framework.Readers) datasource.DataSource {
	return &dataSource{read, placement.DialectHybrid, reflect.TypeFor[hybrid.Spec](), func() validated { return &hybrid.Spec{} }}
}

// Metadata names the data source.
func (d *dataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + string(d.dialect) + "_placement"
}

// Schema describes the data source.
func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes, blocks := blockOf(d.spec)
	attributes[specAttribute] = schema.DynamicAttribute{
		Computed: true, MarkdownDescription: "The spec, for the argument `" + string(d.dialect) + "` of a placement.",
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Builds the argument `" + string(d.dialect) + "` of `multicluster_placement` from nested blocks, " +
			"whose names editors complete. While a value is unknown, the whole `spec` is.",
		Attributes: attributes, Blocks: blocks,
	}
}

// Configure needs nothing of the provider.
func (*dataSource) Configure(context.Context, datasource.ConfigureRequest, *datasource.ConfigureResponse) {
}

// ValidateConfig finds every mistake in the spec. Unknown values are no mistakes.
func (d *dataSource) ValidateConfig(
	ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	spec, err := specOf(ctx, req.Config.Raw)
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	reader, target := d.read.Reader(), d.target()
	reader.ReadConfig(tfvalue.Of(spec), target)
	// What is valid in the rest may depend on an unknown attribute of the spec itself, such as the type of the placement.
	if !slices.ContainsFunc(reader.Unknown(), func(path *tfvalue.Path) bool { return path.Parent() == nil }) {
		reader.Check(nil, target, target.Validate())
	}
	resp.Diagnostics.Append(framework.BlockDiagnostics(reader)...)
}

// Read writes the spec.
func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	spec, err := specOf(ctx, req.Config.Raw)
	if err == nil {
		resp.State.Raw, err = framework.Fill(ctx, req.Config.Raw, map[string]any{specAttribute: spec})
	}
	if err != nil {
		resp.Diagnostics.AddError("The spec cannot be written", err.Error())
	}
}

// specOf is the spec that a configuration has.
func specOf(ctx context.Context, config tftypes.Value) (tftypes.Value, error) {
	whole, err := rawserver.FromContext(ctx).WholeConfig(config)
	if err != nil {
		return tftypes.Value{}, err
	}
	// The output is null in a configuration, so it is not set.
	spec, err := writtenObject(whole)
	if err != nil {
		return tftypes.Value{}, err
	}
	return tfvalue.Value(tftypes.DynamicPseudoType, spec)
}
