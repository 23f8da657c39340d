// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"errors"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
)

// Planned is what a plan, or its apply, does with an object on a hub.
type Planned struct {
	*hub.Change
	// Was names the object that the state has on this hub; it is empty without one.
	Was hub.Reference
	// Immutable are the changes that the hub refuses.
	Immutable finding.List
	// Checked is what the hub said of the change.
	Checked
	// IsReplaced says that an object exists until it is replaced.
	IsReplaced bool
	target     *Target
	what       string
	// unattended is that of the kind of the object; nil if a write of it never waits for the end of a deletion.
	unattended hub.Unattended
}

// plan is what is to be done on the hub to get an object. Prior is the object that the state has there, nil without one. What
// names the object in sentences. It is nil after an error.
func (k *Kind[T]) plan(
	ctx context.Context, target *Target, prior, object *T, arguments *Arguments, what string,
) (*Planned, finding.List) {
	change, priorRef, err := k.change(ctx, target, prior, object, arguments)
	switch {
	case errors.Is(err, errAmbiguousKind):
		return nil, finding.List{finding.Failure("kind", what+" has no kind", "kind: "+err.Error()+".")}
	case err != nil:
		return nil, finding.List{ErrorFinding(what, err)}
	}
	planned := &Planned{Change: change, Was: priorRef, target: target, what: what, unattended: k.unattended(target.Client, object)}
	if prior != nil && k.Immutable != nil {
		planned.Immutable = k.Immutable(prior, object)
	}
	return planned, nil
}

// HasOtherKind reports whether the object of the state has another kind, so that it is replaced. An argument need not have
// changed: the kind may come from the hub of the provider.
func (p *Planned) HasOtherKind() bool { return p.Was.Kind != nil && p.Was.Kind != p.Kind }

// IsOther reports whether the object of the state is another one, because its name or its kind is another one, or because the hub
// refuses the change. It is deleted, and Terraform plans once more to create this one.
func (p *Planned) IsOther() bool {
	return p.Was.Kind != nil && p.Was != p.Reference || len(p.Immutable) > 0
}

// IsSame reports whether nothing changes of what is set.
func (p *Planned) IsSame() bool { return p.UID != "" && p.Set.Equal(p.Prior) }

// Check lets the hub check the change, and reports which placements of the same plan it moves. Last is the object that the change
// replaces, nil if there is none.
func (p *Planned) Check(ctx context.Context, last *Replaced) (findings finding.List) {
	if p.Kind == hubobject.ManagedCluster {
		p.target.Hub.clusters.Store(p.Name, true)
	}
	if p.UID == "" {
		if p.IsReplaced, findings = p.target.replaces(ctx, p.Change, last, p.what); p.IsReplaced && p.Incomplete != nil {
			findings = append(findings, ErrorFinding(p.what, p.Incomplete))
		}
		switch {
		case findings.HasError():
			return findings
		case p.IsReplaced:
			return append(findings, p.target.planDelete(ctx, p.what, p.Reference)...)
		}
	}
	if p.Checked, findings = p.target.check(ctx, p.Change, p.what, p.unattended != nil); findings.HasError() {
		return findings
	}
	if !slices.Contains(hubobject.PlannedKinds, p.Kind) {
		return findings
	}
	planned, err := hubview.FleetObject(ctx, p.target.Client, p.Change, p.Found, p.After)
	if err != nil {
		return append(findings, ErrorFinding(p.what, err))
	}
	return append(findings, p.target.Hub.Plan.Change(ctx, p.what, hubview.Change{Planned: planned})...)
}

// Merged is the object as the hub has it after the change: its own answer, or else what is known without it. It is nil for an
// object that is created.
func (p *Planned) Merged() *hub.Object {
	if p.After == nil && p.Found != nil {
		return p.Change.Merged(p.Found)
	}
	return p.After
}

// Write makes the hub have the object. It returns nil after an error.
func (p *Planned) Write(ctx context.Context) (*hub.Object, finding.List) {
	written, err := p.target.Client.Write(ctx, p.Change)
	var deleting *hub.DeletingError
	if errors.As(err, &deleting) && p.UID == "" && p.unattended != nil {
		if err = p.target.Client.AwaitGone(ctx, deleting, p.unattended); err == nil {
			written, err = p.target.Client.Write(ctx, p.Change)
		}
	}
	if err != nil {
		return nil, finding.List{ErrorFinding(p.what, err)}
	}
	return written, keepsFields(p.what, p.Change, written)
}

// PlanUnknown notes an object of which a part is not known yet, and says which placements are not compared with it.
func (k *Kind[T]) PlanUnknown(target *Target, object *T, what string) finding.List {
	for _, kind := range k.Kinds {
		if kind == hubobject.ManagedCluster {
			_, name := k.Named(object)
			target.Hub.clusters.Store(name, true)
		}
	}
	inFleet := func(kind *hubobject.Kind) bool { return slices.Contains(hubobject.PlannedKinds, kind) }
	if !target.Exists() || !slices.ContainsFunc(k.Kinds, inFleet) {
		return nil
	}
	return target.Hub.Plan.Unknown(what, k.Kinds)
}

// PlanEffects are the warnings about what else a planned change changes. Prior is nil for an object that is created, and planned
// for one that is deleted.
func (k *Kind[T]) PlanEffects(ctx context.Context, target *Target, what string, prior, planned *T) finding.List {
	if k.Effects == nil {
		return nil
	}
	return k.Effects(ctx, target, what, prior, planned)
}

// planDelete notes that an object of a fleet is deleted, if only to create it again, and says what that changes.
func (t *Target) planDelete(ctx context.Context, what string, name hub.Reference) finding.List {
	if !slices.Contains(hubobject.PlannedKinds, name.Kind) {
		return nil
	}
	return t.Hub.Plan.Change(ctx, what, hubview.Change{Prior: &hubview.Object{Reference: name}})
}
