package rollout

import (
	"errors"
	"fmt"
	"math"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// rollingCensus sorts the bindings of a placement into the classes that a pass counts and chooses from.
type rollingCensus struct {
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

	remove, bind, update, failed []*RollingUpdateBinding
	upToDate                     []string
}

func newRollingCensus(snapshot string, cutOff time.Time, period time.Duration) *rollingCensus {
	return &rollingCensus{snapshot: snapshot, cutOff: cutOff, nextReady: period}
}

// add sorts a binding into its classes.
func (c *rollingCensus) add(b *RollingUpdateBinding) {
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
		case conditionsFailed(b.Conditions, b.Generation):
			c.failed = append(c.failed, b)
		default:
			c.update = append(c.update, b)
		}
	}
}

// count counts a binding whose resources are on the cluster.
func (c *rollingCensus) count(b *RollingUpdateBinding) {
	if !conditionsFailed(b.Conditions, b.Generation) && currentCondition(b.Conditions, conditionDiffReported, b.Generation) == nil {
		c.canBeReady++
	}
	ready, wait := conditionsReady(b.Conditions, b.Generation, c.cutOff)
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
func (c *rollingCensus) candidates() int {
	return len(c.remove) + len(c.bind) + len(c.update) + len(c.failed)
}

// recheck is after which time more bindings can be ready.
func (c *rollingCensus) recheck() time.Duration {
	if !c.notReady {
		return 0
	}
	return c.nextReady
}

// rollingBudget is how many bindings a pass may change. A number below 1 allows none.
type rollingBudget struct {
	// remove is shared by removals and updates, which take resources away until the new ones are ready.
	remove int
	// add is for new bindings.
	add int
}

// budget computes how many bindings a pass may change. Each removal and each update is assumed to take a ready one,
// whether it is ready or not.
func (r *RollingUpdate) budget(target int, c *rollingCensus) (rollingBudget, error) {
	maxUnavailable, err := ofTarget("maxUnavailable", r.MaxUnavailable, target)
	if err != nil {
		return rollingBudget{}, err
	}
	maxSurge, err := ofTarget("maxSurge", r.MaxSurge, target)
	if err != nil {
		return rollingBudget{}, err
	}
	return rollingBudget{
		remove: c.ready - c.canBeUnavailable - (target - maxUnavailable),
		add:    target + maxSurge - c.canBeReady,
	}, nil
}

// spend chooses the bindings that are changed now. Updates of failed bindings cost nothing.
func (b rollingBudget) spend(c *rollingCensus, result *RollingUpdateResult) {
	roll := func(bindings []*RollingUpdateBinding, action RollingUpdateAction) {
		for _, binding := range bindings {
			result.Roll = append(result.Roll, RollingUpdateStep{Binding: binding.Name, Cluster: binding.TargetCluster, Action: action})
		}
	}
	hold := func(bindings []*RollingUpdateBinding) {
		for _, binding := range bindings {
			result.Stale = append(result.Stale, binding.Name)
		}
	}
	removed := min(max(b.remove, 0), len(c.remove))
	updated := min(max(b.remove-removed, 0), len(c.update))
	bound := min(max(b.add, 0), len(c.bind))
	roll(c.failed, RollingUpdateUpdate)
	roll(c.remove[:removed], RollingUpdateRemove)
	roll(c.update[:updated], RollingUpdateUpdate)
	roll(c.bind[:bound], RollingUpdateBind)
	hold(c.update[updated:])
	hold(c.bind[bound:])
}

// ofTarget is a number or percentage of the target number; percentages are rounded up.
func ofTarget(name string, value *intstr.IntOrString, target int) (int, error) {
	if value == nil {
		value = &intstr.IntOrString{Type: intstr.String, StrVal: RollingUpdateDefaultPercent}
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

// period is the unavailable period.
func (r *RollingUpdate) period() (time.Duration, error) {
	seconds := RollingUpdateDefaultPeriod
	if r.UnavailablePeriodSeconds != nil {
		seconds = *r.UnavailablePeriodSeconds
	}
	if seconds < 0 || int64(seconds) > math.MaxInt64/int64(time.Second) {
		return 0, errors.New("unavailablePeriodSeconds must be at least 0 and at most about 292 years")
	}
	return time.Duration(seconds) * time.Second, nil
}
