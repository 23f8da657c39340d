// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/workload"
)

var (
	_ datasource.DataSourceWithConfigure      = (*workloadStatusDataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*workloadStatusDataSource)(nil)
)

// workloadStatusDataSource reads how far a workload is on each cluster.
type workloadStatusDataSource struct {
	reading  *framework.Reading
	provider *providerdata.Data
}

func newWorkloadStatusDataSource(reading *framework.Reading) datasource.DataSource {
	return &workloadStatusDataSource{reading: reading}
}

// Metadata names the data source.
func (d *workloadStatusDataSource) Metadata(
	_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse,
) {
	resp.TypeName = req.ProviderTypeName + "_workload_status"
}

// Schema describes the data source.
func (d *workloadStatusDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	s := schema.Schema{
		MarkdownDescription: "How far a workload is on each cluster, as `cluster_status` of `multicluster_rollout` takes it. It " +
			"reads the objects in which the agents of a hub report it, and derives the states by the rules of the hub's own rollout " +
			"controllers: a condition of another generation says nothing about the present one. With KubeFleet, a workload that " +
			"starts has not failed. One list is read for all clusters, and that of the members of KubeFleet if one is not available, " +
			"to say which agents are silent. Nothing is written.\n\n" +
			"Exactly one of `manifest_works`, `add_on`, `placement` and `staged_update_run` says which objects. A cluster without " +
			"an object has no status. Do not refer to the resources that the rollout drives, which would be a cycle: write the name " +
			"of the works.",
		Attributes: map[string]schema.Attribute{
			"manifest_works":    framework.Dynamic(framework.DescribeArgument[workload.Source]("manifest_works")),
			"add_on":            framework.Optional(framework.Describe[workload.Source]("add_on")),
			"placement":         framework.Dynamic(framework.DescribeArgument[workload.Source]("placement")),
			"staged_update_run": framework.Optional(framework.Describe[workload.Source]("staged_update_run")),
			"clusters": schema.ListAttribute{Optional: true, ElementType: types.StringType,
				MarkdownDescription: framework.Describe[workload.Source]("clusters")},
			"manifests": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: framework.WithDefault("Texts with the objects in YAML or JSON, such as the output of `kubectl get -o "+
					"yaml`, for a pipeline without a hub in the provider. Objects of other kinds are left out.", "the objects of the hub"),
			},
		},
	}
	for name, of := range framework.TypeOf[workload.Statuses]().AttrTypes {
		s.Attributes[name] = framework.ComputedAttribute(of, framework.Describe[workload.Statuses](name))
	}
	resp.Schema = s
}

// Configure takes the hub of the provider.
func (d *workloadStatusDataSource) Configure(
	_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse,
) {
	d.provider, _ = req.ProviderData.(*providerdata.Data)
}

// workloadStatusConfig is the configuration of the data source.
type workloadStatusConfig struct {
	workload.Source
	// Manifests is nil for the objects of the hub.
	Manifests []string `json:"manifests,omitempty"`
}

func (d *workloadStatusDataSource) config(
	ctx context.Context, req datasource.ReadRequest,
) (*workloadStatusConfig, diag.Diagnostics) {
	config := &workloadStatusConfig{}
	reader, err := d.reading.Config(ctx, req.Config.Raw, nil, config)
	if err != nil {
		return nil, diag.Diagnostics{diag.NewErrorDiagnostic("The configuration cannot be read", err.Error())}
	}
	reader.Check(nil, config, config.Validate())
	return config, framework.Diagnostics(reader)
}

// ValidateConfig finds every mistake in the arguments.
func (d *workloadStatusDataSource) ValidateConfig(
	ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	_, diags := d.config(ctx, datasource.ReadRequest{Config: req.Config})
	resp.Diagnostics.Append(diags...)
}

// Read reads the objects and derives the statuses.
func (d *workloadStatusDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	config, diags := d.config(ctx, req)
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	statuses, diags := d.read(ctx, config)
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	if text := statuses.Without(); text != "" {
		resp.Diagnostics.AddWarning("Clusters have no status", "A rollout does not continue with them:\n"+text)
	}
	if len(statuses.ClusterStatus)+len(statuses.WithoutStatus) == 0 {
		resp.Diagnostics.AddWarning("No cluster has the workload",
			"Nothing was found of "+config.Query().String()+". That is right before the first "+
				"apply. Otherwise check the name.")
	}
	var err error
	if resp.State.Raw, err = framework.Fill(ctx, req.Config.Raw, tfvalue.Attributes(statuses)); err != nil {
		resp.Diagnostics.AddError("The result cannot be written", err.Error())
	}
}

func (d *workloadStatusDataSource) read(
	ctx context.Context, config *workloadStatusConfig,
) (*workload.Statuses, diag.Diagnostics) {
	if config.Manifests != nil {
		all, err := workload.ReadTexts(ctx, &config.Source, config.Manifests)
		var text *workload.TextError
		switch {
		case errors.As(err, &text):
			return nil, diag.Diagnostics{diag.NewAttributeErrorDiagnostic(path.Root("manifests").AtListIndex(text.Text),
				"A manifest cannot be used", excerpt.Sentence(err.Error()))}
		case err != nil:
			return nil, diag.Diagnostics{diag.NewAttributeErrorDiagnostic(path.Root("manifests"), "A manifest cannot be used",
				excerpt.Sentence(err.Error()))}
		}
		return collected(all)
	}
	if d.provider.Hub == nil {
		return nil, diag.Diagnostics{diag.NewErrorDiagnostic("There is no hub", "The data source needs a hub: set hub in the "+
			"configuration of the provider, or set manifests.")}
	}
	client, err := providerdata.Connected(d.provider.Hub)
	if err != nil {
		return nil, diag.Diagnostics{providerdata.HubDiagnostic(path.Empty(), err)}
	}
	q := config.Query()
	selected := hub.Selection{Namespace: q.Namespace, Labels: q.Selector, Name: q.Name}
	all, err := hub.ListAs(ctx, client, q.Kind, selected, config.Observer())
	if err != nil {
		return nil, diag.Diagnostics{providerdata.HubDiagnostic(path.Empty(), err)}
	}
	statuses, diags := collected(all)
	if config.OfAgents() && statuses.Waiting() {
		diags.Append(d.tellSilent(ctx, client, statuses)...)
	}
	return statuses, diags
}

// collected are the statuses of observations, and a warning about those of clusters that nobody has asked for.
func collected(all []workload.Observation) (*workload.Statuses, diag.Diagnostics) {
	var diags diag.Diagnostics
	if text := workload.Others(all); text != "" {
		diags.AddWarning("Other clusters have such objects", "Nothing is read of these objects, because clusters does not name their "+
			"clusters. They belong to clusters that leave, or to somebody else who uses the same name:\n"+text)
	}
	return workload.Collect(all), diags
}

// tellSilent looks for the agents of members from which nothing may come. Credentials that may not list the members see less.
func (d *workloadStatusDataSource) tellSilent(
	ctx context.Context, client *hub.Client, statuses *workload.Statuses,
) diag.Diagnostics {
	agents, err := hub.ListAs(ctx, client, hubobject.MemberCluster, hub.Selection{}, workload.ReadAgent)
	switch {
	case apierrors.IsForbidden(err):
		return nil
	case err != nil:
		return diag.Diagnostics{providerdata.HubDiagnostic(path.Empty(), err)}
	}
	text := statuses.TellSilent(agents, d.provider.Now())
	if text == "" {
		return nil
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("Agents of clusters are silent",
		"Their statuses may be old, and nothing changes there until the agents report again:\n"+text)}
}
