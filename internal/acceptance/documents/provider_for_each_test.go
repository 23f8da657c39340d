// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

const forEachExample = "../../../examples/provider_for_each"

// isOpenTofu reports whether the tool is OpenTofu, and whether its provider blocks can have for_each, as those of 1.9 and later.
func isOpenTofu(t *testing.T) (is, hasForEach bool) {
	t.Helper()
	version := cli.Tool(t, t.TempDir(), "version")
	is = strings.Contains(version, "OpenTofu")
	return is, is && !regexp.MustCompile(`OpenTofu v1\.[0-8]\.`).MatchString(version)
}

// refusesInit initializes a configuration that cannot work, and looks for the error in the guide.
func refusesInit(t *testing.T, files map[string]string, beginning string) {
	t.Helper()
	folder := cli.Folder{T: t, Path: t.TempDir()}
	for name, text := range files {
		name = filepath.Join(folder.Path, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ok, out := folder.Output("init", "-no-color", "-plugin-dir="+cli.Mirror(t))
	if ok {
		t.Errorf("this works:\n%s", out)
	}
	for _, block := range blocksOf(t, guideFile("workloads"), "") {
		if strings.HasPrefix(block, beginning) && strings.Contains(normalized(out), normalized(block)) {
			return
		}
	}
	t.Errorf("the guide does not show this:\n%s", out)
}

// TestAccForEach_module: a module with a provider configuration cannot have for_each. The guide shows the error of Terraform.
func TestAccForEach_module(t *testing.T) {
	cli.NeedAcceptance(t)
	if is, _ := isOpenTofu(t); is {
		t.Skip("the error of OpenTofu has other words")
	}
	refusesInit(t, map[string]string{
		"main.tf": `module "web" {
  source   = "./web"
  for_each = toset(["eu-1"])
}
`,
		"web/main.tf": `terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

provider "multicluster" {
  manifests = []
}
`,
	}, "Error: Module is incompatible")
}

// TestAccForEach_provider: in OpenTofu a provider can have for_each over static keys, and not over decisions.
func TestAccForEach_provider(t *testing.T) {
	cli.NeedAcceptance(t)
	if _, hasForEach := isOpenTofu(t); !hasForEach {
		t.Skip("only OpenTofu 1.9 and later has for_each of providers")
	}
	t.Run("decisions", func(t *testing.T) {
		text, err := os.ReadFile(filepath.Join(forEachExample, "main.tofu"))
		if err != nil {
			t.Fatal(err)
		}
		static, dynamic := "for_each       = local.contexts", "for_each       = multicluster_placement.web.decisions_by_cluster"
		refusesInit(t, map[string]string{"main.tofu": strings.Replace(string(text), static, dynamic, 1)}, "Error: Dynamic value")
	})
	t.Run("static keys", func(t *testing.T) {
		server := hubtest.Start(t)
		folder := cli.CopyExample(t, forEachExample, cli.Mirror(t), "", server)
		defer cli.Tool(t, folder, "destroy", "-auto-approve")
		applyExample(t, folder)
		if server.Get(t, "v1", "Namespace", "", "web-on-eu") == nil {
			t.Error("the workload is not there")
		}
	})
}
