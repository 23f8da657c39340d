package managed

import (
	"context"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
)

// The shortest and the longest wait between two reads at an object that is waited for.
const (
	firstPoll = 250 * time.Millisecond
	lastPoll  = 5 * time.Second
)

// Await looks at an object that was written until it has what its configuration waits for, and returns it as it is then. After an
// error it is as it was seen last.
func (k *Kind[T]) Await(ctx context.Context, planned *Planned, object *T, written *hub.Object) (*hub.Object, finding.List) {
	if k.Missing == nil {
		return written, nil
	}
	found := written
	for pause := firstPoll; ; pause = min(pause*5/4, lastPoll) {
		missing, err := k.Missing(object, found)
		switch {
		case err != nil:
			return found, finding.List{ErrorFinding(planned.what, err)}
		case missing == "":
			return found, nil
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return found, planned.unawaited(ctx, missing)
		}
		now, err := planned.target.Client.Look(ctx, planned.Reference)
		switch {
		case ctx.Err() != nil:
			return found, planned.unawaited(ctx, missing)
		case err != nil:
			return found, finding.List{ErrorFinding(planned.what, err)}
		case now == nil || now.UID() != written.UID():
			return found, finding.List{ErrorFinding(planned.what, hub.GoneError(planned.Reference))}
		}
		found = now
	}
}

// unawaited is the error of a wait that has ended without what was waited for.
func (p *Planned) unawaited(ctx context.Context, missing string) finding.List {
	text := "The hub has the change; " + hub.Interruption(ctx) + ". " + missing
	switch {
	case p.TakesOver:
		text += "\nThe object existed before and is not in the state. Apply again to take it over and to go on waiting."
	case p.UID == "":
		text += "\nTerraform marks a resource as tainted if its creation fails, and replaces it in the next apply. To keep it, " +
			"run terraform untaint with the address of the resource; then the next apply goes on waiting."
	default:
		text += "\nThe next apply goes on waiting."
	}
	return failure(p.what+" was written and is not as awaited", text)
}
