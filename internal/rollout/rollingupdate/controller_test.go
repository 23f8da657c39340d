// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollingupdate_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/condition"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
)

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
func controller(req rollingupdate.Request) (controllerPass, error) {
	sorted := slices.Clone(req.Bindings)
	slices.SortFunc(sorted, func(a, b rollingupdate.Binding) int { return strings.Compare(a.Name, b.Name) })
	if wait, err := waitForCleanUp(sorted); wait || err != nil {
		return controllerPass{WaitForCleanUp: wait}, err
	}
	result, err := rollingupdate.Pass(req)
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
func recheck(req *rollingupdate.Request) (time.Duration, error) {
	period, err := req.Strategy.Period()
	next, isReady := period, true
	cutOff := req.Now.Add(-period)
	for i := range req.Bindings {
		b := &req.Bindings[i]
		onCluster := b.State == placement.BindingBound || b.State == placement.BindingUnscheduled
		if !onCluster || condition.Ready(b.Conditions, b.Generation, cutOff) {
			continue
		}
		isReady = false
		wait := time.Duration(math.MaxInt64)
		if c := condition.Current(b.Conditions, condition.Available, b.Generation); c != nil && c.Status == "True" {
			wait = c.LastTransitionTime.Sub(cutOff)
		}
		next = min(next, wait)
	}
	if isReady {
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
func waitForCleanUp(bindings []rollingupdate.Binding) (wait bool, err error) {
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
