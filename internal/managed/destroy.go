// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"

	"k8s.io/apimachinery/pkg/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
)

// Destroy deletes the object of a state on its hub, or leaves it there.
func (k *Kind[T]) Destroy(ctx context.Context, target *Target, prior *T, arguments *Arguments, what string) finding.List {
	ctx, cancel := arguments.Timeouts.ForDelete(ctx)
	defer cancel()
	of, err := k.lastReference(ctx, target, prior)
	switch uid := types.UID(target.Last.UID); {
	case err != nil:
	case k.Leaves(arguments.OnDestroy):
		err = target.Client.Release(ctx, of, uid)
	default:
		err = target.Client.Delete(ctx, of, uid)
	}
	if err != nil {
		return finding.List{stateErrorFinding(what, err)}
	}
	return nil
}
