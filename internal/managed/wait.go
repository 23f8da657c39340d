// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
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

// await looks at an object that was written until nothing is missing, and returns it as it is then. After an error it is as it
// was seen last. Missing says what the object still lacks; empty if it lacks nothing. IsChosen says that an argument asks for the
// wait.
func (p *Planned) await(
	ctx context.Context, written *hub.Object, isChosen bool, missing func(*hub.Object) (string, error),
) (*hub.Object, finding.List) {
	found, lacks := written, ""
	for pause := firstPoll; ; pause = min(pause*5/4, lastPoll) {
		now, err := missing(found)
		if ctx.Err() == nil {
			// What was missing last is told, and not that nobody could look any more.
			lacks = now
		}
		switch {
		case ctx.Err() != nil:
			return found, p.unawaited(ctx, isChosen, lacks)
		case err != nil:
			return found, finding.List{ErrorFinding(p.what, err)}
		case lacks == "":
			return found, nil
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return found, p.unawaited(ctx, isChosen, lacks)
		}
		seen, err := p.target.Client.Look(ctx, p.Reference)
		switch {
		case ctx.Err() != nil:
			return found, p.unawaited(ctx, isChosen, lacks)
		case err != nil:
			return found, finding.List{ErrorFinding(p.what, err)}
		case seen == nil || seen.UID() != written.UID():
			return found, finding.List{ErrorFinding(p.what, hub.GoneError(p.Reference))}
		}
		found = seen
	}
}

// unawaited is the error of a wait that has ended without what was waited for.
func (p *Planned) unawaited(ctx context.Context, isChosen bool, missing string) finding.List {
	text := "The hub has the change; " + apiserver.Interruption(ctx) + ". " + missing
	switch {
	case p.TakesOver || p.UID == "" && !isChosen:
		text += "\nThe object exists and is not in the state. Apply again to take it over and to go on waiting."
	case p.UID == "":
		text += "\nTerraform marks a resource as tainted if its creation fails, and replaces it in the next apply. To keep it, " +
			"run terraform untaint with the address of the resource; then the next apply goes on waiting."
	case isChosen:
		text += "\nThe next apply goes on waiting."
	}
	return failure(p.what+" was written and is not as awaited", text)
}
