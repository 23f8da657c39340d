// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementconfig

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// PriorState is the last answer of a placement, as its state has it.
type PriorState struct {
	planner.State
	// Chosen are the whole decisions.
	Chosen []planner.Decision `json:"decisions,omitempty"`
	// Plain are the plain attributes of the state.
	Plain map[string]tftypes.Value
	// Computed are the computed attributes.
	Computed map[string]any
}

// ReadPriorState reads a prior state. It returns nil for one in which nothing is decided: there is none yet, or it was just
// imported.
func ReadPriorState(ctx context.Context, read *framework.Readers, state tftypes.Value) (*PriorState, error) {
	if state.IsNull() {
		return nil, nil //nolint:nilnil // No prior decision is not an error.
	}
	value, err := rawserver.FromContext(ctx).PriorState(state, ResultNames()...)
	if err != nil {
		return nil, err
	}
	return PriorStateOf(read, value)
}

// PriorStateOf is the last answer that an object with the outputs of a placement has; nil if nothing is decided in it.
func PriorStateOf(read *framework.Readers, value tftypes.Value) (*PriorState, error) {
	last, reader := &PriorState{Computed: map[string]any{}}, read.Reader()
	reader.ReadConfig(tfvalue.Of(value), last)
	for m := range reader.Mistakes {
		return nil, fmt.Errorf("%s: %s", m.At, m.Message)
	}
	if last.Decisions == nil {
		return nil, nil //nolint:nilnil // No prior decision is not an error.
	}
	if err := value.As(&last.Plain); err != nil {
		return nil, err
	}
	for _, name := range ResultNames() {
		last.Computed[name] = last.Plain[name]
	}
	return last, nil
}

// KeepTime leaves the time of the last answer in a plan with the same answer.
func (s *PriorState) KeepTime(ctx context.Context, planned tftypes.Value) (tftypes.Value, error) {
	return KeepTime(ctx, planned, s.Plain, ResultNames()...)
}

// KeepTime leaves the time of a prior state in a plan whose outputs are the same.
func KeepTime(
	ctx context.Context, planned tftypes.Value, prior map[string]tftypes.Value, outputs ...string,
) (tftypes.Value, error) {
	request := rawserver.FromContext(ctx)
	var attributes map[string]tftypes.Value
	if err := planned.As(&attributes); err != nil || attributes["now"].IsNull() || prior["now"].IsNull() {
		return planned, err
	}
	for _, name := range outputs {
		now, computed, err := request.Computed(name)
		if err != nil {
			return planned, err
		}
		if !computed {
			now = attributes[name]
		}
		if !now.Equal(prior[name]) {
			return planned, nil
		}
	}
	return framework.KeepNow(planned, prior["now"])
}
