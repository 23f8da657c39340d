// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tinylib/msgp/msgp"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// inputOf is a value in YAML as Terraform sends it.
func inputOf(t *testing.T, text string) tfvalue.Input {
	t.Helper()
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	encoded, err := msgp.AppendIntf(nil, value)
	if err != nil {
		t.Fatal(err)
	}
	input, err := tfvalue.Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	return input
}

// TestMarkdown explains the values of testdata: NAME.yaml is explained as NAME.md.
func TestMarkdown(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		value, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		reader := &tfvalue.Reader{}
		got, err := Markdown(reader, inputOf(t, string(value)))
		if err != nil || reader.HasMistakes() {
			t.Errorf("%s: error %v, mistakes %s", file, err, mistakes(reader))
			continue
		}
		golden := strings.TrimSuffix(file, ".yaml") + ".md"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", file, diff)
		}
	}
}

func mistakes(reader *tfvalue.Reader) string {
	var all []string
	for m := range reader.Mistakes {
		all = append(all, m.At.String()+": "+m.Message)
	}
	return strings.Join(all, "; ")
}

// TestMarkdownOfMistakes: what cannot be explained is one error, which says what was found and what to pass instead, or a mistake
// at its attribute.
func TestMarkdownOfMistakes(t *testing.T) {
	const rollout = "{waves: [], phase: Completed, clusters_by_state: "
	for name, tt := range map[string]struct{ value, err, mistake string }{
		"a number": {
			"3", "found a number; pass a resource or data source multicluster_placement, multicluster_placements or multicluster_rollout", "",
		},
		"a list":            {"[{decisions: []}]", "found a list; pass a resource", ""},
		"nothing":           {"{}", "found an empty object; pass", ""},
		"another object":    {"{name: x, id: y}", "found an object with the attributes id, name; pass", ""},
		"part of a rollout": {"{waves: [], phase: Completed}", "found an object without clusters_by_state; pass", ""},
		"part of a pass": {
			"{waves: [], to_apply: {}, in_progress: {}}", "found an object without succeeded, timed_out, removed, waiting; pass", "",
		},
		"many placements": {
			"{b: {report: x}, a: {decisions: [], satisfied: true, rejection_summary: {}}}",
			`found an object of placements, such as ["a"]; pass one of them; pass`, "",
		},
		"many rollouts": {"{a: 3, eu: " + rollout + "{}}}", `found an object of rollouts, such as ["eu"]; pass one of them`, ""},
		"no JSON": {
			"no report", "the text is not the report of a placement: invalid character 'o' in literal null (expecting 'u'); pass", "",
		},
		"other JSON": {`'{"version": 1}'`, "the text is not the report of a placement: it has no clusters; pass", ""},
		"no dialect": {
			`'{"version": 1, "clusters": []}'`, "the text is not the report of a placement: it has no scheduler; pass", "",
		},
		"a later report": {
			`'{"version": 999, "clusters": []}'`, "found version 999; this release of the provider reads version ", "",
		},
		"a report inside": {"{report: '{}'}", "report: not the report of a placement: it has no clusters", ""},
		"a wrong decision": {
			"{decisions: x, satisfied: true, rejection_summary: {}}", "", "decisions: found a string; it must be a list of objects",
		},
		"an unknown state": {
			rollout + "{Running: a}}", "", `clusters_by_state["Running"]: found "Running"; it must be one of Failed, Leaving, Progressing`,
		},
		"a wrong state": {rollout + "[a]}", "", "clusters_by_state: found a list; it must be an object"},
		"a wrong pass": {
			"{waves: [], to_apply: {a: {wave: x}}, in_progress: {}, succeeded: {}, timed_out: {}, removed: {}, waiting: {}}", "",
			`to_apply["a"].wave: found "x"; it must be a number`,
		},
		"unknown attributes": {"{decisions: [], satisfied: true, rejection_summary: {}, further: 1}", "", ""},
	} {
		reader := &tfvalue.Reader{}
		_, err := Markdown(reader, inputOf(t, tt.value))
		if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%s: error %v, want %s", name, err, tt.err)
		}
		if got := mistakes(reader); (got == "") != (tt.mistake == "") || !strings.Contains(got, tt.mistake) {
			t.Errorf("%s: mistakes %s, want %s", name, got, tt.mistake)
		}
	}
}
