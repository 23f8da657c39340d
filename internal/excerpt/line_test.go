// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package excerpt_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// hostile are texts that would change what a terminal or a reader sees around them.
var hostile = map[string]string{
	"": "",
	"no  change: Zürich 東京 é\u0301 \\x1b": "no  change: Zürich 東京 é\u0301 \\x1b",
	"none\n\nError: fake\r\n  at main.tf": "none Error: fake at main.tf",
	"\x1b[31mred\x1b[0m\a":                `\x1b[31mred\x1b[0m\a`,
	"a\tb\u2028c\u0085d\u00a0e":           "a b c d e",
	"\u202ecod.exe\u200b\ufeff\x7f":       `\u202ecod.exe\u200b\ufeff\x7f`,
	"\xff\x00":                            `\xff\x00`,
	strings.Repeat("x", 101):              strings.Repeat("x", 100) + "…",
	strings.Repeat("\n", 101):             " …",
	strings.Repeat("\x1b", 26):            strings.Repeat(`\x1b`, 25) + "…",
}

func TestLine(t *testing.T) {
	for text, want := range hostile {
		if got := excerpt.Line(text, 100); got != want {
			t.Errorf("%q is shown as %q instead of %q", text, got, want)
		}
	}
}

// TestLines keeps the line breaks alone.
func TestLines(t *testing.T) {
	const text, want = "ERROR: x\r\n | a\x1b\tb\n | .^\n\n  ", "ERROR: x\n | a\\x1b b\n | .^\n\n  "
	if got := excerpt.Lines(text, 100); got != want {
		t.Errorf("got %q instead of %q", got, want)
	}
}

// FuzzLine: everything that is shown is one line of printable characters, within its size, and is shown as it is when it is shown
// again.
func FuzzLine(f *testing.F) {
	for text := range hostile {
		f.Add(text, uint16(100))
	}
	f.Fuzz(func(t *testing.T, text string, limit uint16) {
		size := int(limit) + utf8.UTFMax
		line := excerpt.Line(text, size)
		if len(line) > size+len("…") || !utf8.ValidString(line) ||
			strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Fatalf("%q is shown as %q", text, line)
		}
		if again := excerpt.Line(line, len(line)); again != line {
			t.Fatalf("%q is shown as %q, and this as %q", text, line, again)
		}
		isBad := func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }
		if lines := excerpt.Lines(text, size); len(lines) > size+len("…") || !utf8.ValidString(lines) ||
			strings.ContainsFunc(lines, isBad) {
			t.Fatalf("%q is shown as %q", text, lines)
		}
	})
}
