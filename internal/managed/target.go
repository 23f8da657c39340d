// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package managed is the life of an object that Terraform manages, on a hub or in the state alone: where it is, what a change of
// it is, what the hub says of the change, how it is read, written, taken over, released and deleted. It knows nothing of
// Terraform's protocol.
package managed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/effects"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Identity identifies an object on a hub. It is empty for an object that is in the state alone.
type Identity struct {
	// The UID of the namespace `kube-system` of the hub; null without a hub: the object exists only in the state.
	HubUID string `json:"hubUid,omitempty"`
	// The UID of the object on the hub; null without a hub.
	UID string `json:"uid,omitempty"`
}

// Hub is the hub of the provider, as far as its configuration is known.
type Hub struct {
	// Client is nil as long as the configuration of the hub is unknown, and Unknown are the paths of what is.
	Client  *hubview.Client
	Unknown []string
	// MayBeNull says that the whole configuration of the hub is unknown, so that there may be none.
	MayBeNull bool
	// Kind is the kind of clusters on a hub that has both kinds; empty is every kind that the hub has.
	Kind placement.ClusterKind
	// FirstDecision is how long an apply that creates a placement waits for its first decisions.
	FirstDecision time.Duration
	// Plan is what this process has planned on the hub; nil without a client.
	Plan *effects.Plan
	// refreshed are the objects on the hub that this process has read for resources: a Replaced by hub.Reference.
	refreshed sync.Map
	// clusters has the names of the ManagedClusters that this process plans to create or change.
	clusters sync.Map
}

// Target is where an object belongs: in the state alone, on a hub that is not known yet, or on a hub.
type Target struct {
	// Hub is nil in the state alone.
	Hub *Hub
	// Client is nil in the state alone, and as long as the hub is unknown.
	Client *hubview.Client
	// HubUID identifies the hub of the client.
	HubUID string
	// IsUnknown says that the configuration of the hub is not known yet. MayHaveNone says that the provider may even have none.
	IsUnknown, MayHaveNone bool
	// PriorIdentity identifies the object so far.
	PriorIdentity Identity
}

// TargetOf finds out where an object belongs. The hub is nil if the provider has none. An object on a hub stays there: it is an
// error if the provider has none or another one. What names the object in the sentences.
func TargetOf(ctx context.Context, configured *Hub, prior Identity, what string) (*Target, finding.List) {
	t := &Target{Hub: configured, PriorIdentity: prior}
	switch {
	case configured == nil && prior.HubUID != "":
		return t, failure(what+" lives on a hub", fmt.Sprintf("It is an object of the hub with the UID %s, and the provider has no "+
			"hub. Set hub in the configuration of the provider to read, change or destroy it. To leave it on the hub without Terraform, "+
			"run terraform state rm with its address.", excerpt.Text(prior.HubUID)))
	case configured == nil:
		return t, nil
	case configured.Client == nil:
		t.IsUnknown, t.MayHaveNone = true, configured.MayBeNull
		return t, nil
	}
	uid, err := configured.Client.UID(ctx)
	if err != nil {
		return t, failure("The hub cannot be identified", "The provider needs the UID of the namespace kube-system, so that an object "+
			"of one hub is never taken for that of another: "+apiserver.Explained(err))
	}
	if prior.HubUID != "" && prior.HubUID != string(uid) {
		return t, failure(what+" lives on another hub", fmt.Sprintf("It is an object of the hub with the UID %s, and the provider's "+
			"hub has the UID %s. Configure the first hub again, or use a second provider block with an alias. To leave the object "+
			"there without Terraform, run terraform state rm with its address.", excerpt.Text(prior.HubUID), excerpt.Text(string(uid))))
	}
	t.Client, t.HubUID = configured.Client, string(uid)
	return t, nil
}

// IsKnownHub reports whether the object belongs to a hub that can be asked.
func (t *Target) IsKnownHub() bool { return t.Client != nil }

// Exists reports whether the object of the state is on this hub.
func (t *Target) Exists() bool { return t.IsKnownHub() && t.PriorIdentity.HubUID == t.HubUID }

// Remains reports whether the object of the state is on a hub and stays there, as far as that is known.
func (t *Target) Remains() bool { return t.Exists() || t.IsUnknown && t.PriorIdentity.HubUID != "" }

// IsHub reports whether the object belongs to a hub, even if it is not known to which one.
func (t *Target) IsHub() bool { return t.IsKnownHub() || t.Remains() || t.IsUnknown && !t.MayHaveNone }

// UnknownHub is the error of an operation whose hub is still not known.
func UnknownHub(title string) finding.Finding {
	return finding.Finding{Title: title, Text: "The configuration of the hub is not known."}
}

// errAmbiguousKind says that a hub has several kinds and nothing says which one is meant.
var errAmbiguousKind = errors.New("the hub has ManagedClusters and MemberClusters: set kind here, or in the hub of the provider")

// kindsOf are the kinds that an object may have on the hub, at least one: the one that it asks for, or else all that the hub has.
// A new object has the kind that the hub of the provider names. An existing object keeps its kind.
func (o *Operation[T]) kindsOf(ctx context.Context, object *T, isNew bool) ([]*hubobject.Kind, error) {
	all := o.Kind.chosen(object)
	if len(all) == 1 {
		return all, nil
	}
	missing := &hub.MissingKindError{Kind: all[0]}
	isOfHub := func(kind *hubobject.Kind) bool { return o.Hub.Kind != "" && kind.ClusterKind() == o.Hub.Kind }
	i := slices.IndexFunc(all, isOfHub)
	if isNew && i >= 0 {
		return all[i : i+1], nil
	}
	if i >= 0 {
		// It is the most likely one.
		all = slices.Insert(slices.Delete(slices.Clone(all), i, i+1), 0, all[i])
	}
	return o.Client.Installed(ctx, missing, all...)
}

// find looks for the object of the state, which may be of several kinds. It returns nil if there is none. Without the UID of the
// state, the object may be another one; an object that is imported has no UID yet.
func (o *Operation[T]) find(ctx context.Context, kinds []*hubobject.Kind) (*hub.Object, hub.Reference, error) {
	var existing *hub.Object
	existingRef := o.Kind.referenceOf(kinds[0], o.Prior)
	view := o.Client.Live
	if o.Kind.IsShared {
		view = o.Client.Shared
	}
	for _, kind := range kinds {
		ref := o.Kind.referenceOf(kind, o.Prior)
		there, err := view.Look(ctx, ref)
		switch {
		case err != nil:
			return nil, ref, err
		case there == nil:
		case string(there.UID()) == o.PriorIdentity.UID:
			return there, ref, nil
		case existing == nil:
			existing, existingRef = there, ref
		case o.PriorIdentity.UID == "":
			return nil, ref, fmt.Errorf("the hub has both the %s and the %s. %s", existingRef, ref, o.Kind.WhichOne)
		}
	}
	return existing, existingRef, nil
}

// priorReference names the object of the state on the hub.
func (o *Operation[T]) priorReference(ctx context.Context) (hub.Reference, error) {
	kinds, err := o.kindsOf(ctx, o.Prior, false)
	if err != nil {
		return hub.Reference{}, err
	}
	if len(kinds) == 1 {
		return o.Kind.referenceOf(kinds[0], o.Prior), nil
	}
	_, ref, err := o.find(ctx, kinds)
	return ref, err
}

// unattended is Unattended of an object.
func (o *Operation[T]) unattended(object *T) hub.Unattended {
	if o.Kind.Unattended == nil {
		return nil
	}
	return func(ctx context.Context) string {
		why, _ := o.Kind.Unattended(ctx, o.Client, object)
		return why
	}
}
