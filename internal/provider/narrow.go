package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// isWide reports whether an attribute of a type takes the way round the framework: anything but a plain value.
func isWide(t tftypes.Type) bool { return !t.Is(tftypes.String) && !t.Is(tftypes.Bool) }

// wideAttributes are the types of the wide attributes of the data sources and the resources, by type name.
func wideAttributes(ctx context.Context, p provider.Provider) (dataSources, resources map[string]attributeTypes) {
	var named provider.MetadataResponse
	p.Metadata(ctx, provider.MetadataRequest{}, &named)
	dataSources, resources = map[string]attributeTypes{}, map[string]attributeTypes{}
	for _, create := range p.DataSources(ctx) {
		var name datasource.MetadataResponse
		var described datasource.SchemaResponse
		d := create()
		d.Metadata(ctx, datasource.MetadataRequest{ProviderTypeName: named.TypeName}, &name)
		d.Schema(ctx, datasource.SchemaRequest{}, &described)
		wide := attributeTypes{}
		for attribute, a := range described.Schema.Attributes {
			wide.addWide(attribute, a.GetType().TerraformType(ctx))
		}
		dataSources[name.TypeName] = wide
	}
	for _, create := range p.Resources(ctx) {
		var name resource.MetadataResponse
		var described resource.SchemaResponse
		r := create()
		r.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: named.TypeName}, &name)
		r.Schema(ctx, resource.SchemaRequest{}, &described)
		wide := attributeTypes{}
		for attribute, a := range described.Schema.Attributes {
			wide.addWide(attribute, a.GetType().TerraformType(ctx))
		}
		resources[name.TypeName] = wide
	}
	return dataSources, resources
}

func (t attributeTypes) addWide(name string, of tftypes.Type) {
	if isWide(of) {
		t[name] = of
	}
}

// narrowProvider is the provider without the wide attributes of its data sources and resources.
type narrowProvider struct{ *multiclusterProvider }

// DataSources lists the data sources.
func (p narrowProvider) DataSources(ctx context.Context) []func() datasource.DataSource {
	var narrow []func() datasource.DataSource
	for _, create := range p.multiclusterProvider.DataSources(ctx) {
		narrow = append(narrow, func() datasource.DataSource {
			whole, _ := create().(wholeDataSource)
			return narrowDataSource{whole}
		})
	}
	return narrow
}

// Resources lists the resources.
func (p narrowProvider) Resources(ctx context.Context) []func() resource.Resource {
	var narrow []func() resource.Resource
	for _, create := range p.multiclusterProvider.Resources(ctx) {
		narrow = append(narrow, func() resource.Resource {
			whole, _ := create().(wholeResource)
			return narrowResource{whole}
		})
	}
	return narrow
}

// wholeDataSource is what a data source of this provider can do.
type wholeDataSource interface {
	datasource.DataSourceWithConfigure
	datasource.DataSourceWithValidateConfig
}

type narrowDataSource struct{ wholeDataSource }

// Schema describes what the framework gets to see.
func (d narrowDataSource) Schema(ctx context.Context, req datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	d.wholeDataSource.Schema(ctx, req, resp)
	for name, attribute := range resp.Schema.Attributes {
		if isWide(attribute.GetType().TerraformType(ctx)) {
			delete(resp.Schema.Attributes, name)
		}
	}
}

// wholeResource is what a resource of this provider can do.
type wholeResource interface {
	resource.ResourceWithValidateConfig
	resource.ResourceWithModifyPlan
	resource.ResourceWithIdentity
	resource.ResourceWithImportState
	resource.ResourceWithUpgradeState
}

type narrowResource struct{ wholeResource }

// Configure configures those that have a use for it.
func (r narrowResource) Configure(ctx context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	if whole, ok := r.wholeResource.(resource.ResourceWithConfigure); ok {
		whole.Configure(ctx, req, resp)
	}
}

// Schema describes what the framework gets to see.
func (r narrowResource) Schema(ctx context.Context, req resource.SchemaRequest, resp *resource.SchemaResponse) {
	r.wholeResource.Schema(ctx, req, resp)
	for name, attribute := range resp.Schema.Attributes {
		if isWide(attribute.GetType().TerraformType(ctx)) {
			delete(resp.Schema.Attributes, name)
		}
	}
}
