package provider

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// tainted plans as Terraform does for a tainted resource: after a refresh, without the prior state and the private state.
func (r *hubRun) tainted(data object) planned {
	r.t.Helper()
	r.start()
	if diags := r.refresh(); failed(diags) {
		r.t.Fatal(said(diags))
	}
	p := r.planOnce(r.nothing(), nil, nil, configOf(r.t, r.typ(), data))
	p.replaces = true
	return p
}

// TestHubTainted replaces a tainted object, which is not taken for that of somebody else. One that stays on the hub cannot be replaced.
func TestHubTainted(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	const warns = "is an object of the state already: "
	for what, o := range liveObjects(server.Prefix(t), server.Namespace(t)) {
		t.Run(what, func(t *testing.T) {
			r := newHubRun(t, o.noun, onHub(server))
			config, updated := o.config, o.updated
			if o.isReleased {
				config = merged(config, object{"on_destroy": "delete"})
				updated = merged(updated, object{"on_destroy": "delete"})
			}
			r.has(r.run(config))
			uid := r.value("uid")
			p := r.tainted(updated)
			r.has(p.diags, warns)
			r.has(r.carryOut(p))
			if r.value("uid") == uid {
				t.Error("the same object")
			}
			if o.isReleased {
				// It is released by default.
				r.has(r.run(o.config))
				r.has(r.tainted(o.config).diags, "ERROR cannot be replaced: "+o.kind+" "+o.name+" stays on the hub when the resource is destroyed")
			}
		})
	}
}

// TestHubTainted_placement: the replacement of a tainted placement takes the workload from its clusters, so max_moves applies.
func TestHubTainted_placement(t *testing.T) {
	t.Parallel()
	for _, kind := range placedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := newPlacedRun(t, kind)
			r.startWith(r.config(2), 2)
			already := r.title() + "is an object of the state already"
			r.says(r.tainted(r.config(2, object{"max_moves": "1"})).diags, already,
				"ERROR Too many clusters would lose the workload|2 of 2 clusters would lose the workload")
			r.says(r.tainted(r.config(2)).diags, already, r.title()+"is replaced on the hub|takes the workload from all its clusters: 2 clusters")
		})
	}
}
