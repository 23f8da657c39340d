// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

// mirrorFolder is the folder of the mirror that the tests share; empty without one.
var mirrorFolder string

// module is the path of the provider.
const module = "github.com/terraform-multicluster/terraform-provider-multicluster"

// Main runs the tests of a package, calls what is to be done after them, and removes the mirror that they share. Every package that
// uses Mirror calls it in its TestMain.
func Main(m *testing.M, finally ...func()) {
	code := m.Run()
	for _, do := range finally {
		do()
	}
	if mirrorFolder != "" {
		_ = os.RemoveAll(mirrorFolder)
	}
	os.Exit(code)
}

// Mirror returns a mirror for both tools with the provider: that of the variable TEST_PROVIDER, else one that is built for the package.
func Mirror(t *testing.T) string {
	t.Helper()
	mirror, err := builtMirror()
	if err != nil {
		t.Fatal(err)
	}
	return mirror
}

var builtMirror = sync.OnceValues(func() (mirror string, err error) {
	if mirror, err = os.MkdirTemp("", "mirror"); err != nil {
		return "", err
	}
	mirrorFolder = mirror
	binary := filepath.Join(mirror, "terraform-provider-multicluster_v0.1.0")
	if err := putProvider(binary); err != nil {
		return "", err
	}
	for _, host := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		folder := filepath.Join(mirror, host, "terraform-multicluster", "multicluster", "0.1.0", runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return "", err
		}
		if err := os.Link(binary, filepath.Join(folder, filepath.Base(binary))); err != nil {
			return "", err
		}
		if err := addCachedProviders(filepath.Join(mirror, host)); err != nil {
			return "", err
		}
	}
	return mirror, nil
})

func putProvider(binary string) error {
	if built := os.Getenv("TEST_PROVIDER"); built != "" {
		content, err := os.ReadFile(built)
		if err != nil {
			return err
		}
		return os.WriteFile(binary, content, 0o700) //nolint:gosec // It is run.
	}
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, module).CombinedOutput(); err != nil {
		return fmt.Errorf("building the provider: %w\n%s", err, out)
	}
	return nil
}

// cachedProviders is the mirror of the providers of others, which `make providers` builds.
func cachedProviders() (string, error) {
	cache, err := os.UserCacheDir()
	return filepath.Join(cache, "terraform-provider-multicluster", "mirror"), err
}

// addCachedProviders adds the providers of others to the mirror of a host.
func addCachedProviders(folder string) error {
	cached, err := cachedProviders()
	if err != nil {
		return err
	}
	platforms, err := filepath.Glob(filepath.Join(cached, "*", "*", "*", "*"))
	if err != nil {
		return err
	}
	for _, platform := range platforms {
		name, err := filepath.Rel(cached, platform)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Join(folder, filepath.Dir(name)), 0o700); err != nil {
			return err
		}
		if err := os.Symlink(platform, filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	return nil
}
