// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package conformance

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// RunRender is [Run] for manifests that KubeFleet renders: it reads the files render-* of the package's testdata/conformance,
// and of the folder $CONFORMANCE_DIR/kubefleet if that variable is set. Kinds are what the hub of a file's cases serves.
func RunRender[Kind, Case any](t *testing.T, compare func(kinds []Kind, c *Case) (name, difference string)) {
	t.Helper()
	passed, failed := 0, 0
	for _, file := range matching(t, filepath.Join("testdata", "conformance"), "kubefleet", "render-*.json", "render-*.json.gz") {
		var content struct {
			Kinds []Kind            `json:"apiResources"`
			Cases []json.RawMessage `json:"cases"`
		}
		if err := json.Unmarshal(read(t, file), &content); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		found := outcomes(content.Cases, func(c *Case) (string, string) { return compare(content.Kinds, c) })
		report(t, file, found, &passed, &failed)
	}
	conclude(t, "render kubefleet", passed, failed)
}

// EachRender decodes every case that RunRender reads, for tests of a part of what the cases hold.
func EachRender[Case any](t testing.TB, visit func(c *Case)) {
	t.Helper()
	for _, file := range matching(t, filepath.Join("testdata", "conformance"), "kubefleet", "render-*.json", "render-*.json.gz") {
		var content struct {
			Cases []*Case `json:"cases"`
		}
		if err := json.Unmarshal(read(t, file), &content); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, c := range content.Cases {
			visit(c)
		}
	}
}

// read returns the text of a file.
func read(t testing.TB, file string) []byte {
	t.Helper()
	opened, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = opened.Close() }()
	var text io.Reader = opened
	if strings.HasSuffix(file, ".gz") {
		if text, err = gzip.NewReader(opened); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	all, err := io.ReadAll(text)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return all
}
