// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"
)

// TestYAMLAsKubernetes converts every form of a value as the library of Kubernetes does.
func TestYAMLAsKubernetes(t *testing.T) {
	for name, text := range map[string]string{
		"bools":     "a: [yes, No, on, OFF, y, n, true, False, 'yes', \"on\", !!str yes]",
		"numbers":   "a: [0, -1, 017, 0o17, 0x1f, 0b11, 1_000, 1.50, 1e3, .5, -0.0, 18446744073709551615, 9223372036854775808, 1e400x]",
		"text":      "a: [2026-01-01, 2026-01-01T00:00:00Z, 1:30, '1', \"\\u00e9\", ~, null, '', x y, =]",
		"keys":      "1: a\nyes: c\n1.5: d\nx: e",
		"blocks":    "a: |\n  one\n  two\nb: >-\n  three\n  four\n",
		"anchors":   "a: &x { b: 1 }\nc: *x\nd: [*x, *x]",
		"merge":     "a: &x { b: 1, c: 2 }\nd: { <<: *x, e: 3 }\nf: { <<: [*x, { g: 4 }] }",
		"binary":    "a: !!binary aGVsbG8=",
		"flow":      "{ a: [1, { b: 2 }], 'c': \"d\" }",
		"explicit":  "a: !!int '3'\nb: !!float 3\nc: !!str 3",
		"a comment": "# x\na: 1 # y\n",
	} {
		t.Run(name, func(t *testing.T) {
			want, err := yaml.YAMLToJSONStrict([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			list, err := yamlDocuments(t.Context(), text)
			if err != nil || len(list) != 1 {
				t.Fatal(err, len(list))
			}
			if diff := cmp.Diff(decoded(t, want), decoded(t, list[0].JSON)); diff != "" {
				t.Errorf("-Kubernetes +ours:\n%s", diff)
			}
		})
	}
}

func decoded(t *testing.T, text []byte) any {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

// indicators are characters that one library reads as text and the other as an indicator: the colon of [a:], the mark of [?a].
var indicators = regexp.MustCompile(`:[\]},]|\?\S`)

// FuzzYAMLAsKubernetes converts any text that both libraries read in the same way.
func FuzzYAMLAsKubernetes(f *testing.F) {
	for _, seed := range []string{"a: [yes, 017, 1e3]", "a: &x { b: 1 }\nc: { <<: *x }", "a: |\n  b\n", "? a\n: b",
		"a: !!float 1", "'a': \"\\x41\""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "---") || strings.Contains(text, "...") || strings.ContainsAny(text, "!%") {
			return // The library of Kubernetes reads only one document, and the end of tags has changed since.
		}
		if indicators.MatchString(text) {
			return
		}
		list, err := yamlDocuments(t.Context(), text)
		if err != nil || len(list) != 1 || list[0].JSON[0] != '{' {
			return
		}
		want, err := yaml.YAMLToJSONStrict([]byte(text))
		if err != nil {
			return // It is stricter in places, such as in the alias of a scalar as a key.
		}
		if diff := cmp.Diff(decoded(t, want), decoded(t, list[0].JSON)); diff != "" {
			t.Errorf("-Kubernetes +ours:\n%s", diff)
		}
	})
}

// TestYAMLMistakes: every mistake that the conversion finds has its line.
func TestYAMLMistakes(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		line int
		says string
	}{
		"a duplicate key":     {"a: 1\nb: 2\na: 3\n", 3, `the key "a" is already set in line 1`},
		"a list as a key":     {"a: 1\n? [b]\n: c\n", 2, "not a list or a mapping"},
		"null as a key":       {"a: 1\n~: b\n", 2, "not null"},
		"infinity":            {"a: 1\nb: .inf\n", 2, ".inf cannot be represented in JSON"},
		"no Base64":           {"a: 1\nb: !!binary '?'\n", 2, "Base64"},
		"a merge of text":     {"a: 1\nb: { <<: c }\n", 2, "merge"},
		"an anchor in itself": {"a: 1\nb: &x\n  c: *x\n", 3, "x"},
		"an alias of nothing": {"a: 1\nb: *x\n", 2, "x"},
		"an indentation": {
			"a: 1\nb:\n  c: 1\n d: 2\n", 4, "did not find expected key, while parsing a block mapping that begins in line 1",
		},
		"an unclosed quote":      {"a: 1\nb: 'x\nc: 1\n", 3, "begins in line 2"},
		"an extra colon":         {"a: 1\nb: c: d\n", 2, "mapping values are not allowed"},
		"the second document":    {"a: 1\n---\nb: 1\nb: 2\n", 4, "already set in line 3"},
		"billions of characters": {bomb("[%s]", "1, 2, 3"), 0, "expand to more than"},
		"billions of merges":     {bomb("{ <<: [%s] }", "{ a: 1 }, { b: 1 }, { c: 1 }"), 0, "expand to more than"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := yamlDocuments(t.Context(), tt.text)
			var mistake *Error
			if !errors.As(err, &mistake) || tt.line > 0 && mistake.Line != tt.line || !strings.Contains(mistake.Message, tt.says) {
				t.Errorf("%v, want line %d: %s", err, tt.line, tt.says)
			}
		})
	}
}

// bomb is a text of some lines, the last of which expands to 10^11 values.
func bomb(form, first string) string {
	text := "a: &a " + fmt.Sprintf(form, first) + "\n"
	for letter := 'b'; letter < 'm'; letter++ {
		aliases := strings.TrimSuffix(strings.Repeat("*"+string(letter-1)+", ", 10), ", ")
		text += fmt.Sprintf("%c: &%c "+form+"\n", letter, letter, aliases)
	}
	return text
}

// TestYAMLMergeInterrupted: expanding aliases can be interrupted.
func TestYAMLMergeInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := yamlDocuments(ctx, bomb("[%s]", "1")); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
