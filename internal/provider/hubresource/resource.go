package hubresource

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var (
	_ resource.ResourceWithConfigure      = (*objectResource[struct{}])(nil)
	_ resource.ResourceWithValidateConfig = (*objectResource[struct{}])(nil)
	_ resource.ResourceWithModifyPlan     = (*objectResource[struct{}])(nil)
	_ resource.ResourceWithImportState    = (*objectResource[struct{}])(nil)
	_ resource.ResourceWithIdentity       = (*objectResource[struct{}])(nil)
	_ resource.ResourceWithUpgradeState   = (*objectResource[struct{}])(nil)
)

// Kind is a kind of object that a fleet consists of. T is the object in the vocabulary.
type Kind[T any] struct {
	// Name is the resource's name behind that of the provider.
	Name string
	// Keys are the attributes that together name the object.
	Keys   []string
	Schema func() schema.Schema
	// Validate finds the mistakes in an object.
	Validate func(*T) field.ErrorList
	// Doubts are warnings about what is accepted and probably not meant; nil if there are none.
	Doubts func(*T) finding.List
	// Computed are the values of the computed attributes beside id; an attribute that is missing is not known yet.
	Computed func(ctx context.Context, object *T, unknown *tfvalue.Reader) (map[string]any, error)
	// Element is the struct that an instance is read into where a list of them is passed on; nil for a kind that is never passed on.
	Element reflect.Type
	// Hub is how the object is one on a hub.
	Hub managed.Kind[T]
}

// objectResource is an object of a fleet. Without a hub it is in the Terraform state alone, and all that it computes is known as
// soon as its arguments are, so that a placement can be decided in the very first plan.
type objectResource[T any] struct {
	kind *Kind[T]
	read *framework.Reading
	hub  *managed.Hub
}

// NewResource makes the resource.
func (k *Kind[T]) NewResource(read *framework.Reading) resource.Resource {
	return &objectResource[T]{kind: k, read: read}
}

// Vocabulary is what a reader knows of the instances of the resource.
func (k *Kind[T]) Vocabulary() framework.Vocabulary {
	if k.Element == nil {
		return framework.Vocabulary{}
	}
	return framework.Vocabulary{Further: map[reflect.Type]framework.FurtherAttributes{
		k.Element: {Only: "id", Names: slices.Sorted(maps.Keys(k.FullSchema().Attributes)), Resource: k.Name},
	}}
}

// Configure takes the hub of the provider.
func (r *objectResource[T]) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	if data, ok := req.ProviderData.(*providerdata.Data); ok {
		r.hub = data.Hub
	}
}

// Metadata names the resource.
func (r *objectResource[T]) Metadata(
	_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse,
) {
	resp.TypeName = req.ProviderTypeName + "_" + r.kind.Name
}

// Schema describes the resource.
func (r *objectResource[T]) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = r.kind.FullSchema()
}

// FullSchema is the schema with what all kinds of objects have.
func (k *Kind[T]) FullSchema() schema.Schema {
	full := k.Schema()
	full.Version = framework.SchemaVersion
	full.Attributes["id"] = framework.ComputedText("`" + strings.Join(k.Keys, "/") + "`")
	maps.Copy(full.Attributes, IdentityAttributes())
	maps.Copy(full.Attributes, Arguments(k.Hub.Releases))
	for _, name := range k.Hub.Reported {
		full.Attributes[name] = framework.AlsoComputed(full.Attributes[name])
	}
	return full
}

// UpgradeState refuses the states of the version before.
func (r *objectResource[T]) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	return framework.RefusedStates()
}

// IdentitySchema describes what identifies the object.
func (r *objectResource[T]) IdentitySchema(
	_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse,
) {
	resp.IdentitySchema.Attributes = map[string]identityschema.Attribute{}
	for _, key := range r.kind.Keys {
		resp.IdentitySchema.Attributes[key] = identityschema.StringAttribute{
			RequiredForImport: true, Description: "The " + key + " of the object.",
		}
	}
}

// IsConfigured reads the object from a configuration.
func (r *objectResource[T]) configured(ctx context.Context, config tfsdk.Config) (*configuredObject[T], error) {
	c := &configuredObject[T]{object: new(T), arguments: &managed.Arguments{}, what: r.what(config.Raw)}
	var err error
	c.reader, err = r.read.Config(ctx, config.Raw, nil, c.object, c.arguments)
	return c, err
}

// what names the object of a configuration or a state in sentences.
func (r *objectResource[T]) what(of tftypes.Value) string {
	id, _ := framework.IDOf(of, r.kind.Keys).(string)
	return "The " + strings.ReplaceAll(r.kind.Name, "_", " ") + " " + excerpt.Quote(id)
}

// ValidateConfig finds every mistake in the object. Unknown values are no mistakes.
func (r *objectResource[T]) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	c, err := r.configured(ctx, req.Config)
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	c.reader.Check(nil, c.arguments, c.arguments.Validate())
	c.reader.Check(nil, c.object, slices.DeleteFunc(r.kind.Validate(c.object), func(mistake *field.Error) bool {
		// The framework itself reports that a key is missing.
		return framework.IsNullAttribute(req.Config.Raw, mistake.Field)
	}))
	resp.Diagnostics.Append(framework.Diagnostics(c.reader)...)
}

// ModifyPlan computes what is known from the arguments, and lets the hub check what it is going to get.
func (r *objectResource[T]) ModifyPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	named := req.Plan.Raw
	if named.IsNull() {
		named = req.State.Raw
	}
	at, diags := TargetOf(ctx, r.hub, LastIdentity(req.State.Raw), r.what(named))
	if req.Plan.Raw.IsNull() && at.Remains() && r.kind.Hub.Leaves(onDestroy(req.State.Raw)) {
		diags.AddWarning("An object stays on the hub", r.what(named)+" is released: it stays on the hub as it is, and Terraform "+
			"forgets it. To delete it, apply on_destroy = \"delete\" first.")
	}
	if !diags.HasError() && req.Plan.Raw.IsNull() && at.Exists() && !r.kind.Hub.Leaves(onDestroy(req.State.Raw)) {
		diags.Append(r.planDelete(ctx, at, req.State.Raw)...)
	}
	if resp.Diagnostics.Append(diags...); diags.HasError() || req.Plan.Raw.IsNull() {
		return
	}
	resp.Diagnostics.Append(NoteLast(ctx, at, r.kind.Hub.Leaves(onDestroy(req.State.Raw)), resp)...)
	c, err := r.configured(ctx, req.Config)
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	err = framework.KeepForms(ctx, r.read, func(reader *tfvalue.Reader, config tfvalue.Input) *T {
		object := new(T)
		reader.ReadConfig(config, object)
		return object
	}, "clusters")
	if err != nil {
		resp.Diagnostics.AddError("The plan cannot be made", err.Error())
		return
	}
	resp.Diagnostics.Append(framework.Warnings(c.reader, func(what string) string { return c.what + " " + what })...)
	if r.kind.Doubts != nil && len(c.reader.Unknown()) == 0 {
		resp.Diagnostics.Append(framework.Findings[T](r.kind.Doubts(c.object))...)
	}
	if !at.IsHub() && !at.IsUnknown && r.kind.Hub.OnlyOnHub {
		resp.Diagnostics.AddError("There is no hub", c.what+" is written to a hub: set hub in the configuration of the provider.")
		return
	}
	if !at.IsHub() && !at.IsUnknown {
		resp.Diagnostics.Append(WarnWithoutHub(ctx, req.Config.Raw, c.what)...)
	}
	outputs, diags := r.planOnHub(ctx, at, &req, resp, c)
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	outputs["id"] = framework.IDOf(req.Plan.Raw, r.kind.Keys)
	if err := r.planComputed(ctx, at, &req, c, outputs); err != nil {
		resp.Diagnostics.AddError("The plan cannot be made", err.Error())
		return
	}
	resp.Plan.Raw, err = framework.Fill(ctx, req.Plan.Raw, outputs)
	if err != nil {
		resp.Diagnostics.AddError("The plan cannot be written", err.Error())
	}
}
