// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollingupdate

import (
	"errors"
	"fmt"
	"math"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/condition"
)

// census sorts the bindings of a placement into the classes that a pass counts and chooses from.
type census struct {
	snapshot string
	// cutOff is when resources that cannot be tracked have to be available before, to be ready.
	cutOff time.Time
	// nextReady is after which time the next binding becomes ready, at most the unavailable period.
	nextReady time.Duration
	notReady  bool

	// wanted are the Scheduled and the Bound bindings.
	wanted int
	// ready have the resources available.
	ready int
	// canBeReady have, or get, resources that can become available.
	canBeReady int
	// canBeUnavailable are ready and are being deleted.
	canBeUnavailable int

	remove, bind, update, failed []*Binding
	upToDate                     []string
}

func newCensus(snapshot string, cutOff time.Time, period time.Duration) *census {
	return &census{snapshot: snapshot, cutOff: cutOff, nextReady: period}
}

// add sorts a binding into its classes.
func (c *census) add(b *Binding) {
	switch b.State {
	case placement.BindingScheduled:
		// Upstream binds a Scheduled binding even if it is being deleted.
		c.wanted++
		c.bind = append(c.bind, b)
	case placement.BindingUnscheduled:
		c.count(b)
		if !b.Deleting {
			c.remove = append(c.remove, b)
		}
	case placement.BindingBound:
		c.wanted++
		c.count(b)
		switch {
		case b.Deleting:
		case b.ResourceSnapshot == c.snapshot:
			c.upToDate = append(c.upToDate, b.Name)
		case condition.Failed(b.Conditions, b.Generation):
			c.failed = append(c.failed, b)
		default:
			c.update = append(c.update, b)
		}
	}
}

// count counts a binding whose resources are on the cluster.
func (c *census) count(b *Binding) {
	if !condition.Failed(b.Conditions, b.Generation) &&
		condition.Current(b.Conditions, condition.DiffReported, b.Generation) == nil {
		c.canBeReady++
	}
	ready, wait := condition.Ready(b.Conditions, b.Generation, c.cutOff)
	if !ready {
		c.notReady = true
		c.nextReady = min(c.nextReady, wait)
		return
	}
	c.ready++
	if b.Deleting {
		c.canBeUnavailable++
	}
}

// candidates is how many bindings need a change.
func (c *census) candidates() int {
	return len(c.remove) + len(c.bind) + len(c.update) + len(c.failed)
}

// recheck is after which time more bindings can be ready.
func (c *census) recheck() time.Duration {
	if !c.notReady {
		return 0
	}
	return c.nextReady
}

// budget is how many bindings a pass may change. A number below 1 allows none.
type budget struct {
	// remove is shared by removals and updates, which take resources away until the new ones are ready.
	remove int
	// add is for new bindings.
	add int
}

// budget computes how many bindings a pass may change. Each removal and each update is assumed to take a ready one,
// whether it is ready or not.
func (r *Config) budget(target int, c *census) (budget, error) {
	maxUnavailable, err := ofTarget("maxUnavailable", r.MaxUnavailable, target)
	if err != nil {
		return budget{}, err
	}
	maxSurge, err := ofTarget("maxSurge", r.MaxSurge, target)
	if err != nil {
		return budget{}, err
	}
	return budget{
		remove: c.ready - c.canBeUnavailable - (target - maxUnavailable),
		add:    target + maxSurge - c.canBeReady,
	}, nil
}

// spend chooses the bindings that are changed now. Updates of failed bindings cost nothing.
func (b budget) spend(c *census, result *Result) {
	roll := func(bindings []*Binding, action Action) {
		for _, binding := range bindings {
			result.Roll = append(result.Roll, Step{Binding: binding.Name, Cluster: binding.TargetCluster, Action: action})
		}
	}
	hold := func(bindings []*Binding) {
		for _, binding := range bindings {
			result.Stale = append(result.Stale, binding.Name)
		}
	}
	removed := min(max(b.remove, 0), len(c.remove))
	updated := min(max(b.remove-removed, 0), len(c.update))
	bound := min(max(b.add, 0), len(c.bind))
	roll(c.failed, Update)
	roll(c.remove[:removed], Remove)
	roll(c.update[:updated], Update)
	roll(c.bind[:bound], Bind)
	hold(c.update[updated:])
	hold(c.bind[bound:])
}

// Unavailable is how many clusters below the target number may be without ready resources.
func (r *Config) Unavailable(target int) (int, error) {
	return ofTarget("maxUnavailable", r.MaxUnavailable, target)
}

// Surge is how many clusters above the target number may have the resources.
func (r *Config) Surge(target int) (int, error) {
	return ofTarget("maxSurge", r.MaxSurge, target)
}

// ofTarget is a number or percentage of the target number; percentages are rounded up.
func ofTarget(name string, value *intstr.IntOrString, target int) (int, error) {
	if value == nil {
		value = &intstr.IntOrString{Type: intstr.String, StrVal: DefaultPercent}
	}
	number, err := intstr.GetScaledValueFromIntOrPercent(value, target, true)
	if err != nil {
		return 0, fmt.Errorf("%s must be a number or a percentage: %w", name, err)
	}
	if number < 0 {
		return 0, fmt.Errorf("%s must be at least 0, found %s", name, value.String())
	}
	return number, nil
}

// Period is the unavailable period.
func (r *Config) Period() (time.Duration, error) {
	seconds := DefaultPeriod
	if r.UnavailablePeriodSeconds != nil {
		seconds = *r.UnavailablePeriodSeconds
	}
	if seconds < 0 || int64(seconds) > math.MaxInt64/int64(time.Second) {
		return 0, errors.New("unavailablePeriodSeconds must be at least 0 and at most about 292 years")
	}
	return time.Duration(seconds) * time.Second, nil
}
