// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"cmp"
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/clusterreport"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/headroom"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/replicas"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/translation"
)

// function is what the documentation of a function has beside what tfplugindocs knows.
type function struct {
	// argument says what is in an argument that is not text.
	argument string
	// takes are objects in an argument whose attributes are listed here, and nowhere else.
	takes []root
	// returns is what the function returns; nil for text, or for what result says.
	returns reflect.Type
	result  string
}

// functions are the functions whose arguments or results are not text.
var functions = map[string]function{
	"functions/place": {
		argument: "The attributes of `placement` are the [arguments of the data source](../data-sources/placement#arguments) " +
			"`multicluster_placement`. `now` and `manifests` have no defaults. `strategy`, `rollout_of`, `resource_selectors`, " +
			"`revision_history_limit` and `status_reporting_scope` of a decoded placement are accepted and ignored.",
		returns: reflect.TypeFor[planner.OfferedOutputs](),
	},
	"functions/place_all": {
		argument: "The attributes of `placements` are the [arguments of the data source](../data-sources/placements#arguments) " +
			"`multicluster_placements`. `now` and `manifests` have no defaults.",
		returns: reflect.TypeFor[planner.TogetherOutputs](),
	},
	"functions/decode_placement": {returns: reflect.TypeFor[manifest.Placement]()},
	"functions/encode_placement": {
		argument: "Its attributes are `name`, `namespace`, one of `ocm`, `kubefleet` and `hybrid`, `decision_strategy` for `ocm`, " +
			"`resource_selectors`, `revision_history_limit` and `status_reporting_scope` for `kubefleet`, which are " +
			"[arguments of the resource](../resources/placement#arguments) `multicluster_placement`, and " +
			"[`strategy`](../guides/reference-rollout#strategy) and [`rollout_of`](../guides/reference-rollout#rollout_of).",
	},
	"functions/decode_clusters": {returns: reflect.TypeFor[[]placement.Cluster]()},
	"functions/waves": {
		argument: "The attributes of `rollout` are among the [arguments of the data source](../data-sources/rollout#arguments) " +
			"`multicluster_rollout`. `manifests` has no default.",
		returns: reflect.TypeFor[[]step.Wave](),
	},
	"functions/compact_clusters": {
		argument: "`clusters` is a list or a map of [objects](../guides/reference-fleet#clusters).",
		result:   "A list for a list, and an object with the same keys for the instances of a resource with `for_each`.",
	},
	"functions/render": {
		argument: "The attributes of `rendering` are the [arguments of the data source](../data-sources/rendered_manifests) " +
			"`multicluster_rendered_manifests`. `objects`, the fleet and `now` have no defaults.",
		returns: reflect.TypeFor[rendered.Outputs](),
	},
	"functions/divide": {
		argument: "At most one of `weights`, `score` and `available` is set. Without any, all clusters have the same weight.",
		takes: []root{
			{"by", reflect.TypeFor[replicas.By](), "by"},
			{"cluster_bounds and group_bounds", reflect.TypeFor[replicas.Bounds](), ""},
		},
		result: "A map with the number of replicas of every chosen cluster by its name, also of those that get none.",
	},
	"functions/simulate": {
		argument: "The attributes of `simulation` are the [arguments of the data source](../data-sources/simulation#arguments) " +
			"`multicluster_simulation`. `now` and `manifests` have no defaults.",
		returns: reflect.TypeFor[simulate.Outputs](),
	},
	"functions/resilience": {
		argument: "The attributes of `question` are the [arguments of the data source](../data-sources/resilience#arguments) " +
			"`multicluster_resilience`. `now` and `manifests` have no defaults.",
		returns: reflect.TypeFor[resilience.Outputs](),
	},
	"functions/cluster_report": {
		argument: "Its attributes are [those of the data source](../data-sources/cluster_report#arguments); there is no default " +
			"for `now` or `manifests`.",
		returns: reflect.TypeFor[clusterreport.Outputs](),
	},
	"functions/compare_placements": {
		argument: "The attributes of `comparison` are the [arguments of the data source](../data-sources/comparison#arguments) " +
			"`multicluster_comparison`. `now` and `manifests` have no defaults.",
		returns: reflect.TypeFor[comparison.Outputs](),
	},
	"functions/translate_placement": {returns: reflect.TypeFor[translation.Outputs]()},
	"functions/headroom": {
		argument: "The attributes of `question` are the [arguments of the data source](../data-sources/headroom#arguments) " +
			"`multicluster_headroom`. `now` and `manifests` have no defaults.",
		returns: reflect.TypeFor[headroom.Outputs](),
	},
	"functions/encode_clusters": {argument: "`clusters` is a list of [objects](../guides/reference-fleet#clusters)."},
}

// functionText returns what follows the list of the arguments of a function.
func functionText(document string) string {
	f, text := functions[document], ""
	if f.argument != "" {
		text = f.argument + "\n\n"
	}
	for _, r := range f.takes {
		text += "## " + r.heading + "\n\n" + home{document: document}.list(r.of, arguments) + "\n"
	}
	text += "## Return Type\n\n"
	switch {
	case f.returns == nil:
		return text + cmp.Or(f.result, "A string.") + "\n"
	case f.returns.Kind() != reflect.Struct:
		return text + "A " + typeOf(f.returns, hrefFrom(document)) + ".\n"
	}
	if at, ok := knownHomes().objects[f.returns]; ok {
		return text + "An object with the " + linked("attributes", at.from(document)) + " of " + at.label + ".\n"
	}
	return text + "An object with these attributes:\n\n" + home{document: document}.list(f.returns, outputs)
}
