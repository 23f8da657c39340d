// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package hub reads and writes objects of a Kubernetes API server with the kinds of Open Cluster Management, KubeFleet or hybrid
// placement rules. It keeps nothing of what it reads. Only its package apiserver connects to one.
package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
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
			Verb: "get", Resource: "namespaces", Name: namespace, Path: "/api/v1/namespaces/" + namespace,
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

// Config is a hub in the configuration of the provider.
//
// Example for guides/reference-hub#hub-of-the-provider:
//
//	{ config_path = "~/.kube/config", config_context = "hub" }
type Config struct {
	apiserver.Config

	// The kind of clusters on a hub that has both: `ManagedCluster` or `MemberCluster`. Defaults to each kind that the hub has.
	Kind placement.ClusterKind `json:"kind,omitempty"`
	// The field manager of server-side apply. Configurations that write the same objects need different ones, so that none removes
	// what another one has set. Defaults to `terraform-provider-multicluster`.
	// ---
	// The default is DefaultFieldManager.
	FieldManager string `json:"fieldManager,omitempty"`

	// Whether a plan that changes a cluster, a cluster set, a binding or a score asks which placements of the hub move, also those
	// that Terraform does not manage. `warn`: a warning for each changed object with what it moves alone; there is none for the
	// whole plan. `error`: an error if more clusters lose a workload than `impact_max_moves`. What is unknown is compared during
	// apply, before it is written. It needs `list` of all placements and their decisions. A changed placement gets a warning with
	// the smallest change of the fleet, if one was found, after which it decides otherwise than before the plan. Defaults to only
	// the placements of the plan.
	Impact string `json:"impact,omitempty"`
	// With `impact = "error"`: how many clusters a plan may take from placements. A cluster that two placements lose counts twice.
	// Defaults to 0.
	ImpactMaxMoves *int32 `json:"impactMaxMoves,omitempty"`

	// Whether to read what follows the decisions of placements, such as Applications of Argo CD, policies and add-ons. `false`:
	// never. `true`: with each refresh, for `expected` of placements as well. Defaults to reading it for the warning about a
	// placement that moves.
	Consumers *bool `json:"consumers,omitempty"`
}

// What Config.Impact may be.
const (
	ImpactWarn  = "warn"
	ImpactError = "error"
)

// DefaultFieldManager is the field manager of everything that a Client writes, unless its configuration has another one.
const DefaultFieldManager = "terraform-provider-multicluster"

// maxFieldManager is how long the name of a field manager may be in Kubernetes, in bytes.
const maxFieldManager = 128

// Validate finds the mistakes in the configuration alone: without files and the environment. The errors do not contain
// secrets.
func (c *Config) Validate(path *field.Path) field.ErrorList {
	errs := c.Config.Validate(path)
	errs = append(errs, placement.ValidateOneOf(c.Kind, placement.ClusterKinds, path.Child("kind"))...)
	if len(c.FieldManager) > maxFieldManager ||
		strings.ContainsFunc(c.FieldManager, func(r rune) bool { return !unicode.IsPrint(r) }) {
		errs = append(errs, field.Invalid(path.Child("fieldManager"), excerpt.Text(c.FieldManager),
			fmt.Sprintf("must have at most %d bytes, all of them printable", maxFieldManager)))
	}
	return append(errs, c.validateImpact(path)...)
}

func (c *Config) validateImpact(path *field.Path) field.ErrorList {
	switch {
	case c.Impact != "" && c.Impact != ImpactWarn && c.Impact != ImpactError:
		return field.ErrorList{excerpt.NotSupported(path.Child("impact"), c.Impact, []string{ImpactWarn, ImpactError})}
	case c.ImpactMaxMoves != nil && c.Impact != ImpactError:
		return field.ErrorList{field.Forbidden(path.Child("impactMaxMoves"), `it has no effect without impact = "error"`)}
	case c.ImpactMaxMoves != nil && *c.ImpactMaxMoves < 0:
		return field.ErrorList{field.Invalid(path.Child("impactMaxMoves"), *c.ImpactMaxMoves, "must be at least 0")}
	}
	return nil
}

// Timeouts limit how long an operation on an object waits, with all of its calls.
//
// Example for guides/reference-hub#timeouts:
//
//	{ create = "5m", update = "5m", delete = "5m" }
type Timeouts struct {
	// How long creating the object may take. Defaults to `10m`.
	Create *metav1.Duration `json:"create,omitempty"`
	// How long changing the object may take. Defaults to `10m`.
	Update *metav1.Duration `json:"update,omitempty"`
	// How long deleting the object may take, with its finalizers. Defaults to `10m`.
	Delete *metav1.Duration `json:"delete,omitempty"`
}

// DefaultTimeout is the default of every timeout.
const DefaultTimeout = 10 * time.Minute

// ForWrite limits a change.
func (t *Timeouts) ForWrite(ctx context.Context, desired *Desired) (context.Context, context.CancelFunc) {
	if desired.UID != "" {
		return withTimeout(ctx, "update", t.Update)
	}
	return withTimeout(ctx, "create", t.Create)
}

// ForDelete limits a deletion.
func (t *Timeouts) ForDelete(ctx context.Context) (context.Context, context.CancelFunc) {
	return withTimeout(ctx, "delete", t.Delete)
}

func withTimeout(ctx context.Context, name string, limit *metav1.Duration) (context.Context, context.CancelFunc) {
	length := DefaultTimeout
	if limit != nil {
		length = limit.Duration
	}
	isUp := fmt.Errorf("the time of timeouts.%s is up: %s", name, excerpt.Duration(length))
	return context.WithTimeoutCause(ctx, length, isUp)
}

// Validate finds the mistakes in the timeouts.
func (t *Timeouts) Validate(path *field.Path) (errs field.ErrorList) {
	for _, limit := range []struct {
		name string
		of   *metav1.Duration
	}{{"create", t.Create}, {"update", t.Update}, {"delete", t.Delete}} {
		if limit.of != nil && limit.of.Duration <= 0 {
			errs = append(errs, field.Invalid(path.Child(limit.name), excerpt.Duration(limit.of.Duration), "must be longer than 0s"))
		}
	}
	return errs
}
