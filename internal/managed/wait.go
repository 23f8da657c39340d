// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"errors"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
)

// The shortest and the longest wait between two reads at an object that is waited for.
const (
	firstPoll = 250 * time.Millisecond
	lastPoll  = 5 * time.Second
)

// await looks at an object that was written until it has what its configuration waits for, and returns it as it is then. After an
// error it is as it was seen last.
func (o *Operation[T]) await(ctx context.Context, planned *Planned, written *hub.Object) (*hub.Object, finding.List) {
	if o.Kind.Missing == nil {
		return written, nil
	}
	existing, lacks := written, ""
	for pause := firstPoll; ; pause = min(pause*5/4, lastPoll) {
		missing, err := o.Kind.Missing(ctx, o.Client, o.Object, existing)
		if ctx.Err() == nil {
			// What was missing last is told, and not that the time to look was up.
			switch lacks = missing; {
			case err != nil:
				var ended *EndedError
				planned.HasEnded = errors.As(err, &ended)
				return existing, finding.List{ErrorFinding(o.What, err)}
			case lacks == "":
				return existing, nil
			}
			select {
			case <-time.After(pause):
			case <-ctx.Done():
			}
		}
		seen, err := o.Client.Look(ctx, planned.Reference)
		switch {
		case ctx.Err() != nil:
			return existing, o.unawaited(ctx, planned, lacks)
		case err != nil:
			return existing, finding.List{ErrorFinding(o.What, err)}
		case seen == nil || seen.UID() != written.UID():
			return existing, finding.List{ErrorFinding(o.What, hub.GoneError(planned.Reference))}
		}
		existing = seen
	}
}

// unawaited is the error of a wait that has ended without what was waited for.
func (o *Operation[T]) unawaited(ctx context.Context, planned *Planned, missing string) finding.List {
	isReplaced := o.Kind.Awaits != "" && !o.Kind.Progresses
	text := "The hub has the change; " + apiserver.Interruption(ctx) + ". " + missing
	switch {
	case planned.TakesOver || planned.UID == "" && !isReplaced:
		text += "\nThe object exists and is not in the state. Apply again to take it over and to go on waiting. " +
			"If the configuration changes before, set adopt = true."
	case planned.UID == "":
		text += "\nTerraform marks a resource as tainted if its creation fails, and replaces it in the next apply. To keep it, " +
			"run terraform untaint with the address of the resource; then the next apply goes on waiting."
	case o.Kind.Awaits != "":
		text += "\nThe next apply goes on waiting."
	}
	return failure(o.What+" was written and is not as awaited", text)
}
