package provider

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// ImportState takes an object over by name or by identity. From a hub the rest comes with the reading that follows, and without
// one from the configuration with the next apply.
func (r *objectResource[T]) ImportState(
	ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	importObject(ctx, r.kind.keys, len(r.kind.keys), req, resp)
	if r.kind.computed != nil && !resp.Diagnostics.HasError() {
		// What follows from the keys.
		object, reader := new(T), r.read.reader()
		reader.ReadConfig(tfvalue.Of(resp.State.Raw), object)
		computed, err := r.kind.computed(ctx, object, reader)
		if err != nil {
			resp.Diagnostics.AddError("The state cannot be written", err.Error())
		}
		for name, value := range computed {
			if value != nil {
				resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(name), value)...)
			}
		}
	}
	importTarget(ctx, r.hub, resp)
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
