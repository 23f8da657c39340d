// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// The examples use hashicorp/kubernetes, whose releases with kubernetes_manifest are no Go modules and cannot be built here. The
// tests run them with gavinbunney/kubectl instead: the same objects, written to the same API server.
const (
	kubernetesManifest = "kubernetes_manifest"
	kubectlManifest    = "kubectl_manifest"
	kubectlSource      = "gavinbunney/kubectl"
)

var manifestReference = regexp.MustCompile(`\bkubernetes_manifest\.(\w+(?:\[[^]]*\])?)\.manifest\b`)

// needProviders skips the test if an example needs a provider of others that has not been built, or fails if the variable CI is
// set.
func needProviders(t *testing.T, text []byte) {
	t.Helper()
	for in, source := range map[string]string{"hashicorp/kubernetes": kubectlSource, "hashicorp/local": "hashicorp/local"} {
		if !bytes.Contains(text, []byte(`"`+in+`"`)) {
			continue
		}
		cached, err := cachedProviders()
		if err != nil {
			t.Fatal(err)
		}
		switch built, _ := filepath.Glob(filepath.Join(cached, source, "*")); {
		case len(built) > 0:
		case hubtest.IsLeftOut(), os.Getenv("CI") == "":
			t.Skipf("the provider %s is not built: run `make providers` once", source)
		default:
			t.Fatalf("the provider %s is not built: run `make providers`", source)
		}
	}
}

// withKubectl is a file of a configuration, or of its tests, with kubectl_manifest in the place of kubernetes_manifest.
func withKubectl(t *testing.T, name string, text []byte) []byte {
	t.Helper()
	if !slices.Contains([]string{".tf", ".tofu", ".hcl"}, filepath.Ext(name)) || !bytes.Contains(text, []byte("kubernetes")) {
		return text
	}
	file, diagnostics := hclwrite.ParseConfig(text, name, hcl.InitialPos)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	if formatted := hclwrite.Format(text); !bytes.Equal(formatted, text) {
		t.Errorf("%s is not formatted:\n%s", name, formatted)
	}
	for _, block := range file.Body().Blocks() {
		switch labels := block.Labels(); {
		case block.Type() == "terraform":
			for _, inner := range block.Body().Blocks() {
				if inner.Type() == "required_providers" && inner.Body().GetAttribute("kubernetes") != nil {
					inner.Body().RemoveAttribute("kubernetes")
					inner.Body().SetAttributeRaw("kubectl", tokens(t, `{ source = "`+kubectlSource+`" }`))
				}
			}
		case block.Type() == "provider" && slices.Equal(labels, []string{"kubernetes"}):
			block.SetLabels([]string{"kubectl"})
		case block.Type() == "resource" && labels[0] == kubernetesManifest:
			replaceManifest(t, block)
		}
	}
	changed := manifestReference.ReplaceAll(file.Bytes(), []byte("yamldecode("+kubectlManifest+".$1.yaml_body)"))
	return hclwrite.Format([]byte(strings.ReplaceAll(string(changed), kubernetesManifest+".", kubectlManifest+".")))
}

// replaceManifest makes a kubectl_manifest of a kubernetes_manifest.
func replaceManifest(t *testing.T, block *hclwrite.Block) {
	t.Helper()
	block.SetLabels([]string{kubectlManifest, block.Labels()[1]})
	body := block.Body()
	if provider := body.GetAttribute("provider"); provider != nil {
		provider.Expr().RenameVariablePrefix([]string{"kubernetes"}, []string{"kubectl"})
	}
	manifest := body.RemoveAttribute("manifest").Expr().BuildTokens(nil)
	body.SetAttributeRaw("yaml_body", slices.Concat(tokens(t, "yamlencode("), manifest, tokens(t, ")")))
	// No controller of the hub starts pods, and kubernetes_manifest does not wait for them either.
	body.SetAttributeRaw("wait_for_rollout", tokens(t, "false"))
}

// tokens are those of a part of an expression.
func tokens(t *testing.T, text string) hclwrite.Tokens {
	t.Helper()
	native, diagnostics := hclsyntax.LexExpression([]byte(text), "", hcl.InitialPos)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	var list hclwrite.Tokens
	for _, token := range native {
		if token.Type != hclsyntax.TokenEOF {
			list = append(list, &hclwrite.Token{Type: token.Type, Bytes: token.Bytes})
		}
	}
	return list
}
