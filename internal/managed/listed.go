// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// ListedKinds are the kinds whose objects a list has: those that the hub has, at least one. Of the kinds of clusters, it is the
// one that the hub of the provider names. A list of one namespace has the kinds with a namespace only.
func (k *Kind[T]) ListedKinds(ctx context.Context, target *Target, isNamespaced bool) ([]*hubobject.Kind, error) {
	var kinds []*hubobject.Kind
	for _, kind := range k.Kinds {
		of := ClusterKindOf(kind)
		if isNamespaced && !kind.IsNamespaced || of != "" && target.Hub.Kind != "" && of != target.Hub.Kind {
			continue
		}
		serves, err := target.Client.Serves(ctx, kind)
		if err != nil {
			return nil, err
		}
		if serves {
			kinds = append(kinds, kind)
		}
	}
	if len(kinds) == 0 {
		return nil, &hub.MissingKindError{Kind: k.Kinds[0]}
	}
	return kinds, nil
}
