// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// FullDataSource are the methods that a data source of this server has.
type FullDataSource interface {
	datasource.DataSourceWithConfigure
	datasource.DataSourceWithValidateConfig
}

// FullResource are the methods that a resource of this server has. Configure and UpgradeState are optional.
type FullResource interface {
	resource.ResourceWithValidateConfig
	resource.ResourceWithModifyPlan
	resource.ResourceWithIdentity
	resource.ResourceWithImportState
}

// attributeTypes are the types of attributes by name.
type attributeTypes map[string]tftypes.Type

// bypassed is what bypasses the framework in a data source or a resource.
type bypassed struct {
	types attributeTypes
	// outputs are the names of the bypassed attributes that a configuration must not set.
	outputs []string
	// state is the schema of the states of a resource.
	state stateSchema
}

// catalog has the data sources and the resources of a provider by the names of their types.
type catalog struct{ dataSources, resources map[string]bypassed }

// bypasses reports whether attributes of a type bypass the framework: all but text, numbers and bools do.
func bypasses(t tftypes.Type) bool {
	return !t.Is(tftypes.String) && !t.Is(tftypes.Bool) && !t.Is(tftypes.Number)
}

// catalogOf finds what bypasses the framework in a provider.
func catalogOf(ctx context.Context, p provider.Provider) catalog {
	var named provider.MetadataResponse
	p.Metadata(ctx, provider.MetadataRequest{}, &named)
	all := catalog{dataSources: map[string]bypassed{}, resources: map[string]bypassed{}}
	for _, create := range p.DataSources(ctx) {
		var name datasource.MetadataResponse
		var described datasource.SchemaResponse
		d := create()
		d.Metadata(ctx, datasource.MetadataRequest{ProviderTypeName: named.TypeName}, &name)
		d.Schema(ctx, datasource.SchemaRequest{}, &described)
		one := bypassedOf(ctx, described.Schema.Attributes)
		// All blocks are bypassed.
		for block, member := range described.Schema.Blocks {
			one.types[block] = member.Type().TerraformType(ctx)
		}
		all.dataSources[name.TypeName] = one
	}
	for _, create := range p.Resources(ctx) {
		var name resource.MetadataResponse
		var described resource.SchemaResponse
		r := create()
		r.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: named.TypeName}, &name)
		r.Schema(ctx, resource.SchemaRequest{}, &described)
		one := bypassedOf(ctx, described.Schema.Attributes)
		if object, ok := described.Schema.Type().TerraformType(ctx).(tftypes.Object); ok {
			rewriter, _ := r.(StateRewriter)
			one.state = stateSchema{described.Schema.Version, object, rewriter}
		}
		all.resources[name.TypeName] = one
	}
	return all
}

// attribute is what the attributes of data sources and of resources have in common.
type attribute interface {
	GetType() attr.Type
	IsComputed() bool
	IsOptional() bool
}

// bypassedOf finds the bypassed attributes of a schema.
func bypassedOf[A attribute](ctx context.Context, attributes map[string]A) bypassed {
	one := bypassed{types: attributeTypes{}}
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		a := attributes[name]
		t := a.GetType().TerraformType(ctx)
		if !bypasses(t) {
			continue
		}
		one.types[name] = t
		if a.IsComputed() && !a.IsOptional() {
			one.outputs = append(one.outputs, name)
		}
	}
	return one
}

// FullProvider are the methods that a provider of this server has.
type FullProvider interface {
	provider.ProviderWithFunctions
	provider.ProviderWithValidateConfig
	provider.ProviderWithListResources
}

// configuredProvider is a provider that was configured by another server: a second configuration would have a second copy of all
// that it holds.
type configuredProvider struct {
	FullProvider
	configured *provider.ConfigureResponse
}

// Configure hands on what was configured.
func (p configuredProvider) Configure(_ context.Context, _ provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	resp.DataSourceData, resp.ResourceData = p.configured.DataSourceData, p.configured.ResourceData
	resp.ListResourceData = p.configured.ListResourceData
}

// strippedProvider is a provider without the bypassed attributes of its data sources and resources.
type strippedProvider struct {
	provider.Provider
	configured *provider.ConfigureResponse
}

// Configure configures the provider and keeps what it hands to its data sources and resources.
func (p strippedProvider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	p.Provider.Configure(ctx, req, resp)
	*p.configured = *resp
}

// DataSources lists the data sources.
func (p strippedProvider) DataSources(ctx context.Context) []func() datasource.DataSource {
	var stripped []func() datasource.DataSource
	for _, create := range p.Provider.DataSources(ctx) {
		stripped = append(stripped, func() datasource.DataSource {
			full, _ := create().(FullDataSource) // A test checks it.
			return strippedDataSource{full}
		})
	}
	return stripped
}

// Resources lists the resources.
func (p strippedProvider) Resources(ctx context.Context) []func() resource.Resource {
	var stripped []func() resource.Resource
	for _, create := range p.Provider.Resources(ctx) {
		stripped = append(stripped, func() resource.Resource {
			full, _ := create().(FullResource) // A test checks it.
			return strippedResource{full}
		})
	}
	return stripped
}

type strippedDataSource struct{ FullDataSource }

// Schema describes the data source without the bypassed attributes and blocks.
func (d strippedDataSource) Schema(ctx context.Context, req datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	d.FullDataSource.Schema(ctx, req, resp)
	strip(ctx, resp.Schema.Attributes)
	resp.Schema.Blocks = nil
}

type strippedResource struct{ FullResource }

// Configure configures a resource that takes data of the provider.
func (r strippedResource) Configure(ctx context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	if full, ok := r.FullResource.(resource.ResourceWithConfigure); ok {
		full.Configure(ctx, req, resp)
	}
}

// Schema describes the resource without the bypassed attributes.
func (r strippedResource) Schema(ctx context.Context, req resource.SchemaRequest, resp *resource.SchemaResponse) {
	r.FullResource.Schema(ctx, req, resp)
	strip(ctx, resp.Schema.Attributes)
}

// strip removes the bypassed attributes.
func strip[A attribute](ctx context.Context, attributes map[string]A) {
	maps.DeleteFunc(attributes, func(_ string, a A) bool { return bypasses(a.GetType().TerraformType(ctx)) })
}

// UnknownConfiguration is the error of a data source that needs a part of the provider's configuration that is not known yet.
// Terraform defers reading the data source instead, if it can.
type UnknownConfiguration struct{ diag.ErrorDiagnostic }

func isUnknownConfiguration(d diag.Diagnostic) bool {
	_, ok := d.(UnknownConfiguration)
	return ok
}

// Read reads the data source, or defers that.
func (d strippedDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	d.FullDataSource.Read(ctx, req, resp)
	if req.ClientCapabilities.DeferralAllowed && slices.ContainsFunc(resp.Diagnostics, isUnknownConfiguration) {
		resp.Diagnostics = nil
		resp.Deferred = &datasource.Deferred{Reason: datasource.DeferredReasonProviderConfigUnknown}
	}
}

// unknownState is the state of a data source whose reading is deferred.
func unknownState() (*tfprotov6.DynamicValue, error) {
	// An unknown value is encoded without its type.
	state, err := tfprotov6.NewDynamicValue(tftypes.Object{}, tftypes.NewValue(tftypes.Object{}, tftypes.UnknownValue))
	return &state, err
}
