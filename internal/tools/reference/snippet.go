// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// snippet is a text that an editor inserts.
type snippet struct {
	Prefix      string   `json:"prefix"`
	Scope       string   `json:"scope"`
	Description string   `json:"description"`
	Body        []string `json:"body"`
}

// block is a resource or a data source to start with.
type block struct {
	prefix, header string
	// plain are the arguments that have no objects, in HCL.
	plain []string
	// document and structured are the arguments that have an example.
	document   string
	structured []string
}

var blocks = []block{
	{
		"multicluster-hub", `provider "multicluster"`, nil, "index", []string{"hub"},
	},
	{
		"multicluster-placement-ocm", `resource "multicluster_placement" "web"`, []string{`name = "web"`, `max_moves = 1`},
		"resources/placement", []string{"clusters", "ocm"},
	},
	{
		"multicluster-placement-kubefleet", `resource "multicluster_placement" "web"`, []string{`name = "web"`, `max_moves = 1`},
		"resources/placement", []string{"clusters", "kubefleet"},
	},
	{
		"multicluster-placement-hybrid", `resource "multicluster_placement" "web"`, []string{`name = "web"`, `max_moves = 1`},
		"resources/placement", []string{"clusters", "hybrid"},
	},
	{
		"multicluster-placements", `resource "multicluster_placements" "teams"`, []string{`name = "teams"`, `max_moves = 1`},
		"resources/placements", []string{"clusters", "placements"},
	},
	{
		"multicluster-prediction", `data "multicluster_placement" "web"`, []string{`name = "web"`, `namespace = "apps"`},
		"data-sources/placement", []string{"ocm"},
	},
	{
		"multicluster-rollout", `resource "multicluster_rollout" "web"`, []string{`name = "web"`, `revision = "1.27"`},
		"resources/rollout", []string{"decisions", "strategy", "cluster_status"},
	},
	{
		"multicluster-cluster", `resource "multicluster_cluster" "eu_1"`, []string{`name = "eu-1"`, `labels = { env = "prod" }`},
		"resources/cluster", []string{"taints"},
	},
	{
		"multicluster-cluster-set", `resource "multicluster_cluster_set" "prod"`,
		[]string{`name = "prod"`, `selector_type = "LabelSelector"`}, "resources/cluster_set", []string{"label_selector"},
	},
	{
		"multicluster-cluster-score", `resource "multicluster_cluster_score" "cost"`,
		[]string{`cluster = "eu-1"`, `name = "cost"`}, "resources/cluster_score", []string{"scores"},
	},
	{
		"multicluster-override", `resource "multicluster_resource_override" "eu"`, []string{`name = "eu"`},
		"resources/resource_override", []string{"cluster_resource_selectors", "policy"},
	},
	{
		"multicluster-simulation", `data "multicluster_simulation" "maintenance"`, nil,
		"data-sources/simulation", []string{"clusters", "placement", "steps"},
	},
	{
		"multicluster-resilience", `data "multicluster_resilience" "fleet"`, nil,
		"data-sources/resilience", []string{"clusters", "placement", "failure_domains"},
	},
	{
		"multicluster-cluster-report", `data "multicluster_cluster_report" "eu_1"`, []string{`cluster_names = ["eu-1"]`},
		"data-sources/cluster_report", []string{"clusters", "placement"},
	},
	{
		"multicluster-headroom", `data "multicluster_headroom" "fleet"`, nil,
		"data-sources/headroom", []string{"clusters", "placement", "failure_domains"},
	},
}

// snippetFile returns the snippets of Visual Studio Code: whole blocks, and each structured argument. Format lays out HCL.
func snippetFile(format func([]byte) []byte) ([]byte, error) {
	all := map[string]snippet{}
	for _, b := range blocks {
		parts := []string{strings.Join(b.plain, "\n")}
		for _, attribute := range b.structured {
			parts = append(parts, attribute+" = "+exampleArgument(b.document, attribute))
		}
		text := b.header + " {\n" + strings.TrimSpace(strings.Join(parts, "\n\n")) + "\n}\n"
		all[b.prefix] = snippetOf(b.prefix, strings.ReplaceAll(b.header, `"`, ""), format([]byte(text)))
	}
	// Arguments of one name have the same objects, or similar ones: the first document decides.
	for _, document := range slices.Sorted(maps.Keys(schemaStructs)) {
		if document == "data-sources/cluster_report" {
			continue // Its placements are those of a simulation, and the map of multicluster_placements comes first.
		}
		for _, l := range linesOf(schemaStructs[document]) {
			prefix, text := "multicluster-argument-"+l.attribute, l.exampleValue()
			if _, ok := all[prefix]; text != "" && !ok {
				all[prefix] = snippetOf(prefix, "The argument "+l.attribute, format([]byte(l.attribute+" = "+text+"\n")))
			}
		}
	}
	return marshal(all)
}

func exampleArgument(document, attribute string) string {
	for _, l := range linesOf(schemaStructs[document]) {
		if l.attribute == attribute {
			return l.exampleValue()
		}
	}
	panic(fmt.Sprintf("%s has no argument %s", document, attribute))
}

// literal is a value that the user of a snippet goes to with the tab key, if it is not the name of a type.
var literal = regexp.MustCompile(`"[^"]*"|\b\d+\b|\btrue\b|\bfalse\b`)

// snippetOf makes a tab stop of every value.
func snippetOf(prefix, description string, text []byte) snippet {
	count := 0
	escaped := strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`)
	body := literal.ReplaceAllStringFunc(string(text), func(value string) string {
		if strings.HasPrefix(value, `"multicluster`) {
			return value
		}
		count++
		if inner, ok := strings.CutPrefix(value, `"`); ok {
			return fmt.Sprintf(`"${%d:%s}"`, count, escaped.Replace(strings.TrimSuffix(inner, `"`)))
		}
		return fmt.Sprintf("${%d:%s}", count, value)
	})
	return snippet{prefix, "terraform,opentofu", description, strings.Split(strings.TrimSuffix(body, "\n"), "\n")}
}

// marshal writes JSON that is easy to compare. Maps are in the order of their keys.
func marshal(value any) ([]byte, error) {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(value)
	return []byte(text.String()), err
}
