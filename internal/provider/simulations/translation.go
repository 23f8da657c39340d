// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/translation"
)

// Translation is the function translate_placement.
//
// # Function translate_placement
//
// Translates a PlacementRule to a Placement of Open Cluster Management, and a Placement to a ClusterResourcePlacement of
// KubeFleet and back. If nothing is `untranslated`, both choose the same clusters, but for `scheduler_differences`.
var Translation = framework.Function{
	Name: "translate_placement", Limit: framework.FunctionTime, Slow: "the comparison", Call: translate,
	Instead: "the data source multicluster_comparison, or omit the fleet",
	Summary: "Translate a placement to another scheduler",
	Parameters: []function.Parameter{
		function.DynamicParameter{
			Name: "placement",
			MarkdownDescription: "YAML as for [`decode_placement`](decode_placement), or an object with `name`, `ocm`, `kubefleet` " +
				"or `hybrid`, and `previous_decisions`, from which both start.",
		},
		function.StringParameter{Name: "to", MarkdownDescription: "`ocm` or `kubefleet`; from `hybrid` only `ocm`."},
	},
	Variadic: function.DynamicParameter{
		Name: "options",
		MarkdownDescription: "The [fleet and `now`](../data-sources/comparison#arguments). If the clusters are of one kind, both " +
			"schedulers see them.",
	},
	Return: framework.ObjectOf[translation.Outputs](),
}

// translationOptions are what the placements are compared over.
type translationOptions struct {
	simulate.Instant
	planner.Fleet
	// Manifests are the texts of the fleet.
	Manifests []string `json:"manifests,omitzero"`
}

func translate(ctx context.Context, read *framework.Readers, arguments framework.ArgumentValues) (any, error) {
	given, err := readSource(ctx, read, arguments.Input(0))
	if err != nil {
		return nil, err
	}
	outputs, mistake := translation.Of(&given.Placement, placement.Dialect(arguments.Text(1)))
	if mistake != nil {
		return nil, framework.ArgumentMistake(1, excerpt.FoundAndWanted(mistake))
	}
	for i, fleet := range arguments.Input(2).Elements() {
		if i > 0 {
			return nil, framework.ArgumentMistake(2, "found more than one object of options")
		}
		if outputs.Comparison, err = compareTranslation(ctx, read, fleet, *given, outputs.Placement); err != nil {
			return nil, err
		}
	}
	placementconfig.SpellOut(&outputs.Placement)
	return &outputs, nil
}

// readSource reads the placement that is translated: a text or an object, which may have no name.
func readSource(ctx context.Context, read *framework.Readers, argument tfvalue.Input) (*simulate.Given, error) {
	given, reader := &simulate.Given{}, read.Reader()
	if argument.IsString() {
		var err error
		if given.Placement, err = manifest.ReadTranslated(ctx, argument.Text()); err != nil {
			return nil, err
		}
	} else {
		reader = read.Argument(argument, given, nil)
	}
	config := placementconfig.Config{}
	config.Placement, config.Prior = given.Placement, given.Prior
	config.SetDefaults()
	config.Check(reader)
	return given, framework.ReadError(0, reader)
}

// compareTranslation compares a placement with its translation. Both start from the same decisions. It is nil without a fleet,
// and for the same scheduler: a PlacementRule for Kubernetes resources alone is read as a Placement, and would be compared with
// itself.
func compareTranslation(
	ctx context.Context, read *framework.Readers, argument tfvalue.Input, from simulate.Given, to manifest.Placement,
) (*comparison.Comparison, error) {
	var over translationOptions
	reader := read.Argument(argument, &over, nil)
	c := comparisonConfig{Fleet: over.Fleet, Manifests: over.Manifests}
	c.From, c.To, c.Instant = []simulate.Given{from}, []simulate.Given{from}, over.Instant
	c.To[0].Placement = to
	c.check(reader)
	q, provider := c.question(), &providerdata.Data{}
	if err := framework.ReadError(2, reader); err != nil || !q.hasValues() && c.Manifests == nil || from.Dialect() == to.Dialect() {
		return nil, err
	}
	subjects, _, done, diags := q.read(ctx, provider, nil)
	defer done()
	if diags.HasError() {
		return nil, framework.ArgumentError(2, diags)
	}
	translation.Share(&q.Fleet)
	answer, findings := comparison.Of(ctx, q.Fleet, comparison.Pair{From: subjects[0], To: subjects[1]}, q.options(provider),
		comparison.MaxUninterruptedWork)
	return answer, framework.ArgumentError(2, framework.Findings[comparisonConfig](findings))
}
