// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package providerdata is what data sources and resources get from the provider: its clock, its fleet, and its hub, with the
// lists of a fleet there.
package providerdata

import (
	"time"

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
