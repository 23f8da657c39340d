// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// ServedKind is a kind that a hub serves in a version, and whose objects can be listed and watched.
type ServedKind struct {
	schema.GroupVersionKind
	Plural     string
	Namespaced bool
	// Preferred says that the hub prefers this version of the kind.
	Preferred bool
}

// groupDiscovery is a part of an APIGroupDiscoveryList of apidiscovery.k8s.io/v2.
type groupDiscovery struct {
	Metadata metav1.ObjectMeta `json:"metadata"`
	Versions []struct {
		Version   string `json:"version"`
		Resources []struct {
			Resource     string                   `json:"resource"`
			ResponseKind *metav1.GroupVersionKind `json:"responseKind"`
			Scope        string                   `json:"scope"`
			Verbs        []string                 `json:"verbs"`
		} `json:"resources"`
	} `json:"versions"`
}

// aggregatedDiscovery asks for all groups in one response, which every Kubernetes since 1.30 has.
const aggregatedDiscovery = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"

// ServedKinds returns all kinds that the hub serves, in the order of the hub.
func (c *Client) ServedKinds(ctx context.Context) ([]ServedKind, error) {
	var kinds []ServedKind
	for _, path := range []string{"/api", "/apis"} {
		discover := &apiserver.Call{
			Verb: "discover", Resource: "all kinds", Method: http.MethodGet, Path: path, Accept: aggregatedDiscovery,
		}
		body, err := c.server.Do(ctx, discover)
		if err != nil {
			return nil, err
		}
		var list struct {
			Kind  string           `json:"kind"`
			Items []groupDiscovery `json:"items"`
		}
		if err := json.Unmarshal(body, &list); err != nil || list.Kind != "APIGroupDiscoveryList" {
			return nil, discover.Malformed("the response is not an APIGroupDiscoveryList; the hub needs Kubernetes 1.30 or later")
		}
		for i := range list.Items {
			kinds = append(kinds, list.Items[i].kinds()...)
		}
	}
	return kinds, nil
}

// kinds are those of a group. The versions are in the order in which the hub prefers them.
func (g *groupDiscovery) kinds() []ServedKind {
	var list []ServedKind
	preferred := map[string]bool{}
	for _, version := range g.Versions {
		for _, resource := range version.Resources {
			if resource.ResponseKind == nil || !slices.Contains(resource.Verbs, "list") || !slices.Contains(resource.Verbs, "watch") {
				continue
			}
			kind := ServedKind{Plural: resource.Resource, Namespaced: resource.Scope == "Namespaced"}
			kind.Group, kind.Version, kind.Kind = g.Metadata.Name, version.Version, resource.ResponseKind.Kind
			kind.Preferred = !preferred[kind.Kind]
			preferred[kind.Kind] = true
			list = append(list, kind)
		}
	}
	return list
}

// ListServed returns the objects of a kind as JSON, as the hub has them now, each with its kind: the lists of some kinds leave it
// out.
func (c *Client) ListServed(ctx context.Context, kind *ServedKind, selected Selection) ([]json.RawMessage, error) {
	listed := &served{&hubobject.Kind{GroupKind: kind.GroupKind(), Plural: kind.Plural, IsNamespaced: kind.Namespaced}, kind.Version}
	set := valueSet[json.RawMessage]{kind: listed.Kind, namespace: selected.Namespace, read: listed.withKind}
	err := newListing(c, listed, selected, &set).read(ctx)
	return set.values, err
}

// withKind returns an object of a list with its kind.
func (s *served) withKind(object []byte) ([]json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(object, &fields); err != nil {
		return nil, err
	}
	for name, value := range map[string]string{"apiVersion": s.apiVersion(), "kind": s.Kind.Kind} {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		fields[name] = text
	}
	whole, err := json.Marshal(fields)
	return []json.RawMessage{whole}, err
}
