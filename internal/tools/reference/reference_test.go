// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/workload"
)

// reachable are the structs that declare the attributes of everything that the provider reads and writes.
func reachable() map[reflect.Type]bool {
	roots := []root{
		{"request", reflect.TypeFor[planner.Request](), ""}, {"limit", reflect.TypeFor[planner.Limit](), ""},
		{"details", reflect.TypeFor[planner.Details](), ""},
		{"rollout", reflect.TypeFor[step.CarryRequest](), ""}, {"pass", reflect.TypeFor[step.PassRequest](), ""},
		{"progress", reflect.TypeFor[step.Progress](), ""},
	}
	for _, p := range guidePages {
		roots = append(roots, p.roots...)
	}
	for _, f := range functions {
		roots = append(roots, f.takes...)
	}
	declared := map[reflect.Type]bool{}
	for _, s := range sectionsOf(roots) {
		for _, f := range tfvalue.Fields(s.of) {
			declared[f.Declared] = true
		}
	}
	return declared
}

// TestEveryAttributeIsDescribed finds attributes without a line, and lines without an attribute.
func TestEveryAttributeIsDescribed(t *testing.T) {
	structs := reachable()
	for of := range structs {
		known := map[string]bool{}
		for _, f := range tfvalue.Fields(of) {
			known[f.Attribute] = true
			if f.Declared == of && describe.Of(of)[f.Attribute].Text == "" {
				t.Errorf("attribute %s of %s has no description: write the comment of its field, and run make generate", f.Attribute, of)
			}
		}
		for attribute := range describe.Of(of) {
			if !known[attribute] {
				t.Errorf("%s has a line for %s and no such field", of, attribute)
			}
		}
	}
}

// TestLines makes sure that descriptions are sentences, and that defaults stand beside them.
func TestLines(t *testing.T) {
	for of := range reachable() {
		for attribute, l := range describe.Of(of) {
			switch {
			case !strings.HasSuffix(l.Text, "."), strings.Contains(l.Text, "\n"):
				t.Errorf("%s of %s is not a line of sentences: %q", attribute, of, l.Text)
			case strings.Contains(l.Text, "(the default)"), strings.Contains(l.Text, "Defaults to"):
				t.Errorf("%s of %s: \"Defaults to X.\" has to be its last sentence: %q", attribute, of, l.Text)
			case strings.HasSuffix(l.Default, "."):
				t.Errorf("%s of %s: the default is no sentence: %q", attribute, of, l.Default)
			}
		}
	}
}

// TestAllowedValues makes sure that the text of an attribute with few values lists all of them.
func TestAllowedValues(t *testing.T) {
	for _, test := range []struct {
		of        reflect.Type
		attribute string
		values    []string
	}{
		{reflect.TypeFor[ocm.PrioritizerPolicy](), "mode", ocm.Modes},
		{reflect.TypeFor[ocm.ScoreCoordinate](), "type", ocm.ScoreTypes},
		{reflect.TypeFor[ocm.ScoreCoordinate](), "built_in", ocm.Prioritizers},
		{reflect.TypeFor[match.Toleration](), "operator", ocm.Operators},
		{reflect.TypeFor[match.Toleration](), "effect", texts(placement.TaintEffects)},
		{reflect.TypeFor[placement.Taint](), "effect", append(texts(placement.TaintEffects), string(placement.NoSchedule))},
		{reflect.TypeFor[placement.Cluster](), "kind", texts(placement.ClusterKinds)},
		{reflect.TypeFor[planner.Fleet](), "kind", texts(placement.ClusterKinds)},
		{reflect.TypeFor[kubefleet.Spec](), "placement_type", kubefleet.PlacementTypes},
		{reflect.TypeFor[kubefleet.PropertySelectorRequirement](), "operator", kubefleet.PropertyOperators},
		{reflect.TypeFor[kubefleet.PropertySorter](), "sort_order", kubefleet.SortOrders},
		{reflect.TypeFor[kubefleet.ObjectSpec](), "status_reporting_scope", kubefleet.StatusReportingScopes},
		{reflect.TypeFor[kubefleet.ResourceSelector](), "selection_scope", kubefleet.SelectionScopes},
		{reflect.TypeFor[ocm.Unused](), "sort_by", ocm.SortOrders},
		{reflect.TypeFor[ocm.SpreadConstraint](), "topology_key_type", ocm.TopologyKeyTypes},
		{reflect.TypeFor[ocm.SpreadConstraint](), "when_unsatisfiable", ocm.SpreadActions},
		{reflect.TypeFor[rollout.ApplyStrategy](), "type", rollout.ApplyTypes},
		{reflect.TypeFor[rollout.ApplyStrategy](), "comparison_option", rollout.ComparisonOptions},
		{reflect.TypeFor[rollout.ApplyStrategy](), "when_to_apply", rollout.WhenToApply},
		{reflect.TypeFor[rollout.ApplyStrategy](), "when_to_take_over", rollout.WhenToTakeOver},
		{reflect.TypeFor[rollout.DeleteStrategy](), "propagation_policy", rollout.PropagationPolicies},
		{reflect.TypeFor[rollout.ReportBackStrategy](), "type", rollout.ReportBackTypes},
		{reflect.TypeFor[rollout.ReportBackStrategy](), "destination", rollout.ReportBackTargets},
		{reflect.TypeFor[hybrid.Advisor](), "type", hybrid.AdvisorTypes},
		{reflect.TypeFor[hybrid.Advisor](), "on_failure", hybrid.OnFailures},
		{reflect.TypeFor[hybrid.Advisor](), "name", hybrid.BuiltInAdvisors()},
		{reflect.TypeFor[planner.Limit](), "on_exceeded", []string{planner.ExceededFail, planner.ExceededKeep}},
		{reflect.TypeFor[placement.Report](), "dialect", texts(placement.Dialects)},
		{reflect.TypeFor[rollout.Strategy](), "type", rollout.StrategyTypes},
		{reflect.TypeFor[step.ClusterStatus](), "status", texts(step.Statuses)},
		{reflect.TypeFor[staged.Task](), "type", []string{string(staged.Approval), string(staged.TimedWait)}},
		{reflect.TypeFor[manifestwork.Work](), "revision", []string{manifestwork.Revision}},
		{reflect.TypeFor[workload.Statuses](), "cluster_status", []string{manifestwork.Revision}},
		{reflect.TypeFor[step.WavePlaces](), "wave_names", []string{step.Removal}},
		{reflect.TypeFor[step.Wave](), "name", []string{step.Removal}},
	} {
		for _, value := range test.values {
			if text := lineOf(test.of, test.attribute).String(); !strings.Contains(text, "`"+value+"`") {
				t.Errorf("%s of %s does not mention %s: %q", test.attribute, test.of, value, text)
			}
		}
	}
	if text := lineOf(reflect.TypeFor[placement.Report](), "version").Text; !strings.Contains(text, fmt.Sprintf(": %d.", placement.ReportVersion)) {
		t.Errorf("the report does not mention its version %d: %q", placement.ReportVersion, text)
	}
}

func lineOf(t reflect.Type, attribute string) describe.Line {
	for _, l := range linesOf(t) {
		if l.attribute == attribute {
			return l.Line
		}
	}
	panic(attribute)
}

func texts[T ~string](values []T) []string {
	list := make([]string, len(values))
	for i, value := range values {
		list[i] = string(value)
	}
	return list
}

var (
	attributeHeading = regexp.MustCompile(`(?m)^###? (.*)$`)
	attributeLink    = regexp.MustCompile(`\]\(#([^)]*)\)`)
)

// TestPages makes sure that headings are short and different, and that every link has one.
func TestPages(t *testing.T) {
	for _, p := range guidePages {
		name := p.name
		text, err := attributeLists(name)
		if err != nil {
			t.Fatal(err)
		}
		var anchors []string
		for _, found := range attributeHeading.FindAllStringSubmatch(text, -1) {
			anchor := strings.TrimPrefix((&section{heading: found[1]}).anchor(), "#")
			if len(found[1]) > maxHeading || slices.Contains(anchors, anchor) {
				t.Errorf("%s: heading %q is too long or not the first of its name", name, found[1])
			}
			anchors = append(anchors, anchor)
		}
		for _, found := range attributeLink.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(anchors, found[1]) {
				t.Errorf("%s: nothing has the anchor %q", name, found[1])
			}
		}
		if again, _ := attributeLists(name); again != text {
			t.Errorf("%s is not the same twice", name)
		}
	}
	if _, err := attributeLists("other"); err == nil {
		t.Error("a page that does not exist has attributes")
	}
}

// TestReportTemplate makes sure that the page of the report has the version, and the page about reading it all stages.
func TestReportTemplate(t *testing.T) {
	text, err := os.ReadFile("../../../templates/guides/reference-report.md")
	if err != nil {
		t.Fatal(err)
	}
	if title := fmt.Sprintf("# Reference: the report, version %d\n", placement.ReportVersion); !strings.Contains(
		string(text), title) {
		t.Errorf("the page has no title %q", title)
	}
	if text, err = os.ReadFile("../../../templates/guides/troubleshooting.md"); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "`"+placement.StageDecided+"`") ||
		!strings.Contains(string(text), "`"+placement.StageNotPicked+"`") {
		t.Error("the page does not have the stages of clusters that passed the filters")
	}
	for dialect, stages := range map[placement.Dialect][]string{
		placement.DialectOCM: {ocm.StageAvailability, ocm.StagePredicate, ocm.StageTaint},
		placement.DialectKubeFleet: {
			kubefleet.StageAffinity, kubefleet.StageEligibility, kubefleet.StageNamespace, kubefleet.StageTaint, kubefleet.StageSpread,
			kubefleet.StageClusterNames,
		},
		placement.DialectHybrid: {hybrid.StageCandidates, hybrid.StageVeto, hybrid.StageRecommendation},
	} {
		for _, stage := range stages {
			if row := fmt.Sprintf("\n| `%s` | `%s` | ", dialect, stage); !strings.Contains(string(text), row) {
				t.Errorf("the page has no row for the stage %s of %s", stage, dialect)
			}
		}
	}
}

// TestNestedLists has the type of a list of lists.
func TestNestedLists(t *testing.T) {
	const want = "list of lists of [objects](guides/reference-simulation#steps)"
	if got := typeOf(reflect.TypeFor[[][]edit.Edit](), hrefFrom("")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestTypes has the types of attributes in the words of HCL.
func TestTypes(t *testing.T) {
	text, err := attributeLists("fleet")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{
		"- `clusters` (list of [objects](#clusters)) ",
		"- `allocatable` (map of strings) ",
		"- `time_added` (string) ",
		"- `deleting` (bool) Whether the cluster is being deleted, so that it is not chosen. Defaults to `false`.\n",
		"- `agent` ([object](#clustersagent)) ",
		"- `value` (number, required) ",
	} {
		if !strings.Contains(text, row) {
			t.Errorf("there is no item %s", row)
		}
	}
}

// TestResultsAreNotRequired: on a page with arguments and outputs, only an argument is required.
func TestResultsAreNotRequired(t *testing.T) {
	for _, p := range guidePages {
		name := p.name
		text, err := attributeLists(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, results, ok := strings.Cut(text, "## Read-only attributes\n"); ok && strings.Contains(results, ", required)") {
			t.Errorf("%s: an output is required:\n%s", name, results)
		}
		if p.results != nil && !p.isRoot(p.results) {
			t.Errorf("%s has no root %s", name, p.results)
		}
	}
}

// TestExamplePages: the link of every example leads to the section of its struct.
func TestExamplePages(t *testing.T) {
	count := 0
	for of := range reachable() {
		e, ok := describe.ExampleOf(of)
		if !ok {
			continue
		}
		count++
		if want := hrefFrom("")(of); e.Page != want {
			t.Errorf("the example of %s links to %q, not to %q", of, e.Page, want)
		}
	}
	if count < 30 {
		t.Errorf("only %d examples were found", count)
	}
}
