// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"cmp"
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
)

// CheckBeside finds what the hub refuses of a planned change because of the other objects of the kind in the same namespace:
// those that it has, and those that the same plan creates or changes. One that the plan replaces by this object does not count.
func (k *Kind[T]) CheckBeside(
	ctx context.Context, target *Target, of hub.Reference, object *T,
) (field.ErrorList, error) {
	if k.Beside == nil {
		return nil, nil
	}
	// It is noted before the others are read, so that of two resources that are planned at once at least one sees the other.
	target.Hub.beside.Store(of, object)
	raws, err := target.Client.List(ctx, of.Kind, hub.Selection{Namespace: of.Namespace})
	if err != nil {
		return nil, err
	}
	var others []*T
	for _, raw := range raws {
		other, err := k.Read(ClusterKindOf(of.Kind), raw)
		if err != nil {
			return nil, err
		}
		if is, isPlanned := target.Hub.beside.Load(k.referenceOf(of.Kind, other)); !isPlanned || is != nil {
			others = append(others, other)
		}
	}
	return k.Beside(object, append(others, k.plannedBeside(target, of)...)), nil
}

// plannedBeside are the other objects that the same plan creates or changes, in the order of their names.
func (k *Kind[T]) plannedBeside(target *Target, of hub.Reference) (others []*T) {
	target.Hub.beside.Range(func(key, object any) bool {
		ref, _ := key.(hub.Reference)
		other, isKind := object.(*T)
		if isKind && ref.Kind == of.Kind && ref.Namespace == of.Namespace && ref != of {
			others = append(others, other)
		}
		return true
	})
	slices.SortFunc(others, func(a, b *T) int {
		_, first := k.Named(a)
		_, second := k.Named(b)
		return cmp.Compare(first, second)
	})
	return others
}
