package provider

import (
	"maps"
	"slices"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// TestHubObject_unknown: every argument of an object is unknown in a plan that creates it on a hub, and in one that changes it. Nothing is
// found wrong, and an apply that knows the value ends with the object.
func TestHubObject_unknown(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	for what, o := range liveObjects(server.Prefix(t), server.Namespace(t)) {
		t.Run(what, func(t *testing.T) {
			config := merged(o.config, object{"adopt": true, "force_conflicts": false, "timeouts": object{"delete": "1m"}})
			if o.isReleased {
				config["on_destroy"] = "delete"
			}
			for _, name := range slices.Sorted(maps.Keys(config)) {
				r := newHubRun(t, o.noun, onHub(server))
				for _, step := range []string{"is created", "lives on the hub"} {
					r.getsKnown(config, name, step)
					o.check(t, server)
				}
				r.destroys(false)
			}
		})
	}
}

// getsKnown plans an object with an unknown argument, and applies the configuration that has it.
func (r *hubRun) getsKnown(config object, name, step string) {
	r.t.Helper()
	p := r.try(merged(config, object{name: unknown{}}))
	if len(p.diags) > 0 {
		r.t.Fatalf("unknown %s of an object that %s: %s", name, step, said(p.diags))
	}
	p.config = configOf(r.t, r.typ(), config)
	if diags := r.carryOut(p); len(diags) > 0 {
		r.t.Fatalf("unknown %s of an object that %s: %s", name, step, said(diags))
	}
	r.settles(config)
}
