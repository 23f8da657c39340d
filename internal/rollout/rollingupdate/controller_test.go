// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollingupdate_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/condition"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
)

// request is what the controller looks at on a hub.
type request struct {
	Strategy         rollingupdate.Config
	TargetNumber     *int
	ResourceSnapshot string
	Now              time.Time
	Bindings         []binding
}

// binding is a binding of a hub. A condition applies only if it was observed at its generation.
type binding struct {
	placement.ResourceBinding
	Generation int64
	Conditions []metav1.Condition
}

// pass is the pass for what the conditions of the bindings say.
func (r request) pass() (rollingupdate.Result, error) {
	period, err := r.Strategy.Period()
	if err != nil {
		return rollingupdate.Result{}, err
	}
	req := rollingupdate.Request{Strategy: r.Strategy, TargetNumber: r.TargetNumber}
	for i := range r.Bindings {
		b := &r.Bindings[i]
		req.Bindings = append(req.Bindings, rollingupdate.Binding{
			Name: b.Name, State: b.State, Deleting: b.Deleting, IsLatest: b.ResourceSnapshot == r.ResourceSnapshot,
			Failed: condition.Failed(b.Conditions, b.Generation), Ready: isReady(b.Conditions, b.Generation, r.Now.Add(-period)),
			OnlyCompared: condition.Current(b.Conditions, condition.DiffReported, b.Generation) != nil,
		})
	}
	return rollingupdate.Pass(req)
}

// isReady reports whether the resources of a cluster are ready: those that cannot be tracked are if they were available before
// the cut-off.
func isReady(conditions []metav1.Condition, generation int64, cutOff time.Time) bool {
	if condition.Is(conditions, condition.DiffReported, generation, metav1.ConditionTrue) {
		return true
	}
	available := condition.Current(conditions, condition.Available, generation)
	if available == nil || available.Status != metav1.ConditionTrue {
		return false
	}
	return condition.IsTracked(available) || available.LastTransitionTime.Time.Before(cutOff)
}

// controllerPass is what the rollout controller of a hub does in one pass. Beside what package step needs it has what is recorded.
type controllerPass struct {
	rollingupdate.Result
	// WaitForCleanUp says that a cluster with a new binding still has one that is being deleted. The pass does nothing.
	WaitForCleanUp bool
	// NeedRoll says that a binding is outdated, new or unscheduled.
	NeedRoll bool
	// Stale are the names of the outdated and new bindings that the budget holds back: updates, then new ones.
	Stale []string
	// UpToDate are the names of the Bound bindings that have the latest snapshot already.
	UpToDate []string
	// Recheck is after which time the next pass can find more ready clusters; 0 if all are ready.
	Recheck time.Duration
}

// controller is a pass of the rollout controller. The error can be a *conflict.
func controller(req request) (controllerPass, error) {
	sorted := slices.Clone(req.Bindings)
	slices.SortFunc(sorted, func(a, b binding) int { return strings.Compare(a.Name, b.Name) })
	if wait, err := waitForCleanUp(sorted); wait || err != nil {
		return controllerPass{WaitForCleanUp: wait}, err
	}
	result, err := req.pass()
	if err != nil {
		return controllerPass{}, err
	}
	pass := controllerPass{Result: result}
	rolled := map[string]bool{}
	for _, step := range result.Roll {
		rolled[step.Name] = true
	}
	var unbound []string
	for i := range sorted {
		b := &sorted[i]
		bound, isCurrent := b.State == placement.BindingBound && !b.Deleting, b.ResourceSnapshot == req.ResourceSnapshot
		scheduled := b.State == placement.BindingScheduled
		pass.NeedRoll = pass.NeedRoll || scheduled || bound && !isCurrent || b.State == placement.BindingUnscheduled && !b.Deleting
		switch {
		case bound && isCurrent:
			pass.UpToDate = append(pass.UpToDate, b.Name)
		case bound && !rolled[b.Name]:
			pass.Stale = append(pass.Stale, b.Name)
		case scheduled && !rolled[b.Name]:
			unbound = append(unbound, b.Name)
		}
	}
	pass.Stale = append(pass.Stale, unbound...)
	pass.Recheck, err = recheck(&req)
	return pass, err
}

// recheck is after which time the next binding becomes ready, at most the unavailable period; 0 if all are ready.
func recheck(req *request) (time.Duration, error) {
	period, err := req.Strategy.Period()
	next, areReady := period, true
	cutOff := req.Now.Add(-period)
	for i := range req.Bindings {
		b := &req.Bindings[i]
		onCluster := b.State == placement.BindingBound || b.State == placement.BindingUnscheduled
		if !onCluster || isReady(b.Conditions, b.Generation, cutOff) {
			continue
		}
		areReady = false
		wait := time.Duration(math.MaxInt64)
		if c := condition.Current(b.Conditions, condition.Available, b.Generation); c != nil && c.Status == "True" {
			wait = c.LastTransitionTime.Sub(cutOff)
		}
		next = min(next, wait)
	}
	if areReady {
		return 0, err
	}
	return next, err
}

// conflict is two bindings on one cluster that the scheduler never makes.
type conflict struct {
	cluster string
	// first and second are the names of the bindings.
	first, second string
	// deleting says that one of them is being deleted while the other one is, or was, Bound.
	deleting bool
}

func (c *conflict) Error() string {
	if c.deleting {
		return fmt.Sprintf("cluster %q has the bound binding %q and the binding %q, which is being deleted", c.cluster, c.first, c.second)
	}
	return fmt.Sprintf("cluster %q has two bindings: %q and %q", c.cluster, c.first, c.second)
}

// waitForCleanUp reports whether a cluster has to lose a binding before it can get its new one. Two live bindings on one
// cluster are a mistake, and so is a binding that became Bound before the cluster was clean. Upstream looks at the
// clusters in no particular order; here a mistake is found before a reason to wait.
func waitForCleanUp(bindings []binding) (wait bool, err error) {
	deleting, live := map[string]string{}, map[string]string{}
	for i := range bindings {
		b := &bindings[i]
		if b.Deleting {
			deleting[b.TargetCluster] = b.Name
			continue
		}
		if first, twice := live[b.TargetCluster]; twice {
			return false, &conflict{cluster: b.TargetCluster, first: first, second: b.Name}
		}
		live[b.TargetCluster] = b.Name
	}
	for i := range bindings {
		b := &bindings[i]
		other, ok := deleting[b.TargetCluster]
		if b.Deleting || !ok {
			continue
		}
		wasBound := b.State == placement.BindingUnscheduled &&
			b.Annotations["kubernetes-fleet.io/previous-binding-state"] == string(placement.BindingBound)
		if b.State == placement.BindingBound || wasBound {
			return false, &conflict{cluster: b.TargetCluster, first: b.Name, second: other, deleting: true}
		}
		wait = true
	}
	return wait, nil
}
