// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"errors"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/workload"
)

// workloadStatus reads how far a workload is on each cluster.
var workloadStatus = framework.Question[providerdata.Data, workloadStatusConfig]{
	Name: "workload_status", Schema: workloadStatusSchema,
	Check:  func(c *workloadStatusConfig, r *tfvalue.Reader) { r.Check(nil, c, c.Validate()) },
	Answer: statusesOf,
}

// workloadStatusSchema describes the data source.
//
// # Data source workload_status
//
// How far a workload is on each cluster, for `cluster_status` of `multicluster_rollout`. It is what the agents of a hub report,
// by the rules of the hub's own rollout controllers. A condition of another generation says nothing about the present one. One
// list is read for all clusters, and that of the members of KubeFleet if one is not available, to say which agents are silent.
// Nothing is written.
//
// Exactly one of `manifest_works`, `add_on`, `placement` and `staged_update_run` says which objects. A cluster without an object
// has no status. Do not refer to the resources that the rollout drives, which would be a cycle: write the name of the works.
func workloadStatusSchema() schema.Schema {
	return schema.Schema{Attributes: framework.Join(framework.Arguments[workloadStatusConfig](
		"manifest_works", "add_on", "placement", "staged_update_run", "clusters", "manifests",
	), framework.ComputedAttributes[workload.Statuses]())}
}

// workloadStatusConfig is the configuration of the data source.
type workloadStatusConfig struct {
	workload.Source
	// Texts with the objects in YAML or JSON, such as the output of `kubectl get -o yaml`, for a pipeline without a hub in the
	// provider. Objects of other kinds are left out. Defaults to the objects of the hub.
	Manifests []string `json:"manifests,omitempty"`
}

// statusesOf reads the objects and derives the statuses.
func statusesOf(
	ctx context.Context, config *workloadStatusConfig, provider *providerdata.Data, _ *tfvalue.Reader,
) (any, diag.Diagnostics) {
	statuses, diags := config.read(ctx, provider)
	if diags.HasError() {
		return nil, diags
	}
	if text := statuses.Without(); text != "" {
		diags.AddWarning("Clusters have no status", "A rollout does not continue with them:\n"+text)
	}
	if len(statuses.ClusterStatus)+len(statuses.WithoutStatus) == 0 {
		diags.AddWarning("No cluster has the workload",
			"Nothing was found of "+config.Query().String()+". That is right before the first apply. Otherwise check the name.")
	}
	return statuses, diags
}

func (c *workloadStatusConfig) read(ctx context.Context, provider *providerdata.Data) (*workload.Statuses, diag.Diagnostics) {
	if c.Manifests != nil {
		all, err := workload.ReadTexts(ctx, &c.Source, c.Manifests)
		if err == nil {
			return collected(all)
		}
		p := path.Root("manifests")
		if text := (*workload.TextError)(nil); errors.As(err, &text) {
			p = p.AtListIndex(text.Text)
		}
		return nil, diag.Diagnostics{
			diag.NewAttributeErrorDiagnostic(p, "A manifest cannot be used", excerpt.Sentence(err.Error())),
		}
	}
	if provider.Hub == nil {
		return nil, diag.Diagnostics{diag.NewErrorDiagnostic("There is no hub", "The data source needs a hub: set hub in the "+
			"configuration of the provider, or set manifests.")}
	}
	client, err := providerdata.Connected(provider.Hub)
	if err != nil {
		return nil, diag.Diagnostics{providerdata.HubDiagnostic(path.Empty(), err)}
	}
	q := c.Query()
	selected := hub.Selection{Namespace: q.Namespace, Labels: q.Selector, Name: q.Name}
	all, err := hub.ListAs(ctx, client.Client, q.Kind, selected, c.Observer())
	if err != nil {
		return nil, diag.Diagnostics{providerdata.HubDiagnostic(path.Empty(), err)}
	}
	statuses, diags := collected(all)
	if c.ReportedByAgents() && statuses.Waiting() {
		diags.Append(tellSilent(ctx, client, statuses, provider.Now())...)
	}
	return statuses, diags
}

// collected are the statuses of observations, and a warning about those of clusters that were not asked for.
func collected(all []workload.Observation) (*workload.Statuses, diag.Diagnostics) {
	var diags diag.Diagnostics
	if text := workload.Others(all); text != "" {
		diags.AddWarning("Other clusters have such objects", "Nothing is read of these objects, because clusters does not name their "+
			"clusters. Their clusters are leaving, or other objects have the same name:\n"+text)
	}
	return workload.Collect(all), diags
}

// tellSilent looks for the agents of members from which nothing may come. Credentials that may not list the members see less.
func tellSilent(
	ctx context.Context, client *hubview.Client, statuses *workload.Statuses, now time.Time,
) diag.Diagnostics {
	agents, err := hub.ListAs(ctx, client.Client, hubobject.MemberCluster, hub.Selection{}, workload.ReadAgent)
	switch {
	case apierrors.IsForbidden(err):
		return nil
	case err != nil:
		return diag.Diagnostics{providerdata.HubDiagnostic(path.Empty(), err)}
	}
	text := statuses.TellSilent(agents, now)
	if text == "" {
		return nil
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("Agents of clusters are silent",
		"Their statuses may be old, and nothing changes there until the agents report again:\n"+text)}
}
