// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/sharedread"
)

// fleetRead is the outcome of reading manifests.
type fleetRead struct {
	fleet inventory.Fleet
	err   error
}

// onceRead returns a function that reads a fleet once for all who ask. A reading that was interrupted is not kept.
func onceRead(read func(context.Context) (inventory.Fleet, error)) func(context.Context) (inventory.Fleet, error) {
	var reads sharedread.Results[struct{}, fleetRead]
	return func(ctx context.Context) (inventory.Fleet, error) {
		result, err := reads.Get(ctx, struct{}{}, func(ctx context.Context) (result fleetRead, err error) {
			result.fleet, result.err = read(ctx)
			return result, ctx.Err()
		})
		if err != nil {
			return inventory.Fleet{}, err
		}
		return result.fleet, result.err
	}
}

// ownManifests are the texts of the provider's manifests. They are large, and released when they were read.
type ownManifests struct {
	mu    sync.Mutex
	texts []string
	// digest identifies the texts; empty until it is computed.
	digest string
	// read is nil until the texts were read to the end.
	read *fleetRead
}

// fleet reads the texts.
func (m *ownManifests) fleet(ctx context.Context) (inventory.Fleet, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.read == nil {
		fleet, err := inventory.ReadFleet(ctx, m.texts...)
		if ctx.Err() != nil {
			return fleet, err
		}
		m.hash()
		m.read, m.texts = &fleetRead{fleet, err}, nil
	}
	return m.read.fleet, m.read.err
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
