// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package edit

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Target is the fleet that edits change. Its lists are replaced and not changed, so that a copy of the fleet stays as it is.
type Target struct {
	*inventory.Fleet
	// Kind is that of clusters without a kind; empty if they can be of any.
	Kind placement.ClusterKind
	// Now is when a taint is added that does not say it.
	Now time.Time
}

// Apply makes a valid edit of the clusters, cluster sets, bindings or scores of a fleet; see [Edit.Validate]. One of a placement
// or of the time does nothing. An edit that leaves no fleet or does not apply to the clusters is an error at its path; for one
// that changes nothing see [Target.NoEffect].
func (e *Edit) Apply(ctx context.Context, f *Target, at *field.Path) finding.List {
	switch {
	case e.Lose != nil:
		return f.lose(ctx, e.Lose, at.Child("lose"))
	case e.Add != nil:
		return f.add(ctx, e.Add, at.Child("add"))
	case e.Taint != nil:
		return f.taint(ctx, e.Taint, at.Child("taint"))
	case e.Untaint != nil:
		return f.untaint(ctx, e.Untaint, at.Child("untaint"))
	case e.Label != nil:
		return f.label(ctx, e.Label, at.Child("label"))
	case e.Claim != nil:
		return f.claim(ctx, e.Claim, at.Child("claim"))
	case e.Property != nil:
		return f.property(ctx, e.Property, at.Child("property"))
	case e.Resize != nil:
		return f.resize(ctx, e.Resize, at.Child("resize"))
	case e.Score != nil:
		return f.score(ctx, e.Score, at.Child("score"))
	case e.Set != nil:
		return f.set(e.Set, at.Child("set"))
	case e.Binding != nil:
		return f.bind(e.Binding, at.Child("binding"))
	}
	return nil
}

// NoEffect is the finding about an edit at a path that changes nothing. It is an error, and on a hub a warning: once the change
// has been made there, every plan and destroy would end with it.
func (f *Target) NoEffect(at *field.Path, format string, args ...any) finding.List {
	return finding.List{f.changesNothing()(at.String(), "The edit has no effect", fmt.Sprintf(format, args...))}
}

// changesNothing makes the finding about an edit that changes nothing; see [Target.NoEffect].
func (f *Target) changesNothing() func(at, title, text string) finding.Finding {
	if f.FromHub {
		return finding.Warning
	}
	return finding.Failure
}

// Invalid is the error about a mistake of an edit that the fleet shows.
func Invalid(err *field.Error) finding.List {
	return finding.List{finding.Failure(err.Field, "Invalid value", excerpt.Sentence(excerpt.FoundAndWanted(err)))}
}
