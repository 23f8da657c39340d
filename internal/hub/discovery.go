// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	apidiscoveryv2 "k8s.io/api/apidiscovery/v2"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// MissingKindError says that a hub does not serve a kind.
type MissingKindError struct {
	Kind *hubobject.Kind
	// Served are the versions of the kind's group that the hub serves; empty without the group.
	Served []string
}

// Error names the CRD and what installs it.
func (e *MissingKindError) Error() string {
	text := "the hub has no " + e.Kind.String()
	if len(e.Served) > 0 {
		text += " of version " + strings.Join(e.Kind.Versions(), " or ") + " (of this group it serves " +
			excerpt.List(e.Served, ", ") + ")"
	}
	return text + ": is " + e.Kind.Product + " installed?"
}

// IsMissingKind reports whether an error says that a hub does not serve a kind.
func IsMissingKind(err error) bool {
	_, isMissing := errors.AsType[*MissingKindError](err)
	return isMissing
}

// Serves reports whether the hub has a kind.
func (c *Client) Serves(ctx context.Context, kind *hubobject.Kind) (bool, error) {
	_, err := c.find(ctx, kind)
	if IsMissingKind(err) {
		return false, nil
	}
	return err == nil, err
}

// served is a kind in the version in which it is read.
type served struct {
	*hubobject.Kind
	version string
}

func (s *served) apiVersion() string {
	return schema.GroupVersion{Group: s.Group, Version: s.version}.String()
}

// find returns the preferred version of a kind that the hub serves.
func (c *Client) find(ctx context.Context, kind *hubobject.Kind) (*served, error) {
	switch {
	case kind.Served != "":
		return &served{Kind: kind, version: kind.Served}, nil
	case kind.Group == "":
		// Every API server has the core group, in one version.
		return &served{Kind: kind, version: "v1"}, nil
	}
	group := "/apis/" + kind.Group
	versions, err := c.discover(ctx, kind, group)
	if err != nil {
		return nil, err
	}
	missing := &MissingKindError{kind, lists.Map(versions, func(r metav1.APIResource) string { return r.Version })}
	for _, version := range kind.Versions() {
		if !slices.Contains(missing.Served, version) {
			continue
		}
		resources, err := c.discover(ctx, kind, group+"/"+version)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(resources, func(r metav1.APIResource) bool { return r.Name == kind.Plural && r.Kind == kind.Kind }) {
			return &served{Kind: kind, version: version}, nil
		}
	}
	// The same apply may install the CRDs.
	c.discovery.Drop(func(path string) bool { return path == group || strings.HasPrefix(path, group+"/") })
	return nil, missing
}

// discover returns what the hub says about a path: the versions of a group, or the resources of a version. Both have the
// form of resources. A path that does not exist has none.
func (c *Client) discover(ctx context.Context, kind *hubobject.Kind, path string) ([]metav1.APIResource, error) {
	return c.discovery.Get(ctx, path, func(ctx context.Context) ([]metav1.APIResource, error) {
		get := &apiserver.Call{Verb: "discover", Resource: kind.String(), Path: path}
		body, err := c.server.Do(ctx, get)
		if apierrors.IsNotFound(err) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		var answer struct {
			Kind      string               `json:"kind"`
			Resources []metav1.APIResource `json:"resources"`
			Versions  []struct {
				Version string `json:"version"`
			} `json:"versions"`
		}
		if err := json.Unmarshal(body, &answer); err != nil || answer.Kind != "APIGroup" && answer.Kind != "APIResourceList" {
			return nil, get.Malformed("the response is not from a Kubernetes API server")
		}
		for _, v := range answer.Versions {
			answer.Resources = append(answer.Resources, metav1.APIResource{Version: v.Version})
		}
		return answer.Resources, nil
	})
}

// aggregatedDiscovery asks for all groups in one response, which every Kubernetes since 1.30 has.
const aggregatedDiscovery = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"

// ServedKinds returns all kinds that the hub serves and whose objects can be listed and watched, in the order of the hub.
func (c *Client) ServedKinds(ctx context.Context) ([]resources.Kind, error) {
	var kinds []resources.Kind
	for _, path := range []string{"/api", "/apis"} {
		discover := &apiserver.Call{
			Verb: "discover", Resource: "all kinds", Path: path, Accept: aggregatedDiscovery,
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
	typed := map[string]json.RawMessage{}
	for name, value := range map[string]string{
		"apiVersion": schema.GroupVersion{Group: kind.Group, Version: kind.Version}.String(), "kind": kind.Kind,
	} {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		typed[name] = text
	}
	return ListAs(ctx, c, hubobject.ServedKind(kind), selected, func(object []byte) ([]json.RawMessage, error) {
		fields := map[string]json.RawMessage{}
		if err := json.Unmarshal(object, &fields); err != nil {
			return nil, err
		}
		maps.Copy(fields, typed)
		whole, err := json.Marshal(fields)
		return []json.RawMessage{whole}, err
	})
}
