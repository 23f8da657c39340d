// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestAccMoved moves a cluster set from a kubernetes_manifest with the tool. Nothing runs of hashicorp/kubernetes, which the tool
// wants to have installed: the provider itself takes its place in the mirror.
func TestAccMoved(t *testing.T) {
	cli.NeedAcceptance(t)
	if regexp.MustCompile(`OpenTofu v1\.[0-9]\.`).MatchString(cli.Tool(t, t.TempDir(), "version")) {
		t.Skip("OpenTofu moves to another type of resource since 1.10")
	}
	t.Parallel()
	server := hubtest.Start(t)
	name := server.Prefix(t) + "set"
	created := server.Create(t, "{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSet, metadata: "+
		"{name: "+name+"}, spec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {matchLabels: {env: prod}}}}}")
	c := cli.Folder{T: t, Path: t.TempDir()}
	host := registryHost()
	state := fmt.Sprintf(`{"version": 4, "terraform_version": "1.8.0", "serial": 1, "lineage": "moved", "resources": [{
		"mode": "managed", "type": "kubernetes_manifest", "name": "prod",
		"provider": "provider[\"%s/hashicorp/kubernetes\"]",
		"instances": [{"schema_version": 1, "attributes": %s}]}]}`, host, onhub.ManifestState(t, created.Object))
	if err := os.WriteFile(filepath.Join(c.Path, "terraform.tfstate"), []byte(state), 0o600); err != nil {
		t.Fatal(err)
	}
	c.Start(mirrorAs(t, cli.Mirror(t), host, "hashicorp", "kubernetes"), `
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}
provider "multicluster" {
  hub = { config_path = "`+server.Kubeconfig+`" }
}
moved {
  from = kubernetes_manifest.prod
  to   = multicluster_cluster_set.prod
}
resource "multicluster_cluster_set" "prod" {
  name           = "`+name+`"
  selector_type  = "LabelSelector"
  label_selector = { match_labels = { env = "prod" } }
}
`, "[]")
	c.Succeeds("0 added, 0 changed, 0 destroyed", "apply", "-auto-approve")
	c.Succeeds("No changes", "plan")
}

// registryHost is the registry of the tool.
func registryHost() string {
	if host := os.Getenv("TF_ACC_PROVIDER_HOST"); host != "" {
		return host
	}
	return "registry.terraform.io"
}

// mirrorAs is a mirror that has the provider under another name, too.
func mirrorAs(t *testing.T, mirror, host, namespace, name string) string {
	t.Helper()
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(mirror)); err != nil {
		t.Fatal(err)
	}
	binaries, err := filepath.Glob(filepath.Join(mirror, host, "terraform-multicluster", "multicluster", "*", "*", "*"))
	if err != nil || len(binaries) != 1 {
		t.Fatalf("the mirror has %v, error %v", binaries, err)
	}
	folder, err := filepath.Rel(filepath.Join(mirror, host, "terraform-multicluster", "multicluster"), filepath.Dir(binaries[0]))
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(copied, host, namespace, name, folder)
	if err := os.MkdirAll(to, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(binaries[0], filepath.Join(to, "terraform-provider-"+name)); err != nil {
		t.Fatal(err)
	}
	return copied
}
