package step

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"time"
)

// carried is one step of a rollout that is carried from apply to apply.
type carried struct {
	world
	req *CarryRequest
	// last is the memory; empty for a rollout that begins.
	last *Memory
	// tracks are what is remembered of the clusters, at the same positions.
	tracks []track

	breached         bool
	breachReason     string
	breachedRevision string
	completed        bool
	// rollingBack says that clusters return to the revision from before.
	rollingBack bool
	// goesOn says that the next plan goes on although nothing changes.
	goesOn bool
}

// Carry computes what the clusters shall have now. Last is nil for a rollout that begins. The request is a valid one. An error is
// a *field.Error or a *placement.Misconfiguration.
//
// It repeats the pass of the strategy as long as one changes something, as the controllers of the hubs do: with the same request
// it changes nothing more until NextChange.
func Carry(ctx context.Context, req *CarryRequest, last *Memory) (*Progress, error) {
	c, err := newCarried(req, last)
	if err != nil {
		return nil, err
	}
	if req.Given == nil {
		c.begin()
		if err := c.settle(ctx); err != nil {
			return nil, err
		}
		if c.rollsBack() {
			if err := c.rollBack(); err != nil {
				return nil, err
			}
		}
	} else {
		c.adopt()
	}
	return c.progress(), nil
}

// timeless is the time of a rollout without one, in which nothing depends on the time: every success was long ago.
var timeless = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

func newCarried(req *CarryRequest, last *Memory) (*carried, error) {
	if last == nil {
		last = &Memory{}
	}
	c := &carried{req: req, last: last, world: world{
		strategy: &req.Strategy, groups: req.groups(), number: req.NumberOfClusters, now: req.Now, stays: true,
		approved: approvalsOf(&req.Request),
	}}
	if c.now.IsZero() {
		c.now = timeless
	}
	has := last.Revisions
	if req.Given != nil {
		has = req.Given
	}
	chosen, exists := req.chosen(), req.members()
	names := slices.Collect(maps.Keys(chosen))
	for name := range has {
		// A cluster that is neither chosen nor in the fleet has nothing that could be removed.
		if req.Fleet == nil || exists[name] {
			names = append(names, name)
		}
	}
	c.add(names, len(chosen), req.Fleet)
	c.recall(has)
	if err := c.setWaves(); err != nil {
		return nil, err
	}
	c.numberGroups()
	return c, nil
}

// setWaves keeps the waves of the rollout as long as it and its strategy are the same.
func (c *carried) setWaves() error {
	fresh, err := c.fresh()
	if err != nil {
		return err
	}
	c.waves = fresh
	if c.last.Revision == c.req.Revision && reflect.DeepEqual(&c.last.Strategy, c.strategy) {
		c.waves, err = c.keepWaves(c.last.Waves, fresh)
	}
	return err
}

// adopt takes the revisions that are given: the clusters have them already.
func (c *carried) adopt() {
	for i := range c.tracks {
		t := &c.tracks[i]
		if t.held && t.state == "" {
			t.state = StateSucceeded
		}
	}
	c.look()
}
