// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Failed reports whether there is an error among diagnostics.
func Failed(diags []*tfprotov6.Diagnostic) bool {
	p := Planned{Diags: diags}
	return p.Failed()
}

// FailsWith checks that there is one error with all of the texts, which are separated by |.
func FailsWith(t *testing.T, diags []*tfprotov6.Diagnostic, texts string) {
	t.Helper()
	if len(diags) != 1 || diags[0].Severity != tfprotov6.DiagnosticSeverityError {
		t.Errorf("got %s, want an error with %s", Said(diags), texts)
		return
	}
	for text := range strings.SplitSeq(texts, "|") {
		if !strings.Contains(Shown(diags[0]), text) {
			t.Errorf("got %s, want %s", Shown(diags[0]), text)
		}
	}
}

// LongestDetail is how long a diagnostic about one text may be. It has to be short because the provider cuts the text, not
// because the server cuts the diagnostic.
const LongestDetail = 4000

// ConfigIfTyped makes a value of the test data if it is of the type.
func ConfigIfTyped(t testing.TB, typ tftypes.Type, data any) (tftypes.Value, bool) {
	if typ.Is(tftypes.DynamicPseudoType) {
		return DynamicOf(t, data), true
	}
	inner, ok := data, true
	switch v := data.(type) {
	case list:
		inner, ok = listIfTyped(t, typ, v)
	case object:
		inner, ok = objectIfTyped(t, typ, v)
	}
	if !ok || tftypes.ValidateValue(typ, inner) != nil {
		return tftypes.Value{}, false
	}
	return tftypes.NewValue(typ, inner), true
}

func listIfTyped(t testing.TB, typ tftypes.Type, data list) ([]tftypes.Value, bool) {
	of, ok := typ.(tftypes.List)
	if !ok {
		return nil, false
	}
	values := make([]tftypes.Value, len(data))
	for i := range data {
		if values[i], ok = ConfigIfTyped(t, of.ElementType, data[i]); !ok {
			return nil, false
		}
	}
	return values, true
}

func objectIfTyped(t testing.TB, typ tftypes.Type, data object) (map[string]tftypes.Value, bool) {
	values := map[string]tftypes.Value{}
	var ok bool
	switch of := typ.(type) {
	case tftypes.Map:
		for key, item := range data {
			if values[key], ok = ConfigIfTyped(t, of.ElementType, item); !ok {
				return nil, false
			}
		}
	case tftypes.Object:
		for name, attribute := range of.AttributeTypes {
			if values[name], ok = ConfigIfTyped(t, attribute, data[name]); !ok {
				return nil, false
			}
		}
	}
	return values, true
}

// Said joins the texts of diagnostics.
func Said(diags []*tfprotov6.Diagnostic) string {
	lines := make([]string, len(diags))
	for i, d := range diags {
		lines[i] = Shown(d)
	}
	return strings.Join(lines, "\n")
}

// Shown is a diagnostic as one line: where, title, text.
func Shown(d *tfprotov6.Diagnostic) string {
	return fmt.Sprintf("%s: %s: %s: %s", d.Severity, PathOf(d.Attribute), d.Summary, d.Detail)
}

// LineOf is what Terraform finds the line of a path with: the attribute and the first step below it.
func LineOf(at string) string {
	end := strings.IndexAny(at, ".[")
	if end < 0 {
		return at
	}
	root, rest := at[:end], at[end:]
	if rest[0] == '[' {
		return root + rest[:strings.IndexByte(rest, ']')+1]
	}
	rest = rest[1:]
	if end = strings.IndexAny(rest, ".["); end >= 0 {
		rest = rest[:end]
	}
	return fmt.Sprintf("%s[%q]", root, rest)
}

// PathOf is a path as Terraform writes it.
func PathOf(at *tftypes.AttributePath) string {
	var text strings.Builder
	for _, step := range at.Steps() {
		switch s := step.(type) {
		case tftypes.AttributeName:
			if text.Len() > 0 {
				text.WriteByte('.')
			}
			text.WriteString(string(s))
		case tftypes.ElementKeyInt:
			fmt.Fprintf(&text, "[%d]", s)
		case tftypes.ElementKeyString:
			fmt.Fprintf(&text, "[%q]", s)
		}
	}
	return text.String()
}
