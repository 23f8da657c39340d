// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
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
		LabelSelector *metav1.LabelSelector `json:"labelSelector"`
		Clusters      []placement.Cluster   `json:"clusters"`
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
	"resources/disruption_budget": reflect.TypeFor[onHub](),
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

// onHub are the objects in the arguments of a resource that can live on a hub.
type onHub struct {
	Timeouts hub.Timeouts `json:"timeouts"`
}

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

// schemaLists returns the lists of the attributes of a schema: the arguments in groups, then what is computed.
func schemaLists(document string, attributes []schemaAttribute) (string, error) {
	of, ok := schemaStructs[document]
	if !ok {
		return "", fmt.Errorf("no struct is known for the schema of %s", document)
	}
	given := 0
	for _, a := range attributes {
		if !a.Computed {
			given++
		}
	}
	lists := map[string]string{}
	for _, a := range attributes {
		name, err := attributeType(document, of, a)
		if err != nil {
			return "", err
		}
		// The default is a paragraph of the description.
		l := describe.Line{Text: strings.ReplaceAll(a.Description, "\n\n", " ")}
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
	text := "## Arguments\n"
	for _, g := range slices.Concat([]group{{heading: "Required"}}, groups, []group{{heading: "Optional"}}) {
		if list := lists[g.heading]; list != "" {
			text += "\n### " + g.heading + "\n\n" + list
		}
	}
	if list := lists[computed]; list != "" {
		text += "\n## " + computed + "\n\n" + list
	}
	return text, nil
}

// computed is the heading of what is computed.
const computed = "Read-only attributes"

// attributeType is the type of an attribute, with a link to its objects.
func attributeType(document string, of reflect.Type, a schemaAttribute) (string, error) {
	for _, l := range linesOf(of) {
		if l.attribute == a.Name && (a.Type == "" || objectOf(l.of) != nil || l.JSON != nil) {
			return l.typeName(hrefFrom(guidesFrom(document))), nil
		}
	}
	if a.Type == "" {
		return "", fmt.Errorf("the struct of the schema of %s has no field for %s", document, a.Name)
	}
	return a.Type, nil
}

// guidesFrom is where the guides are, as a document links to them.
func guidesFrom(document string) string {
	return strings.Repeat("../", strings.Count(document, "/")) + "guides/"
}
