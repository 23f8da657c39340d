// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"context"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	multicluster "github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// TestServed: package rawserver serves all data sources and resources, with nothing that only the framework would run.
func TestServed(t *testing.T) {
	if err := providertest.Unserved(t.Context(), &multicluster.Provider{}); err != nil {
		t.Error(err)
	}
}

// described is a resource with a schema, and with all methods that the schema needs.
type described struct {
	rawserver.FullResource
	attributes map[string]schema.Attribute
}

func (described) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "test_fleet"
}

func (d described) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema.Attributes = d.attributes
}

// provides is a provider of a resource.
type provides struct {
	provider.Provider
	resource resource.Resource
}

func (provides) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (p provides) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return p.resource }}
}

// TestUnserved: what only the framework could do is found wherever it is nested.
func TestUnserved(t *testing.T) {
	nested := func(a schema.Attribute) schema.Attribute {
		return schema.ListNestedAttribute{Optional: true, NestedObject: schema.NestedAttributeObject{
			Attributes: map[string]schema.Attribute{"inner": a},
		}}
	}
	for want, attribute := range map[string]schema.Attribute{
		"extra.inner has validators": nested(schema.StringAttribute{
			Optional: true, Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
		}),
		"extra has plan modifiers": schema.ListAttribute{
			Optional: true, ElementType: types.StringType, PlanModifiers: []planmodifier.List{listplanmodifier.RequiresReplace()},
		},
		"extra has a default": schema.ListAttribute{
			Optional: true, Computed: true, ElementType: types.StringType,
			Default: listdefault.StaticValue(types.ListValueMust(types.StringType, []attr.Value{})),
		},
		"extra is write-only": schema.DynamicAttribute{Optional: true, WriteOnly: true},
	} {
		extra := described{attributes: map[string]schema.Attribute{"extra": attribute}}
		err := providertest.Unserved(t.Context(), provides{resource: extra})
		if err == nil || !strings.Contains(err.Error(), "resource test_fleet: "+want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	plain := schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.LengthAtLeast(1)}}
	text := described{attributes: map[string]schema.Attribute{"plain": plain}}
	if err := providertest.Unserved(t.Context(), provides{resource: text}); err != nil {
		t.Errorf("text passes through the framework, with its validators: %v", err)
	}
	lacking := struct{ resource.Resource }{text}
	if err := providertest.Unserved(t.Context(), provides{resource: lacking}); err == nil ||
		!strings.Contains(err.Error(), "lacks a method") {
		t.Errorf("error %v, want that a method is missing", err)
	}
}
