// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// UnknownConfiguration is the error of a data source that needs a part of the provider's configuration that is not known yet.
// Terraform defers reading the data source instead, if it can.
type UnknownConfiguration struct{ diag.ErrorDiagnostic }

func isUnknownConfiguration(d diag.Diagnostic) bool {
	_, ok := d.(UnknownConfiguration)
	return ok
}

// Read reads the data source, or defers that.
func (d strippedDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	d.FullDataSource.Read(ctx, req, resp)
	if req.ClientCapabilities.DeferralAllowed && slices.ContainsFunc(resp.Diagnostics, isUnknownConfiguration) {
		resp.Diagnostics = nil
		resp.Deferred = &datasource.Deferred{Reason: datasource.DeferredReasonProviderConfigUnknown}
	}
}

// unknownState is the state of a data source whose reading is deferred.
func unknownState() (*tfprotov6.DynamicValue, error) {
	// An unknown value is encoded without its type.
	state, err := tfprotov6.NewDynamicValue(tftypes.Object{}, tftypes.NewValue(tftypes.Object{}, tftypes.UnknownValue))
	return &state, err
}
