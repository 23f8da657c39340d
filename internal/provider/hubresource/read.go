// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
)

// Read reads the object from its hub. As long as that is not known, the state stays as it is.
func (s *hubStore[T]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	resp.Diagnostics.Append(framework.Identify(ctx, resp.Identity, req.State.Raw, s.kind.Keys)...)
	moved, diags := movedTo(ctx, req.Private)
	if resp.Diagnostics.Append(diags...); moved != nil && s.at.IsKnownHub() {
		// It is read as after an import.
		s.at.Last.HubUID = s.at.HubUID
	}
	if !s.at.Exists() {
		return
	}
	prior := new(T)
	if err := s.read.Prior(ctx, req.State.Raw, prior); err != nil && s.at.Last.UID != "" {
		resp.Diagnostics.AddError("The state cannot be read", err.Error())
		return
	}
	what := s.kind.what(req.State.Raw)
	found, findings := s.kind.Hub.Refresh(ctx, s.at, prior, onDestroy(req.State.Raw), what)
	resp.Diagnostics.Append(framework.Findings[T](findings)...)
	switch {
	case findings.HasError():
		return
	case found == nil:
		resp.State.RemoveResource(ctx)
		return
	}
	if resp.Diagnostics.Append(checkMoved(moved, found, what)...); resp.Diagnostics.HasError() {
		return
	}
	var decided map[string]any
	if s.kind.Decided != nil {
		o := &Operation[T]{Target: s.at, Reading: s.Resource.read, Now: s.provider.Now, What: what, State: req.State.Raw, Prior: prior,
			Private: req.Private}
		outputs, diags := s.kind.Decided(ctx, o, found, resp)
		if resp.Diagnostics.Append(diags...); outputs == nil {
			return
		}
		decided = outputs
	}
	outputs, err := s.refreshed(ctx, found)
	if err == nil {
		maps.Copy(outputs, decided)
		if moved != nil {
			outputs[HubUID] = s.at.HubUID
			resp.Diagnostics.Append(resp.Private.SetKey(ctx, movedKey, nil)...)
		}
		resp.State.Raw, err = framework.Fill(ctx, req.State.Raw, outputs)
	}
	if err != nil {
		resp.Diagnostics.AddError("The state cannot be written", err.Error())
	}
}

// refreshed are the attributes that the state gets from the object on the hub.
func (s *hubStore[T]) refreshed(ctx context.Context, found *managed.Existing[T]) (outputs map[string]any, err error) {
	if found.IsImported {
		outputs, err = s.imported(ctx, found)
	} else {
		outputs, err = s.kind.Hub.Observed(managed.ClusterKindOf(found.Of.Kind), found.Prior, found.Object)
	}
	if err == nil && s.kind.Hub.Published != nil {
		maps.Copy(outputs, s.kind.Hub.Published(found.Prior, found.Object))
	}
	return outputs, err
}

// imported are the attributes of an object that is imported. What its agent reports comes with the next reading: Terraform would
// write it into a generated configuration, where it is not allowed.
func (s *hubStore[T]) imported(ctx context.Context, found *managed.Existing[T]) (map[string]any, error) {
	object, err := s.kind.Hub.Adopted(found.Of.Kind, found.Object)
	if err != nil {
		return nil, err
	}
	outputs := s.kind.Hub.ArgumentsOf(object)
	if s.kind.Computed != nil {
		computed, err := s.kind.Computed(ctx, object, s.Resource.read.Reader())
		if err != nil {
			return nil, err
		}
		maps.Copy(outputs, computed)
	}
	outputs[UID] = string(found.UID())
	if found.IsOneOfSeveral && s.kind.Hub.KindOf != nil {
		outputs["kind"] = string(managed.ClusterKindOf(found.Of.Kind))
	}
	return outputs, nil
}
