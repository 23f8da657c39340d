// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package excerpt_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

func TestNearest(t *testing.T) {
	operators := []string{"In", "NotIn", "Exists", "DoesNotExist"}
	attributes := []string{"placement_type", "number_of_clusters", "cluster_names", "affinity", "tolerations"}
	for _, c := range []struct {
		name  string
		known []string
		want  string
	}{
		{"in", operators, "In"},
		{"IN", operators, "In"},
		{"notin", operators, "NotIn"},
		{"not_in", operators, "NotIn"},
		{"Exist", operators, "Exists"},
		{"DoesNotExists", operators, "DoesNotExist"},
		{"Contains", operators, ""},
		{"", operators, ""},
		{"-", operators, ""},
		{"In", operators, ""}, // it is known
		{"placementType", attributes, "placement_type"},
		{"PlacementType", attributes, "placement_type"},
		{"numberOfCluster", attributes, "number_of_clusters"},
		{"number_clusters", attributes, "number_of_clusters"},
		{"clustername", attributes, "cluster_names"},
		{"taints", attributes, ""},
		{"kye", []string{"key", "value"}, "key"},
		{"omc", []string{"ocm", "hybrid"}, "ocm"},
		{"cel_selector", []string{"label_selector"}, ""},
		{"Gx", []string{"Lt", "Gt", "Ge"}, "Ge"}, // a tie is resolved by name
		{"==", []string{"Eq", "Ne"}, ""},
		{"x", []string{"Eq", ""}, ""},
		{"eu-1", []string{"eu-2", "e-u1", "eu1"}, "e-u1"},
		{"größe", []string{"grösse", "größen"}, "größen"},
		{"\xff\xfe", []string{"\xff"}, "\xff"},
		{strings.Repeat("a", 500), []string{strings.Repeat("a", 501)}, ""},
		{strings.Repeat("a", 500), []string{strings.Repeat("A", 500)}, strings.Repeat("A", 500)},
	} {
		if got := excerpt.Nearest(c.name, c.known); got != c.want {
			t.Errorf("Nearest(%q, %q) = %q, want %q", c.name, c.known, got, c.want)
		}
	}
}

// TestNearestOfMany compares spellings only, when there are too many names for more.
func TestNearestOfMany(t *testing.T) {
	var names []string
	for i := range 12_000 {
		names = append(names, fmt.Sprintf("cluster-%05d", i))
	}
	if got := excerpt.Nearest("cluster-123456", names); got != "" {
		t.Errorf("found %q", got)
	}
	if got := excerpt.Nearest("Cluster_00123", names); got != "cluster-00123" {
		t.Errorf("found %q", got)
	}
}

func TestDidYouMean(t *testing.T) {
	known := []string{"Exists", "Equal", strings.Repeat("x", 1000)}
	for name, want := range map[string]string{
		"exists": `; did you mean "Exists"?`,
		"none":   "",
		long:     "",
	} {
		if got := excerpt.DidYouMean(name, known); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
	if got := excerpt.DidYouMean(strings.Repeat("X", 1000), known); len(got) > 400 {
		t.Errorf("a suggestion of %d bytes", len(got))
	}
}

func TestNotSupported(t *testing.T) {
	type effect string
	path := field.NewPath("effect")
	for _, c := range []struct {
		value   effect
		allowed []effect
		want    string
	}{
		{
			"noselect", []effect{"NoSelect", "PreferNoSelect"},
			`found "noselect": must be one of "NoSelect", "PreferNoSelect"; did you mean "NoSelect"?`,
		},
		{"NoExecute", []effect{"NoSchedule"}, `found "NoExecute": must be "NoSchedule"`},
		{"", []effect{"a", "b"}, `found "": must be one of "a", "b"`},
	} {
		if got := excerpt.FoundAndWanted(excerpt.NotSupported(path, c.value, c.allowed)); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	var many []string
	for range 100 {
		many = append(many, long)
	}
	if got := excerpt.FoundAndWanted(excerpt.NotSupported(path, long+"y", many)); len(got) > 5000 {
		t.Errorf("a message of %d bytes", len(got))
	}
}

// TestNearestProperties: the suggestion is one of the known names, does not depend on their order, and is there when a
// single character was mistyped.
func TestNearestProperties(t *testing.T) {
	word := rapid.StringMatching(`[A-Za-z_-]{0,20}`)
	rapid.Check(t, func(t *rapid.T) {
		name, known := word.Draw(t, "name"), rapid.SliceOfN(word, 0, 10).Draw(t, "known")
		got := excerpt.Nearest(name, known)
		if got != "" && (got == name || !slices.Contains(known, got)) {
			t.Fatalf("found %q", got)
		}
		slices.Reverse(known)
		if again := excerpt.Nearest(name, known); again != got {
			t.Fatalf("found %q, and in another order %q", got, again)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[a-z]{2,40}`).Draw(t, "name")
		at := rapid.IntRange(0, len(name)-1).Draw(t, "at")
		if got := excerpt.Nearest(name[:at]+"0"+name[at+1:], []string{name}); got != name {
			t.Fatalf("one character of %q is mistyped, found %q", name, got)
		}
	})
}

// FuzzNearest: any two texts can be compared, and a different spelling of a name is near.
func FuzzNearest(f *testing.F) {
	f.Add("placementType", "placement_type")
	f.Add("\xff", "ÿ")
	f.Add(long, long+"x")
	f.Fuzz(func(t *testing.T, name, known string) {
		got := excerpt.Nearest(name, []string{known})
		if got != "" && got != known || got != "" && got == name {
			t.Fatalf("found %q", got)
		}
		if text := excerpt.DidYouMean(name, []string{known}); (text == "") != (got == "") || len(text) > 5*400 {
			t.Fatalf("found %q: %d bytes", got, len(text))
		}
		upper := strings.ToUpper(known)
		isASCII := strings.IndexFunc(known, func(r rune) bool { return r > unicode.MaxASCII }) < 0 && utf8.ValidString(known)
		if isASCII && upper != known && excerpt.Nearest(upper, []string{known}) != known {
			t.Fatalf("%q is not near %q", upper, known)
		}
	})
}
