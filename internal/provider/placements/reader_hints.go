// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"maps"
	"reflect"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// ReaderHints are what a reader knows of placements and their decisions. The structs have a placement: a whole resource or data
// source can be passed for them.
func ReaderHints(structs ...reflect.Type) framework.ReaderHints {
	additional := map[reflect.Type]framework.AdditionalAttributes{
		reflect.TypeFor[planner.PreviousDecision](): {Names: tfvalue.Names(reflect.TypeFor[planner.Decision]())},
	}
	names := slices.Collect(maps.Keys(ResourceSchema().Attributes))
	names = slices.AppendSeq(names, maps.Keys(placementconfig.DataSourceSchema().Attributes))
	for _, typ := range append(structs, reflect.TypeFor[manifest.Placement]()) {
		additional[typ] = framework.AdditionalAttributes{Only: "decisions", Names: names}
	}
	return framework.ReaderHints{
		Additional: additional,
		Selects:    selectsAll,
		Instead:    insteadOfDecisions,
	}
}

// selectors are the objects that select everything if nothing in them is set.
var selectors = []reflect.Type{
	reflect.TypeFor[ocm.Predicate](), reflect.TypeFor[ocm.ClusterSelector](), reflect.TypeFor[ocm.CELSelector](),
	reflect.TypeFor[metav1.LabelSelector](), reflect.TypeFor[placement.ClaimSelector](),
	reflect.TypeFor[placement.GroupSelector](), reflect.TypeFor[kubefleet.ClusterSelectorTerm](),
}

// selectsAll says of what a selector selects everything if nothing in it is set.
func selectsAll(typ, in reflect.Type) string {
	switch {
	case !slices.Contains(selectors, typ):
		return ""
	case in == reflect.TypeFor[kubefleet.ResourceSelector]():
		return "resource of the kind"
	}
	return "cluster"
}

// insteadOfDecisions says which output of a placement is due where another one was passed.
func insteadOfDecisions(typ reflect.Type, first map[string]tfvalue.Input) string {
	switch typ {
	case reflect.TypeFor[planner.PreviousDecision]():
		if framework.IsByCluster(first) {
			return "found decisions_by_cluster, which is for for_each; pass decisions"
		}
	case reflect.TypeFor[placement.Cluster]():
		if _, isDecision := first["cluster_name"]; isDecision || framework.IsByCluster(first) {
			return "found the decisions of a placement; pass clusters, such as those that the placement chooses from"
		}
	}
	return ""
}
