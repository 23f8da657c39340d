package conformance

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// RunRollout is [Run] for rollouts: it reads the files rollout-* of testdata/conformance/<dialect>, and of the folder
// $CONFORMANCE_DIR/<dialect> if that variable is set.
func RunRollout[Case any](t *testing.T, dialect string, compare func(c *Case) (name, difference string)) {
	t.Helper()
	runFiles(t, "rollout "+dialect, rolloutFiles(t, ".", dialect), compare)
}

// EachRollout is [Each] for rollouts. The folder testdata is that of another package, whose folder is from.
func EachRollout[Case any](t *testing.T, from, dialect string, visit func(c *Case)) {
	t.Helper()
	eachOf(t, rolloutFiles(t, from, dialect), visit)
}

// rolloutFiles returns the files of a dialect's rollout cases.
func rolloutFiles(t *testing.T, from, dialect string) []string {
	t.Helper()
	folders := []string{filepath.Join(from, "testdata", "conformance", dialect)}
	if dir := os.Getenv("CONFORMANCE_DIR"); dir != "" {
		folders = append(folders, filepath.Join(dir, dialect))
	}
	var all []string
	for _, folder := range folders {
		for _, pattern := range []string{"rollout-*.jsonl", "rollout-*.jsonl.gz"} {
			found, err := filepath.Glob(filepath.Join(folder, pattern))
			if err != nil {
				t.Fatal(err)
			}
			all = slices.Concat(all, found)
		}
	}
	return all
}
