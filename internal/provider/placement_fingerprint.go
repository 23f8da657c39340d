package provider

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// fingerprint identifies what the answer to a configuration depends on.
func (r *placementResource) fingerprint(ctx context.Context, config *placementConfig) (planner.Fingerprint, error) {
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return planner.Fingerprint{}, err
	}
	whole := slices.DeleteFunc(request.Names(), func(name string) bool {
		return slices.Contains(resultNames(), name) || name == "previous_decisions"
	})
	fleet := ""
	if config.usesFleetOfProvider() && r.provider.configured {
		fleet = r.provider.fleetDigest()
	}
	return planner.Fingerprint{
		Whole: digest(request, fleet, whole...), Policy: digest(request, "", dialects...), KubeFleet: config.KubeFleet,
	}, nil
}

// digest identifies the values of attributes, which Terraform encodes in the order of their names.
func digest(request *rawserver.Request, salt string, names ...string) string {
	hash := sha256.New()
	hash.Write([]byte(salt))
	for _, name := range names {
		fmt.Fprintf(hash, "%s %d ", name, len(request.EncodedConfig(name)))
		hash.Write(request.EncodedConfig(name))
	}
	return hex.EncodeToString(hash.Sum(nil))
}
