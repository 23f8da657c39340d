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

// countdown is a context that ends after it was asked a number of times.
type countdown struct {
	context.Context
	left, asked int
}

func (c *countdown) Err() error {
	c.asked++
	if c.asked > c.left {
		return context.Canceled
	}
	return nil
}

// TestInterrupted ends the context at every point at which a pass asks for it: the pass returns the error and nothing else.
// A loop over the fleet asks ten times, so that the number of questions shows whether all loops do.
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
		// asks is how often the pass asks.
		asks int
	}{
		"PickAll: filters, pool, bindings, decisions twice, rejections": {pickAll(), nil, 62},
		"PickN: filters, sorter, pool, not picked, rejections":          {pickN(1, sorted), nil, 55},
		"PickN that has enough: decisions twice, filters, rejections":   {pickN(size), every, 41},
		"PickN that gives up: decisions, filters, rejections":           {pickN(1), every, 32},
		"spread: twice in a cycle, and filters, domains, classes, pool, what is left, decisions, not picked, rejections": {
			pickN(size/2, spreadOverZones(1, kubefleet.DoNotSchedule)), nil, size + 76,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inv := placement.Inventory{Clusters: fleet, ResourceBindings: tt.bindings, Now: now}
			whole := &countdown{Context: t.Context(), left: size * size}
			if _, err := kubefleet.Schedule(whole, tt.req, inv); err != nil {
				t.Fatal(err)
			}
			if whole.asked < tt.asks {
				t.Errorf("asked %d times, want at least %d", whole.asked, tt.asks)
			}
			for left := 0; left < whole.asked; left += 1 + whole.asked/100 {
				result, err := kubefleet.Schedule(&countdown{Context: t.Context(), left: left}, tt.req, inv)
				if !errors.Is(err, context.Canceled) {
					t.Fatalf("after %d questions: got error %v", left, err)
				}
				if diff := cmp.Diff(placement.Result{}, result, cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("after %d questions: got a result: %s", left, diff)
				}
			}
		})
	}
}
