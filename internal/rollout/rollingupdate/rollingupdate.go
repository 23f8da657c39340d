// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package rollingupdate computes the next step of a rolling update as the rollout controller of KubeFleet does.
package rollingupdate

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Config is the spec.strategy.rollingUpdate of a KubeFleet placement
// (placement.kubernetes-fleet.io/v1beta1). A field that is not set has the default of the API server.
type Config struct {
	// How many clusters below the target number may be without ready resources: at least 0, or `"0%"` to `"100%"` of the target
	// number, rounded up. Defaults to `"25%"`.
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty"`
	// How many clusters above the target number may have the resources, in the same form. Defaults to `"25%"`.
	MaxSurge *intstr.IntOrString `json:"maxSurge,omitempty"`
	// For how many seconds, at least 0, resources whose availability cannot be tracked must be applied before they are ready.
	// Defaults to `60`.
	UnavailablePeriodSeconds *int `json:"unavailablePeriodSeconds,omitempty"`
}

// The defaults of a RollingUpdate.
const (
	DefaultPercent = "25%"
	DefaultPeriod  = 60
)

// Request is what one pass of the rollout controller looks at.
type Request struct {
	Strategy Config
	// TargetNumber is the number of clusters of PickN, or the number of names of PickFixed. Nil means PickAll, whose target
	// number is that of the Scheduled and Bound bindings.
	TargetNumber *int
	// Bindings are all bindings of the placement, in any order. Their names must be different.
	Bindings []Binding
}

// Binding is a binding and how far its cluster is.
type Binding struct {
	Name  string
	State placement.BindingState
	// IsLatest says that the binding has the latest resource snapshot, which is rolled out.
	IsLatest bool
	// Failed says that the resources could not be brought to the cluster, and Ready that they are available there.
	Failed, Ready bool
	// Deleting says that the binding is being deleted, and OnlyCompared that its resources are not applied.
	Deleting, OnlyCompared bool
}

// Action says what a pass does to a binding.
type Action string

// The actions of a pass.
const (
	// Bind: the binding changes from Scheduled to Bound, on the latest snapshot.
	Bind Action = "bind"
	// Update: the Bound binding gets the latest snapshot.
	Update Action = "update"
	// Remove: the Unscheduled binding is deleted.
	Remove Action = "remove"
)

// Step is one binding that a pass changes.
type Step struct {
	*Binding
	Action Action
}

// Result is what one pass does.
type Result struct {
	// Roll are the bindings to change now: failed ones, removals, updates, new ones, each in the order of their names.
	Roll []Step
	// TargetNumber is the number of clusters that the percentages refer to. Unavailable and Surge are how many clusters below it may
	// be without ready resources, and how many above it may have resources.
	TargetNumber, Unavailable, Surge int
	// Ready and Have are how many clusters are ready and how many have resources that did not fail after the steps: each removal and
	// each update, but that of a failed one, is assumed to take a ready one, whether it is ready or not.
	Ready, Have int
}

// Pass chooses the bindings that KubeFleet's rollout controller changes in one pass (pickBindingsToRoll in
// pkg/controllers/rollout). An error means that the strategy is invalid.
func Pass(req Request) (Result, error) {
	bindings := lists.Pointers(req.Bindings)
	byName := func(a, b *Binding) int { return strings.Compare(a.Name, b.Name) }
	if !slices.IsSortedFunc(bindings, byName) {
		slices.SortFunc(bindings, byName)
	}
	census := census{}
	for _, b := range bindings {
		census.add(b)
	}
	result := Result{TargetNumber: census.wanted}
	if req.TargetNumber != nil {
		result.TargetNumber = *req.TargetNumber
	}
	var err error
	if result.Unavailable, err = req.Strategy.Unavailable(result.TargetNumber); err != nil {
		return Result{}, err
	}
	if result.Surge, err = req.Strategy.Surge(result.TargetNumber); err != nil {
		return Result{}, err
	}
	census.spend(&result)
	return result, nil
}

// census sorts the bindings of a placement into the classes that a pass counts and chooses from.
type census struct {
	// wanted are the Scheduled and the Bound bindings.
	wanted int
	// ready have the resources available, and are not being deleted.
	ready int
	// canBeReady have, or get, resources that can become available.
	canBeReady int

	remove, bind, update, failed []*Binding
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
		case b.Deleting, b.IsLatest:
		case b.Failed:
			c.failed = append(c.failed, b)
		default:
			c.update = append(c.update, b)
		}
	}
}

// count counts a binding whose resources are on the cluster.
func (c *census) count(b *Binding) {
	if !b.Failed && !b.OnlyCompared {
		c.canBeReady++
	}
	if !b.Deleting && b.Ready {
		c.ready++
	}
}

// spend chooses the bindings that are changed now. Updates of failed bindings cost nothing. So many removals and updates together
// may take resources away until the new ones are ready as there are ready ones above the minimum, and so many new bindings there
// may be as the maximum allows.
func (c *census) spend(r *Result) {
	roll := func(bindings []*Binding, action Action) {
		for _, binding := range bindings {
			r.Roll = append(r.Roll, Step{binding, action})
		}
	}
	take, add := c.ready-(r.TargetNumber-r.Unavailable), r.TargetNumber+r.Surge-c.canBeReady
	removed := min(max(take, 0), len(c.remove))
	updated := min(max(take-removed, 0), len(c.update))
	bound := min(max(add, 0), len(c.bind))
	roll(c.failed, Update)
	roll(c.remove[:removed], Remove)
	roll(c.update[:updated], Update)
	roll(c.bind[:bound], Bind)
	r.Ready, r.Have = max(c.ready-removed-updated, 0), c.canBeReady+bound
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
	value = cmp.Or(value, &intstr.IntOrString{Type: intstr.String, StrVal: DefaultPercent})
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
