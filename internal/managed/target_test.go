// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// targetAnswers are what a Target reports of itself.
type targetAnswers struct{ IsKnownHub, Exists, Remains, IsHub bool }

// TestTargetOf: without a client an object belongs to the state alone or to a hub that is not known yet, and one on a hub never
// leaves it silently.
func TestTargetOf(t *testing.T) {
	onHub := Identity{HubUID: "h", UID: "1"}
	for name, tt := range map[string]struct {
		of   *Hub
		last Identity
		want targetAnswers
		says string
	}{
		"state alone":                   {},
		"on a hub, and none configured": {last: onHub, says: "lives on a hub"},
		"new, unknown hub":              {of: &Hub{}, want: targetAnswers{IsHub: true}},
		"new, perhaps no hub":           {of: &Hub{MayBeNull: true}},
		"on a hub, unknown hub":         {of: &Hub{}, last: onHub, want: targetAnswers{Remains: true, IsHub: true}},
		"on a hub, perhaps none":        {of: &Hub{MayBeNull: true}, last: onHub, want: targetAnswers{Remains: true, IsHub: true}},
	} {
		t.Run(name, func(t *testing.T) {
			target, found := TargetOf(t.Context(), tt.of, tt.last, "The cluster")
			if said := len(found) > 0 && strings.Contains(found[0].Title, tt.says); said != (tt.says != "") {
				t.Fatalf("got %v, want %q", found, tt.says)
			}
			if found.HasError() {
				return
			}
			got := targetAnswers{target.IsKnownHub(), target.Exists(), target.Remains(), target.IsHub()}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if target.IsUnknown {
				o := &Operation[struct{}]{Target: target, What: "The cluster"}
				wants(t, o.Write(t.Context()).List, "ERROR The cluster cannot be written: The configuration of the hub is not known.")
			}
		})
	}
}

// TestErrorFinding: each error of a hub has its title, and a mistake in a field its path.
func TestErrorFinding(t *testing.T) {
	of := hub.Reference{Kind: hubobject.ManagedCluster, Name: "a"}
	for title, err := range map[string]error{
		"The cluster exists already":                   &hub.ExistsError{Reference: of},
		"The cluster belongs to another configuration": &hub.SharedError{Reference: of},
		"The hub lacks a kind of object":               &hub.MissingKindError{Kind: of.Kind},
		"The cluster cannot be written to the hub":     &apiserver.Error{Verb: "patch"},
		"The cluster cannot be deleted from the hub":   &apiserver.Error{Verb: "delete"},
		"The cluster cannot be read from the hub":      errors.New("interrupted"),
	} {
		if found := ErrorFinding("The cluster", err); found.Title != title || found.Warning || found.At != "" {
			t.Errorf("%T: got %+v, want %q", err, found, title)
		}
	}
	found := ErrorFinding("The cluster", field.Required(field.NewPath("identity"), "must be set"))
	if found.At != "identity" || found.Title != "Missing required attribute" || found.Text != "identity: must be set." {
		t.Errorf("got %+v", found)
	}
}

// TestConflictLines: a long list is cut.
func TestConflictLines(t *testing.T) {
	fields := make([]hub.Conflict, 500)
	for i := range fields {
		fields[i] = hub.Conflict{Field: "spec.taints", Manager: "kubectl\x1b[31m"}
	}
	text := ConflictLines(fields)
	if lines := strings.Count(text, "\n"); lines > 30 || !strings.Contains(text, "more fields") || strings.Contains(text, "\x1b") {
		t.Errorf("%d lines:\n%s", lines, text)
	}
}

// TestLeaves: an object is deleted or left as on_destroy has it, and by default as its kind has it.
func TestLeaves(t *testing.T) {
	releases, deletes := Kind[struct{}]{Releases: true}, Kind[struct{}]{}
	if !releases.Leaves("") || releases.Leaves(destroyDelete) || deletes.Leaves("") || !deletes.Leaves(destroyRelease) {
		t.Error("on_destroy does not apply")
	}
	if found := (&Arguments{OnDestroy: "relase"}).Validate(); len(found) != 1 || !strings.Contains(found[0].Detail, "release") {
		t.Errorf("got %v", found)
	}
}
