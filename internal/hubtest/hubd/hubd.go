// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package hubd finds and builds the program of internal/tools/hubd, the Kubernetes API server of the tests. It is built once for
// the same sources and the same Go, outside of the checkout, because that takes twelve minutes of CPU time.
package hubd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// project is the folder in the user's cache.
const project = "terraform-provider-multicluster"

// Path is where the program for the sources of this checkout is, or would be if it were built.
func Path() (string, error) {
	sources, err := folder()
	if err != nil {
		return "", err
	}
	hash, err := hashOf(sources)
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	name := "hubd-" + hash
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(cache, project, name), nil
}

// Find returns the path of the program if it has been built.
func Find() (path string, ok bool, err error) {
	path, err = Path()
	if err != nil {
		return "", false, err
	}
	if _, err := os.Stat(path); err == nil {
		return path, true, nil
	}
	// `go test` repeats a result, even of skipped tests, as long as the files of the checkout that they looked at are the same.
	// The cache is not in the checkout, but this file is, and Build writes it.
	sources, err := folder()
	if err != nil {
		return "", false, err
	}
	_, _ = os.Stat(note(sources))
	return path, false, nil
}

// note is the file in the checkout that says where the program is.
func note(sources string) string {
	return filepath.Join(sources, "..", "..", "..", "bin", "hubd.path")
}

// Build builds the program unless it has been built, and returns its path. What the build prints goes to log.
func Build(ctx context.Context, log io.Writer) (string, error) {
	path, ok, err := Find()
	if err != nil {
		return "", err
	}
	sources, err := folder()
	if err != nil {
		return "", err
	}
	if !ok {
		if err := build(ctx, sources, path, log); err != nil {
			return "", err
		}
	}
	if err := os.MkdirAll(filepath.Dir(note(sources)), 0o755); err != nil {
		return "", err
	}
	if known, err := os.ReadFile(note(sources)); err == nil && string(known) == path {
		return path, nil
	}
	return path, os.WriteFile(note(sources), []byte(path), 0o600)
}

func build(ctx context.Context, sources, path string, log io.Writer) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	_, _ = fmt.Fprintf(log, "building %s; this takes about twelve minutes of CPU time, once\n", path)
	// Two builds at the same time do not see each other's half.
	temporary := fmt.Sprintf("%s.%d", path, os.Getpid())
	defer func() { _ = os.Remove(temporary) }()
	version, err := linkVersion(sources)
	if err != nil {
		return err
	}
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w "+version,
		"-o", temporary, ".")
	command.Dir, command.Stdout, command.Stderr = sources, log, log
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off")
	if err := command.Run(); err != nil {
		return fmt.Errorf("go build in %s: %w", sources, err)
	}
	return os.Rename(temporary, path)
}

// required is the line of go.mod with the version of Kubernetes.
var required = regexp.MustCompile(`(?m)^\s*k8s\.io/kubernetes (v(\d+)\.(\d+)\.\S+)`)

// linkVersion are the linker's flags for the version that the server says it has.
func linkVersion(sources string) (string, error) {
	text, err := os.ReadFile(filepath.Join(sources, "go.mod"))
	if err != nil {
		return "", err
	}
	found := required.FindSubmatch(text)
	if found == nil {
		return "", fmt.Errorf("%s: go.mod does not require k8s.io/kubernetes", sources)
	}
	const at = "-X k8s.io/component-base/version."
	return fmt.Sprintf("%sgitVersion=%s %sgitMajor=%s %sgitMinor=%s", at, found[1], at, found[2], at, found[3]), nil
}

// folder is internal/tools/hubd in the checkout that the working directory lies in.
func folder() (string, error) {
	at, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		found := filepath.Join(at, "internal", "tools", "hubd")
		if _, err := os.Stat(filepath.Join(found, "go.mod")); err == nil {
			return found, nil
		}
		if filepath.Dir(at) == at {
			return "", errors.New("the working directory is not in a checkout with internal/tools/hubd")
		}
		at = filepath.Dir(at)
	}
}

// hashOf identifies the sources, the version of Go and the system that it builds for.
func hashOf(sources string) (string, error) {
	hash := sha256.New()
	_, _ = fmt.Fprintln(hash, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	err := filepath.WalkDir(sources, func(path string, entry fs.DirEntry, err error) error {
		name := filepath.Base(path)
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") && name != "go.mod" && name != "go.sum" {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(sources, path)
		_, _ = fmt.Fprintf(hash, "%s %d\n%s", filepath.ToSlash(relative), len(content), content)
		return err
	})
	return hex.EncodeToString(hash.Sum(nil))[:16], err
}
