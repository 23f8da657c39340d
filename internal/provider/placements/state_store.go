// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
)

// stateStore has a placement in the Terraform state alone: its plan has everything.
type stateStore struct {
	framework.StateResource
	read   *framework.Readers
	source *providerdata.FleetSource
}

// newStateStore makes the store. It does not use the HTTP advisors of the provider: they may answer differently when Terraform
// applies.
func newStateStore(read *framework.Readers, data *providerdata.Data) hubresource.Store {
	return &stateStore{framework.StateResource{Keys: placementconfig.Keys}, read, data.Source.WithoutAdvisors()}
}

// Create takes the decisions into the state as they were planned.
func (s *stateStore) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	s.StateResource.Create(ctx, req, resp)
	resp.Diagnostics.Append(framework.KeepPrivate(ctx, resp.Private, FingerprintKey, PassKey)...)
}
