// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
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
func (k *Kind[T]) NewList(read *framework.Reading) list.ListResource {
	return &listResource[T]{k.Resource(read)}
}

// listConfig is the configuration of a list resource.
type listConfig struct {
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
	Namespace     string                `json:"namespace,omitempty"`
}

func (c *listConfig) validate() field.ErrorList {
	errs := placement.ValidateLabelSelector(c.LabelSelector, field.NewPath("labelSelector"))
	if c.Namespace != "" {
		errs = append(errs, placement.ValidateName(c.Namespace, field.NewPath("namespace"))...)
	}
	return errs
}

// hasNamespaces reports whether objects of the kind may have a namespace.
func (k *Kind[T]) hasNamespaces() bool {
	return slices.ContainsFunc(k.Hub.Kinds, func(kind *hubobject.Kind) bool { return kind.IsNamespaced })
}

// ListResourceConfigSchema describes the configuration.
func (l *listResource[T]) ListResourceConfigSchema(
	_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse,
) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the objects of `multicluster_" + l.kind.Name + "` on the hub of the provider.",
		Attributes: map[string]schema.Attribute{
			"label_selector": schema.DynamicAttribute{
				Optional:            true,
				MarkdownDescription: "Only objects whose labels match: an object with `match_labels` and `match_expressions`.",
			},
		},
	}
	if l.kind.hasNamespaces() {
		resp.Schema.Attributes["namespace"] = schema.StringAttribute{
			Optional: true, MarkdownDescription: "Only objects of this namespace.",
		}
	}
}

// ValidateListResourceConfig finds every mistake in the configuration. Unknown values are no mistakes.
func (l *listResource[T]) ValidateListResourceConfig(
	_ context.Context, req list.ValidateConfigRequest, resp *list.ValidateConfigResponse,
) {
	_, reader := l.config(req.Config.Raw)
	resp.Diagnostics.Append(framework.Diagnostics(reader)...)
}

func (l *listResource[T]) config(raw tftypes.Value) (*listConfig, *tfvalue.Reader) {
	config, reader := &listConfig{}, l.read.Reader()
	reader.ReadConfig(tfvalue.Of(raw), config)
	reader.Check(nil, config, config.validate())
	return config, reader
}

// List lists the objects of all kinds that the hub has.
func (l *listResource[T]) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	config, reader := l.config(req.Config.Raw)
	diags := framework.Diagnostics(reader)
	var at *managed.Target
	var kinds []*hubobject.Kind
	if !diags.HasError() {
		at, kinds, diags = l.listed(ctx, config)
	}
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	selected := config.selection()
	stream.Results = func(push func(list.ListResult) bool) {
		pushed := 0
		for _, kind := range kinds {
			if selected.Limit = int(req.Limit) - pushed; req.Limit > 0 && selected.Limit <= 0 {
				return
			}
			results, err := hub.ListAs(ctx, at.Client, kind, selected, func(raw []byte) ([]list.ListResult, error) {
				return []list.ListResult{l.result(ctx, &req, at, kind, len(kinds) > 1, raw)}, nil
			})
			if err != nil {
				push(list.ListResult{Diagnostics: diag.Diagnostics{HubError("The list of "+kind.String(), err)}})
				return
			}
			for _, result := range results {
				if pushed++; !push(result) {
					return
				}
			}
		}
	}
}

// selection is what is listed of each kind.
func (c *listConfig) selection() hub.Selection {
	selected := hub.Selection{Namespace: c.Namespace}
	if c.LabelSelector == nil {
		return selected
	}
	// It is valid, and one without requirements is empty: it selects every object.
	if selector, err := metav1.LabelSelectorAsSelector(c.LabelSelector); err == nil {
		selected.Labels = selector.String()
	}
	return selected
}

// listed are the hub whose objects are listed, and their kinds.
func (l *listResource[T]) listed(
	ctx context.Context, config *listConfig,
) (*managed.Target, []*hubobject.Kind, diag.Diagnostics) {
	at, diags := targetOf(ctx, l.provider.Hub, managed.Identity{}, "The list")
	switch {
	case diags.HasError():
		return nil, nil, diags
	case !at.IsKnownHub():
		diags.AddError("No hub to list", "Only objects on a hub are listed. Set hub in the configuration of the provider, with values "+
			"that are known.")
		return nil, nil, diags
	}
	kinds, err := l.kind.Hub.ListedKinds(ctx, at, config.Namespace != "")
	if err != nil {
		diags.Append(HubError("The list", err))
	}
	return at, kinds, diags
}

// result is an object of the list: what identifies it, and the resource as an import reads it. An object that cannot be read is a
// warning.
func (l *listResource[T]) result(
	ctx context.Context, req *list.ListRequest, at *managed.Target, kind *hubobject.Kind, isOneOfSeveral bool, raw []byte,
) list.ListResult {
	object, err := at.Client.ReadObject(raw)
	var adopted *T
	if err == nil {
		adopted, err = l.kind.Hub.Adopted(kind, object)
	}
	if err != nil {
		return list.ListResult{Diagnostics: diag.Diagnostics{diag.NewWarningDiagnostic(
			kind.Kind+" is not listed", excerpt.Sentence(err.Error()))}}
	}
	namespace, name := l.kind.Hub.Named(adopted)
	of := hub.Reference{Kind: kind, Namespace: namespace, Name: name}
	result := req.NewListResult(ctx)
	result.DisplayName = of.String()
	store := &hubStore[T]{l.Resource, at}
	outputs, err := store.refreshed(ctx, &managed.Existing[T]{
		Object: object, Of: of, Prior: adopted, IsImported: true, IsOneOfSeveral: isOneOfSeveral,
	})
	if err == nil {
		attributes := tfvalue.Attributes(adopted)
		for _, key := range l.kind.Keys {
			outputs[key] = attributes[key]
		}
		outputs[HubUID] = at.HubUID
		result.Resource.Raw, err = stateOf(result.Resource.Raw.Type(), outputs, l.kind.Keys)
	}
	if err != nil {
		return list.ListResult{Diagnostics: diag.Diagnostics{diag.NewErrorDiagnostic("The list cannot be written",
			excerpt.Sentence(fmt.Sprintf("%s: %s", of, err)))}}
	}
	result.Diagnostics.Append(framework.Identify(ctx, result.Identity, result.Resource.Raw, l.kind.Keys)...)
	return result
}

// stateOf is a state with these attributes; the others are null.
func stateOf(typ tftypes.Type, outputs map[string]any, keys []string) (tftypes.Value, error) {
	of, ok := typ.(tftypes.Object)
	if !ok {
		return tftypes.Value{}, fmt.Errorf("a state is no %s", typ)
	}
	values := make(map[string]tftypes.Value, len(of.AttributeTypes))
	for name, attribute := range of.AttributeTypes {
		value, err := tfvalue.Value(attribute, outputs[name])
		if err != nil {
			return tftypes.Value{}, fmt.Errorf("attribute %s: %w", name, err)
		}
		values[name] = value
	}
	id, err := tfvalue.Value(tftypes.String, framework.IDOf(tftypes.NewValue(typ, values), keys))
	values["id"] = id
	return tftypes.NewValue(typ, values), err
}
