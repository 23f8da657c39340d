// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"context"
	"fmt"

	datasource "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
)

// ResourceAttributes converts attributes of a data source to attributes of a resource. The framework has different types
// for both.
func ResourceAttributes(attributes map[string]datasource.Attribute) map[string]schema.Attribute {
	converted := make(map[string]schema.Attribute, len(attributes))
	for name, attribute := range attributes {
		converted[name] = ResourceAttribute(attribute)
	}
	return converted
}

// ResourceAttribute is an attribute of a data source as one of a resource.
func ResourceAttribute(attribute datasource.Attribute) schema.Attribute {
	switch a := attribute.(type) {
	case datasource.StringAttribute:
		return schema.StringAttribute{
			Required: a.Required, Optional: a.Optional, Computed: a.Computed, MarkdownDescription: a.MarkdownDescription,
			Validators: a.Validators,
		}
	case datasource.BoolAttribute:
		return schema.BoolAttribute{
			Required: a.Required, Optional: a.Optional, Computed: a.Computed, MarkdownDescription: a.MarkdownDescription,
		}
	case datasource.Int64Attribute:
		return schema.Int64Attribute{
			Required: a.Required, Optional: a.Optional, Computed: a.Computed, MarkdownDescription: a.MarkdownDescription,
		}
	case datasource.MapAttribute:
		return schema.MapAttribute{
			Required: a.Required, Optional: a.Optional, Computed: a.Computed, MarkdownDescription: a.MarkdownDescription,
			ElementType: a.ElementType,
		}
	case datasource.ListAttribute:
		return schema.ListAttribute{
			Required: a.Required, Optional: a.Optional, Computed: a.Computed, MarkdownDescription: a.MarkdownDescription,
			ElementType: a.ElementType,
		}
	case datasource.ObjectAttribute:
		return schema.ObjectAttribute{
			Required: a.Required, Optional: a.Optional, Computed: a.Computed, MarkdownDescription: a.MarkdownDescription,
			AttributeTypes: a.AttributeTypes,
		}
	case datasource.DynamicAttribute:
		return schema.DynamicAttribute{
			Required: a.Required, Optional: a.Optional, Computed: a.Computed, MarkdownDescription: a.MarkdownDescription,
		}
	}
	panic(fmt.Sprintf("no resource has an attribute of %T", attribute))
}

// SchemaVersion is the version of the states of all resources. Version 0 had typed arguments, which a schema with dynamic ones
// cannot read. It was never released.
const SchemaVersion = 1

// RefusedStates refuses a state of version 0.
func RefusedStates() map[int64]resource.StateUpgrader {
	return map[int64]resource.StateUpgrader{0: {StateUpgrader: func(
		_ context.Context, _ resource.UpgradeStateRequest, resp *resource.UpgradeStateResponse,
	) {
		resp.Diagnostics.AddError("The state was written by an earlier version of the provider",
			"A development version of the provider wrote the state of this resource, and this version cannot read it. Nothing outside "+
				"of Terraform depends on it: run terraform state rm with the address of the resource, then terraform import or terraform "+
				"apply. To keep the decisions of a placement, set previous_decisions to them for this apply.")
	}}}
}

// KeyAttribute is a part of the name of an object. A change of it replaces the object.
func KeyAttribute(required bool, description string) schema.StringAttribute {
	return schema.StringAttribute{
		Required: required, Optional: !required, MarkdownDescription: description + " Changing this forces a new resource " +
			"to be created.",
		PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
	}
}

// ComputedText is a text that the provider computes.
func ComputedText(description string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: description}
}

// AlsoComputed is an optional attribute that the provider computes if it is not set.
func AlsoComputed(attribute schema.Attribute) schema.Attribute {
	switch a := attribute.(type) {
	case schema.StringAttribute:
		a.Computed = true
		return a
	case schema.BoolAttribute:
		a.Computed = true
		return a
	case schema.MapAttribute:
		a.Computed = true
		return a
	case schema.ListAttribute:
		a.Computed = true
		return a
	case schema.DynamicAttribute:
		a.Computed = true
		return a
	}
	panic(fmt.Sprintf("no agent reports a %T", attribute))
}
