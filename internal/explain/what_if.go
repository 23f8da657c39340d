// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/render"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// explainSimulation explains a simulation.
func explainSimulation(reader *tfvalue.Reader, value tfvalue.Input, _ map[string]tfvalue.Input) (string, error) {
	var of simulate.Outputs
	reader.ReadConfig(value, &of)
	if reader.HasMistakes() {
		return "", nil
	}
	return render.SimulationMarkdown(of.Results), nil
}

// explainResilience explains what a fleet can lose.
func explainResilience(reader *tfvalue.Reader, value tfvalue.Input, _ map[string]tfvalue.Input) (string, error) {
	var of resilience.Outputs
	reader.ReadConfig(value, &of)
	if reader.HasMistakes() {
		return "", nil
	}
	return render.ResilienceMarkdown(&of), nil
}
