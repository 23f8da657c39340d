package provider

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var (
	_ resource.ResourceWithValidateConfig = (*objectResource[struct{}])(nil)
	_ resource.ResourceWithModifyPlan     = (*objectResource[struct{}])(nil)
	_ resource.ResourceWithImportState    = (*objectResource[struct{}])(nil)
	_ resource.ResourceWithIdentity       = (*objectResource[struct{}])(nil)
	_ resource.ResourceWithUpgradeState   = (*objectResource[struct{}])(nil)
)

// objectKind is a kind of object that a fleet consists of. T is the object in the vocabulary.
type objectKind[T any] struct {
	// name is the resource's name behind that of the provider.
	name string
	// keys are the attributes that together name the object.
	keys   []string
	schema func() schema.Schema
	// validate finds the mistakes in an object.
	validate func(*T) field.ErrorList
	// computed are the values of the computed attributes beside id; an attribute that is missing is not known yet.
	computed func(ctx context.Context, object *T, unknown *tfvalue.Reader) (map[string]any, error)
}

// objectResource is an object of a fleet that lives in the Terraform state alone. All that it computes is known as soon
// as its arguments are, so that a placement can be decided in the very first plan.
type objectResource[T any] struct {
	kind *objectKind[T]
}

// Metadata names the resource.
func (r *objectResource[T]) Metadata(
	_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse,
) {
	resp.TypeName = req.ProviderTypeName + "_" + r.kind.name
}

// Schema describes the resource.
func (r *objectResource[T]) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = r.kind.fullSchema()
}

// fullSchema is the schema with what all kinds of objects have.
func (k *objectKind[T]) fullSchema() schema.Schema {
	full := k.schema()
	full.Version = schemaVersion
	full.Attributes["id"] = computedText("`" + strings.Join(k.keys, "/") + "`")
	return full
}

// UpgradeState refuses the states of the version before.
func (r *objectResource[T]) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	return refusedStates()
}

// IdentitySchema describes what identifies the object.
func (r *objectResource[T]) IdentitySchema(
	_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse,
) {
	resp.IdentitySchema.Attributes = map[string]identityschema.Attribute{}
	for _, key := range r.kind.keys {
		resp.IdentitySchema.Attributes[key] = identityschema.StringAttribute{
			RequiredForImport: true, Description: "The " + key + " of the object.",
		}
	}
}

// read reads the object from a configuration.
func (r *objectResource[T]) read(ctx context.Context, config tfsdk.Config) (*T, *tfvalue.Reader, error) {
	object := new(T)
	reader, err := readConfig(ctx, config.Raw, nil, object)
	return object, reader, err
}

// ValidateConfig finds every mistake in the object. Unknown values are no mistakes.
func (r *objectResource[T]) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	object, reader, err := r.read(ctx, req.Config)
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	reader.Check(nil, object, slices.DeleteFunc(r.kind.validate(object), func(mistake *field.Error) bool {
		// The framework itself reports that a key is missing.
		return isNullAttribute(req.Config.Raw, mistake.Field)
	}))
	resp.Diagnostics.Append(diagnostics(reader)...)
}

// ModifyPlan computes what is known from the arguments.
func (r *objectResource[T]) ModifyPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	if req.Plan.Raw.IsNull() {
		return
	}
	object, reader, err := r.read(ctx, req.Config)
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	err = keepForms(ctx, func(reader *tfvalue.Reader, config tfvalue.Input) *T {
		object := new(T)
		reader.ReadConfig(config, object)
		return object
	}, "clusters")
	if err != nil {
		resp.Diagnostics.AddError("The plan cannot be made", err.Error())
		return
	}
	resp.Diagnostics.Append(warnings(reader, func(what string) string {
		id, _ := idOf(req.Config.Raw, r.kind.keys).(string)
		return fmt.Sprintf("The %s %s %s", strings.ReplaceAll(r.kind.name, "_", " "), excerpt.Quote(id), what)
	})...)
	outputs := map[string]any{"id": idOf(req.Plan.Raw, r.kind.keys)}
	if r.kind.computed != nil {
		computed, err := r.kind.computed(ctx, object, reader)
		if err != nil {
			resp.Diagnostics.AddError("The plan cannot be made", err.Error())
			return
		}
		maps.Copy(outputs, computed)
	}
	resp.Plan.Raw, err = fill(ctx, req.Plan.Raw, outputs)
	if err != nil {
		resp.Diagnostics.AddError("The plan cannot be written", err.Error())
	}
}

// idOf joins the parts of an object's name; it is unknown as long as one of them is.
func idOf(object tftypes.Value, keys []string) any {
	parts := make([]string, 0, len(keys))
	for _, key := range keys {
		text, known := textOf(object, key)
		if !known {
			return tfvalue.Unknown
		}
		if text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "/")
}

// textOf is a plain attribute of an object; empty if it is null.
func textOf(object tftypes.Value, name string) (text string, known bool) {
	var attributes map[string]tftypes.Value
	if err := object.As(&attributes); err != nil {
		return "", true
	}
	attribute := attributes[name]
	if !attribute.IsKnown() {
		return "", false
	}
	if !attribute.IsNull() {
		// Keys are text by the schema.
		_ = attribute.As(&text)
	}
	return text, true
}

// isNullAttribute reports whether a plain attribute of an object is null.
func isNullAttribute(object tftypes.Value, name string) bool {
	var attributes map[string]tftypes.Value
	if err := object.As(&attributes); err != nil {
		return false
	}
	attribute, ok := attributes[name]
	return ok && attribute.IsKnown() && attribute.IsNull()
}

// identify writes what identifies the object.
func identify(ctx context.Context, identity *tfsdk.ResourceIdentity, object tftypes.Value, keys []string) diag.Diagnostics {
	var diags diag.Diagnostics
	if identity == nil {
		return diags
	}
	for _, key := range keys {
		if text, known := textOf(object, key); known && text != "" {
			diags.Append(identity.SetAttribute(ctx, path.Root(key), text)...)
		}
	}
	return diags
}

// Create takes the object into the state as it was planned.
func (r *objectResource[T]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	resp.State.Raw = req.Plan.Raw
	resp.Diagnostics.Append(identify(ctx, resp.Identity, req.Plan.Raw, r.kind.keys)...)
}

// Read leaves the object unchanged: only Terraform can change it.
func (r *objectResource[T]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	resp.Diagnostics.Append(identify(ctx, resp.Identity, req.State.Raw, r.kind.keys)...)
}

// Update takes the object into the state as it was planned.
func (r *objectResource[T]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.State.Raw = req.Plan.Raw
	resp.Diagnostics.Append(identify(ctx, resp.Identity, req.Plan.Raw, r.kind.keys)...)
}

// Delete has nothing to do: the framework takes the object out of the state.
func (r *objectResource[T]) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {
}

// ImportState takes an object over by name or by identity. The rest comes from the configuration with the next apply.
func (r *objectResource[T]) ImportState(
	ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	importObject(ctx, r.kind.keys, len(r.kind.keys), req, resp)
}

// importObject writes the keys of an imported object, of which an id has at least the last ones.
func importObject(
	ctx context.Context, keys []string, atLeast int, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	values := make(map[string]string, len(keys))
	if req.ID != "" || req.Identity == nil || req.Identity.Raw.IsNull() {
		parts := strings.Split(req.ID, "/")
		if req.ID == "" || len(parts) < atLeast || len(parts) > len(keys) {
			resp.Diagnostics.AddError("The id cannot be imported", fmt.Sprintf("found %s; it must be %s.", excerpt.Quote(req.ID), strings.Join(keys, "/")))
			return
		}
		for i, key := range keys[len(keys)-len(parts):] {
			values[key] = parts[i]
		}
	} else {
		for _, key := range keys {
			var value *string
			resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root(key), &value)...)
			if value != nil {
				values[key] = *value
			}
		}
	}
	var id []string
	for _, key := range keys {
		value, ok := values[key]
		if !ok {
			continue
		}
		if errs := placement.ValidateName(value, field.NewPath(key)); len(errs) > 0 {
			resp.Diagnostics.AddError("The id cannot be imported", excerpt.Sentence(excerpt.Error(errs[0]).Error()))
			return
		}
		id = append(id, value)
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(key), value)...)
		if resp.Identity != nil {
			resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root(key), value)...)
		}
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), strings.Join(id, "/"))...)
}
