// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
)

// FuzzReadFleet: reading any text does not panic, is deterministic, and returns errors with a document.
func FuzzReadFleet(f *testing.F) {
	for _, seed := range []string{
		"", "{}", "---\n---\n", "{", "a: [", "{\"items\":[{}],\"kind\":\"List\"}", "...\n", "{}{}",
		fmt.Sprintf(cluster, "a") + "---\n" + fmt.Sprintf(cluster, "a"),
		fmt.Sprintf(cluster, "a") + "status: { allocatable: { cpu: [] } }",
		`{"apiVersion":"v1","items":[{"kind":"X"}],"kind":"List"} {"apiVersion":"v1","kind":"Y"}`,
		typedList(`{"metadata":{"name":"a"}},3`), profile, argocd("data: {name: YQ==, config: eA==}"), argocd("stringData: {name: a}"),
		argocd("data: [name], stringData: {name: 3}"),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fleet, err := inventory.ReadFleet(t.Context(), text)
		again, errAgain := inventory.ReadFleet(t.Context(), text)
		if (err == nil) != (errAgain == nil) || err != nil && err.Error() != errAgain.Error() {
			t.Fatalf("%v, and again: %v", err, errAgain)
		}
		var mistake *document.Error
		if err != nil && (!errors.As(err, &mistake) || mistake.Line < 1 || mistake.Message == "") {
			t.Fatalf("an error without a position: %#v", err)
		}
		if diff := cmp.Diff(fleet.Skipped, again.Skipped); diff != "" || len(fleet.Clusters) != len(again.Clusters) {
			t.Fatalf("read differently: %s", diff)
		}
	})
}

// FuzzReadFleetHeader: the kind of a JSON object is the one that encoding/json reads, regardless of how it is escaped.
func FuzzReadFleetHeader(f *testing.F) {
	for _, seed := range [][2]string{
		{`"example.com/v1"`, `"Thing"`}, {`"example.com\/v1"`, `"Thing"`}, {`"example.com\u002fv1"`, `"Th\u0069ng"`},
		{`"v1"`, `"\ud83d\ude00"`}, {`"v1"`, `"a\tb\\\"\b\f\n\r"`}, {`"v1"`, `"\'"`}, {`"v1"`, "\"\u007f\""},
		{`1`, `null`}, {"'a'", "`b`"},
		{`"v1"`, `"a","more":{"kind":"b"}`},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, apiVersion, kind string) {
		text := `{"apiVersion":` + apiVersion + `,"kind":` + kind + "}"
		var object map[string]any
		if !jsontext.Value(text).IsValid() || json.Unmarshal([]byte(text), &object) != nil || object["items"] != nil {
			return
		}
		version, _ := object["apiVersion"].(string)
		wanted, _ := object["kind"].(string)
		if version == "" || wanted == "" {
			return
		}
		if group, _, found := strings.Cut(version, "/"); found {
			wanted += "." + group
		}
		fleet, err := inventory.ReadFleet(t.Context(), text)
		var mistake *document.Error
		if errors.As(err, &mistake) && mistake.Object != "" {
			return // A known kind requires more fields.
		}
		if err != nil || len(fleet.Skipped) != 1 || fleet.Skipped[0].Kind != wanted {
			t.Errorf("%s: got %v (%v), want %q", text, fleet.Skipped, err, wanted)
		}
	})
}
