// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"maps"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestStatesOfVersions_hub records states of objects on a hub, which TestStatesOfVersions of internal/provider reads.
func TestStatesOfVersions_hub(t *testing.T) {
	if providertest.RecordedVersion() == "" {
		t.Skip("states are recorded with RECORD_STATES=0.1.0")
	}
	server := hubtest.Start(t)
	prefix, namespace := server.Prefix(t), server.Namespace(t)
	server.FleetOverrides(t, prefix, namespace)
	live := onhub.LiveObjectsNamed(prefix, namespace)
	maps.Copy(live, map[string]*onhub.LiveObject{"work": onhub.LiveManifestWork(prefix+"work", namespace)})
	maps.Copy(live, onhub.LivePlacements(t))
	for what, o := range live {
		r := onhub.NewRun(t, o.Noun, onhub.Provider(server))
		if diags := r.Do(o.Config); providertest.Failed(diags) {
			t.Fatalf("%s: %s", what, providertest.Said(diags))
		}
		r.Record(t, "../../providertest/testdata/states", "hub_"+strings.ToLower(o.Kind), providertest.Config(t, r.Type(), o.Config), true)
	}
}
