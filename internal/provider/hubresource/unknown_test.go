// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubObject_unknown: every argument of an object is unknown in a plan that creates it on a hub, and in one that changes it.
// Nothing is found wrong, and an apply that knows the value ends with the object.
func TestHubObject_unknown(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	for what, o := range onhub.LiveObjects(t, server) {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			config := providertest.Merged(o.Config, object{"adopt": true, "force_conflicts": false, "timeouts": object{"delete": "1m"}})
			if o.IsReleased {
				config["on_destroy"] = "delete"
			}
			for _, name := range slices.Sorted(maps.Keys(config)) {
				r := onhub.NewRun(t, o.Noun, onhub.Provider(server))
				for _, step := range []string{"is created", "lives on the hub"} {
					getsKnown(r, config, name, step)
					o.Check(t, server)
				}
				r.Destroys(false)
			}
		})
	}
}

// getsKnown plans an object with an unknown argument, and applies the configuration that has it.
func getsKnown(r *onhub.Run, config object, name, step string) {
	r.T.Helper()
	p := r.Try(providertest.Merged(config, object{name: unknown{}}))
	if len(p.Diags) > 0 {
		r.T.Fatalf("unknown %s of an object that %s: %s", name, step, providertest.Said(p.Diags))
	}
	p.Config = providertest.Config(r.T, r.Type(), config)
	if diags := r.CarryOut(p); len(diags) > 0 {
		r.T.Fatalf("unknown %s of an object that %s: %s", name, step, providertest.Said(diags))
	}
	r.Settles(config)
}
