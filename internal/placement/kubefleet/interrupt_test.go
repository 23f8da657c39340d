// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// countdown is a context that ends after a number of checks.
type countdown struct {
	context.Context
	left, checks int
}

func (c *countdown) Err() error {
	c.checks++
	if c.checks > c.left {
		return context.Canceled
	}
	return nil
}

// TestInterrupted ends the context at many of the checks that a pass makes: the pass returns the error and nothing else.
// A loop over the fleet makes ten checks, so the number of checks shows whether all loops make them.
func TestInterrupted(t *testing.T) {
	const size = 2560
	var fleet []placement.Cluster
	var every []placement.ResourceBinding
	for i := range size {
		fleet = append(fleet, member(fmt.Sprintf("c%04d zone=%d cost:%d", i, i, i)))
		every = append(every, bound(fmt.Sprintf("c%04d Bound 0/0", i))...)
	}
	sorted := sortBy("cost", kubefleet.Descending, 10)
	for name, tt := range map[string]struct {
		req      kubefleet.Placement
		bindings []placement.ResourceBinding
		// checks is how many checks the pass makes at least.
		checks int
	}{
		"PickAll":               {pickAll(), nil, size / 256},
		"PickN":                 {pickN(1, sorted), nil, size / 256},
		"PickN without upscale": {pickN(size), every, size / 256},
		"PickN with downscale":  {pickN(1), every, size / 256},
		"spread: each cycle":    {pickN(size/2, spreadOverZones(1, kubefleet.DoNotSchedule)), nil, size/256 + size/2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inv := placement.Inventory{Clusters: fleet, ResourceBindings: tt.bindings, Now: now}
			whole := &countdown{Context: t.Context(), left: size * size}
			if _, err := kubefleet.Schedule(whole, tt.req, inv); err != nil {
				t.Fatal(err)
			}
			if whole.checks < tt.checks {
				t.Errorf("%d checks, want at least %d", whole.checks, tt.checks)
			}
			for left := 0; left < whole.checks; left += 1 + whole.checks/100 {
				result, err := kubefleet.Schedule(&countdown{Context: t.Context(), left: left}, tt.req, inv)
				if !errors.Is(err, context.Canceled) {
					t.Fatalf("after %d checks: got error %v", left, err)
				}
				if diff := cmp.Diff(placement.Result{}, result, cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("after %d checks: got a result: %s", left, diff)
				}
			}
		})
	}
}
