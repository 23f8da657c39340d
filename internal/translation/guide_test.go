// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package translation_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/translation"
)

var code = regexp.MustCompile("`([a-z_]+)`")

// TestGuide: the table of the guide has the fields that are not translated to the other scheduler, and no others.
func TestGuide(t *testing.T) {
	text, err := os.ReadFile("../../templates/guides/migrate.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n| only Open Cluster Management | only KubeFleet |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for column, test := range [][2]placement.Dialect{
		{placement.DialectOCM, placement.DialectKubeFleet}, {placement.DialectKubeFleet, placement.DialectOCM},
	} {
		texts := map[string]string{"mode": "Exact", "operator": "Equal", "placement_type": "PickN"}
		outputs, mistake := translation.Of(full(test[0], texts), test[1])
		if mistake != nil {
			t.Fatal(mistake)
		}
		// Both have a strategy, which is about the rollout.
		reasons := map[string]bool{}
		for _, word := range append(wordsOf(table, column), "strategy", "rollout_of") {
			if !reasonsOf(outputs.Untranslated, word, reasons) {
				t.Errorf("%s: %s is translated", test[0], word)
			}
		}
		for _, u := range outputs.Untranslated {
			hasEffect := !strings.HasPrefix(u.Reason, "It has no effect")
			if u.Change == manifest.NotTranslated && hasEffect && !reasons[u.Reason] {
				t.Errorf("%s: the table does not have %s", test[0], u.Path)
			}
		}
	}
}

// wordsOf are the fields in a column of a table.
func wordsOf(table string, column int) (words []string) {
	for line := range strings.Lines(table) {
		for _, word := range code.FindAllStringSubmatch(strings.Split(line, " | ")[column], -1) {
			words = append(words, word[1])
		}
	}
	return words
}

// reasonsOf notes why a field is not translated, and reports whether there is a reason.
func reasonsOf(untranslated []manifest.Untranslated, word string, reasons map[string]bool) (isNamed bool) {
	for _, u := range untranslated {
		if strings.Contains(u.Path, word) {
			isNamed, reasons[u.Reason] = true, true
		}
	}
	return isNamed
}
