// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/xml"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const docs = "../../../docs"

var (
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	// explicit is an anchor that tfplugindocs writes before nested blocks.
	explicit = regexp.MustCompile(`<a id="([^"]*)"></a>`)
	dropped  = regexp.MustCompile("[^a-z0-9_ -]")
)

// rendering is a site that shows the documents.
type rendering struct {
	// begins is what the URL of every page begins with, and overview is that of the overview.
	begins, overview string
	// ends is what the URL of every page ends with.
	ends string
	// folders are those that the site shows under another name.
	folders map[string]string
	// rewrite changes a link, as the site does.
	rewrite func(string) string
}

// renderings are the sites, as of 2026: github.com and registry.terraform.io were tried by others, for example in
// cloudflare/terraform-provider-cloudflare#7218; the rules of search.opentofu.org are docsProcessor.ts of opentofu/registry-ui.
var renderings = map[string]rendering{
	"GitHub": {
		begins:   "https://github.com/terraform-multicluster/terraform-provider-multicluster/blob/main/docs/",
		overview: "https://github.com/terraform-multicluster/terraform-provider-multicluster/blob/main/docs/index.md",
		ends:     ".md",
		rewrite:  func(link string) string { return link },
	},
	"Terraform Registry": {begins: site + "/", overview: site, rewrite: withoutExtension},
	"OpenTofu Registry": {
		begins:   "https://search.opentofu.org/provider/terraform-multicluster/multicluster/latest/docs/",
		overview: "https://search.opentofu.org/provider/terraform-multicluster/multicluster/latest",
		folders:  map[string]string{"data-sources/": "datasources/"},
		rewrite: func(link string) string {
			if strings.Contains(link, "/") {
				return link
			}
			return withoutExtension(link)
		},
	},
}

// withoutExtension removes the extension .md from a relative link.
func withoutExtension(link string) string {
	if strings.Contains(link, "://") {
		return link
	}
	target, anchor, ok := strings.Cut(link, "#")
	if target = strings.TrimSuffix(target, ".md"); ok {
		target += "#" + anchor
	}
	return target
}

// address is the URL of a document.
func (r rendering) address(document string) string {
	if document == index {
		return r.overview
	}
	for from, to := range r.folders {
		if rest, ok := strings.CutPrefix(document, from); ok {
			document = to + rest
		}
	}
	return r.begins + document + r.ends
}

// follow returns the document and the heading that a link in a document leads to, or the URL if that is not a document.
func (r rendering) follow(p pages, document, link string) (to, anchor string, ok bool) {
	base, err := url.Parse(r.address(document))
	if err != nil {
		return err.Error(), "", false
	}
	at, err := base.Parse(r.rewrite(link))
	if err != nil {
		return err.Error(), "", false
	}
	anchor, at.Fragment = at.Fragment, ""
	for other := range p {
		// A link to the Terraform Registry leads there from everywhere.
		if at.String() == r.address(other) || at.String() == renderings["Terraform Registry"].address(other) {
			return other, anchor, true
		}
	}
	return at.String(), anchor, false
}

// dead are the links of a document that lead nowhere on a site.
func (r rendering) dead(p pages, document string) (list []string) {
	for _, found := range markdownLink.FindAllStringSubmatch(p[document], -1) {
		link := found[1] + found[2]
		if strings.Contains(link, "://") && !strings.HasPrefix(link, site) {
			continue
		}
		if to, anchor, ok := r.follow(p, document, link); !ok || anchor != "" && !slices.Contains(anchors(p[to]), anchor) {
			list = append(list, link)
		}
	}
	return list
}

// TestExampleLinks finds every example that the documents link to.
func TestExampleLinks(t *testing.T) {
	documents, err := readPages(docs)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for document, text := range documents {
		for _, found := range markdownLink.FindAllStringSubmatch(text, -1) {
			file, ok := strings.CutPrefix(found[1], repository)
			if !ok {
				continue
			}
			count++
			if _, err := os.Stat(filepath.Join("..", "..", "..", filepath.FromSlash(file))); err != nil {
				t.Errorf("%s links to %s: %v", document, found[1], err)
			}
		}
	}
	if count < 20 {
		t.Errorf("only %d links to examples were found", count)
	}
}

// maxCell is how many characters a cell of a table may have. The page of a registry is narrow.
const maxCell = 250

var (
	codeBlock = regexp.MustCompile("(?ms)^```.*?^```$")
	row       = regexp.MustCompile(`(?m)^\|(.*)\|$`)
	cellEnd   = regexp.MustCompile(`([^\\])\|`)
)

// TestCells finds cells of tables that do not fit into the page of a registry.
func TestCells(t *testing.T) {
	documents, err := readPages(docs)
	if err != nil {
		t.Fatal(err)
	}
	for document, text := range documents {
		for _, found := range row.FindAllStringSubmatch(codeBlock.ReplaceAllString(text, ""), -1) {
			for cell := range strings.SplitSeq(cellEnd.ReplaceAllString(markdownLink.ReplaceAllString(found[1], "]"), "$1\n"), "\n") {
				if cell = strings.TrimSpace(cell); len(cell) > maxCell {
					t.Errorf("%s: a cell has %d characters, more than %d: %s", document, len(cell), maxCell, cell)
				}
			}
		}
	}
}

// picture is a picture in a document.
var picture = regexp.MustCompile(`!\[[^\]]+\]\((?:https://raw\.githubusercontent\.com/[^/]+/[^/]+/main/)?(\.github/assets/[^)]*)\)`)

// TestPictures finds every picture that the documents show, and shows every picture.
func TestPictures(t *testing.T) {
	documents, err := readPages(docs)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for document, text := range documents {
		if strings.Count(text, "![") != len(picture.FindAllString(text, -1)) {
			t.Errorf("%s has a picture without an absolute link or without a text", document)
		}
		for _, found := range picture.FindAllStringSubmatch(text, -1) {
			shown[found[1]] = true
		}
	}
	files, err := filepath.Glob("../../../.github/assets/*")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(shown) {
		t.Errorf("%d pictures are shown, and there are %d", len(shown), len(files))
	}
	styles := map[string]bool{}
	for name := range shown {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", name))
		if err != nil {
			t.Error(err)
			continue
		}
		if err := xml.Unmarshal(text, new(struct{ XMLName xml.Name })); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		_, style, _ := strings.Cut(string(text), "<style>")
		style, drawing, _ := strings.Cut(style, "</style>")
		if styles[style] = true; !strings.Contains(style, "prefers-color-scheme: dark") || ownColor.MatchString(drawing) {
			t.Errorf("%s: a color is not in the style for light and dark", name)
		}
	}
	if len(styles) > 1 {
		t.Errorf("the pictures have %d styles", len(styles))
	}
}

// ownColor is a color of a shape, which stays the same on a dark page.
var ownColor = regexp.MustCompile(`(?:fill|stroke)[=:]"?#`)

// startPages are the guides that a registry lists first: it shows guides with a subcategory further down.
var startPages = []string{"guides/get-started", "guides/hub-kubefleet", "guides/hub-ocm", "guides/troubleshooting",
	"guides/which-scheduler"}

// TestSubcategories finds every guide in a subcategory, but the start pages.
func TestSubcategories(t *testing.T) {
	documents, err := readPages(docs)
	if err != nil {
		t.Fatal(err)
	}
	for document, text := range documents {
		first := !strings.Contains(text, "\nsubcategory: \"")
		if strings.HasPrefix(document, "guides/") && first != slices.Contains(startPages, document) {
			t.Errorf("%s: listed first: %t", document, first)
		}
	}
}

// anchors are what the headings and the blocks of a text are linked by.
func anchors(text string) []string {
	var list []string
	for _, found := range explicit.FindAllStringSubmatch(text, -1) {
		list = append(list, found[1])
	}
	for _, found := range heading.FindAllStringSubmatch(text, -1) {
		list = append(list, strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(found[1]), ""), " ", "-"))
	}
	for _, found := range named.FindAllStringSubmatch(text, -1) {
		list = append(list, found[1])
	}
	return list
}

// named is the anchor of a nested block.
var named = regexp.MustCompile(`<a id="([^"]+)"></a>`)

// TestLinks follows every link between the documents on every site that shows them.
func TestLinks(t *testing.T) {
	documents, err := readPages(docs)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	published := pages{}
	for document, text := range documents {
		published[document] = documents.publish(document, text)
		if strings.Contains(text, site) {
			t.Errorf("%s links to a registry, which has it only after a release", document)
		}
	}
	for name, r := range renderings {
		shown := published
		if name == "GitHub" {
			shown = documents
		}
		for document, text := range shown {
			count += strings.Count(text, "](")
			for _, link := range r.dead(shown, document) {
				t.Errorf("%s: nothing is at %s on the %s", document, link, name)
			}
		}
	}
	if count < 1000 {
		t.Errorf("only %d links were found", count)
	}
}

// TestDeadLinks finds on each site the links that are dead there.
func TestDeadLinks(t *testing.T) {
	p := pages{index: "## A", "guides/a": "## B", "guides/b": "", "data-sources/c": "", "resources/d": ""}
	for name, tt := range map[string]struct {
		document, link string
		want           []string
	}{
		"a guide of a guide":             {"guides/a", "b.md", nil},
		"without extension":              {"guides/a", "b", []string{"GitHub"}},
		"a resource of a guide":          {"guides/a", "../resources/d.md", []string{"OpenTofu Registry"}},
		"a data source of a guide":       {"guides/a", "../data-sources/c", []string{"GitHub", "OpenTofu Registry"}},
		"a guide of the overview":        {index, "guides/a.md", []string{"OpenTofu Registry", "Terraform Registry"}},
		"an absolute link":               {index, site + "/guides/a#b", nil},
		"the overview":                   {"guides/a", site + "#a", nil},
		"a heading that does not exist":  {"guides/b", "a.md#c", []string{"GitHub", "OpenTofu Registry", "Terraform Registry"}},
		"a document that does not exist": {index, site + "/guides/c", []string{"GitHub", "OpenTofu Registry", "Terraform Registry"}},
		"a heading of the same document": {"guides/a", "#b", nil},
	} {
		texts := pages{}
		for document, text := range p {
			texts[document] = text
		}
		texts[tt.document] += "\n[x](" + tt.link + ")"
		var got []string
		for site, r := range renderings {
			if len(r.dead(texts, tt.document)) > 0 {
				got = append(got, site)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: dead on %q, want %q", name, got, tt.want)
		}
	}
}

// TestLink completes links as templates and descriptions have them, and a second time changes nothing; and then those of a release.
func TestLink(t *testing.T) {
	p := pages{index: "", "guides/a": "", "guides/b": "", "data-sources/c": ""}
	for _, tt := range []struct{ document, link, want, published string }{
		{"guides/a", "b#x", "b.md#x", "b.md#x"},
		{"guides/a", "../guides/b", "b.md", "b.md"},
		{"guides/a", "../data-sources/c#x", "../data-sources/c.md#x", site + "/data-sources/c#x"},
		{"guides/a", "../index", "../index.md", site},
		{index, "guides/a", "guides/a.md", site + "/guides/a"},
		{index, "#x", "#x", "#x"},
		{"guides/a", "https://example.com/b", "https://example.com/b", "https://example.com/b"},
		{"guides/a", "unknown", "unknown", "unknown"},
	} {
		once := p.link(tt.document, "[x]("+tt.link+")")
		if twice := p.link(tt.document, once); once != "[x]("+tt.want+")" || twice != once {
			t.Errorf("%s in %s: got %s, then %s; want %s", tt.link, tt.document, once, twice, tt.want)
		}
		published := p.publish(tt.document, once)
		if twice := p.publish(tt.document, published); published != "[x]("+tt.published+")" || twice != published {
			t.Errorf("%s in %s of a release: got %s, then %s; want %s", tt.link, tt.document, published, twice, tt.published)
		}
	}
}

// TestLinkExample links an example that is mentioned, and leaves a link as it is.
func TestLinkExample(t *testing.T) {
	const want = "See [`examples/demo`](" + repository + "examples/demo)."
	once := pages{}.link("guides/a", "See `examples/demo`.")
	if twice := (pages{}).link("guides/a", once); once != want || twice != want {
		t.Errorf("got %s, then %s; want %s", once, twice, want)
	}
}

// TestFileLinks finds the files that the documents beside docs/ link to.
func TestFileLinks(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "SECURITY.md"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range markdownLink.FindAllStringSubmatch(string(text), -1) {
			target, anchor := found[1], strings.TrimPrefix(found[2], "#")
			if strings.Contains(target, "://") {
				continue
			}
			if target == "" && slices.Contains(anchors(string(text)), anchor) {
				continue
			}
			// A guide is generated from its template, which is there first.
			source := strings.Replace(target, "docs/guides/", "templates/guides/", 1)
			_, missing := os.Stat(filepath.Join(root, filepath.FromSlash(target)))
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(source))); target == "" || missing != nil && err != nil {
				t.Errorf("%s: nothing is at %s%s", name, target, found[2])
			}
		}
	}
}
