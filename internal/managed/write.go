// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"errors"
	"maps"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
)

// unawaitedKey is the key of the note that the last apply has not seen what it waited for.
const unawaitedKey = "unawaited"

// writtenKey is the key of the note that the object was written since it was imported.
const writtenKey = "written"

// Write makes the hub have the object, and returns what the hub has computed. There are no outputs if the hub does not have the
// change, and if what its controllers decide cannot be read: the next apply continues. It also does after the end of a wait for
// an object that was taken over, or that no argument asks for: Terraform would replace it, and delete what is in use. After
// another error, the outputs are those of the object that was written.
func (o *Operation[T]) Write(ctx context.Context) *Outcome {
	out := &Outcome{}
	if o.IsUnknown {
		out.Add(finding.List{UnknownHub(o.What + " cannot be written")})
		return out
	}
	if out = o.Begin(ctx); out.HasFailed() {
		return out
	}
	planned := o.change(ctx, out)
	if planned == nil {
		return out
	}
	limited, cancel := o.Arguments.Timeouts.ForWrite(ctx, planned.Desired)
	defer cancel()
	if o.expectation != nil && !out.Add(o.expectation.Before(limited, planned)) {
		return out
	}
	written, findings := o.writeChange(limited, planned)
	if !findings.HasError() {
		o.Notes.Keep(writtenKey, true)
	}
	var decided map[string]any
	if !findings.HasError() && o.expectation != nil {
		var more finding.List
		decided, more = o.expectation.After(limited, ctx, planned, written)
		findings = append(findings, more...)
	}
	if !out.Add(findings) {
		return out
	}
	written, waited := o.await(limited, planned, written)
	if o.Kind.Awaits != "" {
		// The next apply goes on waiting.
		o.Notes.Keep(unawaitedKey, nil)
		if waited.HasError() {
			o.Notes.Keep(unawaitedKey, true)
		}
	}
	isLeft := planned.TakesOver || o.Kind.Awaits == "" || o.Kind.Progresses && planned.UID == "" && !planned.HasEnded
	if !out.Add(waited) && isLeft {
		return out
	}
	outputs, err := o.written(planned, written)
	if err != nil {
		out.Add(failure("The state cannot be written", err.Error()))
		return out
	}
	maps.Copy(outputs, decided)
	out.Outputs = outputs
	return out
}

// written are the attributes that the state gets from an object that was written.
func (o *Operation[T]) written(planned *Planned, object *hub.Object) (map[string]any, error) {
	outputs := map[string]any{}
	if !o.Exists() {
		// Otherwise what the plan says of the agent stands; the next plan reads it anew.
		var err error
		if outputs, err = o.Kind.Written(planned.Kind, o.Object, object); err != nil {
			return nil, err
		}
		outputs[HubUID], outputs[UID] = o.HubUID, string(object.UID())
	}
	if o.Kind.Published != nil {
		for name, value := range o.Kind.Published(o.Object, object) {
			if !o.IsPlanned(name) {
				outputs[name] = value
			}
		}
	}
	return outputs, nil
}

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
				_, planned.HasEnded = errors.AsType[*EndedError](err)
				return existing, finding.List{ErrorFinding(o.What, err)}
			case lacks == "":
				return existing, nil
			}
			_ = hub.Pause(ctx, pause)
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
