// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// answers are recorded answers of one kind: the files of a folder, and what a case in them is.
type answers struct{ folder, what string }

// recorded is a scheduler whose answers are recorded, with the version that gave them.
type recorded struct {
	scheduler, version string
	answers            []answers
	// controllers are those that have run beside the provider.
	controllers string
}

// recordings are the rows of the table of versions. Whoever records the answers of another version changes it here.
var recordings = []recorded{
	{
		"Open Cluster Management (`ocm`)", "`main` of 2026-08-11, after v1.3.0",
		[]answers{
			{"internal/placement/ocm/testdata/conformance", "placements"},
			{"internal/rollout/ocm/testdata/conformance/ocm", "rollouts"},
		},
		"`placement`, `registration` and `work` of open-cluster-management-io/ocm at `00f84c32b03b`",
	},
	{
		"KubeFleet (`kubefleet`)", "`main` of 2026-08-20",
		[]answers{
			{"internal/placement/kubefleet/testdata/conformance", "placements"},
			{"internal/rollout/rollingupdate/testdata/conformance/kubefleet", "rolling updates"},
			{"internal/rollout/staged/testdata/conformance/kubefleet", "staged update runs"},
			{"internal/placement/kubefleet/resources/testdata/conformance", "placements with their manifests"},
		},
		"`hubagent` and `memberagent` of kubefleet-dev/kubefleet at `e160c1cdfdd9`",
	},
	{
		"Hybrid placement rules (`hybrid`)", "the published document and ham-placement of 2020",
		[]answers{{"internal/placement/hybrid/testdata/conformance", "placements"}},
		"none",
	},
}

// recordedTable is the table of the recordings in a checkout.
func recordedTable(checkout fs.FS) (string, error) {
	var text strings.Builder
	text.WriteString("| scheduler | version | recorded answers | controllers in tests |\n|---|---|---|---|\n")
	for _, r := range recordings {
		counts := make([]string, len(r.answers))
		for i, a := range r.answers {
			count, err := a.count(checkout)
			if err != nil {
				return "", err
			}
			counts[i] = fmt.Sprintf("%d %s", count, a.what)
		}
		fmt.Fprintf(&text, "| %s | %s | %s | %s |\n", r.scheduler, r.version, strings.Join(counts, ", "), r.controllers)
	}
	return text.String(), nil
}

// count is the number of cases in the files.
func (a answers) count(checkout fs.FS) (int, error) {
	files, err := fs.Glob(checkout, a.folder+"/*.gz")
	if err == nil && len(files) == 0 {
		err = errors.New("no answers in " + a.folder)
	}
	sum := 0
	for _, name := range files {
		count, failed := casesOf(checkout, name)
		if sum += count; failed != nil {
			err = fmt.Errorf("%s: %w", name, failed)
		}
	}
	return sum, err
}

// casesOf counts the cases of a file: its lines, or the list in a file of manifests.
func casesOf(checkout fs.FS, name string) (int, error) {
	file, err := checkout.Open(name)
	if err != nil {
		return 0, err
	}
	defer func() { _ = file.Close() }()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return 0, err
	}
	text, err := io.ReadAll(unpacked)
	if err != nil || !strings.HasSuffix(name, ".json.gz") {
		return bytes.Count(text, []byte("\n")), err
	}
	var content struct {
		Cases []json.RawMessage `json:"cases"`
	}
	err = json.Unmarshal(text, &content)
	return len(content.Cases), err
}
