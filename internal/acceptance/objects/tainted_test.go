// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubTainted replaces a tainted object, which is not taken for that of somebody else. One that stays on the hub cannot be
// replaced.
func TestHubTainted(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	const warns = "is an object of the state already: "
	for what, o := range onhub.LiveObjects(t, server) {
		t.Run(what, func(t *testing.T) {
			r := onhub.NewRun(t, o.Noun, onhub.Provider(server))
			config, updated := o.Config, o.Updated
			if o.IsReleased {
				config = providertest.Merged(config, object{"on_destroy": "delete"})
				updated = providertest.Merged(updated, object{"on_destroy": "delete"})
			}
			r.Has(r.Do(config))
			uid := r.Value("uid")
			p := r.Tainted(updated)
			r.Has(p.Diags, warns)
			r.Has(r.CarryOut(p))
			if r.Value("uid") == uid {
				t.Error("the same object")
			}
			if o.IsReleased {
				// It is released by default.
				r.Has(r.Do(o.Config))
				r.Has(r.Tainted(o.Config).Diags, "ERROR cannot be replaced: "+o.Kind+" "+o.Name+" stays on the hub when the resource "+
					"is destroyed")
			}
		})
	}
}
