// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestExample runs every folder of examples/ that has Terraform files, with the provider as users get it: as a binary
// in a local mirror. Its tests have to pass, if it has any; then it is applied, and the second plan has to be empty. While both
// tools run, OpenTofu only plans it, unless it has imports. The folders inside of one with Terraform files are its modules.
//
// Every folder runs as it is copied. A file import-by-*.tf.example and each line of an import.sh is one more run, which begins
// with the import.
//
// An example with a hub runs on the API server of the tests, with the objects in testdata/example_hub. In the copy of the example
// the path ~/.kube/config is replaced by that of a kubeconfig with the contexts hub-eu and hub-us, and the variables hub_host,
// hub_ca_certificate and hub_token are set if it has them. At the end it is destroyed.
func TestExample(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("set TF_ACC=1 to run the examples on the real binary")
	}
	mirror := cli.Mirror(t)
	root := filepath.Join("..", "..", "..", "examples")
	examples := 0
	err := filepath.WalkDir(root, func(folder string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && strings.HasPrefix(entry.Name(), ".") || entry.Name() == "terraform.d" {
			return filepath.SkipDir
		}
		if files, _ := filepath.Glob(filepath.Join(folder, "*.tf")); entry.IsDir() && len(files) > 0 {
			examples++
			name, _ := filepath.Rel(root, folder)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				runExample(t, folder, mirror)
			})
			return filepath.SkipDir
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if examples < 20 {
		t.Errorf("only %d examples were found", examples)
	}
}

// ignoresOverrides reports whether tests give a data source maps, and the tool is an OpenTofu that ignores them: 1.8.5 does, and 1.8.11
// does not.
func ignoresOverrides(t *testing.T, tests []string) bool {
	t.Helper()
	for _, name := range tests {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "override_data") {
			return strings.Contains(cli.Tool(t, t.TempDir(), "version"), "OpenTofu v1.8.5")
		}
	}
	return false
}

func runExample(t *testing.T, folder, mirror string) {
	imports, script := importsOf(t, folder)
	server := exampleHub(t, folder)
	copied := cli.CopyExample(t, folder, mirror, "", server)
	isPlanned := cli.IsSecondTool() && len(imports) == 0 && script == ""
	if server != nil && !isPlanned {
		defer cli.Tool(t, copied, "destroy", "-input=false", "-auto-approve")
	}
	if tests, _ := filepath.Glob(filepath.Join(copied, "*.tftest.hcl")); len(tests) > 0 && !ignoresOverrides(t, tests) {
		if out := cli.Tool(t, copied, "test"); !strings.Contains(out, "Success!") {
			t.Errorf("no test ran:\n%s", out)
		}
	}
	if isPlanned {
		cli.Tool(t, copied, "plan", "-input=false")
	} else {
		applyExample(t, copied)
	}
	for _, file := range imports {
		if strings.Contains(file, "identity") && !knowsIdentity(t, copied) {
			continue
		}
		copied := cli.CopyExample(t, folder, mirror, filepath.Base(file), server)
		if out := applyExample(t, copied); !strings.Contains(out, "1 imported") {
			t.Errorf("%s: nothing was imported:\n%s", file, out)
		}
	}
	if script == "" {
		return
	}
	copied = cli.CopyExample(t, folder, mirror, "", server)
	for line := range strings.Lines(script) {
		if command, ok := strings.CutPrefix(line, "terraform import "); ok {
			address, id, _ := strings.Cut(strings.TrimSpace(command), " ")
			cli.Tool(t, copied, "import", "-input=false", strings.Trim(address, "'"), id)
		}
	}
	applyExample(t, copied)
}

// importFiles are the files of an example that import something. Each is run alone, without the suffix: a folder with all of them
// would import the same object twice.
const importFiles = "import-by-*.tf" + cli.ExampleSuffix

// importsOf are these files of an example, and the text of its import.sh; empty if there is none.
func importsOf(t *testing.T, folder string) (files []string, script string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, importFiles))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "import.sh"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return files, string(text)
}

// knowsIdentity reports whether the tool can import by identity: Terraform and OpenTofu from 1.12 on.
func knowsIdentity(t *testing.T, folder string) bool {
	t.Helper()
	var version struct {
		Version string `json:"terraform_version"`
	}
	if err := json.Unmarshal([]byte(cli.Tool(t, folder, "version", "-json")), &version); err != nil {
		t.Fatal(err)
	}
	var major, minor int
	if _, err := fmt.Sscanf(version.Version, "%d.%d", &major, &minor); err != nil {
		t.Fatalf("%s: %v", version.Version, err)
	}
	return major > 1 || minor >= 12
}

// applyExample applies a folder, wants the second plan to be empty, and returns what the tool printed.
func applyExample(t *testing.T, folder string) string {
	t.Helper()
	out := cli.Tool(t, folder, "apply", "-input=false", "-auto-approve")
	if config, err := os.ReadFile(filepath.Join(folder, "main.tf")); err == nil &&
		strings.Contains(string(config), "= data.multicluster_workload_status.") {
		// The status is that of before the first apply.
		cli.Tool(t, folder, "apply", "-input=false", "-auto-approve")
	}
	cli.Tool(t, folder, "plan", "-input=false", "-detailed-exitcode")
	return out
}
