// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/clusterreport"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// ClusterReport is multicluster_cluster_report and the function cluster_report.
//
// # Function cluster_report
//
// Reports as the data source `multicluster_cluster_report` does, for values, within the limits of [`simulate`](simulate).
var ClusterReport = framework.Question[providerdata.Data, reportConfig]{
	Name: "cluster_report", Schema: reportSchema, Unneeded: []string{"manifests"}, Check: (*reportConfig).check,
	Answer: answerReport,
	Function: framework.Function{
		Name: "cluster_report", Limit: framework.FunctionTime, Slow: "the report",
		Instead:    "the data source multicluster_cluster_report, or fewer names",
		Summary:    "What is on a cluster, and why",
		Parameters: framework.Object("question", "Fleet, placements and names; omit what is not needed."),
		Return:     framework.ObjectOf[clusterreport.Outputs](),
	},
}

// reportSchema describes the data source.
//
// # Data source cluster_report
//
// Reports on clusters: which placements are there and why, what a drain moves and where to, and what brings a placement that is
// missing. [`explain`](../functions/explain) makes it a page for on-call.
//
// A drain is a taint `maintenance`, with KubeFleet an eviction as well; a hybrid rule loses the cluster. Others:
// [simulation](simulation).
func reportSchema() schema.Schema {
	return schema.Schema{Attributes: framework.Join(
		worldAttributes(), framework.Arguments[clusterreport.Subject]("cluster_names", "placement_names"),
		framework.ComputedAttributes[clusterreport.LiveOutputs](),
	)}
}

// reportConfig is the configuration of a report.
type reportConfig struct {
	question
	clusterreport.Subject
}

// check checks what the configuration alone shows.
func (c *reportConfig) check(r *tfvalue.Reader) {
	c.question.check(r)
	r.Check(nil, c, c.Subject.Validate())
}

// answerReport reads the fleet and the placements, and what bounds evictions, and reports.
func answerReport(
	ctx context.Context, c *reportConfig, provider *providerdata.Data, _ *tfvalue.Reader,
) (any, diag.Diagnostics) {
	subjects, skipped, done, diags := c.read(ctx, provider, [][]edit.Edit{{{Evict: &edit.Evict{}}}})
	defer done()
	if diags.HasError() {
		return nil, diags
	}
	w, findings := simulate.New(ctx, c.Fleet, c.demanding(subjects), c.options(provider))
	outputs := &clusterreport.Outputs{}
	if !findings.HasError() {
		var more finding.List
		outputs, more = clusterreport.Of(ctx, w, &c.Subject, skipped)
		findings = append(findings, more...)
	}
	if diags.Append(framework.Findings[reportConfig](findings)...); diags.HasError() {
		return nil, diags
	}
	if err := addConsumers(ctx, provider.Hub, subjects, outputs.Reports); err != nil {
		return nil, append(diags, providerdata.HubDiagnostic(path.Empty(), err))
	}
	return &clusterreport.LiveOutputs{Outputs: *outputs, Skipped: skipped}, diags
}

// addConsumers adds what follows the decisions of placements of a hub. A fleet that is not of a hub has none.
func addConsumers(ctx context.Context, h *managed.Hub, subjects []world.Placement, reports []clusterreport.Report) error {
	for i := range reports {
		r := &reports[i]
		for k := range r.Placements {
			p := &r.Placements[k]
			s := lists.Find(subjects, func(s *world.Placement) bool { return s.FullName() == p.Placement })
			if s == nil || s.Decided == nil {
				continue
			}
			consumers, err := h.Client.ConsumersOf(ctx, s.Decided)
			if err != nil {
				return err
			}
			if consumers == nil {
				continue
			}
			p.Consumers = consumers.Leaving(r.ClusterName)
			if text := consumers.Unread(); text != "" && !slices.Contains(r.NotRead, text) {
				r.NotRead = append(r.NotRead, text)
			}
		}
	}
	return nil
}
