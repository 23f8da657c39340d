// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// TestAccEphemeralHub connects with a token that is an ephemeral value: it is given anew to the apply of a saved plan, and nothing
// that the tool writes has it. Terraform has ephemeral values from 1.10 on, and OpenTofu from 1.11 on.
func TestAccEphemeralHub(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	server := hubtest.Start(t)
	c := cli.Folder{T: t, Path: t.TempDir()}
	var major, minor int
	_, version := c.Output("version")
	if _, err := fmt.Sscanf(version[strings.Index(version, " v")+2:], "%d.%d", &major, &minor); err != nil {
		t.Fatalf("%s: %v", version, err)
	}
	if major == 1 && minor < 11 && (minor < 10 || strings.HasPrefix(version, "OpenTofu")) {
		t.Skip("the tool has no ephemeral values")
	}
	certificates := server.Config.CAData
	if len(certificates) == 0 {
		var err error
		if certificates, err = os.ReadFile(server.Config.CAFile); err != nil {
			t.Fatal(err)
		}
	}
	given, err := json.Marshal(map[string]string{"host": server.Config.Host, "ca": string(certificates)})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(c.Path, "hub.auto.tfvars.json"), given, 0o600); err != nil {
		t.Fatal(err)
	}
	c.Start(cli.Mirror(t), `
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}
variable "host" {}
variable "ca" {}
variable "token" {
  ephemeral = true
}
provider "multicluster" {
  hub = { host = var.host, cluster_ca_certificate = var.ca, token = var.token }
}
resource "multicluster_cluster_set" "blue" {
  name = "`+server.Prefix(t)+`blue"
}
`, "[]")
	token := "token=" + server.Config.BearerToken
	c.Succeeds("1 to add", "plan", "-out=saved", token)
	c.Succeeds("1 added", "apply", token, "saved")
	c.Succeeds("No changes", "plan", token)
	for _, name := range []string{"saved", "terraform.tfstate"} {
		text, err := os.ReadFile(filepath.Join(c.Path, name))
		if err != nil || strings.Contains(string(text), server.Config.BearerToken) {
			t.Errorf("%s has the token, error %v", name, err)
		}
	}
	c.Succeeds("1 destroyed", "destroy", "-auto-approve", token)
}
