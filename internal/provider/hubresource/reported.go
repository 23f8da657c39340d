// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// plannedReports are the attributes that an agent reports, as they are planned: an argument without a hub, and as the agent has
// reported them last with one.
func plannedReports[T any](
	ctx context.Context, k *managed.Kind[T], at *managed.Target, config, state tftypes.Value) (map[string]any, diag.Diagnostics) {
	var diags diag.Diagnostics
	outputs := map[string]any{}
	if len(k.Reported) == 0 {
		return outputs, diags
	}
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		diags.AddError("The plan cannot be made", err.Error())
		return outputs, diags
	}
	var last map[string]tftypes.Value
	if at.Remains() {
		value, err := request.PriorState(state, k.Reported...)
		if err == nil {
			err = value.As(&last)
		}
		if err != nil {
			diags.AddError("The state cannot be read", err.Error())
			return outputs, diags
		}
	}
	for _, name := range k.Reported {
		isNull, isKnown := IsConfigured(request, config, name)
		switch {
		case !isNull && isKnown && at.IsHub():
			diags.Append(reportedArgument(name))
		case !isNull:
		case at.Remains():
			outputs[name] = last[name]
		case at.IsKnownHub(), at.IsUnknown:
			outputs[name] = tfvalue.Unknown
		default:
			outputs[name] = nil
		}
	}
	return outputs, diags
}

// IsConfigured reports whether an attribute is null in the configuration, and whether it is known.
func IsConfigured(request *rawserver.Request, config tftypes.Value, name string) (isNull, isKnown bool) {
	if _, bypassed := request.Type(name); bypassed {
		value, err := tfvalue.Decode(request.Config(name))
		return err == nil && value.IsNull(), err != nil || !value.IsUnknown()
	}
	var attributes map[string]tftypes.Value
	if err := config.As(&attributes); err != nil {
		return true, true
	}
	value := attributes[name]
	return value.IsKnown() && value.IsNull(), value.IsKnown()
}

// reportedArgument is the error of an argument that has no place on a hub.
func reportedArgument(name string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root(name), "The agent reports this attribute", name+": on a hub the agent of "+
		"the cluster reports it, so it cannot be set. Remove it from the configuration; the provider reads it from the hub.")
}
