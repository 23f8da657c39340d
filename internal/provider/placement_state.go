package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// priorState is the last answer of a placement, as its state has it.
type priorState struct {
	planner.State
	// Chosen are the decisions with their groups.
	Chosen []planner.Decision `json:"decisions,omitempty"`
	// attributes are the plain attributes of the state.
	attributes map[string]tftypes.Value
	// outputs are the computed attributes.
	outputs map[string]any
}

// readPriorState reads a prior state. It returns nil for one in which nothing is decided: there is none yet, or it was just
// imported.
func readPriorState(ctx context.Context, read *framework.Reading, state tftypes.Value) (*priorState, error) {
	if state.IsNull() {
		return nil, nil //nolint:nilnil // No prior decision is not an error.
	}
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return nil, err
	}
	value, err := request.PriorState(state, resultNames()...)
	if err != nil {
		return nil, err
	}
	last, reader := &priorState{outputs: map[string]any{}}, read.Reader()
	reader.ReadConfig(tfvalue.Of(value), last)
	for m := range reader.Mistakes {
		return nil, fmt.Errorf("%s: %s", m.At, m.Message)
	}
	if last.Decisions == nil {
		return nil, nil //nolint:nilnil // No prior decision is not an error.
	}
	if err := value.As(&last.attributes); err != nil {
		return nil, err
	}
	for _, name := range resultNames() {
		last.outputs[name] = last.attributes[name]
	}
	return last, nil
}

// keepTime leaves the time of the last answer in a plan with the same answer.
func (s *priorState) keepTime(ctx context.Context, planned tftypes.Value) (tftypes.Value, error) {
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return planned, err
	}
	var attributes map[string]tftypes.Value
	if err := planned.As(&attributes); err != nil || attributes["now"].IsNull() || s.attributes["now"].IsNull() {
		return planned, err
	}
	for _, name := range resultNames() {
		now, computed, err := request.Computed(name)
		if err != nil {
			return planned, err
		}
		if !computed {
			now = attributes[name]
		}
		if !now.Equal(s.attributes[name]) {
			return planned, nil
		}
	}
	return framework.KeepNow(planned, s.attributes["now"])
}

// Keys of private state.
const (
	// fingerprintKey is where the fingerprint of what the decisions answer is kept: the arguments in the state may be newer than
	// decisions that were kept.
	fingerprintKey = "question"
	// predecessorKey is where a plan keeps the decisions that the state has. With -replace Terraform plans once more without the
	// state, and this is all that such a plan knows of it.
	predecessorKey = "decisions"
	// passKey is where the pass that made the decisions is kept, for the comparison with the next one.
	passKey = "pass"
)
