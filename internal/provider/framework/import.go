// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// ImportState takes an instance over by its keys, of which an id has at least the last ones.
func (r *Resource[P]) ImportState(
	ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	keys, values := r.Keys, make(map[string]string, len(r.Keys))
	if req.ID != "" || req.Identity == nil || req.Identity.Raw.IsNull() {
		parts := strings.Split(req.ID, "/")
		if req.ID == "" || len(parts) < len(keys)-r.OptionalKeys || len(parts) > len(keys) {
			resp.Diagnostics.AddError("The id cannot be imported", fmt.Sprintf("found %s; it must be %s.", excerpt.Quote(req.ID),
				strings.Join(keys, "/")))
			return
		}
		for i, key := range keys[len(keys)-len(parts):] {
			values[key] = parts[i]
		}
	} else {
		for _, key := range keys {
			var value *string
			resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root(key), &value)...)
			if value != nil {
				values[key] = *value
			}
		}
	}
	for _, key := range keys {
		value, ok := values[key]
		if !ok {
			continue
		}
		if errs := placement.ValidateName(value, field.NewPath(key)); len(errs) > 0 {
			resp.Diagnostics.AddError("The id cannot be imported", excerpt.Sentence(excerpt.Error(errs[0]).Error()))
			return
		}
	}
	resp.Diagnostics.Append(SetKeys(ctx, keys, values, &resp.State, resp.Identity)...)
	if r.EmptyMap != "" {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(r.EmptyMap), map[string]struct{}{})...)
	}
}

// SetKeys writes the keys of an object, of which some may be missing, and its id.
func SetKeys(
	ctx context.Context, keys []string, values map[string]string, state *tfsdk.State, identity *tfsdk.ResourceIdentity,
) (diags diag.Diagnostics) {
	var id []string
	for _, key := range keys {
		value, ok := values[key]
		if !ok {
			continue
		}
		id = append(id, value)
		diags.Append(state.SetAttribute(ctx, path.Root(key), value)...)
		if identity != nil {
			diags.Append(identity.SetAttribute(ctx, path.Root(key), value)...)
		}
	}
	diags.Append(state.SetAttribute(ctx, path.Root("id"), strings.Join(id, "/"))...)
	return diags
}

// IDOf joins the parts of an object's name; it is unknown as long as one of them is.
func IDOf(object tftypes.Value, keys []string) any {
	parts := make([]string, 0, len(keys))
	for _, key := range keys {
		text, known := TextOf(object, key)
		if !known {
			return tfvalue.Unknown
		}
		if text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "/")
}

// attributeOf is a plain attribute of an object; null if there is none.
func attributeOf(object tftypes.Value, name string) tftypes.Value {
	var attributes map[string]tftypes.Value
	if err := object.As(&attributes); err != nil {
		return tftypes.Value{}
	}
	return attributes[name]
}

// TextOf is a plain attribute of an object; empty if it is null.
func TextOf(object tftypes.Value, name string) (text string, known bool) {
	attribute := attributeOf(object, name)
	if attribute.IsKnown() && !attribute.IsNull() {
		// Keys are text by the schema.
		_ = attribute.As(&text)
	}
	return text, attribute.IsKnown()
}

// IsNullAttribute reports whether a plain attribute of an object is null.
func IsNullAttribute(object tftypes.Value, name string) bool {
	attribute := attributeOf(object, name)
	return attribute.Type() != nil && attribute.IsKnown() && attribute.IsNull()
}

// Identify writes what identifies the object.
func Identify(ctx context.Context, identity *tfsdk.ResourceIdentity, object tftypes.Value, keys []string) diag.Diagnostics {
	var diags diag.Diagnostics
	if identity == nil {
		return diags
	}
	for _, key := range keys {
		if text, known := TextOf(object, key); known && text != "" {
			diags.Append(identity.SetAttribute(ctx, path.Root(key), text)...)
		}
	}
	return diags
}
