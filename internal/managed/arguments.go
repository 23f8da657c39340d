// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
)

// Arguments are what can be said about writing an object to a hub.
type Arguments struct {
	Adopt          bool         `json:"adopt,omitempty"`
	ForceConflicts bool         `json:"forceConflicts,omitempty"`
	OnDestroy      string       `json:"onDestroy,omitempty"`
	Timeouts       hub.Timeouts `json:"timeouts,omitzero"`
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
