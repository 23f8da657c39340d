// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"maps"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
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
	limited, cancel := o.Arguments.Timeouts.ForWrite(ctx, planned.Change)
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
