// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	apidiscoveryv2 "k8s.io/api/apidiscovery/v2"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// aggregatedDiscovery asks for all groups in one response, which every Kubernetes since 1.30 has.
const aggregatedDiscovery = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"

// ServedKinds returns all kinds that the hub serves and whose objects can be listed and watched, in the order of the hub.
func (c *Client) ServedKinds(ctx context.Context) ([]resources.Kind, error) {
	var kinds []resources.Kind
	for _, path := range []string{"/api", "/apis"} {
		discover := &apiserver.Call{
			Verb: "discover", Resource: "all kinds", Method: http.MethodGet, Path: path, Accept: aggregatedDiscovery,
		}
		body, err := c.server.Do(ctx, discover)
		if err != nil {
			return nil, err
		}
		var list apidiscoveryv2.APIGroupDiscoveryList
		if err := json.Unmarshal(body, &list); err != nil || list.Kind != "APIGroupDiscoveryList" {
			return nil, discover.Malformed("the response is not an APIGroupDiscoveryList; the hub needs Kubernetes 1.30 or later")
		}
		for i := range list.Items {
			kinds = append(kinds, kindsOf(&list.Items[i])...)
		}
	}
	return kinds, nil
}

// kindsOf are those of a group. The versions are in the order in which the hub prefers them.
func kindsOf(group *apidiscoveryv2.APIGroupDiscovery) (kinds []resources.Kind) {
	known := map[string]bool{}
	for _, version := range group.Versions {
		for _, resource := range version.Resources {
			if resource.ResponseKind == nil || !slices.Contains(resource.Verbs, "list") || !slices.Contains(resource.Verbs, "watch") {
				continue
			}
			kind := resource.ResponseKind.Kind
			kinds = append(kinds, resources.Kind{
				Group: group.Name, Version: version.Version, Kind: kind, Plural: resource.Resource,
				Namespaced: resource.Scope == apidiscoveryv2.ScopeNamespace, NotPreferred: known[kind],
			})
			known[kind] = true
		}
	}
	return kinds
}

// ListServed returns the objects of a kind as JSON, as the hub has them now, each with its kind: the lists of some kinds leave it
// out.
func (c *Client) ListServed(ctx context.Context, kind *resources.Kind, selected Selection) ([]json.RawMessage, error) {
	return ListServedAs(ctx, c, kind, selected, servedOf(kind).withKind)
}

// ListServedAs is ListAs for a kind that the hub serves.
func ListServedAs[T any](
	ctx context.Context, c *Client, kind *resources.Kind, selected Selection, read func(object []byte) ([]T, error),
) ([]T, error) {
	listed := servedOf(kind)
	set := valueSet[T]{kind: listed.Kind, namespace: selected.Namespace, read: read}
	err := newListing(c, listed, selected, &set).read(ctx)
	return set.values, err
}

func servedOf(kind *resources.Kind) *served {
	groupKind := schema.GroupKind{Group: kind.Group, Kind: kind.Kind}
	return &served{&hubobject.Kind{GroupKind: groupKind, Plural: kind.Plural, IsNamespaced: kind.Namespaced}, kind.Version}
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
