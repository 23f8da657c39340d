// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// dividedSource lists the objects of a kind in all namespaces once, and divides them by namespace.
type dividedSource struct {
	source
	divided map[*hubobject.Kind]map[string][]object
}

func (s *dividedSource) list(ctx context.Context, kind *hubobject.Kind, selected hub.Selection) ([]object, error) {
	if s.divided[kind] == nil {
		objects, err := s.source.list(ctx, kind, hub.Selection{Labels: allOf(kind)})
		if err != nil {
			return nil, err
		}
		if s.divided == nil {
			s.divided = map[*hubobject.Kind]map[string][]object{}
		}
		s.divided[kind] = map[string][]object{}
		for _, o := range objects {
			s.divided[kind][o.namespace] = append(s.divided[kind][o.namespace], o)
		}
	}
	return matching(s.divided[kind][selected.Namespace], selected.Labels)
}

// matching are the objects that a selector selects.
func matching(objects []object, selector string) (selected []object, err error) {
	matches, err := labels.Parse(selector)
	if err != nil {
		return nil, err
	}
	for _, o := range objects {
		if matches.Matches(o.labels) {
			selected = append(selected, o)
		}
	}
	return selected, nil
}
