package workload

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/step"
)

// TestManifestWork_neverMoreAdvanced: whatever conditions a work has, its status is never more advanced than the one of Open
// Cluster Management, whose controller also goes by Available where there is no condition Progressing.
func TestManifestWork_neverMoreAdvanced(t *testing.T) {
	types := []string{"Applied", "Available", "Progressing", "Degraded"}
	rapid.Check(t, func(t *rapid.T) {
		has := map[string]string{}
		var list []string
		for _, of := range rapid.SampledFrom([][]string{types, types[:3], types[:2], {"Applied", "Progressing", "Degraded"}}).Draw(t,
			"types") {
			status, generation := rapid.SampledFrom([]string{"True", "False", "Unknown"}).Draw(t, of),
				rapid.IntRange(2, 3).Draw(t, of+" generation")
			list = append(list, conditionOf(of, status, "R", generation))
			has[of] = fmt.Sprint(status, generation)
		}
		rules := rapid.Bool().Draw(t, "rules")
		by := rapid.SampledFrom([]Completion{"", CompletedByAvailable}).Draw(t, "by")
		found := read(t, &Source{ManifestWorks: &Works{Name: "web", CompletedBy: by}}, manifestWorkOf(rules, list...))
		got, ok := found.ClusterStatus["c"]
		if want := upstream(has); ok && slices.Index(advance, got.Status) > slices.Index(advance, want) {
			t.Fatalf("%v: %s, and upstream %s", has, got.Status, want)
		}
	})
}

// upstream is the status by the controller of ManifestWorkReplicaSets, of conditions such as True3 of an object of the generation
// 3.
func upstream(has map[string]string) step.Status {
	ready := func(of string) bool { return strings.HasSuffix(has[of], "3") }
	degraded := has["Degraded"] == "True3"
	switch {
	case has["Applied"] != "True3", !ready("Progressing") && !ready("Available"), has["Degraded"] != "" && !ready("Degraded"):
		return step.ToApply
	case !ready("Progressing") && degraded, has["Progressing"] == "True3" && degraded:
		return step.Failed
	case !ready("Progressing") && has["Available"] == "True3", has["Progressing"] == "False3":
		return step.Succeeded
	}
	return step.Progressing
}
