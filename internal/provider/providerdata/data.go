// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package providerdata is what data sources and resources get from the provider: its clock, its fleet, and its hub, with the
// lists of a fleet there.
package providerdata

import (
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
)

// Data is what the data sources and resources get from the provider.
type Data struct {
	Now func() time.Time
	// Source has the provider's own manifests and advisors.
	Source *FleetSource
	// Hub is nil without a hub.
	Hub *managed.Hub
	// StateAlone warns of objects of a provider without hub.
	StateAlone StateAlone
}

// IsOfFunction reports whether a function asks. It gets nothing of the provider, not even the clock.
func (d *Data) IsOfFunction() bool { return d.Now == nil }

// StateAloneTitle is the title of the warning that a new object is in the state alone.
const StateAloneTitle = "Objects in the Terraform state alone"

// StateAlone warns that objects exist in the Terraform state alone: a user who expects them on a hub sees "Creation complete".
type StateAlone struct {
	// Ignored are the environment variables of a connection that have no effect, because the provider has no hub.
	Ignored []string

	warned sync.Map
}

// Planned warns that new objects of a type of resource are planned although a connection to a hub is in the environment, once
// for each type.
func (s *StateAlone) Planned(resourceType string) diag.Diagnostics {
	if len(s.Ignored) == 0 || !s.isFirst(resourceType) {
		return nil
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("The connection to a hub is not used",
		excerpt.List(s.Ignored, ", ")+" is set, but hub is not set in the configuration of this provider: new objects of "+resourceType+
			" exist in the Terraform state alone. Set hub = {} in the provider block to write them to that hub. A module "+
			"gets it from the provider that is passed to the module.")}
}

// Created warns once that the first new object exists in the Terraform state alone, unless Planned has warned.
func (s *StateAlone) Created(what string) diag.Diagnostics {
	if len(s.Ignored) > 0 || !s.isFirst("") {
		return nil
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic(StateAloneTitle,
		what+" was created in the Terraform state alone, as every object of a provider without hub.")}
}

func (s *StateAlone) isFirst(key string) bool {
	_, isWarned := s.warned.LoadOrStore(key, true)
	return !isWarned
}
