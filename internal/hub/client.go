// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package hub reads and writes objects of a Kubernetes API server with the kinds of Open Cluster Management, KubeFleet or hybrid
// placement rules. It keeps nothing of what it reads. Only its package apiserver connects to one.
package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/sharedread"
)

// Client is a hub. All resources and data sources of a provider process share one, so that they see the same fleet.
type Client struct {
	server *apiserver.Client
	// listed limits a list.
	listed struct{ pages, objects int }
	// manager is the field manager.
	manager string
	// Written is called after an object may have been changed; nil for nothing.
	Written func(ref Reference)

	identity    sharedread.Results[struct{}, types.UID]
	discovery   sharedread.Results[string, []metav1.APIResource]
	permissions sharedread.Results[permission, bool]
}

// New returns the client of a hub. It reads the files of the configuration, and does not connect yet. The error is a
// *field.Error whose field is relative to the configuration. It does not contain secrets.
func New(config Config, options apiserver.Options) (*Client, error) {
	server, err := apiserver.New(config.Config, options)
	if err != nil {
		return nil, err
	}
	c := &Client{server: server, manager: cmp.Or(config.FieldManager, DefaultFieldManager)}
	c.listed.pages, c.listed.objects = maxPages, maxObjects
	return c, nil
}

// Close closes the connections.
func (c *Client) Close() { c.server.Close() }

// written says that an object may have been changed.
func (c *Client) written(ref Reference) {
	if c.Written != nil {
		c.Written(ref)
	}
}

// UID identifies the hub: it is that of the namespace kube-system, which no other API server has.
func (c *Client) UID(ctx context.Context) (types.UID, error) {
	return c.identity.Get(ctx, struct{}{}, func(ctx context.Context) (types.UID, error) {
		const namespace = "kube-system"
		get := &apiserver.Call{
			Verb: "get", Resource: "namespaces", Name: namespace, Method: http.MethodGet, Path: "/api/v1/namespaces/" + namespace,
		}
		body, err := c.server.Do(ctx, get)
		if err != nil {
			return "", err
		}
		var object header
		if err := json.Unmarshal(body, &object); err != nil || object.Metadata.UID == "" {
			return "", get.Malformed("the response is not a namespace of a Kubernetes API server")
		}
		return object.Metadata.UID, nil
	})
}
