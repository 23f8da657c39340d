// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
)

// objectList identifies a list of objects.
type objectList struct {
	kind      *hubobject.Kind
	namespace string
	selector  string
	// name is that of the objects; empty for any.
	name string
}

// listedObject is an object of a list.
type listedObject struct {
	raw             json.RawMessage
	namespace, name string
	labels          labels.Set
}

// objectLists are the objects of a list, or that the credentials may not list them.
type objectLists struct {
	objects   []listedObject
	forbidden error
}

// objectsOf returns the objects of a list, which all readers share until a placement is written.
func (c *Client) objectsOf(ctx context.Context, of objectList) ([]listedObject, error) {
	found, err := c.objects.Get(ctx, of, func(ctx context.Context) (found objectLists, err error) {
		raws, err := ListAs(ctx, c, of.kind, Selection{Namespace: of.namespace, Labels: of.selector, Name: of.name}, keepObject)
		if apierrors.IsForbidden(err) {
			return objectLists{forbidden: err}, nil
		}
		if err != nil {
			return found, err
		}
		found.objects = make([]listedObject, len(raws))
		for i, raw := range raws {
			var object struct {
				Metadata metav1.ObjectMeta `json:"metadata"`
			}
			if err := json.Unmarshal(raw, &object); err != nil {
				return found, c.unreadable(of.kind, of.namespace, "", err)
			}
			found.objects[i] = listedObject{raw, object.Metadata.Namespace, object.Metadata.Name, object.Metadata.Labels}
		}
		return found, nil
	})
	if err == nil {
		err = found.forbidden
	}
	return found.objects, err
}

// findListed returns an object from the list of its namespace, or nil if the list does not have it. If the credentials may not
// list, the object is requested.
func (c *Client) findListed(ctx context.Context, kind *hubobject.Kind, namespace, name string) (json.RawMessage, error) {
	raw, err := c.listedOnly(ctx, kind, namespace, name)
	if apierrors.IsForbidden(err) {
		raw, err = c.Get(ctx, kind, namespace, name)
	}
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	return raw, err
}

// getListed returns an object from the list of its namespace. One that the list does not have, or that the credentials may not
// list, is requested.
func (c *Client) getListed(ctx context.Context, kind *hubobject.Kind, namespace, name string) (json.RawMessage, error) {
	raw, err := c.listedOnly(ctx, kind, namespace, name)
	if raw == nil && err == nil || apierrors.IsForbidden(err) {
		return c.Get(ctx, kind, namespace, name)
	}
	return raw, err
}

// listedOnly returns an object from the list of its namespace, or nil if the list does not have it.
func (c *Client) listedOnly(ctx context.Context, kind *hubobject.Kind, namespace, name string) (json.RawMessage, error) {
	listed, err := c.objectsOf(ctx, objectList{kind: kind, namespace: namespace})
	if i := slices.IndexFunc(listed, func(o listedObject) bool { return o.name == name }); err == nil && i >= 0 {
		return listed[i].raw, nil
	}
	return nil, err
}

// fewNamesakes is how many objects of a name are requested one by one. Then those of all namespaces are listed.
const fewNamesakes = 10

// namesakes counts the objects of a name that were looked for. The zero value is ready to use.
type namesakes struct {
	mu     sync.Mutex
	counts map[objectList]int
}

// areMany counts another object, and reports whether there were many before.
func (n *namesakes) areMany(of objectList) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.counts == nil {
		n.counts = map[objectList]int{}
	}
	n.counts[of]++
	return n.counts[of] > fewNamesakes
}

// getNamesake returns an object from the list of those with its name in all namespaces if many of them were looked for. One that
// the list does not have, or that the credentials may not list, is requested.
func (c *Client) getNamesake(ctx context.Context, kind *hubobject.Kind, namespace, name string) (json.RawMessage, error) {
	of := objectList{kind: kind, name: name}
	if !c.namesakes.areMany(of) {
		return c.Get(ctx, kind, namespace, name)
	}
	listed, err := c.objectsOf(ctx, of)
	if err != nil && !apierrors.IsForbidden(err) {
		return nil, err
	}
	if i := slices.IndexFunc(listed, func(o listedObject) bool { return o.namespace == namespace && o.name == name }); i >= 0 {
		return listed[i].raw, nil
	}
	return c.Get(ctx, kind, namespace, name)
}

// selectListed returns the objects of a list that have a label.
func (c *Client) selectListed(ctx context.Context, of objectList, selector string) ([]json.RawMessage, error) {
	matches, err := labels.Parse(selector)
	if err != nil {
		return nil, err
	}
	listed, err := c.objectsOf(ctx, of)
	var found []json.RawMessage
	for _, o := range listed {
		if matches.Matches(o.labels) {
			found = append(found, o.raw)
		}
	}
	return found, err
}

// dropListed forgets the lists of objects after one of their kinds was written: what a hub decides next of placements is in
// objects of other kinds.
func (c *Client) dropListed(kind *hubobject.Kind) {
	if kind == hubobject.ManifestWork || slices.Contains(hubobject.PlacementKinds, kind) {
		c.objects.Clear()
	}
}

// reading is how objects of a placement are read: each anew, or from lists that readers share.
type reading struct {
	get  func(ctx context.Context, kind *hubobject.Kind, namespace, name string) (json.RawMessage, error)
	list func(ctx context.Context, kind *hubobject.Kind, namespace, selector string) ([]json.RawMessage, error)
}

// anew reads each object from the hub.
func (c *Client) anew() reading { return reading{get: c.Get, list: c.List} }

// fromLists reads from shared lists: those of the latest snapshots, and all of the other kinds.
func (c *Client) fromLists() reading {
	return reading{
		get: c.getListed,
		list: func(ctx context.Context, kind *hubobject.Kind, namespace, selector string) ([]json.RawMessage, error) {
			of := objectList{kind: kind, namespace: namespace}
			if kind == hubobject.ClusterSchedulingPolicySnapshot || kind == hubobject.SchedulingPolicySnapshot {
				of.selector = api.LatestSnapshots
			}
			return c.selectListed(ctx, of, selector)
		},
	}
}
