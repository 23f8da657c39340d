// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// ImportState takes an object over by name or by identity. From a hub the rest comes with the reading that follows, and without
// one from the configuration with the next apply.
func (r *Resource[T]) ImportState(
	ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	framework.ImportObject(ctx, r.kind.Keys, len(r.kind.Keys)-r.kind.OptionalKeys, req, resp)
	if r.kind.Computed != nil && !resp.Diagnostics.HasError() {
		// What follows from the keys.
		object, reader := new(T), r.read.Reader()
		reader.ReadConfig(tfvalue.Of(resp.State.Raw), object)
		computed, err := r.kind.Computed(ctx, object, reader)
		if err != nil {
			resp.Diagnostics.AddError("The state cannot be written", err.Error())
		}
		for name, value := range computed {
			if value != nil {
				resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(name), value)...)
			}
		}
	}
	r.ImportTarget(ctx, req, resp)
}
