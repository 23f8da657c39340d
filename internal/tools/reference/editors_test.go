// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// readEditorFile reads a file for editors.
func readEditorFile(t *testing.T, name string, into any) {
	t.Helper()
	files, err := editorFiles()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(files[name], into); err != nil {
		t.Fatal(err)
	}
}

var tabStop = regexp.MustCompile(`\$\{\d+:((?:[^}\\]|\\.)*)\}`)

// snippetTexts are what an editor inserts, by prefix, if the user changes nothing.
func snippetTexts(t *testing.T) map[string]string {
	t.Helper()
	var all map[string]struct{ Body []string }
	readEditorFile(t, "multicluster.code-snippets", &all)
	texts := map[string]string{}
	unescape := strings.NewReplacer(`\\`, `\`, `\$`, `$`, `\}`, `}`)
	for prefix, s := range all {
		texts[prefix] = unescape.Replace(tabStop.ReplaceAllString(strings.Join(s.Body, "\n"), "$1")) + "\n"
		if !strings.Contains(strings.Join(s.Body, "\n"), "${1:") {
			t.Errorf("%s has no tab stop", prefix)
		}
	}
	return texts
}

// TestSnippets: every snippet is valid HCL, and every block that a snippet inserts is a valid resource or data source.
func TestSnippets(t *testing.T) {
	count := 0
	for prefix, text := range snippetTexts(t) {
		body := bodyOf(t, text)
		for _, b := range body.Blocks {
			if b.Type == "provider" {
				continue // TestExamples configures the provider with it.
			}
			count++
			data := values(t, b.Body)
			if moves, ok := data["max_moves"].(float64); ok {
				data["max_moves"] = strconv.FormatFloat(moves, 'f', -1, 64) // as Terraform converts it
			}
			for _, d := range validateBlock(t, b.Type, b.Labels[0], data) {
				t.Errorf("%s: %s\n%s", prefix, providertest.Shown(d), text)
			}
		}
	}
	if count < 10 {
		t.Errorf("only %d blocks were found", count)
	}
}

// editorSchema is a JSON schema with what those for editors use.
type editorSchema struct {
	Ref                  string `json:"$ref"`
	AllOf                []*editorSchema
	Type                 any
	Properties           map[string]*editorSchema
	Required             []string
	Items                *editorSchema
	AdditionalProperties json.RawMessage
	Definitions          map[string]*editorSchema
	Description, Title   string
}

// mistake is where a value does not match a schema; empty if it does.
func (s *editorSchema) mistake(root *editorSchema, at string, value any) string {
	if s.Ref != "" {
		next, ok := root.Definitions[strings.TrimPrefix(s.Ref, "#/definitions/")]
		if !ok {
			return at + ": nothing is at " + s.Ref
		}
		return next.mistake(root, at, value)
	}
	for _, part := range s.AllOf {
		if m := part.mistake(root, at, value); m != "" {
			return m
		}
	}
	var kind string
	switch value.(type) {
	case string:
		kind = "string"
	case float64:
		kind = "number"
	case bool:
		kind = "boolean"
	case []any:
		kind = "array"
	case map[string]any:
		kind = "object"
	}
	if kinds, ok := s.Type.([]any); ok && !slices.Contains(kinds, any(kind)) {
		return at + ": found " + kind
	}
	if only, ok := s.Type.(string); ok && only != kind {
		return at + ": found " + kind + " instead of " + only
	}
	return s.mistakeInside(root, at, value)
}

// mistakeInside is a mistake in the elements of a value.
func (s *editorSchema) mistakeInside(root *editorSchema, at string, value any) string {
	if list, ok := value.([]any); ok && s.Items != nil {
		for _, item := range list {
			if m := s.Items.mistake(root, at+"[]", item); m != "" {
				return m
			}
		}
	}
	members, ok := value.(map[string]any)
	if !ok {
		return ""
	}
	for _, name := range s.Required {
		if _, ok := members[name]; !ok {
			return at + "." + name + ": missing"
		}
	}
	for name, member := range members {
		next := s.member(name)
		if next == nil {
			return at + "." + name + ": unknown"
		}
		if m := next.mistake(root, at+"."+name, member); m != "" {
			return m
		}
	}
	return ""
}

// member is the schema of an attribute; nil if it is not allowed.
func (s *editorSchema) member(name string) *editorSchema {
	if next, ok := s.Properties[name]; ok || string(s.AdditionalProperties) == "false" {
		return next
	}
	next := &editorSchema{}
	if len(s.AdditionalProperties) > 0 && json.Unmarshal(s.AdditionalProperties, next) != nil {
		return nil
	}
	return next
}

// TestJSONSchemas: a schema has the arguments of its data source, accepts every snippet of them, and refuses a misspelt name.
func TestJSONSchemas(t *testing.T) {
	snippets := snippetTexts(t)
	for _, name := range []string{
		"cluster_report", "headroom", "placement", "placements", "rendered_manifests", "resilience", "rollout", "simulation",
	} {
		var schema editorSchema
		readEditorFile(t, name+".schema.json", &schema)
		for attribute, a := range providertest.DataSchema("multicluster_" + name).Attributes {
			if property := schema.Properties[attribute]; (property != nil) != (a.Required || a.Optional) {
				t.Errorf("%s.%s: an argument: %t, in the schema: %t", name, attribute, a.Required || a.Optional, property != nil)
			}
		}
		// Names, not the objects that a rollout has, and lists, not the map of multicluster_placements.
		maps.DeleteFunc(schema.Properties, func(attribute string, _ *editorSchema) bool {
			return slices.Contains([]string{
				"cluster_report.placements", "rendered_manifests.decisions", "resilience.placements", "simulation.placements",
			}, name+"."+attribute)
		})
		checked := 0
		for attribute, property := range schema.Properties {
			if text, ok := snippets["multicluster-argument-"+attribute]; ok {
				checked++
				checkSnippet(t, &schema, attribute, text)
			}
			if property.Description == "" {
				t.Errorf("%s.%s has no description", name, attribute)
			}
		}
		if checked < 3 {
			t.Errorf("%s: only %d snippets were checked", name, checked)
		}
	}
}

// checkSnippet compares the snippet of an argument with the schema.
func checkSnippet(t *testing.T, schema *editorSchema, attribute, text string) {
	t.Helper()
	property, value := schema.Properties[attribute], values(t, bodyOf(t, text))[attribute]
	if m := property.mistake(schema, attribute, value); m != "" {
		t.Errorf("%s: %s\n%s", schema.Title, m, text)
	}
	if m := property.mistake(schema, attribute, misspelt(value)); !strings.Contains(m, "misspelt: unknown") {
		t.Errorf("%s: %s: a misspelt name is accepted (%q)", schema.Title, attribute, m)
	}
}

// misspelt is a value with one more attribute in its first object.
func misspelt(value any) any {
	switch v := value.(type) {
	case []any:
		return []any{misspelt(v[0])}
	case map[string]any:
		for key, member := range v {
			if _, isObject := member.(map[string]any); isObject && len(v) == 1 && (key == "eu-1" || key == "web") {
				return map[string]any{key: misspelt(member)}
			}
		}
		added := map[string]any{"misspelt": true}
		for key, member := range v {
			added[key] = member
		}
		return added
	}
	return value
}
