// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/clusterreport"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// maxWhatIf limits a text, in bytes.
const maxWhatIf = 60_000

// simulationOf is a simulation in which every text is the next one.
func simulationOf(text func() string, steps, size int) []simulate.Result {
	results := make([]simulate.Result, steps)
	for i := range results {
		r := &results[i]
		r.Moves, r.Unsatisfied = map[string]planner.Moves{}, map[string]simulate.Unsatisfied{}
		r.Unchanged, r.DomainCount = i, size
		for k := range size {
			moves := planner.Moves{
				Left: map[string]string{text(): text()}, Joined: map[string]string{text(): text()},
				Regrouped: map[string]string{text(): text()},
			}
			r.Moves[fmt.Sprint(text(), k)] = moves
			r.Unsatisfied[fmt.Sprint(text(), k)] = simulate.Unsatisfied{Reason: text(), Before: k%2 == 0}
			r.Replaced, r.Edits = append(r.Replaced, text()), append(r.Edits, text())
			r.BlockedEvictions = append(r.BlockedEvictions, simulate.BlockedEviction{
				Placement: text(), ClusterNames: []string{text(), text()}, Reason: text(),
			})
			r.Domains = append(r.Domains, simulate.Spread{
				Domain: []string{simulate.OfFleet, simulate.OfLabel, simulate.OfClaim, simulate.OfClusterSet, text()}[k%5],
				Key:    text(), Value: text(), ClustersBefore: k, ClustersAfter: size - k, DecisionsAfter: k % 3,
			})
		}
	}
	return results
}

// resilienceOf is an answer in which every text is the next one.
func resilienceOf(text func() string, size int) *resilience.Outputs {
	of := &resilience.Outputs{
		Satisfied: size%2 == 0, BottleneckCount: 2 * size, ImpactCount: size, PlacementCount: size,
		Survives: resilience.Survives{AtLeast: size, Exact: size%3 == 0},
	}
	if size > 0 {
		of.GameDay = &resilience.GameDay{
			Loss: resilience.Loss{Domain: text(), Key: text(), Value: text()}, Clusters: simulate.Names{Names: []string{text()}, Count: size},
			Expected: map[string][]string{}, MovingCount: 2 * size,
		}
	}
	for i := range size {
		of.GameDay.Expected[text()] = []string{text(), text()}
		of.GameDay.Commands, of.GameDay.Back = append(of.GameDay.Commands, text()), append(of.GameDay.Back, text())
		domain := []string{resilience.OfCluster, resilience.OfLabel, resilience.OfClusterSet, resilience.OfNothing, text()}[i%5]
		impact := resilience.Impact{
			Loss: resilience.Loss{Domain: domain, Key: text(), Value: text(), ClusterCount: i}, Placement: text(), Satisfied: i%2 == 0,
			Left: simulate.Names{Names: []string{text()}, Count: i}, Joined: simulate.Names{Names: []string{text(), text()}, Count: 3},
			Reason: text(),
		}
		of.Domains = append(of.Domains, resilience.Domain{Domain: domain, Key: text()})
		of.Bottlenecks, of.Worst = append(of.Bottlenecks, impact), append(of.Worst, impact)
		of.Weakest = append(of.Weakest, resilience.Placement{Placement: text(), Satisfied: i%2 == 0})
		of.Work.Why = append(of.Work.Why, text())
	}
	return of
}

// reportsOf are outputs of a size whose names and reasons are drawn.
func reportsOf(text func() string, size int) *clusterreport.Outputs {
	outputs := &clusterreport.Outputs{}
	for range 2 {
		r := clusterreport.Report{ClusterName: text(), PlacementCount: 2 * size, LeavingCount: size}
		for i := range size {
			r.Placements = append(r.Placements, clusterreport.Placement{
				Placement: text(), Rank: i, Score: json.Number(text()), Reason: text(),
				Leaves: i%2 == 0, Joined: simulate.Names{Names: []string{text()}, Count: i}, Satisfied: i%3 == 0, DrainReason: text(), Consumers: text(),
			})
			r.Drain, r.NotRead = append(r.Drain, text()), append(r.NotRead, text())
			r.Absent = append(r.Absent, clusterreport.Absence{
				Placement: text(), Stage: text(), Reason: text(), NearestChange: text(),
			})
		}
		outputs.Reports = append(outputs.Reports, r)
	}
	return outputs
}

// comparisonsOf are outputs of a size whose names and reasons are drawn.
func comparisonsOf(text func() string, size int) *comparison.Outputs {
	outputs := &comparison.Outputs{Verdict: text(), Comparisons: map[string]comparison.Comparison{}}
	for i := range size {
		c := comparison.Comparison{
			Verdict: comparison.Verdicts[i%len(comparison.Verdicts)], Text: text(), Changes: []string{text(), text()},
			Today: map[string]string{}, Later: map[string]string{}, Fleets: i,
		}
		for k := range i % 30 {
			c.Today[fmt.Sprint(text(), k)], c.Later[text()] = text(), text()
		}
		outputs.Comparisons[fmt.Sprint(text(), i)] = c
	}
	return outputs
}

// whatIfDiagrams are the pictures, and pictureLine are their lines: no data is outside of the text of a node, and no character in
// it has a meaning.
var (
	whatIfDiagrams = regexp.MustCompile("(?s)\n```mermaid\nflowchart LR\n(.*?)```\n")
	pictureLine    = regexp.MustCompile(`^(  n\d+ --> n\d+|  classDef [a-z]+ fill:#[0-9a-f]{6},stroke:#[0-9a-f]{6},color:#[0-9a-f]{6}|` +
		`  n\d+\["(?:[\p{L}\p{Nd} ]|[\p{L}\p{Nd}]-|#\d+;|…|<br/>)*"\]:::(?:active|waiting|failed)|)$`)
)

// whatIfMistakes finds what the data has broken.
func whatIfMistakes(text string) (found []string) {
	if len(text) > maxWhatIf {
		found = append(found, fmt.Sprintf("%d bytes", len(text)))
	}
	for _, diagram := range whatIfDiagrams.FindAllStringSubmatch(text, -1) {
		for _, line := range strings.Split(diagram[1], "\n") {
			if !pictureLine.MatchString(line) || cut[0].MatchString(line) || cut[1].MatchString(line) {
				found = append(found, "unexpected line of a picture: "+line)
			}
		}
	}
	// Arrows are ours.
	rest := strings.ReplaceAll(whatIfDiagrams.ReplaceAllString(text, "\n"), " → ", " to ")
	rest = shellBlocks.ReplaceAllString(rest, "\n")
	return append(found, textMistakes(rest, "### Cluster ", "### Comparison of ", "A drain moves ", "### Simulation", "### Resilience of ", "### Game day: ", "Every placement is **satisfied**.", "**Not satisfied**",
		"The loss of **some single cluster** is too much.", "Any ")...)
}

// shellBlocks are commands, whose lines cannot end a block.
var shellBlocks = regexp.MustCompile("(?s)\n```sh\n.*?\n```\n")

func checkWhatIf(t interface{ Fatalf(string, ...any) }, write func() string) {
	text := write()
	if found := whatIfMistakes(text); len(found) > 0 {
		t.Fatalf("%s\nin:\n%s", strings.Join(found, "\n"), text)
	}
	if again := write(); again != text {
		t.Fatalf("the same outputs give different texts:\n%s", cmp.Diff(text, again))
	}
}

// TestWhatIfHoldsAnyText: comments and pictures keep their form regardless of the texts, and are never too long.
func TestWhatIfHoldsAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.OneOf(rapid.SampledFrom(hostile), rapid.SampledFrom(hostileToMermaid), rapid.String())
		text := func() string { return texts.Draw(t, "text") }
		results := simulationOf(text, rapid.IntRange(0, 3).Draw(t, "steps"), rapid.IntRange(0, 8).Draw(t, "size"))
		checkWhatIf(t, func() string { return simulationMarkdown(results) })
		of := resilienceOf(text, rapid.IntRange(0, 8).Draw(t, "losses"))
		checkWhatIf(t, func() string { return explainResilience(of) })
		reports := reportsOf(text, rapid.IntRange(0, 8).Draw(t, "placements"))
		checkWhatIf(t, func() string { return explainReports(reports) })
		comparisons := comparisonsOf(text, rapid.IntRange(0, 8).Draw(t, "pairs"))
		checkWhatIf(t, func() string { return explainComparison(comparisons) })
	})
}

// TestWhatIfIsCut: comments of large answers are short, say what they omit, and have a picture.
func TestWhatIfIsCut(t *testing.T) {
	for name, text := range map[string]string{
		"ordinary": "prod-europe-west-1 that is as long as a reason may well be: label env is dev", "hostile": strings.Repeat("@#|", 200),
	} {
		results := simulationOf(func() string { return text }, 30, 1000)
		of := resilienceOf(func() string { return text }, 1000)
		reports := reportsOf(func() string { return text }, 1000)
		comparisons := comparisonsOf(func() string { return text }, 1000)
		for what, write := range map[string]func() string{
			"simulation": func() string { return simulationMarkdown(results) },
			"resilience": func() string { return explainResilience(of) },
			"clusters":   func() string { return explainReports(reports) },
			"comparison": func() string { return explainComparison(comparisons) },
		} {
			checkWhatIf(t, write)
			if got := write(); !strings.Contains(got, "… and ") || len(got) < maxWhatIf/4 ||
				name == "ordinary" && what != "clusters" && what != "comparison" && !strings.Contains(got, "mermaid") {
				t.Errorf("%s %s: %d bytes:\n%s", name, what, len(got), got)
			}
		}
	}
}
