// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// fingerprint identifies what the answer to a configuration depends on: what the arguments mean, and not how they are written.
func (s *stateStore) fingerprint(config *placementconfig.Config) planner.Fingerprint {
	policy := policyOf(&config.Placement)
	whole := append([]string{policy}, fleetHashes(&config.Fleet, config.Manifests, config.UsesFleetOfProvider(), s.source)...)
	return planner.Fingerprint{Whole: hashOf([]byte(strings.Join(whole, " "))), Policy: policy, KubeFleet: config.KubeFleet}
}

// policyOf identifies what of a placement its decisions depend on.
func policyOf(p *planner.Placement) string {
	decisive := p.Decisive()
	return hashOf(tfvalue.Canonical(&decisive))
}

// fleetHashes identify a fleet, whose manifests may be those of the provider.
func fleetHashes(fleet *planner.Fleet, manifests []string, isOfProvider bool, source *providerdata.FleetSource) []string {
	hashes := []string{hashOf(tfvalue.Canonical(fleet, placementconfig.UnorderedAttributes...))}
	if isOfProvider && source.IsSet {
		hashes = append(hashes, source.Digest())
	}
	for _, text := range manifests {
		hashes = append(hashes, hashOf([]byte(text)))
	}
	return hashes
}

// hashOf identifies data. Half of a SHA-256 is enough to tell questions apart, and every state has it.
func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return base64.RawStdEncoding.EncodeToString(sum[:sha256.Size/2])
}
