// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"maps"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Read reads the object of the state from its hub. As long as that is not known, the state stays as it is.
func (o *Operation[T]) Read(ctx context.Context) *Outcome {
	out := &Outcome{}
	moved := ReadNote[movedObject](&o.Notes, movedKey)
	switch {
	case moved != nil && o.Hub == nil:
		out.Add(moved.withoutHub(o.What))
	case moved != nil && o.IsKnownHub():
		// It is read as after an import.
		o.Last.HubUID = o.HubUID
	}
	if !o.Exists() {
		return out
	}
	o.Prior = new(T)
	if findings := o.readState(o.Prior); findings != nil && o.Last.UID != "" {
		out.Add(findings)
		return out
	}
	existing, findings := o.Kind.refresh(ctx, o.Target, o.Prior, o.State.OnDestroy, o.What)
	if !out.Add(findings) {
		return out
	}
	if out.IsGone = existing == nil; out.IsGone || !out.Add(checkMoved(moved, existing, o.What)) {
		return out
	}
	var decided map[string]any
	if o.Kind.Decided != nil {
		answer := o.Kind.Decided(ctx, o, existing)
		out.Add(answer.List)
		if decided, out.IsGone = answer.Outputs, answer.IsGone; decided == nil {
			return out
		}
	}
	outputs, err := o.Kind.refreshed(ctx, existing)
	if err != nil {
		out.Add(failure("The state cannot be written", err.Error()))
		return out
	}
	maps.Copy(outputs, decided)
	if moved != nil {
		outputs[HubUID] = o.HubUID
		o.Notes.Keep(movedKey, nil)
	}
	out.Outputs = outputs
	return out
}

// refreshed are the attributes that the state gets from the object on the hub.
func (k *Kind[T]) refreshed(ctx context.Context, existing *Existing[T]) (outputs map[string]any, err error) {
	if existing.IsImported {
		outputs, err = k.imported(ctx, existing)
	} else {
		outputs, err = k.Observed(existing.Of.Kind, existing.Prior, existing.Object)
	}
	if err == nil && k.Published != nil {
		maps.Copy(outputs, k.Published(existing.Prior, existing.Object))
	}
	return outputs, err
}

// imported are the attributes of an object that is imported. What its agent reports comes with the next reading: Terraform would
// write it into a generated configuration, where it is not allowed.
func (k *Kind[T]) imported(ctx context.Context, existing *Existing[T]) (map[string]any, error) {
	object, err := k.Adopted(existing.Of.Kind, existing.Object)
	if err != nil {
		return nil, err
	}
	outputs := k.ArgumentsOf(object)
	if k.Computed != nil {
		computed, err := k.Computed(ctx, object, &tfvalue.Reader{})
		if err != nil {
			return nil, err
		}
		maps.Copy(outputs, computed)
	}
	outputs[UID] = string(existing.UID())
	if kind := existing.Of.Kind.ClusterKind(); kind != "" && existing.IsOneOfSeveral {
		outputs["kind"] = string(kind)
	}
	return outputs, nil
}

// Destroy deletes the object of the state on its hub, or leaves it there.
func (o *Operation[T]) Destroy(ctx context.Context) finding.List {
	switch {
	case o.Last.HubUID == "":
		return nil
	case o.IsUnknown:
		return finding.List{UnknownHub(o.What + " cannot be destroyed")}
	}
	prior, arguments := new(T), &Arguments{}
	if findings := o.readState(prior, arguments); findings != nil {
		return findings
	}
	return o.Kind.destroy(ctx, o.Target, prior, arguments, o.What)
}
