// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"k8s.io/apimachinery/pkg/labels"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
)

// DecidedAll returns what the hub has decided until now for every placement of a kind, by namespace and name. The kind is one of
// PlacementKinds. It reads lists of all namespaces, which all readers share until a placement is written.
func (c *Client) DecidedAll(ctx context.Context, kind *hubobject.Kind) ([]*decisions.Decided, error) {
	placements, err := c.objectsOf(ctx, objectList{kind: kind})
	if err != nil {
		return nil, err
	}
	placements = slices.SortedFunc(slices.Values(placements), func(a, b listedObject) int {
		return cmp.Or(cmp.Compare(a.namespace, b.namespace), cmp.Compare(a.name, b.name))
	})
	from, all := c.fromAllNamespaces(), make([]*decisions.Decided, len(placements))
	for i := range placements {
		of := &placements[i]
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		objects := decisions.DecidedObjects{Placement: of.raw}
		if isLabelValue(of.name) {
			if err := c.decidedObjects(ctx, kind, of.namespace, of.name, from, &objects); err != nil {
				return nil, err
			}
		}
		if all[i], err = decisions.ReadDecided(ctx, objects); err != nil {
			return nil, c.unreadable(kind, of.namespace, of.name, err)
		}
		if all[i].SpecError != nil {
			all[i].SpecError = errors.New(c.readable(all[i].SpecError))
		}
	}
	return all, nil
}

// fromAllNamespaces reads from one shared list of each kind, with the objects of all namespaces. It divides them by namespace.
func (c *Client) fromAllNamespaces() reading {
	divided := map[*hubobject.Kind]map[string][]listedObject{}
	return reading{list: func(
		ctx context.Context, kind *hubobject.Kind, namespace, selector string,
	) (found []json.RawMessage, err error) {
		if divided[kind] == nil {
			of := objectList{kind: kind}
			if slices.Contains(hubobject.KubeFleet.Snapshots.Kinds(), kind) {
				of.selector = api.LatestSnapshots
			}
			listed, err := c.objectsOf(ctx, of)
			if err != nil {
				return nil, err
			}
			divided[kind] = map[string][]listedObject{}
			for _, o := range listed {
				divided[kind][o.namespace] = append(divided[kind][o.namespace], o)
			}
		}
		matches, err := labels.Parse(selector)
		if err != nil {
			return nil, err
		}
		for _, o := range divided[kind][namespace] {
			if matches.Matches(o.labels) {
				found = append(found, o.raw)
			}
		}
		return found, nil
	}}
}
