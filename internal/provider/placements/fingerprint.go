// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// fingerprint identifies what the answer to a configuration depends on: what the arguments mean, and not how they are written.
func (s *stateStore) fingerprint(config *placementconfig.Config) planner.Fingerprint {
	decisive := config.Decisive()
	policy := hashOf(tfvalue.Canonical(&decisive))
	whole := []string{policy, hashOf(tfvalue.Canonical(&config.Fleet, placementconfig.UnorderedAttributes...))}
	if config.UsesFleetOfProvider() && s.source.IsSet {
		whole = append(whole, s.source.Digest())
	}
	for _, text := range config.Manifests {
		whole = append(whole, hashOf([]byte(text)))
	}
	return planner.Fingerprint{Whole: hashOf([]byte(strings.Join(whole, " "))), Policy: policy, KubeFleet: config.KubeFleet}
}

// hashOf identifies data. Half of a SHA-256 is enough to tell questions apart, and every state has it.
func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return base64.RawStdEncoding.EncodeToString(sum[:sha256.Size/2])
}
