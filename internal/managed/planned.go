// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"errors"
	"slices"

	"k8s.io/apimachinery/pkg/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
)

// Planned is what a plan, or its apply, does with an object on a hub.
type Planned struct {
	*hub.Desired
	// PriorReference names the object that the state has on this hub; it is empty without one.
	PriorReference hub.Reference
	// Immutable are the changes that the hub refuses.
	Immutable finding.List
	// Checked is what the hub said of the change.
	Checked
	// IsReplaced says that an object exists until it is replaced.
	IsReplaced bool
	// HasEnded says that what an apply waits for never comes.
	HasEnded bool
}

// planned is what is to be done on the hub to get the object. An object of another name or kind is another object.
func (o *Operation[T]) planned(ctx context.Context) (*Planned, error) {
	desired := &hub.Desired{Adopt: o.Arguments.Adopt, Force: o.Arguments.ForceConflicts}
	p := &Planned{Desired: desired}
	kinds, err := o.kindsOf(ctx, o.Object, true)
	if err == nil && o.Prior != nil {
		p.PriorReference, err = o.priorReference(ctx)
	}
	if err != nil {
		return nil, err
	}
	kind := kinds[0]
	if len(kinds) > 1 {
		if o.Prior == nil {
			return nil, errAmbiguousKind
		}
		kind = p.PriorReference.Kind
	}
	desired.Reference = o.Kind.referenceOf(kind, o.Object)
	if desired.Set, err = o.Kind.Apply(kind, o.Object); err != nil {
		return nil, err
	}
	if o.Kind.Created != nil {
		if missing := o.Kind.Created(kind, o.Object); len(missing) > 0 {
			desired.Incomplete = missing[0]
		}
	}
	if o.Prior == nil {
		return p, nil
	}
	if o.Kind.Immutable != nil {
		p.Immutable = o.Kind.Immutable(o.Prior, o.Object)
	}
	if p.PriorReference == desired.Reference {
		desired.UID = types.UID(o.PriorIdentity.UID)
		desired.IsImported = ReadNote[bool](&o.Notes, writtenKey) == nil
		desired.Prior, err = o.Kind.Apply(kind, o.Prior)
	}
	return p, err
}

// HasOtherKind reports whether the object of the state has another kind, so that it is replaced. An argument need not have
// changed: the kind may come from the hub of the provider.
func (p *Planned) HasOtherKind() bool {
	return p.PriorReference.Kind != nil && p.PriorReference.Kind != p.Kind
}

// IsOther reports whether the object of the state is another one, because its name or its kind is another one, or because the hub
// refuses the change. It is deleted, and Terraform plans once more to create this one.
func (p *Planned) IsOther() bool {
	return p.PriorReference.Kind != nil && p.PriorReference != p.Reference || len(p.Immutable) > 0
}

// IsSame reports whether nothing changes of what is set.
func (p *Planned) IsSame() bool { return p.UID != "" && p.Set.Equal(p.Prior) }

// checkChange lets the hub check a change, and reports which placements of the same plan it moves. Replaced is the object that
// the change replaces, nil if there is none.
func (o *Operation[T]) checkChange(ctx context.Context, p *Planned, replaced *Replaced) (findings finding.List) {
	if p.Kind == hubobject.ManagedCluster {
		o.Hub.clusters.Store(p.Name, true)
	}
	if p.UID == "" {
		if p.IsReplaced, findings = o.replaces(ctx, p.Desired, replaced, o.What); p.IsReplaced && p.Incomplete != nil {
			findings = append(findings, ErrorFinding(o.What, p.Incomplete))
		}
		switch {
		case findings.HasError():
			return findings
		case p.IsReplaced:
			return append(findings, o.planDelete(ctx, o.What, p.Reference)...)
		}
	}
	if p.Checked, findings = o.check(ctx, p.Desired, o.What, o.Kind.Unattended != nil); findings.HasError() {
		return findings
	}
	if !slices.Contains(hubobject.PlannedKinds, p.Kind) {
		return findings
	}
	planned, err := hubview.FleetObject(ctx, o.Client, p.Desired, p.Found, p.After)
	if err != nil {
		return append(findings, ErrorFinding(o.What, err))
	}
	return append(findings, o.Hub.Plan.Change(ctx, o.What, hubview.Change{Planned: planned})...)
}

// Merged is the object as the hub has it after the change: its own answer, or else what is known without it. It is nil for an
// object that is created.
func (p *Planned) Merged() *hub.Object {
	if p.After == nil && p.Found != nil {
		return p.Desired.Merged(p.Found)
	}
	return p.After
}

// writeChange makes the hub have the object. It returns nil after an error.
func (o *Operation[T]) writeChange(ctx context.Context, p *Planned) (*hub.Object, finding.List) {
	written, err := o.Client.Write(ctx, p.Desired)
	if deleting, ok := errors.AsType[*hub.DeletingError](err); ok && p.UID == "" && o.Kind.Unattended != nil {
		if err = o.Client.AwaitGone(ctx, deleting.Reference, deleting.Object.UID(), o.unattended(o.Object)); err == nil {
			written, err = o.Client.Write(ctx, p.Desired)
		}
	}
	if err != nil {
		return nil, finding.List{ErrorFinding(o.What, err)}
	}
	return written, keepsFields(o.What, p.Desired, written)
}

// planUnknown notes an object of which a part is not known yet, and says which placements are not compared with it.
func (o *Operation[T]) planUnknown() finding.List {
	if slices.Contains(o.Kind.Kinds, hubobject.ManagedCluster) {
		_, name := o.Kind.named(o.Object)
		o.Hub.clusters.Store(name, true)
	}
	inFleet := func(kind *hubobject.Kind) bool { return slices.Contains(hubobject.PlannedKinds, kind) }
	if !o.Exists() || !slices.ContainsFunc(o.Kind.Kinds, inFleet) {
		return nil
	}
	return o.Hub.Plan.Unknown(o.What, o.Kind.Kinds)
}

// effects are the warnings about what else a planned change changes. Prior is nil for an object that is created, and planned for
// one that is deleted.
func (o *Operation[T]) effects(ctx context.Context, prior, planned *T) finding.List {
	if o.Kind.Effects == nil {
		return nil
	}
	return o.Kind.Effects(ctx, o.Target, o.What, prior, planned)
}

// planDelete notes that an object of a fleet is deleted, if only to create it again, and says what that changes.
func (t *Target) planDelete(ctx context.Context, what string, name hub.Reference) finding.List {
	if !slices.Contains(hubobject.PlannedKinds, name.Kind) {
		return nil
	}
	return t.Hub.Plan.Change(ctx, what, hubview.Change{Prior: &hubview.Object{Reference: name}})
}
