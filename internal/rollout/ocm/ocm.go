// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package ocm computes the next step of a rollout as the rollout handler of Open Cluster Management does. [Pass] reads from top
// to bottom like the handler; strategies.go has its three strategies.
package ocm

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// The types of an Strategy.
const (
	// TypeAll rolls out to all clusters at the same time. It is the default.
	TypeAll = "All"
	// TypeProgressive rolls out to a limited number of clusters at a time, by name.
	TypeProgressive = "Progressive"
	// TypeProgressivePerGroup rolls out to one decision group at a time, by index.
	TypeProgressivePerGroup = "ProgressivePerGroup"
)

// Strategy is an OCM RolloutStrategy (cluster.open-cluster-management.io/v1alpha1). Its JSON form is that of the API.
// Only the block of its type applies. A block that is not set has the defaults of its fields.
type Strategy struct {
	// For Open Cluster Management `All`: all clusters at the same time, `Progressive`: a limited number at a time,
	// `ProgressivePerGroup`: one decision group at a time. For KubeFleet `RollingUpdate`, or `External`: a staged update run with
	// `stages`.
	// +required
	Type string `json:"type,omitempty"`
	// The settings of type `All`. Only `progress_deadline` has an effect.
	All *All `json:"all,omitempty"`
	// The settings of type `Progressive`.
	Progressive *Progressive `json:"progressive,omitempty"`
	// The settings of type `ProgressivePerGroup`.
	ProgressivePerGroup *ProgressivePerGroup `json:"progressivePerGroup,omitempty"`
}

// Limits are the fields that all strategies have.
type Limits struct {
	// How long a cluster must have succeeded before it is finished, such as `"5m"`, at least 0. Defaults to `"0s"`.
	MinSuccessTime metav1.Duration `json:"minSuccessTime,omitzero"`
	// How long a cluster may be progressing or failed before it is timed out: a whole number with the unit `h`, `m` or `s`, such as
	// `"10m"`, or `None`. Defaults to `None`, no deadline.
	ProgressDeadline string `json:"progressDeadline,omitempty"`
	// How many clusters, in `ProgressivePerGroup` of each group, may be failed or timed out before no further one starts: a number,
	// or `"0%"` to `"100%"`, rounded up. A number above the total acts as 0. Defaults to `0`.
	MaxFailures intstr.IntOrString `json:"maxFailures,omitzero"`
}

// All are the settings of type All. The handler uses only the deadline.
type All struct {
	Limits
}

// Progressive are the settings of type Progressive.
type Progressive struct {
	Limits
	// Decision groups that are rolled out first, one at a time, without tolerating a failure. Groups that do not exist are ignored.
	// Defaults to none.
	MandatoryDecisionGroups []MandatoryGroup `json:"mandatoryDecisionGroups,omitempty"`
	// How many clusters are rolled out at a time: a number, or `"0%"` to `"100%"` of the clusters outside of the mandatory groups,
	// rounded up. 0 and a number above the total act as the total. Defaults to all clusters.
	// ---
	// A negative number means the total, too.
	MaxConcurrency intstr.IntOrString `json:"maxConcurrency,omitzero"`
}

// ProgressivePerGroup are the settings of type ProgressivePerGroup. MaxFailures applies to each group.
type ProgressivePerGroup struct {
	Limits
	// Decision groups that are rolled out first, one at a time, without tolerating a failure. Groups that do not exist are ignored.
	// Defaults to none.
	MandatoryDecisionGroups []MandatoryGroup `json:"mandatoryDecisionGroups,omitempty"`
}

// MandatoryGroup names decision groups: all groups of the name or, without a name, the group of the index.
type MandatoryGroup struct {
	// The name of the decision groups. If it is set, `group_index` has no effect.
	GroupName string `json:"groupName,omitempty"`
	// The index of the decision group, at least 0. Defaults to `0`.
	GroupIndex int `json:"groupIndex,omitempty"`
}

// block is the block of a strategy that applies.
type block struct {
	// name is that of its field.
	name string
	Limits
	mandatory      []MandatoryGroup
	maxConcurrency intstr.IntOrString
}

// block is the one of the type; without a field for a type that is not one of Open Cluster Management.
func (s *Strategy) block() block {
	switch s.Type {
	case "", TypeAll:
		return block{name: "all", Limits: orZero(s.All).Limits}
	case TypeProgressive:
		config := orZero(s.Progressive)
		return block{"progressive", config.Limits, config.MandatoryDecisionGroups, config.MaxConcurrency}
	case TypeProgressivePerGroup:
		config := orZero(s.ProgressivePerGroup)
		return block{name: "progressivePerGroup", Limits: config.Limits, mandatory: config.MandatoryDecisionGroups}
	}
	return block{}
}

// Limits are those that apply: with type All only the deadline does.
func (s *Strategy) Limits() Limits {
	limits := s.block().Limits
	if s.Type == "" || s.Type == TypeAll {
		return Limits{ProgressDeadline: limits.ProgressDeadline}
	}
	return limits
}

// An Status is the state of the workload on a cluster. The handler treats unknown states like Progressing.
type Status string

// The states of the workload on a cluster.
const (
	// ToApply: the change is not applied yet. The empty status means the same.
	ToApply Status = "ToApply"
	// Progressing: the change is applied and not complete.
	Progressing Status = "Progressing"
	// Succeeded: the change is complete.
	Succeeded Status = "Succeeded"
	// Failed: the change is applied and has failed.
	Failed Status = "Failed"
	// TimeOut: the cluster was Progressing or Failed until the deadline.
	TimeOut Status = "TimeOut"
	// Skip: the cluster takes no part in the rollout.
	Skip Status = "Skip"
)

// ClusterStatus is the state of the workload on one cluster, before or after a pass.
type ClusterStatus struct {
	Cluster string `json:"clusterName"`
	// GroupName and GroupIndex are those of the request; in a cluster that starts, those of its decision group.
	GroupName  string `json:"groupName,omitempty"`
	GroupIndex int    `json:"groupIndex,omitempty"`
	Status     Status `json:"status"`
	// LastTransitionTime is when the cluster got its status. The zero time means the time of the pass, always anew.
	LastTransitionTime time.Time `json:"lastTransitionTime,omitzero"`
	// RecheckTime is when min_success_time or progress_deadline ends. Passes set it; the zero time means that none ends.
	RecheckTime time.Time `json:"-"`
}

// Request is what a pass depends on.
type Request struct {
	Strategy Strategy
	// Groups are the decision groups of the placement. Groups of the same index and name are one.
	Groups []placement.Group
	// AreInOrder says that the groups are in the order of the rollout, whatever their indexes are, and each is one.
	AreInOrder bool
	// Statuses are the clusters on which the rollout has started, and those that still have the workload although they are
	// no longer chosen; at most one for each cluster.
	Statuses []ClusterStatus
	// Now is the time of the pass.
	Now time.Time
}

// Result is the next step of a rollout. The lists Rollout, TimedOut and Removed are the handler's, in its order. The
// order of the statuses in the request is visible in Removed, and in the other two wherever the handler goes by group.
type Result struct {
	// Clusters are all clusters of the request, each once, by name, with what happens to it and why.
	Clusters []Cluster
	// Rollout are the clusters that have or receive the change now and are not finished.
	Rollout []ClusterStatus
	// TimedOut are the clusters that this pass has timed out. Those that were timed out before are not in the list.
	TimedOut []ClusterStatus
	// Removed are the clusters with a status that are in no decision group.
	Removed []ClusterStatus
	// MaxFailureBreach says that more clusters than max_failures failed, so nothing more starts.
	MaxFailureBreach bool
	// NextChange is the first time after which the result changes without a change to the request; zero if there is none. It leaves
	// out clusters without a LastTransitionTime, whose time never ends.
	NextChange time.Time
}

// Pass computes the next step of a rollout as the handler of the OCM SDK does. An error is a
// [placement.Misconfiguration] that names the field of the strategy.
func Pass(req Request) (Result, error) {
	p, block := newPass(&req), req.Strategy.block()
	var err error
	if p.deadline, err = parseDeadline(block.ProgressDeadline); err != nil {
		return Result{}, block.mistake("progressDeadline", err)
	}
	switch req.Strategy.Type {
	case "", TypeAll:
		p.all()
	case TypeProgressive, TypeProgressivePerGroup:
		err = p.mandatoryFirst(&block, req.Strategy.Type == TypeProgressivePerGroup)
	default:
		err = &placement.Misconfiguration{Field: "type", Message: "incorrect rollout strategy type " + req.Strategy.Type}
	}
	if err != nil {
		return Result{}, err
	}
	p.finish()
	return p.result, nil
}

func orZero[T any](value *T) T {
	if value == nil {
		var zero T
		return zero
	}
	return *value
}

// mistake is the error of a field of the block.
func (b *block) mistake(field string, err error) error {
	return &placement.Misconfiguration{Field: b.name + "." + field, Message: err.Error()}
}
