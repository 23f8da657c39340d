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
func (e *Edit) Apply(ctx context.Context, f *Target, path *field.Path) finding.List {
	switch {
	case e.Lose != nil:
		return f.lose(ctx, e.Lose, path.Child("lose"))
	case e.Add != nil:
		return f.add(ctx, e.Add, path.Child("add"))
	case e.Taint != nil:
		return f.taint(ctx, e.Taint, path.Child("taint"))
	case e.Untaint != nil:
		return f.untaint(ctx, e.Untaint, path.Child("untaint"))
	case e.Label != nil:
		return f.label(ctx, e.Label, path.Child("label"))
	case e.Claim != nil:
		return f.claim(ctx, e.Claim, path.Child("claim"))
	case e.Property != nil:
		return f.property(ctx, e.Property, path.Child("property"))
	case e.Resize != nil:
		return f.resize(ctx, e.Resize, path.Child("resize"))
	case e.Score != nil:
		return f.score(ctx, e.Score, path.Child("score"))
	case e.Set != nil:
		return f.set(e.Set, path.Child("set"))
	case e.Binding != nil:
		return f.bind(e.Binding, path.Child("binding"))
	}
	return nil
}

// NoEffect is the finding about an edit at a path that changes nothing. It is an error, and on a hub a warning: once the change
// has been made there, every plan and destroy would end with it.
func (f *Target) NoEffect(path *field.Path, format string, args ...any) finding.List {
	return finding.List{f.changesNothing()(path.String(), "The edit has no effect", fmt.Sprintf(format, args...))}
}

// changesNothing makes the finding about an edit that changes nothing; see [Target.NoEffect].
func (f *Target) changesNothing() func(path, title, text string) finding.Finding {
	if f.FromHub {
		return finding.Warning
	}
	return finding.Failure
}

// Invalid is the error about a mistake of an edit that the fleet shows.
func Invalid(err *field.Error) finding.List {
	return finding.List{finding.Failure(err.Field, "Invalid value", excerpt.Sentence(excerpt.FoundAndWanted(err)))}
}
