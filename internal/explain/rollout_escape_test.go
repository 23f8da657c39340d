// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// hostileToMermaid are texts with a meaning in Mermaid, or in what its versions make of a text.
var hostileToMermaid = []string{
	`"`, `"]`, `"]:::done`, "];", "a;b", "%%", "%%{init: {}}%%", "end", "graph TD", "subgraph x", "click w0 href \"https://evil.example\"",
	"#quot;", "#35;", "#", "ﬂ°°60¶ß", "ﬂ°lt¶ß", "`**x**`", "1. x", "- x", "* x", "+ x", "# x", "fa:fa-ban", "$$x$$",
	"style x fill:#fff;", "classDef x:#fff;",
	"a-b", "a--b", "a-->b", "-", "--", "a -", "{{x}}", "(x)", "<br/>", "<img src=x onerror=alert(1)>", "\\n", "\n```\n", "~~~~", "@{ shape: x }", "x:::y",
}

// diagramLine are the lines of a diagram. No data is outside of the text of a node, and no character in it has a meaning.
var diagramLine = regexp.MustCompile(`^(flowchart LR|  w\d+ --> w\d+|  classDef [a-z]+ fill:#[0-9a-f]{6},stroke:#[0-9a-f]{6},color:#[0-9a-f]{6}|` +
	`  w\d+\["((?:[\p{L}\p{Nd} ]|[\p{L}\p{Nd}]-|#\d+;)*…?)<br/>\d+/\d+"\]:::(?:done|active|waiting|failed))$`)

// cut are what Mermaid takes from a text before it reads it, and what turns the codes of characters into references of HTML.
var cut = []*regexp.Regexp{regexp.MustCompile(`style.*:\S*#.*;`), regexp.MustCompile(`classDef.*:\S*#.*;`)}

var code = regexp.MustCompile(`#(\w+);`)

// diagramOf cuts the diagram out of a comment. Nodes are the texts as they are shown.
func diagramOf(text string) (rest string, nodes, found []string) {
	before, diagram, ok := strings.Cut(text, "\n```mermaid\n")
	if !ok {
		return text, nil, nil
	}
	diagram, after, ok := strings.Cut(diagram, "```\n")
	if !ok || strings.Contains(before+after, "```") {
		found = append(found, "a fence is open")
	}
	for _, line := range strings.Split(strings.TrimSuffix(diagram, "\n"), "\n") {
		parts := diagramLine.FindStringSubmatch(line)
		if parts == nil || cut[0].MatchString(line) || cut[1].MatchString(line) {
			found = append(found, "unexpected line of the diagram: "+line)
			continue
		}
		if strings.Contains(line, "<br/>") {
			nodes = append(nodes, html.UnescapeString(code.ReplaceAllString(parts[2], "&#$1;")))
		}
	}
	return before + "\n" + after, nodes, found
}

// bars are the progress bars and their legend, the only code in a comment.
var bars = regexp.MustCompile("`[█▒!░]{12} \\d+/\\d+`|`[█▒!░]`")

// rolloutLine are the lines between the tables of a rollout.
var rolloutLine = regexp.MustCompile(
	`^(### Rollout.*|The rollout (is|has|in|can change at) .*|#### (Latest step|Waves|Clusters|History)|… and \d+ (more|before)|Bars: .*|)$`)

// rolloutMistakes finds what the data has broken.
func rolloutMistakes(text string) []string {
	rest, _, found := diagramOf(text)
	if link := linked.FindString(strings.ReplaceAll(rest, "/", "")); link != "" {
		found = append(found, "a link: "+link)
	}
	width := 0
	for _, line := range strings.Split(strings.ReplaceAll(bars.ReplaceAllString(rest, "bar"), "<!-- -->", ""), "\n") {
		cells := strings.Count(line, "|")
		switch {
		case !strings.HasPrefix(line, "| "):
			width = 0
			if cells > 0 || !rolloutLine.MatchString(line) {
				found = append(found, "unexpected line: "+line)
			}
		case width == 0:
			width = cells
		case cells != width:
			found = append(found, fmt.Sprintf("%d cells instead of %d: %s", cells, width, line))
		}
		if unescaped.MatchString(line) {
			found = append(found, "raw text: "+line)
		}
	}
	return found
}

// checkRollout fails if the data breaks the form of the comment, or if a count is wrong.
func checkRollout(t interface{ Fatalf(string, ...any) }, r *Rollout, text string) {
	if found := rolloutMistakes(text); len(found) > 0 {
		t.Fatalf("%s\nin:\n%s", strings.Join(found, "\n"), text)
	}
	if again := r.markdown(); again != text {
		t.Fatalf("the same rollout gives different texts:\n%s", cmp.Diff(text, again))
	}
	if r.Waves == nil {
		return
	}
	all, done := 0, 0
	for i := range r.Waves {
		for k := range r.Waves[i].Clusters {
			all++
			if r.Waves[i].Clusters[k].Progress == Done {
				done++
			}
		}
	}
	noun := "clusters"
	if all == 1 {
		noun = "cluster"
	}
	headline, _, _ := strings.Cut(text, "\n")
	if want := fmt.Sprintf("%d of %d %s done", done, all, noun); !strings.HasSuffix(headline, want) {
		t.Fatalf("the headline is %q instead of %q", headline, want)
	}
	checkRows(t, text)
	_, nodes, _ := diagramOf(text)
	for i := range r.Waves {
		if len(r.Waves) <= 40 && strings.TrimSpace(visible(r.Waves[i].Name)) != "" && nodes[i] != nodeText(r.Waves[i].Name) {
			t.Fatalf("node %d is %q instead of %q", i, nodes[i], nodeText(r.Waves[i].Name))
		}
	}
}

// row is a row of the table of waves: the blocks of the bar, how many are done of how many, and the other counts.
var row = regexp.MustCompile("`(█*)(▒*)(!*)(░*) (\\d+)/(\\d+)` \\|(?: (\\d+) \\|)? (\\d+) \\| (\\d+) \\| (\\d+) \\|")

// checkRows fails if the counts of a wave do not add up, or if a bar shows what is not there or does not show what is.
func checkRows(t interface{ Fatalf(string, ...any) }, text string) {
	for _, m := range row.FindAllStringSubmatch(text, -1) {
		var n [7]int
		for i := range 6 {
			n[i], _ = strconv.Atoi(m[5+i])
		}
		done, total, active, failed, waiting := n[0], n[1], n[2]+n[3], n[4], n[5]
		if done+active+failed+waiting != total {
			t.Fatalf("the counts do not add up: %s", m[0])
		}
		if total == 0 {
			waiting = 1 // An empty bar.
		}
		for i, count := range []int{done, active, failed, waiting} {
			if (count > 0) != (m[1+i] != "") {
				t.Fatalf("the bar does not show %s", m[0])
			}
		}
	}
}

// visible is a text on one line.
func visible(text string) string { return excerpt.Line(text, 1<<20) }

// nodeText is how a node shows a name.
func nodeText(name string) string {
	letters := []rune(strings.Join(strings.Fields(visible(name)), " "))
	if len(letters) > 40 {
		return string(letters[:40]) + "…"
	}
	return string(letters)
}

// rolloutOf is a rollout in which every text is the next one.
func rolloutOf(text func() string, number func(most int) int) *Rollout {
	r := &Rollout{
		Name: text(), Revision: text(), Phase: step.Phase(text()), Breached: number(1) == 1, BreachReason: text(),
		WaitsFor: text(), NextChange: now,
		Waves: make([]Wave, number(60)),
	}
	if number(1) == 1 {
		r.Phase = []step.Phase{"", step.PhaseProgressing, step.PhasePaused, step.PhaseRollingBack, step.PhaseRolledBack}[number(4)]
	}
	for range number(2) {
		r.History = append(r.History, text())
	}
	for i := range r.Waves {
		r.Waves[i].Name = text()
		if group := number(5); group > 0 {
			r.Waves[i].Group = &group
		}
		for range number(4) {
			r.Waves[i].Clusters = append(r.Waves[i].Clusters, WaveCluster{
				Name: text(), Progress: Progress(number(6)), State: text(), From: text(), To: text(), Reason: text(),
			})
		}
	}
	return r
}

// TestRolloutHoldsAnyText: the comment and the diagram keep their form regardless of the texts in the rollout.
func TestRolloutHoldsAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.OneOf(rapid.SampledFrom(hostile), rapid.SampledFrom(hostileToMermaid), rapid.String())
		r := rolloutOf(func() string { return texts.Draw(t, "text") },
			func(most int) int { return rapid.IntRange(0, most).Draw(t, "number") })
		checkRollout(t, r, r.markdown())
	})
}

// FuzzRollout uses a text for every field of the rollout.
func FuzzRollout(f *testing.F) {
	for _, text := range append(hostileToMermaid, hostile...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, data string) {
		r := rolloutOf(func() string { return data }, func(most int) int { return min(most, 3) })
		checkRollout(t, r, r.markdown())
	})
}

// TestRolloutMistakesAreFound makes sure that the tests above can fail.
func TestRolloutMistakesAreFound(t *testing.T) {
	for _, text := range []string{
		"| a |\n| `x` |", "| a |\n| x | y |", "hello", "The rollout is | x", "| @octocat |",
		"\n```mermaid\nflowchart LR\n  w0[\"a\"b<br/>1/1\"]:::done\n```\n",
		"\n```mermaid\nflowchart LR\n  w0[\"-a<br/>1/1\"]:::done\n```\n",
		"\n```mermaid\nflowchart LR\nclick w0\n```\n", "\n```mermaid\nflowchart LR\n```\n```\n", "\n```mermaid\nflowchart LR\n",
	} {
		if len(rolloutMistakes(text)) == 0 {
			t.Errorf("nothing found in %q", text)
		}
	}
}
