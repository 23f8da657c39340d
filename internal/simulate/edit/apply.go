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
	_, set := e.kinds()
	return e.operation().apply(ctx, f, path.Child(set[0]))
}

// NoEffect is the finding about an edit at a path that changes nothing. It is an error, and on a hub a warning: once the change
// has been made there, every plan and destroy would end with it.
func (f *Target) NoEffect(path *field.Path, format string, args ...any) finding.List {
	return f.changesNothing(path, "The edit has no effect", format, args...)
}

// changesNothing is the finding about an edit that changes nothing, with its title; see [Target.NoEffect].
func (f *Target) changesNothing(path *field.Path, title, format string, args ...any) finding.List {
	findings := failure(path, title, format, args...)
	findings[0].Warning = f.FromHub
	return findings
}

// failure is an error about an edit.
func failure(path *field.Path, title, format string, args ...any) finding.List {
	return finding.List{finding.Failure(path.String(), title, excerpt.Sentence(fmt.Sprintf(format, args...)))}
}

// Invalid is the error about a mistake of an edit that the fleet shows.
func Invalid(err *field.Error) finding.List {
	return finding.List{finding.Failure(err.Field, "Invalid value", excerpt.Sentence(excerpt.FoundAndWanted(err)))}
}
