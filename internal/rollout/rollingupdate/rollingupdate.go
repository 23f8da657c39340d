// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package rollingupdate computes the next step of a rolling update as the rollout controller of KubeFleet does.
package rollingupdate

import (
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Config is the spec.strategy.rollingUpdate of a KubeFleet placement
// (placement.kubernetes-fleet.io/v1beta1). A field that is not set has the default of the API server.
type Config struct {
	// MaxUnavailable is how many clusters below the target number may be without ready resources: a number of at least 0,
	// or a percentage of the target number, rounded up. It defaults to 25%.
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty"`
	// MaxSurge is how many clusters above the target number may have the resources: a number of at least 0, or a
	// percentage of the target number, rounded up. It defaults to 25%.
	MaxSurge *intstr.IntOrString `json:"maxSurge,omitempty"`
	// UnavailablePeriodSeconds is how long resources whose availability cannot be tracked have to be applied until they
	// are ready, in seconds, at least 0. It defaults to 60.
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
	// ResourceSnapshot is the name of the latest resource snapshot, which is rolled out.
	ResourceSnapshot string
	// Now is the time of the pass.
	Now time.Time
	// Bindings are all bindings of the placement, in any order. Their names must be different.
	Bindings []Binding
}

// Binding is a binding and how far its cluster is.
type Binding struct {
	placement.ResourceBinding
	// Generation is the metadata.generation. A condition applies only if it was observed at this generation.
	Generation int64
	// Conditions are the status.conditions.
	Conditions []metav1.Condition
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
	Binding string
	Cluster string
	Action  Action
}

// Result is what one pass does. Bindings are in the order of their names within a class.
type Result struct {
	// WaitForCleanUp says that a cluster with a new binding still has one that is being deleted. The pass does nothing, the
	// other fields are zero, and the controller tries again after [CleanUpInterval].
	WaitForCleanUp bool
	// NeedRoll says that a binding is outdated, new or unscheduled.
	NeedRoll bool
	// Roll are the bindings to change now: failed ones, removals, updates, new ones.
	Roll []Step
	// Stale are the names of the outdated and new bindings that the budget holds back: updates, then new ones.
	Stale []string
	// UpToDate are the names of the Bound bindings that have the latest snapshot already.
	UpToDate []string
	// Recheck is after which time the next pass can find more ready clusters; 0 if all are ready.
	Recheck time.Duration
	// TargetNumber is the number of clusters that the percentages refer to.
	TargetNumber int
}

// CleanUpInterval is when the controller tries again after [Result.WaitForCleanUp].
const CleanUpInterval = 5 * time.Second

// Pass chooses the bindings that KubeFleet's rollout controller changes in one pass
// (pickBindingsToRoll in pkg/controllers/rollout). An error means that the strategy is invalid or, as a
// [*Conflict], that the controller refuses to continue.
func Pass(req Request) (Result, error) {
	bindings := make([]*Binding, len(req.Bindings))
	for i := range req.Bindings {
		bindings[i] = &req.Bindings[i]
	}
	byName := func(a, b *Binding) int { return strings.Compare(a.Name, b.Name) }
	if !slices.IsSortedFunc(bindings, byName) {
		slices.SortFunc(bindings, byName)
	}
	if wait, err := waitForCleanUp(bindings); wait || err != nil {
		return Result{WaitForCleanUp: wait}, err
	}
	period, err := req.Strategy.Period()
	if err != nil {
		return Result{}, err
	}
	census := newCensus(req.ResourceSnapshot, req.Now.Add(-period), period)
	for _, b := range bindings {
		census.add(b)
	}
	target := census.wanted
	if req.TargetNumber != nil {
		target = *req.TargetNumber
	}
	budget, err := req.Strategy.budget(target, census)
	if err != nil {
		return Result{}, err
	}
	result := Result{
		TargetNumber: target, UpToDate: census.upToDate, Recheck: census.recheck(), NeedRoll: census.candidates() > 0,
	}
	if result.NeedRoll {
		budget.spend(census, &result)
	}
	return result, nil
}

// A Conflict is two bindings on one cluster that the scheduler never makes.
type Conflict struct {
	Cluster string
	// First and Second are the names of the bindings.
	First, Second string
	// Deleting says that one of them is being deleted while the other one is, or was, Bound.
	Deleting bool
}

// Error returns what was found.
func (c *Conflict) Error() string {
	if c.Deleting {
		return fmt.Sprintf("cluster %q has the bound binding %q and the binding %q, which is being deleted",
			c.Cluster, c.First, c.Second)
	}
	return fmt.Sprintf("cluster %q has two bindings: %q and %q", c.Cluster, c.First, c.Second)
}

// previousState is the annotation that holds the state of a binding before it became Unscheduled.
const previousState = "kubernetes-fleet.io/previous-binding-state"

// waitForCleanUp reports whether a cluster has to lose a binding before it can get its new one. Two live bindings on one
// cluster are a mistake, and so is a binding that became Bound before the cluster was clean. Upstream looks at the
// clusters in no particular order; here a mistake is found before a reason to wait.
func waitForCleanUp(bindings []*Binding) (wait bool, err error) {
	deleting, live := map[string]string{}, make(map[string]struct{}, len(bindings))
	for i, b := range bindings {
		if b.Deleting {
			deleting[b.TargetCluster] = b.Name
			continue
		}
		if _, twice := live[b.TargetCluster]; twice {
			first := slices.IndexFunc(bindings[:i], func(other *Binding) bool {
				return !other.Deleting && other.TargetCluster == b.TargetCluster
			})
			return false, &Conflict{Cluster: b.TargetCluster, First: bindings[first].Name, Second: b.Name}
		}
		live[b.TargetCluster] = struct{}{}
	}
	if len(deleting) == 0 {
		return false, nil
	}
	for _, b := range bindings {
		other, ok := deleting[b.TargetCluster]
		if b.Deleting || !ok {
			continue
		}
		wasBound := b.State == placement.BindingUnscheduled && b.Annotations[previousState] == string(placement.BindingBound)
		if b.State == placement.BindingBound || wasBound {
			return false, &Conflict{Cluster: b.TargetCluster, First: b.Name, Second: other, Deleting: true}
		}
		wait = true
	}
	return wait, nil
}
