package diff_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
)

// TestCompareOtherVersion: the scores of a report of another version are not compared, whatever they are.
func TestCompareOtherVersion(t *testing.T) {
	before, after := ranked(1, candidate("a", 80, 0), candidate("b", 60, 0)), ranked(1, candidate("b", 60, 0), candidate("a", 20, 0))
	was, is := before.Report(), after.Report()
	was.Version = 0
	want := []string{"+b [unknown] " + is.Clusters[0].Reason, "-a [unknown] " + is.Clusters[1].Reason}
	if diff := cmp.Diff(want, reported(diff.Compare(&was, &is, true))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestCompareStrangeReports: a report that was read can lack anything.
func TestCompareStrangeReports(t *testing.T) {
	for name, text := range map[string]string{
		"without anything": `{}`,
		"without columns":  `{"clusters":[{"name":"a","stage":"NotPicked","scores":[1,null]},{"name":"a","stage":"Decided"}]}`,
		"without causes":   `{"clusters":[{"name":"a","stage":"Predicate"}]}`,
		"an empty cause":   `{"clusters":[{"name":"a","stage":"Predicate","causes":[""],"reason":"x\r\ny"}]}`,
		"other candidates": `{"dialect":"hybrid","clusters":[{"name":"b","stage":"Decided"},{"name":"a","stage":"NotPicked"}],"rounds":[{"removed":["a"]},{"candidates":[{"name":"b"}]}]}`,
		"rounds of none":   `{"dialect":"hybrid","clusters":[{"name":"a","stage":"NotPicked"}],"rounds":[{}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			var strange placement.Report
			if err := json.Unmarshal([]byte(text), &strange); err != nil {
				t.Fatal(err)
			}
			good := ranked(1, candidate("a", 0, 0))
			report := good.Report()
			for _, version := range []int{0, placement.ReportVersion} {
				strange.Version = version
				checkMoves(t, diff.Compare(&strange, &report, false))
				checkMoves(t, diff.Compare(&report, &strange, false))
			}
		})
	}
}

// checkMoves wants moves, each with a cause and a sentence on one line.
func checkMoves(t *testing.T, changes diff.Changes) {
	t.Helper()
	moved := append(changes.Joined, changes.Left...)
	for _, change := range moved {
		if change.Cause == "" || change.Reason == "" || strings.ContainsAny(change.Reason, "\r\n") {
			t.Errorf("got %+v", change)
		}
	}
	if len(moved) == 0 {
		t.Error("nothing moves")
	}
}

// TestChangesString has a line for every cluster, up to a limit.
func TestChangesString(t *testing.T) {
	changes := diff.Changes{
		Joined: []diff.Change{{ClusterName: "eu-3", Cause: diff.CauseFreePlace, Reason: "it takes the place of eu-2, which leaves"}},
		Left:   []diff.Change{{ClusterName: "eu-2", Cause: "taint", Reason: "taint gpu:NoSelect is not tolerated"}},
		Stayed: 2,
	}
	const want = `1 cluster joins, 1 cluster leaves, 2 clusters stay.

- eu-3 joins: it takes the place of eu-2, which leaves

- eu-2 leaves: taint gpu:NoSelect is not tolerated`
	if diff := cmp.Diff(want, changes.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got, want := (diff.Changes{}).String(), "0 clusters join, 0 clusters leave, 0 clusters stay."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for i := range 25 {
		changes.Left = append(changes.Left, diff.Change{ClusterName: fmt.Sprintf("us-%d", i), Reason: "it is gone"})
	}
	got := strings.Split(changes.String(), "\n")
	if last := got[len(got)-1]; len(got) != 2+2+20+1 || last != "- and 6 more" {
		t.Errorf("%d lines, the last is %q", len(got), last)
	}
}
