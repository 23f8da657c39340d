// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var (
	_ list.ListResourceWithConfigure      = (*listResource[struct{}])(nil)
	_ list.ListResourceWithValidateConfig = (*listResource[struct{}])(nil)
)

// listResource lists the objects of a kind on the hub, so that all of them can be imported at once.
type listResource[T any] struct{ *Resource[T] }

// NewList makes the list resource of a kind.
func (k *Kind[T]) NewList(read *framework.Readers) list.ListResource {
	return &listResource[T]{k.Resource(read)}
}

// ListResourceConfigSchema describes the configuration.
func (l *listResource[T]) ListResourceConfigSchema(
	_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse,
) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the objects of `multicluster_" + l.Name + "` on the hub of the provider.",
		Attributes: map[string]schema.Attribute{
			"label_selector": schema.DynamicAttribute{
				Optional:            true,
				MarkdownDescription: "Only objects whose labels match: an object with `match_labels` and `match_expressions`.",
			},
		},
	}
	if l.kind.Hub.HasNamespaces() {
		resp.Schema.Attributes["namespace"] = schema.StringAttribute{
			Optional: true, MarkdownDescription: "Only objects of this namespace.",
		}
	}
}

// ValidateListResourceConfig finds every mistake in the configuration. Unknown values are no mistakes.
func (l *listResource[T]) ValidateListResourceConfig(
	_ context.Context, req list.ValidateConfigRequest, resp *list.ValidateConfigResponse,
) {
	_, diags := l.listing(req.Config.Raw)
	resp.Diagnostics.Append(diags...)
}

func (l *listResource[T]) listing(config tftypes.Value) (*managed.Listing, diag.Diagnostics) {
	listing, reader := &managed.Listing{}, l.Readers.Reader()
	reader.ReadConfig(tfvalue.Of(config), listing)
	reader.Check(nil, listing, listing.Validate())
	return listing, framework.Diagnostics(reader)
}

// List lists the objects of all kinds that the hub has.
func (l *listResource[T]) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	listing, diags := l.listing(req.Config.Raw)
	target, findings := managed.TargetOf(ctx, l.Provider.Hub, managed.Identity{}, "The list")
	if diags.Append(framework.Findings[T](findings)...); diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	stream.Results = func(push func(list.ListResult) bool) {
		findings := l.kind.Hub.List(ctx, target, listing, int(req.Limit), func(object *managed.Listed) bool {
			return push(l.result(ctx, &req, object))
		})
		if findings != nil {
			push(list.ListResult{Diagnostics: framework.Findings[T](findings)})
		}
	}
}

// result is an object of the list.
func (l *listResource[T]) result(ctx context.Context, req *list.ListRequest, object *managed.Listed) list.ListResult {
	if object.Outputs == nil {
		return list.ListResult{Diagnostics: framework.Findings[T](object.List)}
	}
	result := req.NewListResult(ctx)
	result.DisplayName = object.Name
	var err error
	if result.Resource.Raw, err = tfvalue.Value(result.Resource.Raw.Type(), object.Outputs); err != nil {
		return list.ListResult{Diagnostics: diag.Diagnostics{diag.NewErrorDiagnostic("The list cannot be written",
			excerpt.Sentence(fmt.Sprintf("%s: %s", object.Name, err)))}}
	}
	result.Diagnostics.Append(framework.Identify(ctx, result.Identity, result.Resource.Raw, l.Keys)...)
	return result
}
