// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// The attributes that identify an object on a hub.
const (
	HubUID = "hub_uid"
	UID    = "uid"
)

// Plan plans where an object is and what its agent reports, and lets the hub check a change as far as the arguments are known. An
// object in the state alone has all that it computes as soon as its arguments are known, so that a placement can be decided in
// the very first plan.
func (o *Operation[T]) Plan(ctx context.Context) *Outcome {
	out := &Outcome{Outputs: o.identity()}
	if o.Hub == nil {
		if o.Kind.OnlyOnHub {
			out.Add(failure("There is no hub", o.What+" is written to a hub: set hub in the configuration of the provider."))
			return out
		}
		out.Add(WithoutHub(o.What, o.Configured))
	} else if o.Exists() {
		o.Notes.Keep(replacedKey, Replaced{UID: o.PriorIdentity.UID, Released: o.Stays})
	}
	if !o.planReported(out) {
		return out
	}
	var planned *Planned
	if o.IsKnownHub() {
		if planned = o.planChange(ctx, out); out.HasFailed() {
			return out
		}
	}
	if planned != nil && planned.HasOtherKind() && planned.Kind.ClusterKind() != "" {
		out.Outputs[UID] = tfvalue.Unknown
		out.Replaces = append(out.Replaces, UID, "kind")
	}
	if err := o.planComputed(ctx, planned == nil || !planned.IsSame(), out.Outputs); err != nil {
		out.Add(failure("The plan cannot be made", err.Error()))
	} else if o.expectation != nil {
		o.expectation.Plan(ctx, planned, out)
	}
	return out
}

// identity are the attributes that identify the object.
func (t *Target) identity() map[string]any {
	switch {
	case t.Remains():
		return map[string]any{HubUID: t.PriorIdentity.HubUID, UID: t.PriorIdentity.UID}
	case t.IsKnownHub():
		return map[string]any{HubUID: t.HubUID, UID: tfvalue.Unknown}
	case t.IsUnknown:
		return map[string]any{HubUID: tfvalue.Unknown, UID: tfvalue.Unknown}
	}
	return map[string]any{HubUID: nil, UID: nil}
}

// planChange plans the change, and lets the hub check it. It returns nil as long as a part of the configuration is not known, and
// after an error.
func (o *Operation[T]) planChange(ctx context.Context, out *Outcome) *Planned {
	if len(o.Reader.Unknown()) > 0 {
		out.Add(o.planUnknown())
		return nil
	}
	planned := o.change(ctx, out)
	if planned == nil {
		return nil
	}
	for _, refused := range planned.Immutable {
		out.Replaces = append(out.Replaces, ArgumentOf[T](&refused))
	}
	out.Add(planned.Immutable)
	switch {
	case planned.IsOther():
		prior := o.Prior
		if o.Stays {
			prior = nil
		} else {
			out.Add(o.planDelete(ctx, o.What, planned.PriorReference))
		}
		out.Add(o.effects(ctx, prior, o.Object))
	case !planned.IsSame():
		replaced := o.replaced(planned.Reference)
		if !o.checkSiblings(ctx, replaced != nil, out) {
			return nil
		}
		// What a replacement changes was reported when its first half was planned.
		if out.Add(o.checkChange(ctx, planned, replaced)) && !planned.IsReplaced {
			out.Add(o.effects(ctx, o.Prior, o.Object))
		}
	case o.Kind.Progresses:
		if isUnsettled, err := o.Kind.IsUnsettled(o); err != nil {
			out.Add(failure("The plan cannot be made", err.Error()))
		} else if isUnsettled {
			out.Add(o.effects(ctx, o.Prior, o.Object))
		}
	}
	return planned
}

// change is what is to be done on the hub; nil after an error.
func (o *Operation[T]) change(ctx context.Context, out *Outcome) *Planned {
	planned, err := o.planned(ctx)
	if err != nil {
		out.Add(finding.List{ErrorFinding(o.What, err)})
		return nil
	}
	if o.Kind.Validate != nil {
		o.Reader.Check(nil, o.Object, o.Kind.Validate(planned.Kind, o.Object))
	}
	if out.IsFlawed = o.Reader.HasMistakes(); out.IsFlawed {
		return nil
	}
	return planned
}

// checkSiblings finds what the hub refuses because of its other objects.
func (o *Operation[T]) checkSiblings(ctx context.Context, replaces bool, out *Outcome) bool {
	if o.Kind.Siblings == nil {
		return true
	}
	mistakes, err := o.Kind.Siblings(ctx, o.Target, o.Object)
	if err != nil {
		return out.Add(finding.List{ErrorFinding(o.What, err)})
	}
	if replaces {
		// Terraform does not say whether it creates the object before it destroys the one that it replaces.
		for _, mistake := range mistakes {
			mistake.Detail += ". If it is the one that this one replaces, remove create_before_destroy from its lifecycle, and apply " +
				"its on_destroy = \"delete\""
		}
	}
	o.Reader.Check(nil, o.Object, mistakes)
	out.IsFlawed = o.Reader.HasMistakes()
	return !out.IsFlawed
}

// planReported plans the attributes that an agent reports: an argument without a hub, and as the agent has reported them last
// with one. It reports whether there is no mistake.
func (o *Operation[T]) planReported(out *Outcome) bool {
	if len(o.Kind.Reported) == 0 {
		return true
	}
	var prior map[string]any
	if o.Remains() {
		var err error
		if prior, err = o.State.Values(o.Kind.Reported...); err != nil {
			return out.Add(failure("The state cannot be read", err.Error()))
		}
	}
	for _, name := range o.Kind.Reported {
		isNull, isKnown := o.Configured(name)
		switch {
		case !isNull && isKnown && o.IsHub():
			out.Add(finding.List{finding.Failure(name, "The agent reports this attribute", name+": on a hub the agent of "+
				"the cluster reports it, so it cannot be set. Remove it from the configuration; the provider reads it from the hub.")})
		case !isNull:
		case o.Remains():
			out.Outputs[name] = prior[name]
		case o.IsKnownHub(), o.IsUnknown:
			out.Outputs[name] = tfvalue.Unknown
		default:
			out.Outputs[name] = nil
		}
	}
	return !out.HasError()
}

// planComputed adds the computed attributes to the outputs of a plan. On a hub, one that does not follow from the arguments is
// what the object has: it is unknown until the object is written, and stays as it is while the arguments do not change it.
// The object on the hub may change if isChanged says so.
func (o *Operation[T]) planComputed(ctx context.Context, isChanged bool, outputs map[string]any) error {
	if o.Kind.Computed == nil {
		return nil
	}
	computed, err := o.Kind.Computed(ctx, o.Object, o.Reader)
	if err != nil {
		return err
	}
	names := make([]string, 0, len(computed))
	for name, value := range computed {
		outputs[name] = value
		names = append(names, name)
	}
	if o.Kind.Published == nil || o.Hub == nil {
		return nil
	}
	var computedPrior, prior map[string]any
	if o.Prior != nil {
		if computedPrior, err = o.Kind.Computed(ctx, o.Prior, &tfvalue.Reader{}); err == nil {
			prior, err = o.State.Values(names...)
		}
		if err != nil {
			return err
		}
	}
	waits, changes, err := o.awaits(isChanged)
	if err != nil {
		return err
	}
	for name := range o.Kind.Published(o.Object, &hub.Object{}) {
		value, isComputed := computed[name]
		switch {
		case !isComputed || value != nil || !waits:
		case !changes && computedPrior != nil && computedPrior[name] == nil:
			outputs[name] = prior[name]
		case prior[name] != nil && slices.Contains(o.Kind.Kept, name):
			outputs[name] = prior[name]
		default:
			outputs[name] = tfvalue.Unknown
		}
	}
	return nil
}

// awaits reports whether an apply waits for what it publishes, and whether the plan changes that. A wait that is not known yet is
// one.
func (o *Operation[T]) awaits(isChanged bool) (waits, changes bool, err error) {
	name := o.Kind.Awaits
	if name == "" {
		return true, false, nil
	}
	now := tfvalue.Attributes(o.Object)[name]
	var prior any
	if o.Prior != nil {
		prior = tfvalue.Attributes(o.Prior)[name]
	}
	isUnawaited := ReadNote[bool](&o.Notes, unawaitedKey) != nil
	waits, changes = now != nil || o.Reader.IsUnknown(tfvalue.Root(name)), isChanged || now != prior || isUnawaited
	if !o.Kind.Progresses {
		return waits, changes, nil
	}
	isDue, err := o.Kind.IsDue(o)
	return true, waits && changes || isDue, err
}

// PlanDestroy says that the object stays on its hub, or what its deletion moves.
func (o *Operation[T]) PlanDestroy(ctx context.Context) finding.List {
	switch {
	case o.Kind.Leaves(o.State.OnDestroy) && o.Remains():
		return warning("An object stays on the hub", o.What+" is released: it stays on the hub as it is, and Terraform "+
			"forgets it. To delete it, apply on_destroy = \"delete\" first.")
	case o.Kind.Leaves(o.State.OnDestroy), !o.Exists():
		return nil
	}
	o.Prior = new(T)
	if findings := o.readState(o.Prior); findings != nil {
		return findings
	}
	ref, err := o.priorReference(ctx)
	if err != nil {
		return finding.List{ErrorFinding(o.What, err)}
	}
	return append(o.planDelete(ctx, o.What, ref), o.effects(ctx, o.Prior, nil)...)
}

// WithoutHub warns of arguments about a hub where there is none. The title is the same for all resources, so that Terraform shows
// one warning and counts the others.
func WithoutHub(what string, configured func(name string) (isNull, isKnown bool)) finding.List {
	set := slices.DeleteFunc([]string{"adopt", "force_conflicts", "on_destroy", "timeouts", "wait_for_decisions"},
		func(name string) bool { isNull, _ := configured(name); return isNull })
	if len(set) == 0 {
		return nil
	}
	return finding.List{finding.Warning(set[0], NoEffectTitle,
		what+": the provider has no hub, and these arguments are about an object on a hub: "+strings.Join(set, ", ")+".")}
}

// NoEffectTitle is the title of the warning about arguments that have no effect without a hub.
const NoEffectTitle = "Arguments have no effect without a hub"
