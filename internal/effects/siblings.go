// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package effects

import (
	"context"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// CheckSiblings finds what the hub refuses of a planned override because of the others: those that it has, and those that the same
// plan has created or changed before. One that gets another name does not count.
func (p *Plan) CheckSiblings(ctx context.Context, override *hubobject.Override) (field.ErrorList, error) {
	planned := hubview.OverrideObject(override.Rendered())
	change, _ := p.note("", hubview.Change{Planned: planned})
	raws, err := p.client.List(ctx, planned.Kind, hub.Selection{Namespace: planned.Namespace})
	if err != nil {
		return nil, err
	}
	var siblings []resources.Override
	isRenamed := map[hub.Reference]bool{}
	for _, other := range change.Before().Changes {
		if other.Planned != nil && other.Planned.Override != nil {
			siblings = append(siblings, *other.Planned.Override)
			if other.Prior != nil {
				isRenamed[other.Prior.Reference] = other.Prior.Reference != other.Planned.Reference
			}
		}
	}
	for _, raw := range raws {
		other, err := hubobject.ReadOverride(raw)
		if err != nil {
			return nil, err
		}
		if sibling := hubview.OverrideObject(other.Rendered()); !isRenamed[sibling.Reference] {
			siblings = append(siblings, *sibling.Override)
		}
	}
	return planned.Override.ValidateBeside(siblings), nil
}
