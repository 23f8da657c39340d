// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/clusterreport"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/headroom"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/stagedrun"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/workload"
)

// schemaAttribute is an attribute of a schema.
type schemaAttribute struct {
	Name string
	// Type is in the words of HCL. It is not used for an attribute that has objects.
	Type               string
	Required, Computed bool
	Description        string
}

// text is the description in one paragraph. The default is a paragraph of its own.
func (a schemaAttribute) text() string { return strings.ReplaceAll(a.Description, "\n\n", " ") }

// schemaStructs are the structs behind the schemas, by document. They say what objects an attribute has, where it has some.
var schemaStructs = map[string]reflect.Type{
	"index": reflect.TypeFor[struct {
		Advisors map[string]advisor.Endpoint `json:"advisors"`
		Hub      *hub.Config                 `json:"hub"`
	}](),
	"data-sources/clusters": reflect.TypeFor[struct {
		ocm.ClusterSelector
		Clusters []placement.Cluster `json:"clusters"`
	}](),
	"data-sources/placement": reflect.TypeFor[struct {
		planner.Request
		planner.Details
		planner.OfferedOutputs
	}](),
	"data-sources/placements": reflect.TypeFor[struct {
		planner.Together
		planner.Fleet
		planner.TogetherOutputs
	}](),
	"data-sources/placement_decisions": reflect.TypeFor[hubdecision.Outputs](),
	"data-sources/rollout": reflect.TypeFor[struct {
		step.PassRequest
		step.Outputs
		Clusters []placement.Cluster `json:"clusters"`
	}](),
	"data-sources/rendered_manifests": reflect.TypeFor[struct {
		planner.Request
		rendered.Arguments
		rendered.Outputs
	}](),
	"data-sources/simulation": reflect.TypeFor[struct {
		simulate.Arguments
		planner.Fleet
		simulate.LiveOutputs
	}](),
	"data-sources/resilience": reflect.TypeFor[struct {
		resilience.Arguments
		planner.Fleet
		resilience.LiveOutputs
	}](),
	"data-sources/cluster_report": reflect.TypeFor[struct {
		simulate.Question
		clusterreport.Subject
		planner.Fleet
		clusterreport.LiveOutputs
	}](),
	"data-sources/comparison": reflect.TypeFor[struct {
		comparison.Arguments
		planner.Fleet
		comparison.Outputs
	}](),
	"data-sources/headroom": reflect.TypeFor[struct {
		headroom.Arguments
		planner.Fleet
		headroom.Outputs
	}](),
	"data-sources/workload_status": reflect.TypeFor[struct {
		workload.Source
		workload.Statuses
	}](),
	"resources/rollout": reflect.TypeFor[struct {
		step.Request
		step.Progress
		Clusters       []placement.Cluster `json:"clusters"`
		ApprovedStages map[string][]string `json:"approvedStages"`
	}](),
	"resources/placement": reflect.TypeFor[struct {
		planner.Request
		planner.Details
		planner.Outputs
		onHub
		Expected hubdecision.Expected `json:"expected"`
	}](),
	"resources/placements": reflect.TypeFor[struct {
		planner.Together
		planner.Fleet
		planner.TogetherOutputs
	}](),
	"resources/cluster": reflect.TypeFor[struct {
		placement.Cluster
		hubobject.ClusterSpec
		onHub
	}](),
	"resources/cluster_set": reflect.TypeFor[struct {
		placement.ClusterSet
		Clusters []placement.Cluster `json:"clusters"`
		onHub
	}](),
	"resources/cluster_set_binding": reflect.TypeFor[struct {
		placement.Binding
		onHub
	}](),
	"resources/manifest_work": reflect.TypeFor[struct {
		manifestwork.Arguments
		manifestwork.Report
		onHub
	}](),
	"resources/resource_override": reflect.TypeFor[struct {
		hubobject.Override
		onHub
	}](),
	"resources/staged_update_strategy": reflect.TypeFor[struct {
		hubobject.StagedStrategy
		onHub
	}](),
	"resources/disruption_budget": reflect.TypeFor[struct {
		kubefleet.DisruptionBudget
		onHub
	}](),
	"resources/staged_update_run": reflect.TypeFor[struct {
		stagedrun.Arguments
		stagedrun.Report
		onHub
	}](),
	"resources/cluster_score": reflect.TypeFor[struct {
		placement.Score
		onHub
	}](),
}

// onHub are the attributes of every resource that can live on a hub. Structs beside them have other names.
type onHub struct {
	hubArguments
	hubIdentity
}

type (
	hubArguments = managed.Arguments
	hubIdentity  = managed.Identity
)

// group are arguments with one purpose.
type group struct {
	heading string
	names   []string
}

// groups are the arguments of placements, rollouts and objects on a hub by their purpose.
var groups = []group{
	{"Scheduler", []string{"ocm", "kubefleet", "hybrid", "decision_strategy"}},
	{"Fleet", []string{
		"clusters", "manifests", "cluster_sets", "cluster_set_bindings", "scores", "targets", "kind", "placement_decisions",
		"previous_decisions",
	}},
	{"Guards", []string{
		"max_moves", "on_exceeded", "on_unsatisfied", "paused", "max_failures", "max_removals", "on_breach", "require_status", "abort",
		"allow_missing_groups",
	}},
	{"Hub", []string{"adopt", "force_conflicts", "on_destroy", "timeouts", "wait_for_decisions"}},
	{"KubeFleet", []string{"resource_selectors", "strategy", "revision_history_limit", "status_reporting_scope"}},
}

// fewArguments are so few that they are not divided into groups.
const fewArguments = 8

// groupOf is the heading that an optional argument is listed under.
func groupOf(document, name string) string {
	for _, g := range groups {
		// The strategy of a rollout is that of any scheduler.
		if slices.Contains(g.names, name) && (g.heading != "KubeFleet" || !strings.HasSuffix(document, "/rollout")) {
			return g.heading
		}
	}
	return "Optional"
}

// argumentsHeading and computed are the headings of what is given and of what is computed.
const (
	argumentsHeading = "Arguments"
	computed         = "Read-only attributes"
)

// schemaLists returns the lists of the attributes of a document: the arguments in groups, what is computed, and their objects.
func (s schemas) schemaLists(document string) (string, error) {
	of, ok := schemaStructs[document]
	if !ok {
		return "", fmt.Errorf("no struct is known for the schema of %s", document)
	}
	attributes, given := s.of(document), 0
	for _, a := range attributes {
		if !a.Computed {
			given++
		}
	}
	lists, others := map[string]string{}, map[bool]*elsewhere{true: {}, false: {}}
	for _, a := range attributes {
		if at, ok := s.describedAt(document, of, a); ok {
			others[a.Computed].add(at, a.Name, a.Required)
			continue
		}
		name, err := attributeType(document, of, a)
		if err != nil {
			return "", err
		}
		l := describe.Line{Text: a.text()}
		switch {
		case a.Computed:
			lists[computed] += outputs.item(l, a.Name, name)
		case a.Required:
			lists["Required"] += arguments.item(l, a.Name, name)
		case given <= fewArguments:
			lists["Optional"] += arguments.item(l, a.Name, name)
		default:
			lists[groupOf(document, a.Name)] += arguments.item(l, a.Name, name)
		}
	}
	lists["Others"] = others[false].items(document)
	lists[computed] += others[true].items(document)
	text := "## " + argumentsHeading + "\n"
	for _, g := range slices.Concat([]group{{heading: "Required"}}, groups, []group{{heading: "Optional"}, {heading: "Others"}}) {
		if list := lists[g.heading]; list != "" {
			text += "\n### " + g.heading + "\n\n" + list
		}
	}
	if list := lists[computed]; list != "" {
		text += "\n## " + computed + "\n\n" + list
	}
	if _, ok := pageOf(document); ok {
		objects, err := attributeLists(document)
		if objects != "" {
			text += "\n## Objects\n\n" + objects
		}
		return text, err
	}
	return text, nil
}

// blockLists returns the list of a data source whose nested blocks build an argument: their attributes are those of its objects.
func (s schemas) blockLists(document string) (string, error) {
	argument := strings.TrimSuffix(strings.TrimPrefix(document, "data-sources/"), "_placement")
	p, ok := pageOf(argument)
	if !ok {
		return "", fmt.Errorf("no argument is known for the blocks of %s", document)
	}
	at := knownHomes().objects[p.roots[0].of].from(document)
	text := fmt.Sprintf("## %s\n\nThose of %s: an object is a block, a list of objects a repeated one, and a value of any type "+
		"JSON, of `jsonencode`.\n\n", argumentsHeading, linked("`"+argument+"`", at))
	results := ""
	for _, a := range s.of(document) {
		if a.Computed {
			results += outputs.item(describe.Line{Text: a.text()}, a.Name, cmp.Or(a.Type, "object"))
			continue
		}
		text += fmt.Sprintf("- `%s` (%s)\n", a.Name, a.Type)
	}
	for _, name := range slices.Sorted(maps.Keys(s.schema(document).Block.Blocks)) {
		text += fmt.Sprintf("- `%s` (block)\n", name)
	}
	return text + "\n## " + computed + "\n\n" + results, nil
}

// twins are the documents that describe attributes of a document first.
var twins = map[string][]string{
	"resources/placements":             {"resources/placement"},
	"data-sources/placement":           {"resources/placement"},
	"data-sources/placement_decisions": {"resources/placement"},
	"data-sources/placements":          {"resources/placements", "resources/placement"},
	"data-sources/rendered_manifests":  {"resources/placement", "data-sources/placement"},
	"data-sources/cluster_report":      {"resources/placement", "data-sources/simulation"},
	"data-sources/resilience":          {"resources/placement", "data-sources/simulation"},
	"data-sources/comparison":          {"resources/placement", "data-sources/simulation"},
	"data-sources/headroom":            {"resources/placement", "data-sources/simulation"},
	"data-sources/rollout":             {"resources/rollout"},
	"data-sources/simulation":          {"resources/placement"},
}

// describedAt is where another document says the same of an attribute.
func (s schemas) describedAt(document string, of reflect.Type, a schemaAttribute) (home, bool) {
	for _, l := range linesOf(of) {
		at := knownHomes().lines[declaredLine{l.declared, l.attribute}]
		same := l.attribute == a.Name && schemaAttribute{Description: l.String()}.text() == a.text()
		if same && strings.HasPrefix(at.document, "guides/") {
			return at, true
		}
	}
	for _, twin := range twins[document] {
		for _, other := range s.of(twin) {
			if other.Name == a.Name && strings.TrimSuffix(other.text(), describe.Replaces) == a.text() {
				anchor := argumentsHeading
				if a.Computed {
					anchor = computed
				}
				return home{twin, (&section{heading: anchor}).anchor(), labelOf(twin)}, true
			}
		}
	}
	return home{}, false
}

// attributeType is the type of an attribute, with a link to its objects.
func attributeType(document string, of reflect.Type, a schemaAttribute) (string, error) {
	for _, l := range linesOf(of) {
		if l.attribute == a.Name && (a.Type == "" || objectOf(l.of) != nil || l.JSON != nil) {
			return l.typeName(hrefFrom(document)), nil
		}
	}
	if a.Type == "" {
		return "", fmt.Errorf("the struct of the schema of %s has no field for %s", document, a.Name)
	}
	return a.Type, nil
}
