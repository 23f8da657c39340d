package hubplacement

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// Store has a placement on a hub, or on one that is not known yet.
type Store struct {
	*managed.Target
	Reading *framework.Reading
	Now     func() time.Time
}

// Create makes the placement on the hub.
func (s *Store) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	nothing := tftypes.NewValue(req.Plan.Raw.Type(), nil)
	resp.Diagnostics.Append(s.write(ctx, req.Config.Raw, req.Plan.Raw, nothing, nil, &resp.State)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(framework.Identify(ctx, resp.Identity, req.Plan.Raw, placementconfig.Keys)...)
		resp.Diagnostics.Append(framework.KeepPrivate(ctx, resp.Private, memoryKey)...)
	}
}

// Update changes the placement on the hub.
func (s *Store) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.Diagnostics.Append(s.write(ctx, req.Config.Raw, req.Plan.Raw, req.State.Raw, req.Private, &resp.State)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(framework.Identify(ctx, resp.Identity, req.Plan.Raw, placementconfig.Keys)...)
	}
}

// Read reads the placement and its decisions from the hub. As long as that is not known, the state stays as it is.
func (s *Store) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	resp.Diagnostics.Append(framework.Identify(ctx, resp.Identity, req.State.Raw, placementconfig.Keys)...)
	if s.Exists() {
		s.refresh(ctx, req, resp)
	}
}
