// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver_test

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// testProvider has one data source and one resource. The tests look at what it was told.
type testProvider struct {
	configured int
	// idle says that the resource does nothing itself, so that it runs without this server, too.
	idle        bool
	planContext chan context.Context
	// created and updated are the planned private data that Create and Update got.
	created, updated []byte
}

func (p *testProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "test"
}

func (p *testProvider) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (p *testProvider) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {
	p.configured++
}

func (p *testProvider) Functions(context.Context) []func() function.Function { return nil }

func (p *testProvider) ListResources(context.Context) []func() list.ListResource { return nil }

func (p *testProvider) ValidateConfig(context.Context, provider.ValidateConfigRequest, *provider.ValidateConfigResponse) {
}

func (p *testProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource { return fleetDataSource{} }}
}

func (p *testProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return &fleetResource{provider: p} }}
}

// clusterType is the type of an element of the attribute clusters.
var clusterType = map[string]attr.Type{
	"name": types.StringType, "labels": types.MapType{ElemType: types.StringType},
	"allocatable": types.MapType{ElemType: types.StringType},
}

// fleetDataSource returns the names that it is given.
type fleetDataSource struct{}

func (fleetDataSource) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "test_fleet"
}

func (fleetDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = dataschema.Schema{Attributes: map[string]dataschema.Attribute{
		"name": dataschema.StringAttribute{Required: true},
		"clusters": dataschema.ListNestedAttribute{Optional: true, NestedObject: dataschema.NestedAttributeObject{
			Attributes: map[string]dataschema.Attribute{
				"name":        dataschema.StringAttribute{Required: true},
				"labels":      dataschema.MapAttribute{Optional: true, ElementType: types.StringType},
				"allocatable": dataschema.MapAttribute{Optional: true, ElementType: types.StringType},
			},
		}},
		"spec":   dataschema.DynamicAttribute{Optional: true},
		"result": dataschema.ListAttribute{Computed: true, ElementType: types.StringType},
	}}
}

func (fleetDataSource) Configure(context.Context, datasource.ConfigureRequest, *datasource.ConfigureResponse) {
}

func (fleetDataSource) ValidateConfig(
	ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	if err := readConfig(ctx); err != nil {
		resp.Diagnostics.AddError("cannot read", err.Error())
	}
}

func (fleetDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	resp.State.Raw = req.Config.Raw
	if err := setResult(ctx, "result", "a", "b"); err != nil {
		resp.Diagnostics.AddError("cannot write", err.Error())
	}
}

// readConfig reads a whole configuration.
func readConfig(ctx context.Context) error {
	r := rawserver.FromContext(ctx)
	for _, name := range r.Names() {
		t, _ := r.Type(name)
		if _, err := (tfprotov6.DynamicValue{MsgPack: r.Config(name)}).Unmarshal(t); err != nil {
			return err
		}
	}
	return nil
}

func setResult(ctx context.Context, name string, texts ...string) error {
	r := rawserver.FromContext(ctx)
	t, _ := r.Type(name)
	return r.Set(name, textList(t, texts...))
}

func textList(t tftypes.Type, texts ...string) tftypes.Value {
	values := make([]tftypes.Value, len(texts))
	for i, text := range texts {
		values[i] = tftypes.NewValue(tftypes.String, text)
	}
	return tftypes.NewValue(t, values)
}

// fleetResource plans a result and a private value.
type fleetResource struct{ provider *testProvider }

func (r *fleetResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "test_fleet"
}

func (r *fleetResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"name": schema.StringAttribute{Required: true},
		"clusters": schema.ListNestedAttribute{Optional: true, NestedObject: schema.NestedAttributeObject{
			Attributes: map[string]schema.Attribute{
				"name":        schema.StringAttribute{Required: true},
				"labels":      schema.MapAttribute{Optional: true, ElementType: types.StringType},
				"allocatable": schema.MapAttribute{Optional: true, ElementType: types.StringType},
			},
		}},
		"result": schema.ListAttribute{Computed: true, ElementType: types.StringType},
	}}
}

func (r *fleetResource) IdentitySchema(
	_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse,
) {
	resp.IdentitySchema.Attributes = map[string]identityschema.Attribute{"name": identityschema.StringAttribute{
		RequiredForImport: true}}
}

func (r *fleetResource) ImportState(context.Context, resource.ImportStateRequest, *resource.ImportStateResponse) {
}

func (r *fleetResource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	if r.provider.idle {
		return
	}
	if err := readConfig(ctx); err != nil {
		resp.Diagnostics.AddError("cannot read", err.Error())
	}
}

func (r *fleetResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.provider.planContext != nil {
		r.provider.planContext <- ctx
		<-ctx.Done()
	}
	if req.Plan.Raw.IsNull() || r.provider.idle {
		return
	}
	if err := setResult(ctx, "result", "planned"); err != nil {
		resp.Diagnostics.AddError("cannot write", err.Error())
	}
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, "plan", []byte(`"noted"`))...)
}

func (r *fleetResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	resp.State.Raw = req.Plan.Raw
	r.provider.created = rawserver.FromContext(ctx).PlannedPrivate("plan")
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("name"), "web")...)
}

func (r *fleetResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.State.Raw = req.Plan.Raw
	r.provider.updated = rawserver.FromContext(ctx).PlannedPrivate("plan")
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("name"), "web")...)
}

func (r *fleetResource) Read(ctx context.Context, _ resource.ReadRequest, resp *resource.ReadResponse) {
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("name"), "web")...)
}

func (r *fleetResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
