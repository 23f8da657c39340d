// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What readers get is bounded: who adds a page or a paragraph takes one away.
const (
	maxGuides = 24
	maxWords  = 50_000
	maxMedian = 600
	maxPage   = 1_500
	// maxRepeated is the share, in percent, of words that an earlier page has as well.
	maxRepeated = 8
	// run is how many words in a row are the same before they are repeated.
	run = 8
)

// readable are the documents that readers get, by path from the root: docs/, and those beside it.
func readable(t *testing.T) map[string]string {
	t.Helper()
	documents, err := readPages(docs)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for document, text := range documents {
		all["docs/"+document+".md"] = text
	}
	for _, name := range []string{"README.md", "CONTRIBUTING.md"} {
		text, err := os.ReadFile("../../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(text)
	}
	return all
}

// TestDocumentFigures bounds pages, words as wc -w counts them, and repetition.
func TestDocumentFigures(t *testing.T) {
	all := readable(t)
	var counts []int
	guides, words := 0, 0
	for name, text := range all {
		count := len(strings.Fields(text))
		if counts, words = append(counts, count), words+count; count > maxPage {
			t.Errorf("%s has %d words, more than %d", name, count, maxPage)
		}
		if strings.HasPrefix(name, "docs/guides/") {
			guides++
		}
	}
	slices.Sort(counts)
	if guides > maxGuides {
		t.Errorf("there are %d guides and references, more than %d", guides, maxGuides)
	}
	if words > maxWords {
		t.Errorf("%d words are more than %d", words, maxWords)
	}
	if median := counts[len(counts)/2]; median > maxMedian {
		t.Errorf("the median is %d words, more than %d", median, maxMedian)
	}
	repeated, outside := repeatedWords(all)
	sum := 0
	for _, count := range repeated {
		sum += count
	}
	if 100*sum > maxRepeated*outside {
		t.Errorf("%d of %d words are on an earlier page, more than %d %%: %v", sum, outside, maxRepeated, repeated)
	}
	t.Logf("%d guides and references, %d documents, %d words, median %d, longest %d, %d of %d words repeated",
		guides, len(all), words, counts[len(counts)/2], counts[len(counts)-1], sum, outside)
}

var (
	anyCode    = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	linkTarget = regexp.MustCompile(`\]\([^)]*\)`)
)

// prose are the words of a document outside of code.
func prose(text string) []string {
	return strings.Fields(linkTarget.ReplaceAllString(anyCode.ReplaceAllString(frontMatter.ReplaceAllString(text, ""), "\n"), "]"))
}

// repeatedWords are the words of each document in a run that one before it has, in the order of their paths, and all words outside
// of code.
func repeatedWords(all map[string]string) (repeated map[string]int, outside int) {
	seen := map[string]bool{}
	repeated = map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		words := prose(all[name])
		outside += len(words)
		var own []string
		counted := 0 // the words before this one are counted
		for i := 0; i+run <= len(words); i++ {
			key := strings.Join(words[i:i+run], " ")
			if own = append(own, key); seen[key] {
				repeated[name] += i + run - max(counted, i)
				counted = i + run
			}
		}
		for _, key := range own {
			seen[key] = true
		}
	}
	return repeated, outside
}

// screen is how many lines of a page a reader sees at once.
const screen = 40

// TestQuestions: a question of a user leads from README in at most two links to a heading. The words of the answer are on the first
// screen from there.
func TestQuestions(t *testing.T) {
	all := readable(t)
	text, err := os.ReadFile("testdata/questions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	near := map[string]bool{}
	for _, first := range linksOf("README.md", all["README.md"]) {
		near[first] = true
		for _, second := range linksOf(first, all[first]) {
			near[second] = true
		}
	}
	count := 0
	for line := range strings.Lines(string(text)) {
		count++
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 {
			t.Fatalf("%s: want a question, a heading and the words of the answer", line)
		}
		question, answer := fields[0], strings.Split(fields[2], ", ")
		name, anchor, _ := strings.Cut(fields[1], "#")
		if !near[name] {
			t.Errorf("%s: %s is not within two links from README", question, name)
			continue
		}
		seen := from(all[name], anchor)
		for _, words := range answer {
			if !strings.Contains(seen, words) {
				t.Errorf("%s: the first screen of %s does not have %q", question, fields[1], words)
			}
		}
	}
	if count < 20 {
		t.Errorf("found %d questions", count)
	}
}

// TestGuides: a guide begins with the question that it answers, and ends with one next step. References are looked up.
func TestGuides(t *testing.T) {
	for name, text := range readable(t) {
		if !strings.HasPrefix(name, "docs/guides/") || strings.HasPrefix(path.Base(name), "reference-") {
			continue
		}
		_, body, _ := strings.Cut(text, "\n# ")
		_, body, _ = strings.Cut(body, "\n\n")
		if first, _, _ := strings.Cut(body, "\n\n"); !strings.Contains(first, "?") {
			t.Errorf("%s does not begin with its question: %s", name, first)
		}
		if !nextStep.MatchString(text) {
			t.Errorf("%s does not end with a next step", name)
		}
	}
}

// nextStep is the end of a page: one sentence with one link.
var nextStep = regexp.MustCompile(`\nNext: [^\n\[]*\[[^\]\n]+\]\([^)\n]+\)[^\n\[]*\n$`)

// from is the first screen of a document from a heading on, in one line; empty if it does not have the heading.
func from(text, anchor string) string {
	lines := strings.Split(text, "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return slices.Contains(anchors(line), anchor) })
	if at < 0 {
		return ""
	}
	return strings.Join(strings.Fields(strings.Join(lines[at:min(at+screen, len(lines))], "\n")), " ")
}

// linksOf are the documents that a document links to, by path from the root.
func linksOf(name, text string) []string {
	var list []string
	for _, link := range markdownLink.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(link[1], "://") {
			list = append(list, path.Join(path.Dir(name), link[1]))
		}
	}
	return list
}

// maxCode is how long a line of code is at most. A page of a registry cuts what is longer.
const maxCode = 90

// TestCodeLines: no line of the examples and of the HCL in the documents is longer than a page is wide.
func TestCodeLines(t *testing.T) {
	sources := map[string]string{}
	for name, document := range readable(t) {
		sources[name] = strings.Join(hclBlock.FindAllString(document, -1), "")
	}
	examples := os.DirFS("../../..")
	err := fs.WalkDir(examples, "examples", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && path.Ext(name) == ".tf" {
			var content []byte
			content, err = fs.ReadFile(examples, name)
			sources[name] = string(content)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range sources {
		for line := range strings.Lines(source) {
			line = strings.TrimRight(line, "\n")
			if len(line) > maxCode {
				t.Errorf("%s: %d characters: %s", name, len(line), line)
			}
		}
	}
	if len(sources) < 100 {
		t.Errorf("found %d sources", len(sources))
	}
}

// hclBlock is a block of HCL in a document.
var hclBlock = regexp.MustCompile("(?ms)^```terraform\n.*?^```$")
