// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"errors"
	"maps"

	"k8s.io/apimachinery/pkg/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
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
		o.PriorIdentity.HubUID = o.HubUID
	}
	if !o.Exists() {
		return out
	}
	o.Prior = new(T)
	if findings := o.readState(o.Prior); findings != nil && o.PriorIdentity.UID != "" {
		out.Add(findings)
		return out
	}
	existing, findings := o.refresh(ctx)
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
		outputs, err = k.Observed(existing.Kind, existing.Prior, existing.Object)
	}
	if err == nil && k.Published != nil {
		maps.Copy(outputs, k.Published(existing.Prior, existing.Object))
	}
	return outputs, err
}

// imported are the attributes of an object that is imported. What its agent reports comes with the next reading: Terraform would
// write it into a generated configuration, where it is not allowed.
func (k *Kind[T]) imported(ctx context.Context, existing *Existing[T]) (map[string]any, error) {
	object, err := k.Adopted(existing.Kind, existing.Object)
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
	if kind := existing.Kind.ClusterKind(); kind != "" && existing.IsOneOfSeveral {
		outputs["kind"] = string(kind)
	}
	return outputs, nil
}

// Destroy deletes the object of the state on its hub, or leaves it there.
func (o *Operation[T]) Destroy(ctx context.Context) finding.List {
	switch {
	case o.PriorIdentity.HubUID == "":
		return nil
	case o.IsUnknown:
		return finding.List{UnknownHub(o.What + " cannot be destroyed")}
	}
	o.Prior, o.Arguments = new(T), &Arguments{}
	if findings := o.readState(o.Prior, o.Arguments); findings != nil {
		return findings
	}
	ctx, cancel := o.Arguments.Timeouts.ForDelete(ctx)
	defer cancel()
	ref, err := o.priorReference(ctx)
	switch uid := types.UID(o.PriorIdentity.UID); {
	case err != nil:
	case o.Kind.Leaves(o.Arguments.OnDestroy):
		err = o.Client.Release(ctx, ref, uid)
	default:
		err = o.Client.Delete(ctx, ref, uid, o.unattended(o.Prior))
	}
	if _, isPending := errors.AsType[*hub.PendingError](err); isPending {
		return o.pending(ctx)
	}
	if err != nil {
		return finding.List{stateErrorFinding(o.What, err)}
	}
	return nil
}

// pending is the warning about an object whose deletion the hub has accepted, and that no agent carries out.
func (o *Operation[T]) pending(ctx context.Context) finding.List {
	why, remains := o.Kind.Unattended(ctx, o.Client, o.Prior)
	if why == "" {
		// It is carried out now.
		return nil
	}
	return warning(o.What+" is being deleted on the hub", "The hub has accepted the deletion, and "+why+". Terraform does not wait "+
		"for it. "+remains)
}
