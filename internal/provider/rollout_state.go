package provider

import (
	"context"
	"fmt"
	"reflect"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// rolloutKey is the key of private state where a plan notes that there is a rollout. With -replace Terraform plans once more without
// the state, and this is all that such a plan knows of it.
const rolloutKey = "rollout"

var carryConfigType = reflect.TypeFor[carryConfig]()

// rolloutState is a rollout as its state has it.
type rolloutState struct {
	step.Memory
	stateTime
}

// readRolloutState reads a prior state. It returns nil for one without a rollout: there is none yet, or it was just imported.
func readRolloutState(ctx context.Context, state tftypes.Value) (*rolloutState, error) {
	if state.IsNull() {
		return nil, nil //nolint:nilnil // No rollout is not an error.
	}
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return nil, err
	}
	value, err := request.PriorState(state, append(progressNames(), "strategy")...)
	if err != nil {
		return nil, err
	}
	last, reader := &rolloutState{}, newReader()
	reader.ReadConfig(tfvalue.Of(value), &last.Memory)
	if last.States == nil {
		return nil, nil //nolint:nilnil // No rollout is not an error.
	}
	for m := range reader.Mistakes {
		if !m.Warning {
			return nil, fmt.Errorf("%s: %s", m.At, m.Message)
		}
	}
	last.Strategy.SetDefaults()
	last.names = progressNames()
	return last, value.As(&last.attributes)
}
