// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package providerdata is what data sources and resources get from the provider: its clock, its fleet, and its hub, with the
// lists of a fleet there.
package providerdata

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
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

// ownManifests are the texts of the provider's manifests. They are large, and released when they were read.
type ownManifests struct {
	mu    sync.Mutex
	texts []string
	// digest identifies the texts; empty until it is computed.
	digest string
	// isRead says that the texts were read to the end, with this result.
	isRead bool
	read   inventory.Fleet
	err    error
}

// fleet reads the texts, once for all who ask. A reading that was interrupted is not kept. Who waits for the reading of another
// request is not interrupted here: the server answers without it.
func (m *ownManifests) fleet(ctx context.Context) (inventory.Fleet, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.isRead {
		fleet, err := inventory.ReadFleet(ctx, m.texts...)
		if ctx.Err() != nil {
			return fleet, err
		}
		m.hash()
		m.isRead, m.read, m.err, m.texts = true, fleet, err, nil
	}
	return m.read, m.err
}

// sum identifies the texts.
func (m *ownManifests) sum() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.hash()
	return m.digest
}

// hash computes the digest.
func (m *ownManifests) hash() {
	if m.digest != "" {
		return
	}
	hash := sha256.New()
	for _, text := range m.texts {
		fmt.Fprintf(hash, "%d ", len(text))
		// In pieces: a hash takes no text, so that the whole text would be copied.
		_, _ = io.Copy(hash, struct{ io.Reader }{strings.NewReader(text)})
	}
	m.digest = string(hash.Sum(nil))
}
