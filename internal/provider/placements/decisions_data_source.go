// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Decisions is the data source multicluster_placement_decisions. It reads what the hub has decided for a placement, and compares
// it with the prediction.
var Decisions = framework.Question[providerdata.Data, decisionsConfig]{
	Name: "placement_decisions", Schema: DecisionsSchema,
	Check:  func(c *decisionsConfig, r *tfvalue.Reader) { r.Check(nil, c, c.validate()) },
	Answer: decided,
}

// DecisionsSchema describes the data source of decisions.
//
// # Data source placement_decisions
//
// What the hub of the provider has decided for a placement that exists there. It also decides the placement itself, with the
// decisions of the hub as the earlier ones, and says whether the hub agrees. Read-only.
//
// A hub decides some time after a placement or the fleet has changed. Until then, the decisions of a new placement are empty,
// with a warning: check `satisfied` in a `postcondition` before a `for_each` over them removes anything. To plan with what the
// hub will decide, use `multicluster_placement`.
//
// Without `kind`, the kinds whose placements the credentials [may not get](../guides/hub-permissions#plan) are left out. Without
// permission to list what the scheduler uses, such as clusters, there is no prediction.
func DecisionsSchema() schema.Schema {
	return schema.Schema{Attributes: framework.Join(
		framework.Arguments[decisionsConfig]("name", "namespace", "kind", "with_labels", "with_claims"),
		framework.ComputedAttributes[hubdecision.Outputs](),
	)}
}

// decided reads the decisions, and the fleet for the prediction.
func decided(
	ctx context.Context, config *decisionsConfig, provider *providerdata.Data, _ *tfvalue.Reader,
) (any, diag.Diagnostics) {
	if provider.Hub == nil {
		return nil, diag.Diagnostics{diag.NewErrorDiagnostic("There is no hub",
			"The data source needs a hub: set hub in the configuration of the provider. Without a hub, multicluster_placement decides "+
				"a placement.")}
	}
	client, err := providerdata.Connected(provider.Hub)
	if err != nil {
		return nil, diag.Diagnostics{providerdata.HubDiagnostic(path.Empty(), err)}
	}
	d, diags := config.find(ctx, client)
	if diags.HasError() {
		return nil, diags
	}
	c := &placementconfig.Config{}
	c.Placement, c.Now = d.Placement, provider.Now().UTC()
	prediction, unpredictable, err := predict(ctx, provider.Hub, c, d, len(config.WithLabels)+len(config.WithClaims) > 0)
	if err != nil {
		return nil, diag.Diagnostics{providerdata.HubDiagnostic(path.Empty(), err)}
	}
	warnings := hubdecision.Warnings(&c.Request, d, prediction, unpredictable)
	return hubdecision.OutputsOf(&c.Request, d, prediction, &config.Details), placementconfig.Findings(warnings)
}

// predict reads the fleet of the hub and predicts its decisions. If nothing can be predicted, such as because the credentials may
// not list what the scheduler uses, unpredictable says why; that is an error if the fleet is needed for more than the prediction.
func predict(
	ctx context.Context, h *managed.Hub, config *placementconfig.Config, decided *decisions.Decided, needsFleet bool,
) (prediction *hubdecision.Prediction, unpredictable, err error) {
	if unpredictable = config.Predictable(decided); unpredictable != nil && !needsFleet {
		return nil, unpredictable, nil
	}
	if err := config.ListHub(ctx, h); err != nil {
		if needsFleet || !hubview.LacksFleet(err) {
			return nil, nil, err
		}
		return nil, err, nil
	}
	if unpredictable == nil {
		prediction, unpredictable = hubdecision.Predict(ctx, &config.Request, decided)
	}
	return prediction, unpredictable, ctx.Err()
}
