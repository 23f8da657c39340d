package reference

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/workload"
)

// root is a struct that a page starts with.
type root struct {
	heading string
	of      reflect.Type
}

// page is what the tables of a page are made from.
type page struct {
	roots []root
	columns
}

// fleetArguments are the arguments of a placement that are values of its fleet, and its previous decisions.
type fleetArguments struct {
	planner.Fleet
	planner.Prior
}

// pageOrder is the order in which the pages are searched for a struct that several of them have.
var pageOrder = []string{"fleet", "ocm", "kubefleet", "hybrid", "rollout", "rollout-results", "results", "report", "hub",
	"manifest-work", "manifest-work-results", "resource-override", "workload-status",
	"workload-status-results", "rendered-manifests", "simulation",
}

var pages = map[string]page{
	"ocm": {roots: []root{
		{"ocm", reflect.TypeFor[ocm.Spec]()},
		{"decision_strategy", reflect.TypeFor[placement.DecisionStrategy]()},
	}},
	"kubefleet": {roots: []root{
		{"kubefleet", reflect.TypeFor[kubefleet.Spec]()},
		{"resource_selectors", reflect.TypeFor[kubefleet.ResourceSelector]()},
	}},
	"hybrid": {roots: []root{
		{"hybrid", reflect.TypeFor[hybrid.Spec]()},
		{"advisors of the provider", reflect.TypeFor[advisor.Config]()},
	}},
	"rollout": {roots: []root{
		{"strategy", reflect.TypeFor[rollout.Strategy]()},
		{"Arguments", reflect.TypeFor[step.PassRequest]()},
		{"rollout_of", reflect.TypeFor[manifest.RolloutOf]()},
	}},
	"rollout-results": {roots: []root{{"Read-only attributes", reflect.TypeFor[step.Outputs]()}}, columns: outputs},
	"hub": {roots: []root{
		{"hub of the provider", reflect.TypeFor[hub.Config]()},
		{"multicluster_cluster on a hub", reflect.TypeFor[hubobject.ClusterSpec]()},
		{"timeouts", reflect.TypeFor[hub.Timeouts]()},
	}},
	"manifest-work": {roots: []root{{"multicluster_manifest_work", reflect.TypeFor[manifestwork.Request]()}}},
	"manifest-work-results": {
		roots: []root{{"Read-only attributes", reflect.TypeFor[manifestwork.Report]()}}, columns: outputs,
	},
	"resource-override":       {roots: []root{{"multicluster_resource_override", reflect.TypeFor[hubobject.Override]()}}},
	"workload-status":         {roots: []root{{"multicluster_workload_status", reflect.TypeFor[workload.Source]()}}},
	"workload-status-results": {roots: []root{{"Read-only attributes", reflect.TypeFor[workload.Statuses]()}}, columns: outputs},
	"rendered-manifests": {roots: []root{
		{"Arguments", reflect.TypeFor[rendered.Arguments]()},
		{"Read-only attributes", reflect.TypeFor[rendered.Outputs]()},
	}},
	"simulation": {roots: []root{
		{"Arguments", reflect.TypeFor[simulate.Arguments]()},
		{"Read-only attributes", reflect.TypeFor[simulate.LiveOutputs]()},
	}},
	"fleet": {roots: []root{{"Arguments", reflect.TypeFor[fleetArguments]()}}},
	"results": {roots: []root{
		{"Read-only attributes", reflect.TypeFor[planner.Outputs]()},
		{"Read-only attributes of multicluster_placement_decisions", reflect.TypeFor[hubdecision.Outputs]()},
	}, columns: outputs},
	"report": {roots: []root{{"Report", reflect.TypeFor[placement.Report]()}}, columns: document},
}
