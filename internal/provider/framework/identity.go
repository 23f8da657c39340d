// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

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
