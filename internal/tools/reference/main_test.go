// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
)

// TestLists replaces a schema and a marker, and leaves the rest as it is.
func TestLists(t *testing.T) {
	adopt, err := json.Marshal(lineOf(reflect.TypeFor[managed.Arguments](), "adopt").String())
	if err != nil {
		t.Fatal(err)
	}
	schemaJSON := `{"provider_schemas": {"x": {"resource_schemas": {"multicluster_cluster_score": {"block": {"attributes": {
		"id": {"type": "string", "computed": true, "description": "The id."},
		"scores": {"type": "dynamic", "required": true, "description": "The scores."},
		"adopt": {"type": "bool", "description": ` + string(adopt) + `},
		"labels": {"type": ["map", "string"], "description": "The labels. More.\n\nDefaults to none."}
	}}}}}}}`
	name := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(name, []byte(schemaJSON), 0o600); err != nil {
		t.Fatal(err)
	}
	known, err := readSchemas(name)
	if err != nil {
		t.Fatal(err)
	}
	got, err := known.lists("resources/cluster_score", "before\n\n"+generated+"\n- old\n\n### old\n\n## Import\n\nrest\n")
	if err != nil {
		t.Fatal(err)
	}
	want := `before

## Arguments

### Required

- ` + "`scores`" + ` (list of [objects](../guides/reference-fleet#scoresscores)) The scores.

### Optional

- ` + "`labels`" + ` (map of strings) The labels. More. Defaults to none.

### Others

- As in [an object on a hub](../guides/reference-hub#every-object-on-a-hub): ` + "`adopt`" + `.

## Read-only attributes

- ` + "`id`" + ` (string) The id.

## Import

rest
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	got, err = known.lists("guides/x", "before\n<!-- reference: kubefleet -->\nafter\n")
	if err != nil || !strings.HasPrefix(got, "before\n### kubefleet\n") || !strings.HasSuffix(got, ".\nafter\n") {
		t.Errorf("got %v:\n%s", err, got)
	}
	if _, err := known.lists("guides/x", "<!-- reference: other -->\n"); err == nil {
		t.Error("a page that does not exist has attributes")
	}
	if _, err := known.lists("resources/other", generated); err == nil {
		t.Error("a resource that does not exist has a schema")
	}
	got, err = known.lists("functions/explain", "before\n")
	if err != nil || got != "before\n\n## Return Type\n\nA string.\n" {
		t.Errorf("got %v:\n%s", err, got)
	}
}
