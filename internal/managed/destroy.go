// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
)

// destroy deletes the object of a state on its hub, or leaves it there.
func (k *Kind[T]) destroy(ctx context.Context, target *Target, prior *T, arguments *Arguments, what string) finding.List {
	ctx, cancel := arguments.Timeouts.ForDelete(ctx)
	defer cancel()
	ref, err := k.lastReference(ctx, target, prior)
	switch uid := types.UID(target.Last.UID); {
	case err != nil:
	case k.Leaves(arguments.OnDestroy):
		err = target.Client.Release(ctx, ref, uid)
	default:
		err = target.Client.Delete(ctx, ref, uid, k.unattended(target.Client, prior))
	}
	var pending *hub.PendingError
	switch {
	case errors.As(err, &pending):
		return k.pending(ctx, target, prior, what)
	case err != nil:
		return finding.List{stateErrorFinding(what, err)}
	}
	return nil
}

// pending is the warning about an object whose deletion the hub has accepted, and that no agent carries out.
func (k *Kind[T]) pending(ctx context.Context, target *Target, object *T, what string) finding.List {
	why, remains := k.Unattended(ctx, target.Client, object)
	if why == "" {
		// It is carried out now.
		return nil
	}
	return warning(what+" is being deleted on the hub", "The hub has accepted the deletion, and "+why+". Terraform does not wait "+
		"for it. "+remains)
}
