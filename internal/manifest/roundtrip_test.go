// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"k8s.io/apimachinery/pkg/api/resource"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// sameValues treats rules as equal if they are the same JSON value, and quantities if they are the same number.
var sameValues = cmp.Options{
	cmp.FilterValues(
		func(a, b json.RawMessage) bool { return len(a) > 0 && len(b) > 0 },
		cmp.Transformer("canonical", func(raw json.RawMessage) string {
			value := jsontext.Value(raw).Clone()
			if value.Canonicalize() != nil {
				return "not JSON: " + string(raw)
			}
			return string(value)
		}),
	),
	cmp.Comparer(func(a, b resource.Quantity) bool { return a.Cmp(b) == 0 }),
}

// TestPlacementRoundTrip reads what it has written.
func TestPlacementRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := genPlacement(t)
		text, err := manifest.WritePlacement(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := manifest.ReadPlacement(t.Context(), text)
		if err != nil {
			t.Fatalf("%v:\n%s", err, text)
		}
		if diff := cmp.Diff(want, got, sameValues); diff != "" {
			t.Fatalf("-want +got:\n%s\n%s", diff, text)
		}
	})
}

// TestClusterRoundTrip reads what it has written.
func TestClusterRoundTrip(t *testing.T) {
	for dialect, member := range map[string]bool{"ocm": false, "kubefleet": true} {
		t.Run(dialect, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { checkClusterRoundTrip(t, dialect, genClusters(t, member)) })
		})
	}
}

func checkClusterRoundTrip(t *rapid.T, dialect string, want []placement.Cluster) {
	text, err := apiobject.WriteClusters(want, dialect)
	if err != nil {
		t.Fatal(err)
	}
	fleet, err := inventory.ReadFleet(t.Context(), text)
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	if len(want) == 0 {
		want = nil
	}
	if diff := cmp.Diff(want, fleet.Clusters, sameValues, cmpopts.IgnoreFields(placement.Cluster{}, "Object")); diff != "" {
		t.Fatalf("-want +got:\n%s\n%s", diff, text)
	}
	again, err := apiobject.WriteClusters(fleet.Clusters, dialect)
	if err != nil || again != text {
		t.Fatalf("written differently: %v\n%s", err, cmp.Diff(text, again))
	}
}

// FuzzReadPlacement reads any text: it does not panic, and an error has a document. A placement that was read stays the
// same if it is written and read again.
func FuzzReadPlacement(f *testing.F) {
	for _, seed := range placementTexts {
		f.Add(seed)
	}
	for _, seed := range rolloutTexts {
		f.Add(seed.text)
	}
	for _, seed := range []string{
		"", "{", "---", "a: [", `{"apiVersion":"v1","items":[],"kind":"List"}`,
		strings.Replace(placementTexts["hybrid"], "cpu", "1e400", 1),
		strings.Replace(placementTexts["hybrid"], ", rules: [1, null, {}]", "", 1),
		`{"apiVersion":"core.hybridapp.io/v1alpha1","kind":"PlacementRule","metadata":{"name":"a"},"spec":{"advisors":[{"rules":1e400}]}}`,
		`{"apiVersion":"core.hybridapp.io/v1alpha1","kind":"PlacementRule","metadata":{"name":"a"},"spec":{"advisors":[{"rules":[{"b":1,"a":1.0}]}]}}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := manifest.ReadPlacement(t.Context(), text)
		var mistake *document.Error
		switch {
		case err == nil:
		case !errors.As(err, &mistake) || mistake.Line < 1 || mistake.Message == "":
			t.Fatalf("an error without a position: %#v", err)
		default:
			return
		}
		written, err := manifest.WritePlacement(p)
		if err != nil {
			if !strings.Contains(err.Error(), ", unscheduled: ") && !strings.Contains(err.Error(), "].rules: ") {
				t.Fatalf("%v: %+v", err, p)
			}
			return
		}
		again, err := manifest.ReadPlacement(t.Context(), written)
		if err != nil {
			t.Fatalf("%v:\n%s", err, written)
		}
		if diff := cmp.Diff(p, again, sameValues, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("-read +read again:\n%s\n%s", diff, written)
		}
		if rewritten, err := manifest.WritePlacement(again); err != nil || rewritten != written {
			t.Fatalf("written differently: %v\n%s", err, cmp.Diff(written, rewritten))
		}
	})
}
