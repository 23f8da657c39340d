package provider

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestExample runs every folder of examples/ that has Terraform files, with the provider as users get it: as a binary
// in a local mirror. A folder with test files is tested, any other is applied, and its second plan has to be empty.
func TestExample(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("set TF_ACC=1 to run the examples on the real binary")
	}
	mirror := buildMirror(t)
	root := filepath.Join("..", "..", "examples")
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
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if examples < 4 {
		t.Errorf("only %d examples were found", examples)
	}
}

func runExample(t *testing.T, folder, mirror string) {
	copied := t.TempDir()
	files, err := filepath.Glob(filepath.Join(folder, "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	hasSource, hasTests := false, false
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "terraform.") || strings.HasPrefix(name, ".") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		hasSource = hasSource || strings.Contains(string(text), "required_providers")
		hasTests = hasTests || strings.HasSuffix(name, ".tftest.hcl")
		if err := os.WriteFile(filepath.Join(copied, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if !hasSource {
		const source = `terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}`
		if err := os.WriteFile(filepath.Join(copied, "versions.tf"), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tool(t, copied, "init", "-input=false", "-plugin-dir="+mirror)
	tool(t, copied, "fmt", "-check", "-diff")
	if hasTests {
		if out := tool(t, copied, "test"); !strings.Contains(out, "Success!") {
			t.Errorf("no test ran:\n%s", out)
		}
		return
	}
	tool(t, copied, "apply", "-input=false", "-auto-approve")
	tool(t, copied, "plan", "-input=false", "-detailed-exitcode")
}

// tool runs Terraform or OpenTofu in a folder.
func tool(t *testing.T, folder string, arguments ...string) string {
	t.Helper()
	binary := os.Getenv("TF_ACC_TERRAFORM_PATH")
	if binary == "" {
		binary = "terraform"
	}
	command := exec.CommandContext(t.Context(), binary, append(arguments, "-no-color")...)
	command.Dir = folder
	out, err := command.CombinedOutput()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() == 2 && arguments[0] == "plan" {
			t.Fatalf("the second plan is not empty:\n%s", out)
		}
		t.Fatalf("%s %s: %v\n%s", binary, strings.Join(arguments, " "), err, out)
	}
	return string(out)
}

// buildMirror builds the provider into a mirror for both tools.
func buildMirror(t *testing.T) string {
	t.Helper()
	mirror := t.TempDir()
	binary := filepath.Join(mirror, "terraform-provider-multicluster_v0.0.1")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "../..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the provider: %v\n%s", err, out)
	}
	for _, host := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		folder := filepath.Join(mirror, host, "terraform-multicluster", "multicluster", "0.0.1",
			runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Link(binary, filepath.Join(folder, filepath.Base(binary))); err != nil {
			t.Fatal(err)
		}
	}
	return mirror
}
