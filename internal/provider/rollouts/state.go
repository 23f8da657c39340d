// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// timesKey is the key of private state where a plan notes the times of the rollout, and an apply when it was. With -replace
// Terraform plans once more without the state, and this is all that such a plan knows of it.
const timesKey = "rollout"

// note is what is kept of a rollout in private state.
type note struct {
	step.Times
	// Had are the clusters with the workload before the plan. A replacement, which is planned after it and without the state, must
	// not lose them.
	Had []string `json:"had,omitempty"`
}

// note is what the plan notes.
func (p *resourcePlan) note() note {
	return note{p.progress.Times, slices.Sorted(maps.Keys(p.memory.Revisions))}
}

// priorState is a rollout as its state has it.
type priorState struct {
	step.Memory
	// now is the time at which the outputs were computed; null if there was none.
	now tftypes.Value
}

// readPriorState reads a prior state, and what was noted in private state. It returns nil for one without a rollout: there is
// none yet, or it was just imported.
func readPriorState(ctx context.Context, read *framework.Readers, state tftypes.Value, noted []byte) (*priorState, error) {
	if state.IsNull() {
		return nil, nil //nolint:nilnil // No rollout is not an error.
	}
	names := slices.Concat(ProgressNames(), []string{"strategy", "decisions", "decision_groups"})
	whole, err := framework.WithBypassed(state, names, rawserver.FromContext(ctx).Prior)
	if err != nil {
		return nil, err
	}
	prior, reader, target := &priorState{}, read.Reader(), step.Target{}
	reader.ReadConfig(whole, &prior.Memory, &target)
	if prior.ClustersByState == nil {
		return nil, nil //nolint:nilnil // No rollout is not an error.
	}
	if err := reader.Err(); err != nil {
		return nil, err
	}
	prior.Waves = prior.WaveList(&target)
	prior.Strategy.SetDefaults()
	if kept := framework.ReadNote[note](noted); kept != nil {
		prior.Times = kept.Times // Without them, nothing is known of time.
	}
	var attributes map[string]tftypes.Value
	if err := state.As(&attributes); err != nil {
		return nil, err
	}
	prior.now = attributes["now"]
	return prior, nil
}

// keepTime leaves the time of the last step in a plan with the same outputs.
func (s *priorState) keepTime(planned tftypes.Value, now *step.Progress) (tftypes.Value, error) {
	if s.now.IsNull() || !now.Equal(&s.Progress) {
		return planned, nil
	}
	return framework.KeepNow(planned, s.now)
}
