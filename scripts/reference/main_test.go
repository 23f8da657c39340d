package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const docs = "../../docs"

var (
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	link    = regexp.MustCompile(`\]\(([^)\s]*)\)`)
	dropped = regexp.MustCompile("[^a-z0-9_ -]")
)

// TestLinks follows every link between the documents.
func TestLinks(t *testing.T) {
	texts := map[string]string{}
	err := filepath.WalkDir(docs, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		texts[strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(name), docs+"/"), ".md")] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for document, text := range texts {
		for _, found := range link.FindAllStringSubmatch(text, -1) {
			target, anchor, _ := strings.Cut(found[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			to := document
			if target != "" {
				to = path.Join(path.Dir(document), target)
			}
			if other, ok := texts[to]; !ok || anchor != "" && !slices.Contains(anchors(other), anchor) {
				t.Errorf("%s: nothing is at %s", document, found[1])
			}
		}
	}
}

// anchors are what the headings of a text are linked by.
func anchors(text string) []string {
	var list []string
	for _, found := range heading.FindAllStringSubmatch(text, -1) {
		list = append(list, strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(found[1]), ""), " ", "-"))
	}
	return list
}

// TestTables replaces a schema and a marker, and leaves the rest as it is.
func TestTables(t *testing.T) {
	const schemaJSON = `{"provider_schemas": {"x": {"resource_schemas": {"multicluster_cluster_score": {"block": {"attributes": {
		"id": {"type": "string", "computed": true, "description": "The id."},
		"scores": {"type": "dynamic", "required": true, "description": "The scores."},
		"labels": {"type": ["map", "string"], "description": "The labels. More.\n\nDefaults to none."}
	}}}}}}}`
	name := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(name, []byte(schemaJSON), 0o600); err != nil {
		t.Fatal(err)
	}
	known, err := readSchemas(name)
	if err != nil {
		t.Fatal(err)
	}
	got, err := known.tables("resources/cluster_score", "before\n\n"+generated+"\n- old\n\n### old\n\n## Import\n\nrest\n")
	if err != nil {
		t.Fatal(err)
	}
	want := `before

## Arguments

| Attribute | Type | Required | Default | Description |
|---|---|---|---|---|
| ` + "`scores`" + ` | list of [objects](../guides/reference-fleet#scores-of-scores) | yes |  | The scores. |
| ` + "`labels`" + ` | map of strings | no | none | The labels. More. |

## Outputs

| Attribute | Type | Description |
|---|---|---|
| ` + "`id`" + ` | string | The id. |

## Import

rest
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	got, err = known.tables("guides/x", "before\n<!-- reference: kubefleet -->\nafter\n")
	if err != nil || !strings.HasPrefix(got, "before\n## kubefleet\n") || !strings.HasSuffix(got, "|\nafter\n") {
		t.Errorf("got %v:\n%s", err, got)
	}
	if _, err := known.tables("guides/x", "<!-- reference: other -->\n"); err == nil {
		t.Error("a page that does not exist has tables")
	}
	if _, err := known.tables("resources/other", generated); err == nil {
		t.Error("a resource that does not exist has a schema")
	}
	got, err = known.tables("functions/explain", "before\n")
	if err != nil || got != "before\n\n## Return Type\n\nA string.\n" {
		t.Errorf("got %v:\n%s", err, got)
	}
}
