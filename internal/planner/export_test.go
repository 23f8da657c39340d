package planner

import (
	"context"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// AbsentNames is the search alone.
func (r *Request) AbsentNames(ctx context.Context, inv *placement.Inventory) (Findings, error) {
	return r.absentNames(ctx, inv, &placement.Result{})
}
