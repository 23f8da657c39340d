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

// target is a fleet at a time. Its lists are replaced and not changed.
type target struct {
	*inventory.Fleet
	now time.Time
}

// Apply makes a valid edit of the clusters, cluster sets, bindings or scores of a fleet; see [Edit.Validate]. One of a placement
// or of the time does nothing. Now is when a taint is added that does not say it. An edit that hits nothing, adds what is there
// already or leaves no fleet is an error at its path. The lists of the fleet are replaced and not changed, so that a copy of the
// fleet stays as it is.
func (e *Edit) Apply(ctx context.Context, fleet *inventory.Fleet, now time.Time, at *field.Path) finding.List {
	f := &target{fleet, now}
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

// NoEffect is the error of an edit at a path that changes nothing.
func NoEffect(at *field.Path, format string, args ...any) finding.List {
	return finding.List{finding.Failure(at.String(), "The edit has no effect", fmt.Sprintf(format, args...))}
}

// Interrupted is the error of a simulation that was interrupted, looked at in a step of a loop; nil if it was not.
func Interrupted(ctx context.Context, step int) finding.List {
	if err := placement.Interrupted(ctx, step); err != nil {
		return InterruptedBy(err)
	}
	return nil
}

// InterruptedBy is the error of a simulation that an error of a context has interrupted.
func InterruptedBy(err error) finding.List {
	return finding.List{finding.Failure("", "The simulation was interrupted", excerpt.Sentence(err.Error()))}
}
