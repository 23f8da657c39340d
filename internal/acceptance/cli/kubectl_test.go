// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package cli

import "testing"

// TestWithKubectl: what of an example is changed for the tests, and what is not.
func TestWithKubectl(t *testing.T) {
	got := withKubectl(t, "main.tf", []byte(`terraform {
  required_providers {
    kubernetes = { source = "hashicorp/kubernetes" }
  }
}

provider "kubernetes" {
  config_path = "~/.kube/config"
}

# A comment.
resource "kubernetes_manifest" "web" {
  for_each = local.clusters
  provider = kubernetes.by_cluster[each.key]
  manifest = {
    kind = "Kustomization"
  }
}

output "kind" {
  value = kubernetes_manifest.web["a"].manifest.kind
}
`))
	want := `terraform {
  required_providers {
    kubectl = { source = "gavinbunney/kubectl" }
  }
}

provider "kubectl" {
  config_path = "~/.kube/config"
}

# A comment.
resource "kubectl_manifest" "web" {
  for_each = local.clusters
  provider = kubectl.by_cluster[each.key]
  yaml_body = yamlencode({
    kind = "Kustomization"
  })
  wait_for_rollout = false
}

output "kind" {
  value = yamldecode(kubectl_manifest.web["a"].yaml_body).kind
}
`
	if string(got) != want {
		t.Errorf("got\n%s", got)
	}
}
