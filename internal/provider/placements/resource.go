package placements

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubplacement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

var (
	_ resource.ResourceWithConfigure      = (*placementResource)(nil)
	_ resource.ResourceWithValidateConfig = (*placementResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*placementResource)(nil)
	_ resource.ResourceWithImportState    = (*placementResource)(nil)
	_ resource.ResourceWithIdentity       = (*placementResource)(nil)
	_ resource.ResourceWithUpgradeState   = (*placementResource)(nil)
	_ rawserver.StateRewriter             = (*placementResource)(nil)
)

// placementResource decides a placement while Terraform plans, and remembers the decisions in its state: the next plan
// keeps to them as the scheduler of the hub would.
type placementResource struct {
	read     *framework.Reading
	provider *providerdata.Data
}

// NewResource makes the resource.
func NewResource(read *framework.Reading) resource.Resource {
	return &placementResource{read, &providerdata.Data{}}
}

// Metadata names the resource.
func (r *placementResource) Metadata(
	_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse,
) {
	resp.TypeName = req.ProviderTypeName + "_placement"
}

// Schema describes the resource.
func (r *placementResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = ResourceSchema()
}

// ResourceSchema is the schema of the data source, and what only something with a memory can have.
func ResourceSchema() schema.Schema {
	attributes := framework.ResourceAttributes(placementconfig.DataSourceSchema().Attributes)
	namespace := framework.KeyAttribute(false, framework.Describe[planner.Request]("namespace"))
	name := framework.KeyAttribute(true, "The name of the placement. PlacementDecisions are named after it. When the resource "+
		"is created, PlacementDecisions and bindings in `manifests` that carry this name are its earlier decisions.")
	// An empty namespace would be another one than none, with the same id, and an empty name none at all.
	notEmpty := []validator.String{stringvalidator.LengthAtLeast(1)}
	name.Validators, namespace.Validators = notEmpty, notEmpty
	maps.Copy(attributes, map[string]schema.Attribute{
		"id":        framework.ComputedText("`name`, or `namespace/name`."),
		"name":      name,
		"namespace": namespace,
		"now": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The time of the decision (RFC 3339), which the expiry of tolerations, scores and heartbeats is " +
				"compared with. The resource cannot use the clock; a placement whose decision depends on the time is an error " +
				"without `now`. You can set `now = plantimestamp()`: as long as the decision is the same, the state keeps the time " +
				"of the last decision, and the plan is empty.",
		},
		"paused": schema.BoolAttribute{
			Optional:            true,
			MarkdownDescription: framework.Describe[planner.Limit]("paused"),
		},
		"max_moves": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: framework.Describe[planner.Limit]("max_moves"),
		},
		"on_exceeded": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: framework.Describe[planner.Limit]("on_exceeded"),
		},
	})
	maps.Copy(attributes, placementconfig.ObjectAttributesSchema())
	maps.Copy(attributes, hubplacement.Attributes())
	attributes["previous_decisions"] = schema.DynamicAttribute{Optional: true, MarkdownDescription: "The decisions from before " +
		"this resource existed, in the form of the output `decisions`, for example of a data source that it replaces. They apply " +
		"when the resource is created or imported; afterwards the state has the previous decisions. `max_moves` compares with them."}
	return schema.Schema{
		Version: placementVersion,
		MarkdownDescription: "Decides which clusters of a fleet get a workload, as the scheduler of the hub would, while Terraform " +
			"plans, and stores the decisions: the next plan keeps them as far as the scheduler of the hub would. A warning in the " +
			"plan explains what moves and why.\n\n" +
			"Unlike the data source, it supports direct references to resources and `depends_on`. The decisions do not change as long " +
			"as the placement and the fleet do not change.",
		Attributes: attributes,
	}
}

// UpgradeState refuses the states of version 0. Those of version 1 are rewritten.
func (r *placementResource) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	return framework.RefusedStates()
}

// IdentitySchema describes what identifies the placement.
func (r *placementResource) IdentitySchema(
	_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse,
) {
	resp.IdentitySchema.Attributes = map[string]identityschema.Attribute{
		"namespace": identityschema.StringAttribute{OptionalForImport: true, Description: "The namespace of the placement, " +
			"if it has one."},
		"name": identityschema.StringAttribute{RequiredForImport: true, Description: "The name of the placement."},
	}
}

// Configure takes the fleet of the provider but not its HTTP advisors: they may answer
// differently when Terraform applies.
func (r *placementResource) Configure(
	_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse,
) {
	if data, ok := req.ProviderData.(*providerdata.Data); ok {
		r.provider = &providerdata.Data{Now: data.Now, Source: data.Source.WithoutAdvisors(), Hub: data.Hub}
	}
}

// ValidateConfig finds every mistake that the configuration alone shows. Unknown values are no mistakes. The manifests
// are read once, by the plan.
func (r *placementResource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	config, reader, err := placementconfig.Read(ctx, r.read, req.Config.Raw, "manifests")
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	config.Check(reader)
	config.ValidateStrategy(reader)
	reader.Check(nil, &config.Limit, config.Limit.Validate())
	var arguments hubplacement.Arguments
	if more, err := r.read.Config(ctx, req.Config.Raw, nil, &arguments); err == nil {
		more.Check(nil, &arguments, arguments.Validate())
		resp.Diagnostics.Append(framework.Diagnostics(more)...)
	}
	resp.Diagnostics.Append(framework.Diagnostics(reader)...)
}

// store is where a placement is.
type store interface {
	Plan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse)
	Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse)
	Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse)
	Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse)
}

// storeAt is the store of a placement that belongs to a target.
func (r *placementResource) storeAt(at *managed.Target) store {
	if at.Hub != nil {
		return &hubplacement.Store{Target: at, Reading: r.read, Now: r.provider.Now}
	}
	return &stateStore{StateResource: framework.StateResource{Keys: placementconfig.Keys}, read: r.read, source: r.provider.Source}
}

// ModifyPlan decides, or lets the hub check the placement.
func (r *placementResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	named := req.Plan.Raw
	if named.IsNull() {
		named = req.State.Raw
	}
	at, diags := hubresource.TargetOf(ctx, r.provider.Hub, hubresource.LastIdentity(req.State.Raw), placementconfig.Title(named))
	if resp.Diagnostics.Append(diags...); !diags.HasError() && !req.Plan.Raw.IsNull() {
		r.storeAt(at).Plan(ctx, req, resp)
	}
}

// Create takes the decisions into the state as they were planned, or makes the placement on the hub.
func (r *placementResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	at, diags := hubresource.WritableTargetOf(ctx, r.provider.Hub, managed.Identity{}, placementconfig.Title(req.Plan.Raw))
	if resp.Diagnostics.Append(diags...); !diags.HasError() {
		r.storeAt(at).Create(ctx, req, resp)
	}
}

// Update takes the decisions into the state as they were planned, or changes the placement on the hub.
func (r *placementResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	at, diags := hubresource.WritableTargetOf(ctx, r.provider.Hub, hubresource.LastIdentity(req.State.Raw),
		placementconfig.Title(req.Plan.Raw))
	if resp.Diagnostics.Append(diags...); !diags.HasError() {
		r.storeAt(at).Update(ctx, req, resp)
	}
}

// Read reads the placement and its decisions from its hub. Without a hub, and as long as it is not known, the state stays as it
// is.
func (r *placementResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	at, diags := hubresource.TargetOf(ctx, r.provider.Hub, hubresource.LastIdentity(req.State.Raw),
		placementconfig.Title(req.State.Raw))
	if resp.Diagnostics.Append(diags...); !diags.HasError() {
		r.storeAt(at).Read(ctx, req, resp)
	}
}

// Delete deletes the placement on its hub. The framework takes the resource out of the state.
func (r *placementResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	resp.Diagnostics.Append(hubresource.Destroy(ctx, r.read, r.provider.Hub, &hubplacement.Kind, req.State.Raw,
		placementconfig.Title(req.State.Raw))...)
}

// ImportState takes a placement over by name. The rest comes from the configuration with the next apply. That nothing is
// decided yet is an empty map and not null, which a for_each of the configuration would not take.
func (r *placementResource) ImportState(
	ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	framework.ImportObject(ctx, placementconfig.Keys, 1, req, resp)
	if resp.Diagnostics.HasError() {
		return
	}
	byCluster := path.Root("decisions_by_cluster")
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, byCluster, map[string]struct{}{})...)
	hubresource.ImportTarget(ctx, r.provider.Hub, resp)
}
