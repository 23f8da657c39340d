// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestAccQuery imports what a query finds on a hub, with the configuration that Terraform generates. Only Terraform from 1.14 on
// has queries.
func TestAccQuery(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	server := hubtest.Start(t)
	c := cli.Folder{T: t, Path: t.TempDir()}
	if _, help := c.Output("-help"); !strings.Contains(help, "\n  query ") {
		t.Skip("the tool has no command query")
	}
	prefix, number := server.Prefix(t), 5
	for i := range number {
		onhub.CreateCluster(t, server, fmt.Sprintf("%sc%d", prefix, i), prefix+"x")
	}
	query, err := os.ReadFile("../../../examples/hub_objects/fleet.tfquery.hcl")
	if err != nil {
		t.Fatal(err)
	}
	query = bytes.Replace(query, []byte(`env = "prod"`), []byte(`test = "`+prefix+`x"`), 1)
	if err := os.WriteFile(filepath.Join(c.Path, "clusters.tfquery.hcl"), query, 0o600); err != nil {
		t.Fatal(err)
	}
	c.Start(cli.Mirror(t), `
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}
provider "multicluster" {
  hub = { config_path = "`+server.Kubeconfig+`" }
}
`, "[]")
	if ok, out := c.Output("query", "-no-color", "-generate-config-out=clusters.tf"); !ok {
		t.Fatal(out)
	}
	c.Succeeds(fmt.Sprintf("%d imported, 0 added, 0 changed", number), "apply", "-auto-approve")
	c.Succeeds("No changes", "plan")
}
