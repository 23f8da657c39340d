// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubObject takes an object of every kind through its life on a hub.
func TestHubObject(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	for what, o := range onhub.LiveObjects(t, server) {
		t.Run(what, func(t *testing.T) { checkLife(t, server, o) })
	}
}

// checkLife takes an object through its life on a hub.
func checkLife(t *testing.T, server *hubtest.Hub, o *onhub.LiveObject) {
	t.Helper()
	title := "The " + strings.ReplaceAll(o.Noun, "_", " ") + ` "` + o.ID() + `" `
	r := onhub.NewRun(t, o.Noun, onhub.Provider(server))
	r.Has(r.Do(o.Config))
	o.Check(t, server)
	r.Settles(o.Config)
	uid := r.Value("uid")

	// What others write is neither drift nor a conflict.
	o.Patch(t, server, "controller", o.Foreign)
	o.Patch(t, server, "agent", o.ForeignStatus, "status")
	r.Settles(o.Config)
	r.Has(r.Do(providertest.Merged(o.Config, object{"adopt": true})))
	r.Settles(providertest.Merged(o.Config, object{"adopt": true}))
	o.Check(t, server)

	// Drift is shown. It is a conflict with who has caused it.
	o.Patch(t, server, "kubectl", o.Drift)
	o.Patch(t, server, "kubectl", o.DriftStatus, "status")
	p := r.Try(o.Config)
	if p.State.Equal(r.State) {
		t.Fatalf("drift is not shown: %s", providertest.Said(p.Diags))
	}
	conflict := []string{"ERROR " + title + "has fields of another manager"}
	if o.Noun == "manifest_work" {
		// The plans of the other works go on.
		conflict = append([]string{title + "has fields of another manager"}, conflict...)
	}
	r.Has(r.Do(o.Config), conflict...)
	if text := providertest.Said(r.Do(o.Config)); !strings.Contains(text, o.Conflict+`, set by "kubectl`) {
		t.Errorf("the conflict does not name %s: %s", o.Conflict, text)
	}
	forced := providertest.Merged(o.Config, object{"force_conflicts": true})
	r.Has(r.Do(forced))
	o.Check(t, server)
	r.Settles(forced)

	// An update, and back.
	for _, config := range []object{o.Updated, o.Config} {
		config = providertest.Merged(config, object{"force_conflicts": true})
		for _, d := range r.Do(config) {
			if !strings.Contains(d.Summary, "keeps fields that the configuration no longer sets") {
				t.Error(providertest.Shown(d))
			}
		}
		r.Settles(config)
	}
	o.Check(t, server)
	if r.Value("uid") != uid {
		t.Error("another object")
	}

	// Deleted by somebody else: made again. Made again by somebody else: not taken over without adopt.
	o.Delete(t, server)
	r.Has(r.Do(o.Config))
	if r.Value("uid") == uid {
		t.Error("the same object")
	}
	o.Delete(t, server)
	server.Create(t, o.Imports)
	// The first run says so, and forgets the object.
	r.Has(r.Do(o.Config), title+"is another object now", "ERROR "+title+"exists already")
	r.Has(r.Do(o.Config), "ERROR "+title+"exists already")
	adopted := providertest.Merged(o.Config, object{"adopt": true, "force_conflicts": true})
	r.Has(r.Do(adopted))
	o.Check(t, server)
	r.Settles(adopted)

	// It stays on the hub or is deleted, as its kind has it by default, or as on_destroy says.
	if !o.IsReleased {
		r.Destroys(false)
		if o.Get(t, server) != nil {
			t.Error("the object was not deleted")
		}
		r.Has(r.Do(providertest.Merged(o.Config, object{"on_destroy": "release"})))
	}
	before := o.Get(t, server)
	r.Destroys(true)
	released(t, before, o.Get(t, server))
	deleted := providertest.Merged(o.Config, object{"on_destroy": "delete"})
	r.Has(r.Do(deleted), "ERROR "+title+"exists already")
	r.Has(r.Do(providertest.Merged(deleted, object{"adopt": true})))
	r.Destroys(false)
	if o.Get(t, server) != nil {
		t.Error("the object was not deleted")
	}
}

// released checks that nothing of an object has changed, but for the field manager.
func released(t *testing.T, before, after *unstructured.Unstructured) {
	t.Helper()
	for _, e := range after.GetManagedFields() {
		if e.Manager == "terraform-provider-multicluster" {
			t.Errorf("an entry of the manager is left: %v", e)
		}
	}
	for _, o := range []*unstructured.Unstructured{before, after} {
		o.SetResourceVersion("")
		o.SetManagedFields(nil)
	}
	if diff := cmp.Diff(before.Object, after.Object); diff != "" {
		t.Errorf("the release has changed the object:\n%s", diff)
	}
}

// TestHubObject_import imports an object of every kind, with what controllers write, generates its configuration, and has nothing
// to do then.
func TestHubObject_import(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	for what, o := range onhub.LiveObjects(t, server) {
		t.Run(what, func(t *testing.T) { checkImport(t, server, o) })
	}
}

// checkImport imports an object, generates its configuration, and has nothing to do then.
func checkImport(t *testing.T, server *hubtest.Hub, o *onhub.LiveObject) {
	t.Helper()
	r := onhub.NewRun(t, o.Noun, onhub.Provider(server))
	r.Has(r.ImportID(o.ID()))
	if !r.State.IsNull() {
		t.Fatal("an object that does not exist was imported")
	}
	server.Create(t, o.Imports)
	r.Has(r.ImportID(o.ID()))
	config := r.Generated()
	want := providertest.Config(t, r.Type(), o.Imported)
	for name := range r.Schema.Attributes {
		got := r.Attribute(config, name)
		if diff := cmp.Diff(providertest.Plain(t, r.Attribute(want, name)), providertest.Plain(t, got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	// Terraform plans, applies nothing, and plans again with what it has read in the meantime.
	for range 2 {
		p := r.TryConfig(config)
		r.Has(p.Diags)
		if !p.State.Equal(r.State) {
			t.Errorf("the plan is not empty:%s", r.Changed(r.State, p.State))
		}
	}
	before := o.Get(t, server)
	r.Destroys(o.IsReleased)
	if o.IsReleased {
		released(t, before, o.Get(t, server))
	}
}
