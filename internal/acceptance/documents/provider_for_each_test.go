package documents

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// TestAccProviderForEach: what of the guide cannot work gives the errors that it shows, and what works is an example.
func TestAccProviderForEach(t *testing.T) {
	cli.NeedAcceptance(t)
	mirror, shown := cli.Mirror(t), blocksOf(t, guideFile("workloads"), "")
	isOpenTofu := strings.Contains(cli.Tool(t, t.TempDir(), "version"), "OpenTofu")
	isShown := func(t *testing.T, out, beginning string) {
		t.Helper()
		for _, block := range shown {
			if strings.HasPrefix(block, beginning) && strings.Contains(normalized(out), normalized(block)) {
				return
			}
		}
		t.Errorf("the guide does not show this:\n%s", out)
	}
	t.Run("module", func(t *testing.T) {
		folder := cli.Folder{T: t, Path: t.TempDir()}
		if err := os.Mkdir(filepath.Join(folder.Path, "web"), 0o700); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{
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
		} {
			if err := os.WriteFile(filepath.Join(folder.Path, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		ok, out := folder.Output("init", "-no-color", "-plugin-dir="+mirror)
		if ok {
			t.Errorf("a module with a provider configuration has for_each:\n%s", out)
		}
		if !isOpenTofu {
			isShown(t, out, "Error: Module is incompatible")
		}
	})
	if !isOpenTofu {
		return
	}
	server := hubtest.Start(t)
	example := filepath.Join("..", "..", "..", "examples", "provider_for_each")
	t.Run("static keys", func(t *testing.T) {
		folder := cli.CopyExample(t, example, mirror, "", server)
		defer cli.Tool(t, folder, "destroy", "-auto-approve")
		applyExample(t, folder)
		if server.Get(t, "v1", "Namespace", "", "web-on-eu") == nil {
			t.Error("the workload is not there")
		}
	})
	t.Run("decisions", func(t *testing.T) {
		text, err := os.ReadFile(filepath.Join(example, "main.tofu"))
		folder := cli.Folder{T: t, Path: t.TempDir()}
		if err == nil {
			text = []byte(strings.Replace(string(text), "for_each       = local.contexts", "for_each       = multicluster_placement.web.decisions_by_cluster", 1))
			err = os.WriteFile(filepath.Join(folder.Path, "main.tofu"), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		ok, out := folder.Output("init", "-no-color", "-plugin-dir="+mirror)
		if ok {
			t.Errorf("the provider has for_each over decisions:\n%s", out)
		}
		isShown(t, out, "Error: Dynamic value")
	})
}
