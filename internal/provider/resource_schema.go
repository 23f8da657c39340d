package provider

import (
	"fmt"

	datasource "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
)

// resourceAttributes converts attributes of a data source to attributes of a resource. The framework has different types
// for both.
func resourceAttributes(attributes map[string]datasource.Attribute) map[string]schema.Attribute {
	converted := make(map[string]schema.Attribute, len(attributes))
	for name, attribute := range attributes {
		converted[name] = resourceAttribute(attribute)
	}
	return converted
}

func resourceAttribute(attribute datasource.Attribute) schema.Attribute {
	nested := func(o datasource.NestedAttributeObject) schema.NestedAttributeObject {
		return schema.NestedAttributeObject{Attributes: resourceAttributes(o.Attributes)}
	}
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
	case datasource.NumberAttribute:
		return schema.NumberAttribute{
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
	case datasource.SingleNestedAttribute:
		return schema.SingleNestedAttribute{
			Required: a.Required, Optional: a.Optional, Computed: a.Computed, MarkdownDescription: a.MarkdownDescription,
			Attributes: resourceAttributes(a.Attributes),
		}
	case datasource.ListNestedAttribute:
		return schema.ListNestedAttribute{
			Required: a.Required, Optional: a.Optional, Computed: a.Computed, MarkdownDescription: a.MarkdownDescription,
			NestedObject: nested(a.NestedObject),
		}
	case datasource.MapNestedAttribute:
		return schema.MapNestedAttribute{
			Required: a.Required, Optional: a.Optional, Computed: a.Computed, MarkdownDescription: a.MarkdownDescription,
			NestedObject: nested(a.NestedObject),
		}
	}
	panic(fmt.Sprintf("no resource has an attribute of %T", attribute))
}

// keyAttribute is a part of the name of an object. A change of it replaces the object.
func keyAttribute(required bool, description string) schema.StringAttribute {
	return schema.StringAttribute{
		Required: required, Optional: !required, MarkdownDescription: description + " Changing this forces a new resource to be created.",
		PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
	}
}

func computedText(description string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: description}
}
