// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package hubresource is a resource that is an object on a hub or, without a hub, in the Terraform state alone: configurations
// become values, values a state, and findings diagnostics. What happens to the object is in package managed.
package hubresource

import (
	"cmp"
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Kind is a kind of object that is on a hub or, without a hub, in the Terraform state alone. T is the object in the vocabulary.
type Kind[T any] struct {
	// Hub is how the object is one on a hub.
	Hub managed.Kind[T]
	// Attributes are those that the schema has besides the keys and the arguments of the object on a hub, or has in another form;
	// nil if there are none.
	Attributes func() map[string]schema.Attribute
	// Version is that of the states; 0 for that of all resources.
	Version int64
	// Validate finds the mistakes in an object.
	Validate func(*T) field.ErrorList
	// Warnings are about what is accepted and probably not meant; nil if there are none.
	Warnings func(*T) finding.List
	// EmptyMap is an output that is empty after an import; empty if there is none.
	EmptyMap string
	// Unordered are the lists whose order makes no difference.
	Unordered []string
	// Element is the struct that an instance is read into where a list of them is passed on; nil for a kind that is never passed on.
	Element reflect.Type
	// Private are the keys of the private state that a plan of a new object notes for its next plan.
	Private []string
	// Rewrite gives the attributes of a state of an earlier version their present form; nil if they always had it.
	Rewrite func(attributes map[string]any)
	// PlanInState plans an object without a hub; nil for a kind whose arguments are all that it has there.
	PlanInState func(
		ctx context.Context, r *framework.Resource[providerdata.Data],
		req *resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
	)
}

// ReaderHints is what a reader knows of the instances of the resource.
func (k *Kind[T]) ReaderHints() tfvalue.Hints {
	if k.Element == nil {
		return tfvalue.Hints{}
	}
	return tfvalue.Hints{Additional: map[reflect.Type]tfvalue.AdditionalAttributes{
		k.Element: {
			Only: "id", Names: slices.Sorted(maps.Keys(k.FullSchema().Attributes)), Resource: "multicluster_" + k.Hub.Name,
		},
	}}
}

// FullSchema is the schema with what all kinds of objects have.
func (k *Kind[T]) FullSchema() schema.Schema {
	keys, optional := k.Hub.Keys, k.Hub.OptionalKeys
	attributes := framework.Join(framework.Keys[T](keys...),
		framework.ResourceAttributes(framework.Arguments[T](k.Hub.Arguments...)))
	if k.Attributes != nil {
		maps.Copy(attributes, k.Attributes())
	}
	id := "`" + strings.Join(keys, "/") + "`"
	if optional > 0 {
		id = "`" + strings.Join(keys[optional:], "/") + "`, or " + id
	}
	attributes["id"] = framework.ComputedText(id + ".")
	shared := framework.Join(framework.ComputedAttributes[managed.Identity](),
		framework.Arguments[managed.Arguments]("adopt", "force_conflicts", "timeouts"))
	shared["on_destroy"] = framework.Optional(k.Hub.DescribeOnDestroy().String())
	maps.Copy(attributes, framework.ResourceAttributes(shared))
	for _, name := range k.Hub.Reported {
		attributes[name] = framework.AlsoComputed(attributes[name])
	}
	return schema.Schema{Version: cmp.Or(k.Version, framework.SchemaVersion), Attributes: attributes}
}

// what names the object of a configuration or a state in sentences.
func (k *Kind[T]) what(object tftypes.Value) string {
	name := "The " + strings.ReplaceAll(k.Hub.Name, "_", " ")
	id, isKnown := framework.IDOf(object, k.Hub.Keys).(string)
	if !isKnown {
		return name
	}
	return name + " " + excerpt.Quote(id)
}

// operation is one on an object with a configuration or a state, which may be null. Named is the one that has its name.
func (r *Resource[T]) operation(
	ctx context.Context, named, state tftypes.Value, private framework.PrivateData, diags *diag.Diagnostics,
) *managed.Operation[T] {
	o := &managed.Operation[T]{Kind: &r.kind.Hub, What: r.kind.what(named), Now: r.Provider.Now}
	var prior managed.Identity
	if !state.IsNull() {
		prior.HubUID, _ = framework.TextOf(state, managed.HubUID)
		prior.UID, _ = framework.TextOf(state, managed.UID)
		onDestroy, _ := framework.TextOf(state, "on_destroy")
		o.State = &managed.State{
			OnDestroy: onDestroy,
			Read:      func(targets ...any) error { return r.Readers.Prior(ctx, state, targets...) },
			Values:    func(names ...string) (map[string]any, error) { return framework.PriorValues(ctx, state, names...) },
		}
	}
	if private != nil {
		o.Notes.Get = framework.Noted(ctx, private, diags)
	}
	target, findings := managed.TargetOf(ctx, r.Provider.Hub, prior, o.What)
	diags.Append(framework.Findings[T](findings)...)
	o.Target = target
	return o
}

// configure reads a configuration. It reports whether that is possible.
func (r *Resource[T]) configure(
	ctx context.Context, o *managed.Operation[T], config tftypes.Value, diags *diag.Diagnostics,
) bool {
	o.Object, o.Arguments = new(T), &managed.Arguments{}
	var err error
	if o.Reader, err = r.Readers.Config(ctx, config, nil, o.Object, o.Arguments); err != nil {
		diags.AddError("The configuration cannot be read", err.Error())
		return false
	}
	o.Configured = func(name string) (isNull, isKnown bool) { return framework.IsConfigured(ctx, config, name) }
	return true
}

// report adds what an operation has found. It reports whether the operation goes on.
func report[T any](o *managed.Operation[T], out *managed.Outcome, diags *diag.Diagnostics) bool {
	diags.Append(framework.Findings[T](out.List)...)
	if out.IsFlawed {
		diags.Append(framework.Diagnostics(o.Reader)...)
	}
	return !out.HasFailed()
}

// keep keeps the notes of an operation in private state.
func keep(ctx context.Context, notes *managed.Notes, private framework.PrivateState, diags *diag.Diagnostics) {
	for key, what := range notes.Kept {
		diags.Append(framework.Note(ctx, private, key, what)...)
	}
}

// keepForms plans arguments that mean the same as before as they were written, and warns of what is probably not meant.
func (r *Resource[T]) keepForms(ctx context.Context, o *managed.Operation[T], diags *diag.Diagnostics) {
	framework.KeepForms[T](ctx, r.Readers, nil, r.kind.Unordered...)
	diags.Append(framework.Warnings(o.Reader, func(what string) string { return o.What + " " + what })...)
	if r.kind.Warnings != nil && len(o.Reader.Unknown()) == 0 {
		diags.Append(framework.Findings[T](r.kind.Warnings(o.Object))...)
	}
}

// fill writes outputs into an object.
func fill(
	ctx context.Context, object *tftypes.Value, from tftypes.Value, outputs map[string]any, title string,
	diags *diag.Diagnostics,
) {
	filled, err := framework.Fill(ctx, from, outputs)
	if err != nil {
		diags.AddError(title, err.Error())
		return
	}
	*object = filled
}

// deferred says that Terraform waits with an object until the hub is known, if it can; nil if it need not wait.
func deferred(target *managed.Target, isAllowed bool) *resource.Deferred {
	if !isAllowed || !target.IsUnknown {
		return nil
	}
	return &resource.Deferred{Reason: resource.DeferredReasonProviderConfigUnknown}
}
