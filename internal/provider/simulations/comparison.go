// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Comparison is multicluster_comparison and the function compare_placements.
//
// # Function compare_placements
//
// Compares as the data source `multicluster_comparison` does, within the limits of [`simulate`](simulate).
var Comparison = framework.Question[providerdata.Data, comparisonConfig]{
	Name: "comparison", Schema: comparisonSchema, Unneeded: []string{"manifests"}, Check: (*comparisonConfig).check,
	Answer: answerComparison,
	Function: framework.Function{
		Name: "compare_placements", Limit: framework.FunctionTime, Slow: "the comparison",
		Instead:    "the data source multicluster_comparison, or fewer placements",
		Summary:    "Compare placements",
		Parameters: framework.Object("comparison", "Both lists of placements, and what they choose from."),
		Return:     framework.ObjectOf[comparison.Outputs](),
	},
}

// comparisonSchema describes the data source.
//
// # Data source comparison
//
// Says whether placements can replace others: whether they decide the same over the fleet as it is, and if so, the smallest
// change of the fleet after which they do not. Use it when a selector is refactored, or a PlacementRule becomes a Placement.
//
// Each placement is decided alone, from its `previous_decisions` or those that the hub or the manifests have. Every difference is
// found by deciding both over the changed fleet.
func comparisonSchema() schema.Schema {
	attributes := placementconfig.FleetAttributes()
	delete(attributes, "previous_decisions")
	return schema.Schema{Attributes: framework.Join(attributes, framework.Arguments[comparison.Arguments]("from", "now", "to"),
		framework.ComputedAttributes[comparison.Outputs]())}
}

// comparisonConfig is the configuration of a comparison.
type comparisonConfig struct {
	comparison.Arguments
	planner.Fleet
	// Manifests are the texts of the fleet.
	Manifests []string `json:"manifests,omitzero"`
}

// question is the fleet with all placements.
func (c *comparisonConfig) question() *question {
	return &question{
		Question: simulate.Question{Placements: slices.Concat(c.From, c.To), Instant: c.Instant}, Fleet: c.Fleet,
		Manifests: c.Manifests, config: c, path: c.at,
	}
}

// at is the path of a placement: those of To follow those of From.
func (c *comparisonConfig) at(i int) *field.Path {
	if i < len(c.From) {
		return field.NewPath("from").Index(i)
	}
	return field.NewPath("to").Index(i - len(c.From))
}

// isPair reports whether the only placements are a pair, whatever their names are.
func (c *comparisonConfig) isPair() bool { return len(c.From) == 1 && len(c.To) == 1 }

// check checks what the configuration alone shows.
func (c *comparisonConfig) check(r *tfvalue.Reader) {
	for _, list := range []struct {
		name       string
		placements []simulate.Given
	}{{"from", c.From}, {"to", c.To}} {
		if list.placements != nil && len(list.placements) == 0 {
			r.Check(nil, c, field.ErrorList{field.Required(field.NewPath(list.name), "the list is empty; give at least one placement")})
		}
		if c.isPair() && list.placements[0].Name == "" {
			list.placements[0].Name = placementconfig.DefaultName
		}
	}
	q := c.question()
	q.check(r)
	c.Fleet = q.Fleet
}

// pairs are the indexes of the placements that are compared. All names are known.
func (c *comparisonConfig) pairs() (pairs [][2]int, errs field.ErrorList) {
	if c.isPair() {
		return [][2]int{{0, 0}}, nil
	}
	names := lists.Map(c.To, func(g simulate.Given) string { return g.FullName() })
	isPaired := make([]bool, len(names))
	for i := range c.From {
		name := c.From[i].FullName()
		k := slices.Index(names, name)
		if k < 0 {
			errs = append(errs, field.Invalid(c.at(i).Child("name"), name, "there is no placement of this name in to"+
				excerpt.DidYouMean(name, names)))
			continue
		}
		if isPaired[k] {
			errs = append(errs, field.Duplicate(c.at(i).Child("name"), name))
		}
		isPaired[k] = true
		pairs = append(pairs, [2]int{i, k})
	}
	for k, paired := range isPaired {
		if !paired && len(errs) == 0 {
			errs = append(errs, field.Invalid(c.at(len(c.From)+k).Child("name"), names[k], "there is no placement of this name in from"))
		}
	}
	return pairs, errs
}

// answerComparison reads the fleet, and compares each pair. A function cannot be interrupted, so it does less.
func answerComparison(
	ctx context.Context, c *comparisonConfig, provider *providerdata.Data, _ *tfvalue.Reader,
) (any, diag.Diagnostics) {
	pairs, errs := c.pairs()
	if len(errs) > 0 {
		return nil, framework.Findings[comparisonConfig](edit.Invalid(errs[0]))
	}
	q := c.question()
	subjects, _, done, diags := q.read(ctx, provider, nil)
	defer done()
	if diags.HasError() {
		return nil, diags
	}
	options, maxWork := q.options(provider), bound(provider, comparison.MaxWork, comparison.MaxUninterruptedWork)
	comparisons := map[string]comparison.Comparison{}
	for i, indexes := range pairs {
		pair := comparison.Pair{From: subjects[indexes[0]], To: subjects[len(c.From)+indexes[1]]}
		answer, findings := comparison.Of(ctx, q.Fleet, pair, options, maxWork/len(pairs))
		if findings.HasError() {
			if ctx.Err() != nil {
				findings[0].Text += fmt.Sprintf(" Compared before: %d of %s.", i, excerpt.Count(len(pairs), "pair"))
			}
			return nil, append(diags, framework.Findings[comparisonConfig](findings)...)
		}
		if answer.Counterexample != nil {
			// Clusters have the form of an argument, which can be written.
			answer.CounterexampleJSON, _ = tfvalue.WriteJSON(answer.Counterexample)
		}
		comparisons[pair.From.FullName()] = *answer
	}
	outputs := comparison.OutputsOf(comparisons)
	return &outputs, diags
}
