// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package conformance

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// RunRollout is [Run] for rollouts: it reads the files rollout-* of testdata/conformance/<dialect>, and of the folder
// $CONFORMANCE_DIR/<dialect> if that variable is set. Staged update runs are left to [RunStaged].
func RunRollout[Case any](t *testing.T, dialect string, compare func(c *Case) (name, difference string)) {
	t.Helper()
	runFiles(t, "rollout "+dialect, rolloutFiles(t, ".", dialect, "rollout-"), compare)
}

// RunStaged is [RunRollout] for the staged update runs of KubeFleet, which are in the files rollout-staged-*.
func RunStaged[Case any](t *testing.T, compare func(c *Case) (name, difference string)) {
	t.Helper()
	runFiles(t, "rollout kubefleet, staged", rolloutFiles(t, ".", "kubefleet", stagedPrefix), compare)
}

// EachRollout is [Each] for rollouts. The folder testdata is that of another package, whose folder is from.
func EachRollout[Case any](t *testing.T, from, dialect string, visit func(c *Case)) {
	t.Helper()
	eachOf(t, rolloutFiles(t, from, dialect, "rollout-"), visit)
}

// EachStaged is [EachRollout] for staged update runs, in the folder testdata of the package itself.
func EachStaged[Case any](t *testing.T, visit func(c *Case)) {
	t.Helper()
	eachOf(t, rolloutFiles(t, ".", "kubefleet", stagedPrefix), visit)
}

const stagedPrefix = "rollout-staged-"

// rolloutFiles returns the files of a dialect's rollout cases with a prefix; those of staged update runs have a longer one of
// their own.
func rolloutFiles(t *testing.T, from, dialect, prefix string) []string {
	t.Helper()
	all := matching(t, filepath.Join(from, "testdata", "conformance", dialect), dialect, prefix+"*.jsonl", prefix+"*.jsonl.gz")
	return slices.DeleteFunc(all, func(file string) bool {
		return prefix != stagedPrefix && strings.HasPrefix(filepath.Base(file), stagedPrefix)
	})
}
