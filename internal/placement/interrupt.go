// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"context"
	"fmt"
)

// interruptFrequency is how many steps of a loop pass between two checks of its context: a check costs as much as some steps.
const interruptFrequency = 256

// Interrupted returns an error if ctx has ended. It checks ctx in every 256th step of a loop only, so a loop over the
// fleet, or a longer one, calls it in every step.
func Interrupted(ctx context.Context, step int) error {
	if step%interruptFrequency != 0 {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("the decision was interrupted: %w", err)
	}
	return nil
}
