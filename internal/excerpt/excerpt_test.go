// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package excerpt_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// long is longer than any excerpt.
var long = strings.Repeat("x", 5000)

// TestTruncate cuts between two characters, and leaves alone what fits.
func TestTruncate(t *testing.T) {
	for _, c := range []struct {
		text string
		size int
		want string
	}{
		{"", 0, ""},
		{"abc", 3, "abc"},
		{"abcd", 3, "abc…"},
		{"aé", 3, "aé"},
		{"aéb", 2, "a…"},
		{"aéb", 3, "aé…"},
		{"日本", 5, "日…"},
		{"日本", 2, "…"},
		{"\x80\x80\x80", 2, "…"},
	} {
		if got := excerpt.Truncate(c.text, c.size); got != c.want {
			t.Errorf("Truncate(%q, %d) = %q, want %q", c.text, c.size, got, c.want)
		}
	}
}

// TestExcerpt repeats every legal name and key, and the start of anything longer.
func TestExcerpt(t *testing.T) {
	key := strings.Repeat("a", 253) + "/" + strings.Repeat("b", 63)
	if got := excerpt.Quote(key); got != `"`+key+`"` {
		t.Errorf("the longest label key is cut: %s", got)
	}
	if got, want := excerpt.Quote(long), `"`+long[:320]+`…"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCount(t *testing.T) {
	for n, want := range []string{"0 clusters", "1 cluster", "2 clusters"} {
		if got := excerpt.Count(n, "cluster"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestDuration leaves out what is zero, and only that.
func TestDuration(t *testing.T) {
	for _, want := range []string{"0s", "5m", "1h", "1h30m", "1h0m5s", "10m", "20h", "1m10s", "30s", "1.5s", "100ms",
		"-5m", "2540400h10m10s"} {
		d, err := time.ParseDuration(want)
		if err != nil {
			t.Fatal(err)
		}
		if got := excerpt.Duration(d); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestList names the first ten elements.
func TestList(t *testing.T) {
	var names []string
	for i := range 10 {
		names = append(names, fmt.Sprint(i))
	}
	for _, c := range []struct {
		items []string
		want  string
	}{
		{nil, ""},
		{names[:2], "0, 1"},
		{names, "0, 1, 2, 3, 4, 5, 6, 7, 8, 9"},
		{append(slices.Clone(names), names...), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 10 more"},
		{[]string{long, "b"}, long[:320] + "…, b"},
	} {
		if got := excerpt.List(c.items, ", "); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// TestExcerptError cuts what an error repeats, and leaves the error alone.
func TestExcerptError(t *testing.T) {
	type named string
	for _, value := range []any{long, named(long)} {
		err := field.Invalid(field.NewPath("labels").Key(long), value, long)
		if got := len(excerpt.Error(err).Error()); got > 3000 {
			t.Errorf("%T: the error has %d bytes", value, got)
		}
		if err.BadValue != value || err.Detail != long {
			t.Errorf("%T: the error itself is changed", value)
		}
	}
	err := field.Invalid(field.NewPath("weight"), 11, "must be at most 10")
	if got, want := excerpt.Error(err).Error(), err.Error(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestFoundAndWantedWithoutPattern: the sentence of Kubernetes about a name says what its regular expression says.
func TestFoundAndWantedWithoutPattern(t *testing.T) {
	for message, want := range map[string]string{
		validation.IsDNS1123Subdomain("EU_1")[0]: "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric " +
			"characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com')",
		validation.IsValidLabelValue("a b")[0]: "a valid label must be an empty string or consist of alphanumeric characters, '-', " +
			"'_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345')",
		"bad (regex used for validation is '[(]')": "bad",
		"must be short": "must be short",
	} {
		if got := excerpt.FoundAndWanted(field.Invalid(field.NewPath("name"), "x", message)); got != `found "x": `+want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
