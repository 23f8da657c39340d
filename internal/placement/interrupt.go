package placement

import (
	"context"
	"fmt"
)

// interruptFrequency is how many steps of a loop pass between two looks at its context: a look costs as much as some steps.
const interruptFrequency = 256

// Interrupted returns an error if ctx has ended, looking at it in every 256th step of a loop. Every loop whose length is
// that of the fleet, or more, asks it in every step.
func Interrupted(ctx context.Context, step int) error {
	if step%interruptFrequency != 0 {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("the decision was interrupted: %w", err)
	}
	return nil
}
