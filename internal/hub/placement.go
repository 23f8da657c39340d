// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"errors"
	"net/http"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
)

// PlacementObject returns the placement of a kind, namespace and name, with its object, or nil if there is none. All readers
// share one list of the namespace, until a placement is written. The kind is Placement, ClusterResourcePlacement,
// ResourcePlacement or PlacementRule.
func (c *Client) PlacementObject(
	ctx context.Context, kind *hubobject.Kind, namespace, name string,
) (*manifest.Placement, *Object, error) {
	raw, err := c.findListed(ctx, kind, namespace, name)
	if raw == nil || err != nil {
		return nil, nil, err
	}
	placement, err := manifest.ReadStoredPlacement(raw)
	if err != nil {
		return nil, nil, c.unreadable(kind, namespace, name, err)
	}
	object, err := c.object(&apiserver.Call{Verb: "get", Resource: kind.String(), Namespace: namespace, Name: name}, raw)
	return &placement, object, err
}

// Placements returns the placements of a kind in a namespace, of all namespaces without one, from the list that all readers share
// until a placement is written. One that cannot be read is left out.
func (c *Client) Placements(ctx context.Context, kind *hubobject.Kind, namespace string) ([]manifest.Placement, error) {
	listed, err := c.objectsOf(ctx, objectList{kind: kind, namespace: namespace})
	if err != nil {
		return nil, err
	}
	list := make([]manifest.Placement, 0, len(listed))
	for i := range listed {
		if of, err := manifest.ReadStoredPlacement(listed[i].raw); err == nil {
			list = append(list, of)
		}
	}
	return list, nil
}

// PolicySnapshot returns the latest scheduling policy snapshot of a placement of KubeFleet, which its next decision starts
// from, or nil if there is none yet. Without a namespace it is that of a ClusterResourcePlacement.
// All readers share one list of the latest snapshots, until a placement is written.
func (c *Client) PolicySnapshot(ctx context.Context, namespace, placement string) (*apiobject.PolicySnapshot, error) {
	return c.policySnapshot(ctx, namespace, placement, c.fromLists())
}

func (c *Client) policySnapshot(
	ctx context.Context, namespace, placement string, from reading,
) (*apiobject.PolicySnapshot, error) {
	kind := hubobject.KubeFleet.Snapshots.KindIn(namespace)
	objects, err := from.list(ctx, kind, namespace, api.LatestSnapshot(placement))
	if err != nil {
		return nil, err
	}
	var latest *apiobject.PolicySnapshot
	for _, object := range objects {
		snapshot, err := apiobject.ReadPolicySnapshot(object)
		if err != nil {
			return nil, c.unreadable(kind, namespace, "", err)
		}
		// Between two writes of KubeFleet, two snapshots are the latest.
		if latest == nil || snapshot.Index > latest.Index {
			latest = &snapshot
		}
	}
	return latest, nil
}

// unreadable is the error about an object that has another form than its kind.
func (c *Client) unreadable(kind *hubobject.Kind, namespace, name string, err error) error {
	get := &apiserver.Call{Verb: "read", Resource: kind.String(), Namespace: namespace, Name: name, Method: http.MethodGet}
	return get.Malformed(c.readable(err))
}

// readable is the text of an error about the form of an object.
func (c *Client) readable(err error) string {
	var failed *document.Error
	reason := err.Error()
	if errors.As(err, &failed) {
		// The line is that of JSON from the hub, which the user does not see.
		reason = failed.Message
		if failed.Field != "" {
			reason = failed.Field + ": " + reason
		}
	}
	return c.server.Show(reason)
}
