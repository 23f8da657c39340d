// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"os"
	"strings"

	"sigs.k8s.io/yaml"
)

// rolesFile has the ClusterRoles of the guide about permissions, each after a comment with what it is for.
const rolesFile = "examples/hub_permissions/roles.yaml"

// clusterRole is what the table has of a ClusterRole.
type clusterRole struct {
	Metadata struct {
		Name string `json:"name"`
	} `json:"metadata"`
	Rules []struct {
		Resources     []string `json:"resources"`
		ResourceNames []string `json:"resourceNames"`
		Verbs         []string `json:"verbs"`
	} `json:"rules"`
}

// roleTable is a table of the ClusterRoles in a file.
func roleTable(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	var table strings.Builder
	table.WriteString("| ClusterRole | for | permissions |\n|---|---|---|\n")
	for document := range strings.SplitSeq(string(text), "---\n") {
		purpose, _, _ := strings.Cut(document, ".\n")
		var role clusterRole
		if err := yaml.Unmarshal([]byte(document), &role); err != nil {
			return "", fmt.Errorf("%s: %w", file, err)
		}
		var rules []string
		for _, rule := range role.Rules {
			if len(rule.ResourceNames) > 0 {
				continue // one object, of which the page itself tells
			}
			rules = append(rules, strings.Join(rule.Resources, ", ")+": "+strings.Join(rule.Verbs, ", "))
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", role.Metadata.Name, strings.TrimPrefix(purpose, "# "), strings.Join(rules, "; "))
	}
	return table.String(), nil
}
