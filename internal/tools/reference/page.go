// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
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

// page is what the lists of a page are made from.
type page struct {
	roots []root
	usage usage
	// results is the root with the outputs of a page that has arguments, too.
	results reflect.Type
	// shared says that objects of pages before it are linked, not repeated.
	shared bool
}

// fleetArguments are the arguments of a placement that are values of its fleet, and its previous decisions.
type fleetArguments struct {
	planner.Fleet
	planner.Prior
}

// pageOrder is the order in which the pages are searched for a struct that several of them have.
var pageOrder = []string{"fleet", "ocm", "kubefleet", "hybrid", "rollout", "rollout-results", "results", "report", "hub",
	"manifest-work", "manifest-work-results", "resource-override", "staged-update", "workload-status",
	"workload-status-results", "rendered-manifests", "simulation", "resilience", "placements",
}

var guidePages = map[string]page{
	"ocm": {roots: []root{
		{"ocm", reflect.TypeFor[ocm.Spec](), "ocm"},
		{"decision_strategy", reflect.TypeFor[placement.DecisionStrategy](), "decision_strategy"},
	}},
	"kubefleet": {roots: []root{
		{"kubefleet", reflect.TypeFor[kubefleet.Spec](), "kubefleet"},
		{"resource_selectors", reflect.TypeFor[kubefleet.ResourceSelector](), "resource_selectors[*]"},
	}},
	"hybrid": {roots: []root{
		{"hybrid", reflect.TypeFor[hybrid.Spec](), "hybrid"},
		{"advisors of the provider", reflect.TypeFor[advisor.Endpoint](), "advisors[*]"},
	}},
	"rollout": {roots: []root{
		{"strategy", reflect.TypeFor[rollout.Strategy](), "strategy"},
		{"Arguments", reflect.TypeFor[step.PassRequest](), ""},
		{"rollout_of", reflect.TypeFor[manifest.RolloutOf](), "rollout_of"},
	}},
	"rollout-results": {roots: []root{{"Read-only attributes", reflect.TypeFor[step.Outputs](), ""}}, usage: outputs},
	"hub": {roots: []root{
		{"hub of the provider", reflect.TypeFor[hub.Config](), "hub"},
		{"multicluster_cluster on a hub", reflect.TypeFor[hubobject.ClusterSpec](), ""},
		{"timeouts", reflect.TypeFor[hub.Timeouts](), "timeouts"},
	}},
	"manifest-work": {roots: []root{{"multicluster_manifest_work", reflect.TypeFor[manifestwork.Arguments](), ""}}},
	"manifest-work-results": {
		roots: []root{{"Read-only attributes", reflect.TypeFor[manifestwork.Report](), ""}}, usage: outputs,
	},
	"resource-override": {roots: []root{{"multicluster_resource_override", reflect.TypeFor[hubobject.Override](), ""}}},
	"staged-update": {roots: []root{
		{"multicluster_staged_update_strategy", reflect.TypeFor[hubobject.StagedStrategy](), ""},
		{"multicluster_staged_update_run", reflect.TypeFor[stagedrun.Arguments](), ""},
		{"Read-only attributes of multicluster_staged_update_run", reflect.TypeFor[stagedrun.Report](), ""},
	}, results: reflect.TypeFor[stagedrun.Report](), shared: true},
	"workload-status":         {roots: []root{{"multicluster_workload_status", reflect.TypeFor[workload.Source](), ""}}},
	"workload-status-results": {roots: []root{{"Read-only attributes", reflect.TypeFor[workload.Statuses](), ""}}, usage: outputs},
	"rendered-manifests": {roots: []root{
		{"Arguments", reflect.TypeFor[rendered.Arguments](), ""},
		{"Read-only attributes", reflect.TypeFor[rendered.Outputs](), ""},
	}, results: reflect.TypeFor[rendered.Outputs]()},
	"simulation": {roots: []root{
		{"Arguments", reflect.TypeFor[simulate.Arguments](), ""},
		{"Read-only attributes", reflect.TypeFor[simulate.LiveOutputs](), ""},
	}, results: reflect.TypeFor[simulate.LiveOutputs](), shared: true},
	"resilience": {roots: []root{
		{"Arguments", reflect.TypeFor[resilience.Arguments](), ""},
		{"Read-only attributes", reflect.TypeFor[resilience.LiveOutputs](), ""},
	}, results: reflect.TypeFor[resilience.LiveOutputs](), shared: true},
	"placements": {roots: []root{
		{"Arguments", reflect.TypeFor[planner.Together](), ""},
		{"Read-only attributes", reflect.TypeFor[planner.TogetherOutputs](), ""},
	}, results: reflect.TypeFor[planner.TogetherOutputs](), shared: true},
	"fleet": {roots: []root{{"Arguments", reflect.TypeFor[fleetArguments](), ""}}},
	"results": {roots: []root{
		{"Read-only attributes", reflect.TypeFor[planner.OfferedOutputs](), ""},
		{"Read-only attributes of multicluster_placement_decisions", reflect.TypeFor[hubdecision.Outputs](), ""},
		{"expected", reflect.TypeFor[hubdecision.Expected](), ""},
	}, usage: outputs},
	"report": {roots: []root{{"Report", reflect.TypeFor[placement.Report](), ""}}, usage: document},
}
