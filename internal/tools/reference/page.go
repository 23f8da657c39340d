// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/clusterreport"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/headroom"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/stagedrun"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/workload"
)

// root is a struct that a page starts with. The path is where a configuration has objects of it; empty if its attributes are
// arguments themselves.
type root struct {
	heading string
	of      reflect.Type
	path    string
}

// page is what the lists of a document are made from.
type page struct {
	// name is that of the marker in the template. Resources and data sources have none: their objects follow their arguments.
	name, document string
	// label is what links to the attributes of a document are called.
	label string
	roots []root
	usage usage
	// results is the root with the outputs of a page that has arguments, too.
	results reflect.Type
	// schema is the resource or data source whose lists have the attributes of the roots; empty if the page itself has them.
	schema string
}

// fleetArguments are the arguments of a placement that are values of its fleet, and its previous decisions.
type fleetArguments struct {
	planner.Fleet
	planner.Prior
}

// guidePages are in the order in which they are searched for a struct that several of them have.
var guidePages = []page{
	{name: "fleet", document: "guides/reference-fleet", label: "the fleet", roots: []root{
		{argumentsHeading, reflect.TypeFor[fleetArguments](), ""},
	}},
	{name: "ocm", document: "guides/ocm-placement", roots: []root{
		{"ocm", reflect.TypeFor[ocm.Spec](), "ocm"},
		{"decision_strategy", reflect.TypeFor[placement.DecisionStrategy](), "decision_strategy"},
	}},
	{name: "kubefleet", document: "guides/kubefleet-placement", roots: []root{
		{"kubefleet", reflect.TypeFor[kubefleet.Spec](), "kubefleet"},
		{"resource_selectors", reflect.TypeFor[kubefleet.ResourceSelector](), "resource_selectors[*]"},
	}},
	{name: "hybrid", document: "guides/hybrid-placement-rules", roots: []root{
		{"hybrid", reflect.TypeFor[hybrid.Spec](), "hybrid"},
	}},
	{name: index, document: index, schema: index, roots: []root{{"advisors", reflect.TypeFor[advisor.Endpoint](), "advisors[*]"}}},
	{name: "rollout", document: "guides/reference-rollout", label: "the arguments of a rollout", roots: []root{
		{argumentsHeading, reflect.TypeFor[step.Target](), ""},
		{"strategy", reflect.TypeFor[rollout.Strategy](), "strategy"},
		{"rollout_of", reflect.TypeFor[manifest.RolloutOf](), "rollout_of"},
		{"cluster_status", reflect.TypeFor[step.ClusterStatus](), "cluster_status[*]"},
		{"decisions", reflect.TypeFor[step.Decision](), "decisions[*]"},
		{"decision_groups", reflect.TypeFor[step.Group](), "decision_groups[*]"},
	}},
	{name: "results", document: "guides/reference-results", label: "the results of a placement", roots: []root{
		{computed, reflect.TypeFor[planner.OfferedOutputs](), ""},
	}, usage: outputs},
	{name: "report", document: "guides/reference-report", roots: []root{
		{"Report", reflect.TypeFor[placement.Report](), ""},
	}, usage: document},
	{name: "hub", document: "guides/reference-hub", label: "an object on a hub", roots: []root{
		{"hub of the provider", reflect.TypeFor[hub.Config](), "hub"},
		{"Every object on a hub", reflect.TypeFor[onHub](), ""},
	}},
	argumentPage("resources/placement", reflect.TypeFor[struct {
		planner.Request
		planner.Details
	}](), nil, root{"expected", reflect.TypeFor[hubdecision.Expected](), "expected"}),
	argumentPage("data-sources/placement_decisions", nil, reflect.TypeFor[hubdecision.Outputs]()),
	argumentPage("resources/placements", reflect.TypeFor[planner.Together](), reflect.TypeFor[planner.TogetherOutputs]()),
	argumentPage("data-sources/rollout", nil, reflect.TypeFor[step.Outputs]()),
	argumentPage("resources/cluster", reflect.TypeFor[hubobject.ClusterSpec](), nil),
	argumentPage("resources/manifest_work", reflect.TypeFor[manifestwork.Arguments](), reflect.TypeFor[manifestwork.Report]()),
	argumentPage("resources/resource_override", reflect.TypeFor[hubobject.Override](), nil),
	argumentPage("resources/staged_update_strategy", reflect.TypeFor[hubobject.StagedStrategy](), nil),
	argumentPage("resources/staged_update_run", reflect.TypeFor[stagedrun.Arguments](), reflect.TypeFor[stagedrun.Report]()),
	argumentPage("data-sources/workload_status", reflect.TypeFor[workload.Source](), reflect.TypeFor[workload.Statuses]()),
	argumentPage("data-sources/rendered_manifests", reflect.TypeFor[rendered.Arguments](), reflect.TypeFor[rendered.Outputs]()),
	{name: "simulation", document: "guides/reference-simulation", roots: []root{
		{argumentsHeading, reflect.TypeFor[simulate.Arguments](), ""},
		{computed, reflect.TypeFor[simulate.LiveOutputs](), ""},
	}, results: reflect.TypeFor[simulate.LiveOutputs](), schema: "data-sources/simulation"},
	argumentPage("data-sources/comparison", reflect.TypeFor[comparison.Arguments](), reflect.TypeFor[comparison.Outputs]()),
	argumentPage("data-sources/resilience", reflect.TypeFor[resilience.Arguments](), reflect.TypeFor[resilience.LiveOutputs]()),
	argumentPage("data-sources/cluster_report", reflect.TypeFor[clusterreport.Subject](),
		reflect.TypeFor[clusterreport.LiveOutputs]()),
	argumentPage("data-sources/headroom", reflect.TypeFor[headroom.Arguments](), reflect.TypeFor[headroom.Outputs]()),
}

// argumentPage is the page of a resource or a data source with the objects in its arguments and outputs, whose schema is on it.
func argumentPage(document string, given, results reflect.Type, more ...root) page {
	p := page{name: document, document: document, schema: document, results: results}
	if given != nil {
		p.roots = append(p.roots, root{argumentsHeading, given, ""})
	}
	if results != nil {
		p.roots = append(p.roots, root{computed, results, ""})
	}
	p.roots = append(p.roots, more...)
	return p
}

// labelOf is what links to the attributes of a resource or a data source are called.
func labelOf(document string) string {
	kind, name, _ := strings.Cut(document, "/")
	return map[string]string{"resources": "the resource", "data-sources": "the data source"}[kind] + " `multicluster_" + name + "`"
}

// pageOf is the page of a marker or a document.
func pageOf(name string) (page, bool) {
	i := slices.IndexFunc(guidePages, func(p page) bool { return p.name == name })
	if i < 0 {
		return page{}, false
	}
	return guidePages[i], true
}

// homeOf is where a section of the page is.
func (p page) homeOf(s *section) home {
	switch {
	case s.paths[0] != "":
		return home{p.document, s.anchor(), s.heading}
	case p.schema != "":
		return home{p.schema, s.anchor(), labelOf(p.schema)}
	}
	return home{p.document, s.anchor(), cmp.Or(p.label, s.heading)}
}
