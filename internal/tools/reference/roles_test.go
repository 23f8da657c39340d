// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestRoleTable has a row for each ClusterRole.
func TestRoleTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "roles.yaml")
	const roles = `# Plans.
kind: ClusterRole
metadata: {name: plan}
rules:
  - {apiGroups: [""], resources: [namespaces], resourceNames: [kube-system], verbs: [get]}
  - {apiGroups: [x], resources: [placements, clusters], verbs: [get, list]}
---
# Writes.
kind: ClusterRole
metadata: {name: write}
`
	if err := os.WriteFile(file, []byte(roles), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := roleTable(file)
	if want := "| ClusterRole | for | permissions |\n|---|---|---|\n" +
		"| `plan` | Plans | placements, clusters: get, list |\n" +
		"| `write` | Writes |  |\n"; got != want || err != nil {
		t.Errorf("got %v:\n%s", err, got)
	}
	if _, err := roleTable(file + ".none"); err == nil {
		t.Error("a file that does not exist has roles")
	}
}
