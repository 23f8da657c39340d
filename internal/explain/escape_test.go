// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// hostile are texts with a meaning in Markdown, HTML or terminals.
var hostile = []string{
	"", " ", "|", `\|`, `\\|`, `\`, "`|`", "``", "a\nb", "\r\n\r\n# x", "\u2028", "\u202ecod.exe", "\x00\x1b[31m", "\xff",
	"<b>", "</details>", "<script>alert(1)</script>", "<!--", "&lt;", "&#124;", "-->", "| --- |", "---", "**x**", "__x__",
	"~~~", "[x](javascript:y)", "![x](y)", "@octocat", "#1", "https://evil.example/?x", "www.evil.example", "a@b.example", "- x",
	"> x", "dev|<test>", strings.Repeat("|<", 1000),
}

// reportOf are outputs with a report in which every text is the next one.
func reportOf(text func() string, decided, notPicked, rejected, columns, rounds int) *explainedPlacement {
	r := placement.Report{Version: placement.ReportVersion, Dialect: placement.DialectHybrid}
	for range columns {
		r.Prioritizers = append(r.Prioritizers, placement.Prioritizer{Name: text(), Weight: int32(len(r.Prioritizers))})
	}
	value := int64(-7)
	for i := range decided + notPicked + rejected {
		c := placement.ReportedCluster{Name: text(), Reason: text(), Stage: text(), Causes: []string{"label"}}
		if i < decided+notPicked {
			c.Score, c.Stage, c.Causes = json.Number("12.5"), placement.StageNotPicked, nil
			for k := range columns {
				c.Scores = append(c.Scores, []*int64{&value, nil}[(i+k)%2])
			}
		}
		if i < decided {
			group := i % 3
			c.Stage, c.Group = placement.StageDecided, &group
		}
		r.Clusters = append(r.Clusters, c)
		r.Summary = append(r.Summary, placement.ReasonCount{Reason: text(), Count: i, Example: text()})
	}
	for i := range 3 {
		r.PlacementDecisions = append(r.PlacementDecisions, placement.ReportedPlacementDecision{GroupIndex: i, GroupName: text()})
	}
	for range rounds {
		round := placement.ReportedRound{Reason: text(), Removed: []string{text(), text()}}
		for range 12 {
			round.Candidates = append(round.Candidates, placement.ReportedRating{Name: text(), Rating: "1"})
		}
		r.Rounds = append(r.Rounds, round)
	}
	r.Conditions = []placement.Condition{{Type: text(), Status: text(), Reason: text(), Message: text()}}
	r.Warnings = []string{text(), text()}
	r.NextChange = now
	return &explainedPlacement{full: &r, Moves: movesOf(text, notPicked, rejected)}
}

// outputsOf are outputs without a report in which every text is the next one.
func outputsOf(text func() string, decided, reasons, joined, left int) *explainedPlacement {
	outputs := &explainedPlacement{
		Name: text(), Decisions: make([]planner.Decision, decided),
		Groups:           planner.GroupsOf([]planner.Group{{Name: text()}, {Name: text(), Index: 1}, {Name: text(), Index: 2}}),
		RejectionSummary: map[string]int{},
		Conditions:       []placement.Condition{{Type: text(), Status: text(), Reason: text(), Message: text()}},
		Moves:            movesOf(text, joined, left), NextChange: now,
	}
	for i := range outputs.Decisions {
		d := planner.Decision{ClusterName: text(), Score: json.Number(text()), Reason: text()}
		outputs.Decisions[i] = d
		if group := i % 4; group < len(outputs.DecisionGroupNames) {
			outputs.DecisionGroups[d.ClusterName] = group
		}
	}
	for i := range reasons {
		outputs.RejectionSummary[fmt.Sprint(text(), i)] = i
	}
	return outputs
}

func movesOf(text func() string, joined, left int) planner.Moves {
	moves := planner.Moves{Joined: map[string]string{}, Left: map[string]string{}, Stayed: joined}
	for range joined {
		moves.Joined[text()] = text()
	}
	for range left {
		moves.Left[text()] = text()
	}
	return moves
}

var ours = regexp.MustCompile(
	"^(</?details>|<summary>[0-9]+ (cluster|target)s? (not picked|rejected)</summary>|To list every cluster .* set `with_report = " +
		"true` in the placement.)$",
)

// linked is text that GitHub turns into a link.
var linked = regexp.MustCompile(`@[0-9A-Za-z]|(^|[^&])#[0-9]|://|www\.`)

// textMistakes finds what the data has broken: every line must be part of a table whose rows have as many cells as its header,
// or start like one of the lines between tables, to which starts are added.
func textMistakes(text string, starts ...string) []string {
	var found []string
	if link := linked.FindString(text); link != "" {
		found = append(found, "a link: "+link)
	}
	text = strings.ReplaceAll(text, "<!-- -->", "")
	width := 0
	for _, line := range strings.Split(text, "\n") {
		cells := strings.Count(line, "|")
		switch {
		case !strings.HasPrefix(line, "| "):
			width = 0
			known := line == "" || slices.ContainsFunc(append(starts,
				"### Placement: ", "### Placement ", "The placement is **", "#### ", "… and ", "From ", "The last change of the decisions: ",
			), func(start string) bool { return strings.HasPrefix(line, start) })
			if !known && !ours.MatchString(line) || cells > 0 {
				found = append(found, "unexpected line: "+line)
			}
		case width == 0:
			width = cells
		case cells != width:
			found = append(found, fmt.Sprintf("%d cells instead of %d: %s", cells, width, line))
		}
		if strings.ContainsAny(line, "<>`\\") && !ours.MatchString(line) && unescaped.MatchString(line) {
			found = append(found, "raw text: "+line)
		}
	}
	return found
}

// unescaped are characters that data must not have unescaped, and backslashes that are not part of an escape.
var unescaped = regexp.MustCompile("[<>`]|" + `\\([^][*_~]|$)`)

// TestMarkdownHoldsAnyText: the comment keeps its form regardless of the texts in the report.
func TestMarkdownHoldsAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.OneOf(rapid.SampledFrom(hostile), rapid.String())
		sizes := rapid.SampledFrom([]int{0, 1, 2, 3, 60, 130})
		report := reportOf(func() string { return texts.Draw(t, "text") }, sizes.Draw(t, "decided"), sizes.Draw(t, "not picked"),
			sizes.Draw(t, "rejected"), rapid.IntRange(0, 3).Draw(t, "columns"), rapid.SampledFrom([]int{0, 1, 25}).Draw(t, "rounds"))
		checkForm(t, report)
		checkForm(t, outputsOf(func() string { return texts.Draw(t, "text") }, sizes.Draw(t, "chosen"), sizes.Draw(t, "reasons"),
			sizes.Draw(t, "joined"), sizes.Draw(t, "left")))
	})
}

// checkForm fails if the data breaks the form of the comment, or if the same outputs give different texts.
func checkForm(t interface{ Fatalf(string, ...any) }, outputs *explainedPlacement) {
	text := outputs.markdown()
	if found := textMistakes(text); len(found) > 0 {
		t.Fatalf("%s\nin:\n%s", strings.Join(found, "\n"), text)
	}
	if again := outputs.markdown(); again != text {
		t.Fatalf("the same outputs give different texts:\n%s", cmp.Diff(text, again))
	}
}

// FuzzMarkdown uses a text for every field of the outputs, with and without a report.
func FuzzPlacementMarkdown(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, data string) {
		text := func() string { return data }
		checkForm(t, reportOf(text, 2, 2, 2, 2, 1))
		checkForm(t, outputsOf(text, 4, 2, 2, 2))
	})
}

// TestMistakesAreFound makes sure that the tests above can fail.
func TestMistakesAreFound(t *testing.T) {
	for _, text := range []string{
		"| a | b |\n| --- | --- |\n| x | y | z |", "| a |\n| <b> |", "| a |\n| `x` |", `| a |` + "\n" + `| \x |`, "hello", "<b>",
		"The placement is **not satisfied**: a | b", "| @octocat |", "| see #1 |", "| https://example.com |", "| www.example.com |",
	} {
		if len(textMistakes(text)) == 0 {
			t.Errorf("nothing found in %q", text)
		}
	}
}

// TestMarkdownShowsTheText: the rendered comment shows the printable text of the data.
func TestMarkdownShowsTheText(t *testing.T) {
	for data, want := range map[string]string{
		"dev|<test>": "dev|<test>", `C:\*_[x]~`: `C:\*_[x]~`, "a\nb\tc": "a b c", "&lt;": "&lt;", "Zürich 東京": "Zürich 東京",
		"\u202eabc": `\u202eabc`, "\x1b[31mred": `\x1b[31mred`, strings.Repeat("x", 301): strings.Repeat("x", 300) + "…",
	} {
		report := placement.Report{Warnings: []string{data}}
		_, after, _ := strings.Cut(reported(report).markdown(), "| --- |\n| ")
		cell, _, _ := strings.Cut(after, " |\n")
		shown := html.UnescapeString(regexp.MustCompile(`\\(.)`).ReplaceAllString(cell, "$1"))
		if diff := cmp.Diff(want, shown); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

// TestMarkdownIsCut: the comment of a large fleet is within GitHub's limit, and says what it omits.
func TestMarkdownIsCut(t *testing.T) {
	const limit = 65536 // of a comment on GitHub
	n := 0
	reason := func() string {
		n++
		return fmt.Sprintf("text %d that is as long as a reason may well be in practice: label env is dev and not prod", n)
	}
	for _, test := range []struct {
		outputs *explainedPlacement
		says    []string
	}{
		{
			reportOf(reason, 5000, 5000, 5000, 3, 100),
			[]string{"5000 of 15000 targets", "… and 4950 more", "… and 14980 more", "… and 90 more", "… and 9950 more"},
		},
		{outputsOf(reason, 5000, 4000, 3000, 10), []string{"… and 4950 more", "… and 3980 more", "… and 2960 more"}},
	} {
		text := test.outputs.markdown()
		if len(text) > limit {
			t.Errorf("%d bytes", len(text))
		}
		for _, want := range test.says {
			if !strings.Contains(text, want) {
				t.Errorf("it does not say %q:\n%s", want, text)
			}
		}
	}
	if text := reportOf(func() string { return "x" }, 1, 1, 1, 1, 1).markdown(); !strings.Contains(
		text, ", x 1 and 2 more |") {
		t.Errorf("the candidates of a round are not cut:\n%s", text)
	}
}
