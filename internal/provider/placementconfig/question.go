// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementconfig

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// Question is the data source multicluster_placement and the function place. They have no memory: what was decided before is an
// argument.
//
// # Function place
//
// Decides which clusters of a fleet get a workload, as the data source `multicluster_placement` does. It accepts direct
// references to resources: its result is known as soon as its argument is. It uses no clock, files or network, and no HTTP
// advisors: the fleet must be in the argument, and a decision that depends on the time is an error without `now`. CEL expressions
// that would take longer than 10 seconds for the whole fleet are an error.
var Question = framework.Question[providerdata.Data, Arguments]{
	Name: "placement", Schema: DataSourceSchema, Unneeded: []string{"manifests"}, Check: (*Arguments).check, Answer: decide,
	Function: framework.Function{
		Name: "place", Limit: framework.FunctionTime, Slow: "the decision",
		Instead:    "the data source multicluster_placement, or simplify the CEL expressions",
		Summary:    "Decide a placement",
		Parameters: framework.Object("placement", "The placement and its fleet. Omit attributes that are not needed."),
		Return:     function.ObjectReturn{AttributeTypes: ResultType.AttrTypes},
	},
	Refuse: refuseWhole,
}

// refuseWhole says what to pass in place of a data source or a resource.
func refuseWhole(passed tfvalue.Input) string {
	if passed.Field("decisions").IsNull() || passed.Field("decisions_by_cluster").IsNull() {
		return ""
	}
	return "found a whole placement; its decisions are attributes of it, such as decisions and decisions_by_cluster. To decide " +
		"again, pass an object with its arguments only, such as clusters and ocm."
}

// check sets the defaults, and checks what the arguments alone show.
func (a *Arguments) check(r *tfvalue.Reader) {
	c := &Config{Arguments: *a}
	c.SetDefaults()
	c.Check(r)
	*a = c.Arguments
}

// decide reads the fleet and decides.
func decide(ctx context.Context, a *Arguments, provider *providerdata.Data, r *tfvalue.Reader) (any, diag.Diagnostics) {
	c := &Config{Arguments: *a}
	diags := c.ReadLiveFleet(ctx, provider)
	if diags.HasError() {
		return nil, diags
	}
	diags.Append(c.WarningDiagnostics(r)...)
	c.Now = framework.InstantOf(c.Now, provider.Now)
	if provider.IsOfFunction() {
		c.MaxCELCost, c.WithReport = framework.FunctionCELCost, true // Nothing is stored.
	}
	defer c.Ask(ctx, provider.Source)()
	answer, findings := planner.Decide(ctx, &c.Request)
	if diags.Append(Findings(findings)...); diags.HasError() {
		return nil, diags
	}
	diags.Append(Findings(answer.AbsentDetails(ctx, &c.Details))...)
	outputs, err := answer.OfferedOutputs(&c.Details)
	if err != nil {
		diags.AddError("The result cannot be written", err.Error())
		return outputs, diags
	}
	if h := provider.Hub; h != nil && c.UsesFleetOfProvider() {
		if outputs.Consumers, err = c.recordedConsumers(ctx, h.Client, outputs.Moves.Left); err != nil {
			diags.Append(providerdata.HubDiagnostic(path.Empty(), err))
		}
	}
	return outputs, diags
}

// recordedConsumers say what leaves with the first clusters that left.
func (c *Config) recordedConsumers(
	ctx context.Context, client *hubview.Client, left map[string]string,
) (map[string]string, error) {
	names := slices.Sorted(maps.Keys(left))
	isOther := func(d placement.PlacementDecision) bool { return d.Namespace != c.Namespace || d.Placement != c.Name }
	return client.RecordedConsumers(ctx, &decisions.Decided{
		Placement: c.Placement, PlacementDecisions: slices.DeleteFunc(slices.Clone(c.Fleet.Manifests.Decisions), isOther),
	}, names[:min(len(names), excerpt.Items)])
}

// CheckShared checks what the arguments of one of several placements over a fleet show, at a path of a configuration. The request
// has no fleet but for the kind of cluster.
func CheckShared(r *tfvalue.Reader, config any, path *field.Path, request *planner.Request) {
	root := tfvalue.Locate(nil, reflect.TypeOf(config), path.String())
	switch set := request.Dialects(); {
	case len(set) > 1:
		r.Check(nil, config, field.ErrorList{field.Forbidden(path.Child(string(set[1])), string(set[0])+
			" is also set; a placement has exactly one of them")})
		return
	case len(set) == 0 && r.Flawed(root):
		return
	case len(set) == 0:
		r.Check(nil, config, field.ErrorList{field.Required(path, "no scheduler is configured; set one of "+
			strings.Join(Dialects, ", "))})
		return
	}
	if request.Hybrid == nil {
		request.Kind = ""
	}
	r.Check(root, request, append(request.ValidateNames(), request.Validate(func(int) bool { return true })...))
}

// AskAll gives placements the advisors that are asked over HTTP. The function closes their connections.
func AskAll(ctx context.Context, source *providerdata.FleetSource, placements []world.Placement) func() {
	var asked []func()
	for i := range placements {
		if placements[i].Hybrid == nil {
			continue
		}
		asking := Config{}
		asking.Hybrid = placements[i].Hybrid
		asked = append(asked, asking.Ask(ctx, source))
		placements[i].Advisors = asking.Advisors
	}
	return func() {
		for _, end := range asked {
			end()
		}
	}
}
