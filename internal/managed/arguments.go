// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
)

// Arguments are what can be said about writing an object to a hub.
type Arguments struct {
	// With a hub: take over an object that exists already, instead of failing. Fields that are not set stay as they are. Defaults to
	// `false`.
	Adopt bool `json:"adopt,omitempty"`
	// With a hub: take over fields that another field manager has set to other values, instead of failing. Defaults to `false`.
	ForceConflicts bool `json:"forceConflicts,omitempty"`
	// With a hub: `delete` deletes the object. `release` leaves it on the hub, and Terraform forgets it. Defaults to `delete`.
	OnDestroy string `json:"onDestroy,omitempty"`
	// With a hub: how long `create`, `update` and `delete` wait at most, as in `{ delete = "30m" }`. Defaults to `10m` each.
	Timeouts hub.Timeouts `json:"timeouts,omitzero"`
}

// DescribeOnDestroy describes the argument on_destroy of a kind, with what its deletion takes along.
func (k *Kind[T]) DescribeOnDestroy() describe.Line {
	line := describe.Of(reflect.TypeFor[Arguments]())["on_destroy"]
	line.Text = strings.Replace(line.Text, "deletes the object", "deletes the object"+k.Deletion, 1)
	if k.Releases {
		line.Default = "`release`"
	}
	return line
}

// What OnDestroy may be.
const (
	destroyDelete  = "delete"
	destroyRelease = "release"
)

// Validate finds the mistakes in the arguments.
func (a *Arguments) Validate() (findings field.ErrorList) {
	if known := []string{destroyDelete, destroyRelease}; a.OnDestroy != "" && !slices.Contains(known, a.OnDestroy) {
		findings = append(findings, excerpt.NotSupported(field.NewPath("onDestroy"), a.OnDestroy, known))
	}
	return append(findings, a.Timeouts.Validate(field.NewPath("timeouts"))...)
}
