// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package staged has the stages of a staged update run of KubeFleet: which clusters are in which stage, and in which order. Its
// tests have what the update run controller does with them, pass by pass, and compare it with recorded runs and with package
// step.
package staged

import (
	"encoding/binary"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// Cluster is a MemberCluster. It does not matter whether the cluster is being deleted.
type Cluster struct {
	Name   string
	Labels map[string]string
}

// Strategy is the spec of a StagedUpdateStrategy, with the defaults of the API server.
type Strategy struct {
	// The stages, at most 31, in order. A run fails if a cluster of the placement is in none of them, or in two.
	Stages []Stage `json:"stages"`
}

// Stage selects clusters that are updated together.
//
// Example for guides/reference-rollout#strategystages:
//
//	{ name = "canary", label_selector = { match_labels = { tier = "canary" } } }
type Stage struct {
	// The name of the stage: 1 to 63 lower-case letters and digits, unique in the strategy.
	Name string `json:"name"`
	// Matches the labels of the clusters of the stage. An empty selector matches every cluster. Defaults to no cluster.
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
	// The label whose value, a whole number, orders the clusters of the stage, the smallest first, equal ones by name. Every cluster
	// of the stage must have it. Defaults to the order of the names.
	// ---
	// The value is a 64-bit decimal integer.
	SortingLabelKey *string `json:"sortingLabelKey,omitempty"`
	// How many clusters are updated at the same time: at least 1, or `"1%"` to `"100%"` of the clusters of the stage, rounded down
	// to at least 1. Defaults to `1`.
	// ---
	// It must be set: the default is that of the API server.
	MaxConcurrency *intstr.IntOrString `json:"maxConcurrency,omitempty"`
	// What must be done before the first cluster of the stage is updated: at most one task, an `Approval`. Defaults to none.
	BeforeStageTasks []Task `json:"beforeStageTasks,omitempty"`
	// What must be done before the next stage starts: at most one task of each type. Defaults to none.
	AfterStageTasks []Task `json:"afterStageTasks,omitempty"`
}

// Task is done before the first or after the last cluster of a stage.
type Task struct {
	// `Approval` waits until an approval request is approved, `TimedWait` for `wait_time` after the stage is updated.
	Type TaskType `json:"type"`
	// How long a `TimedWait` takes, such as `"1h30m"`, above 0. Only with that type, which requires it.
	// ---
	// An Approval ignores it.
	WaitTime *metav1.Duration `json:"waitTime,omitempty"`
}

// TaskType is a kind of task.
type TaskType string

// The kinds of tasks.
const (
	// Approval waits until a request is approved.
	Approval TaskType = "Approval"
	// TimedWait waits from the time at which all clusters of the stage are updated.
	TimedWait TaskType = "TimedWait"
)

// kinds are kinds of clusters: those of a kind look the same to the selectors of all stages. There are usually about as many
// kinds as stages, so that a selector is asked once for each kind and not for each cluster.
type kinds struct {
	// ofMember is the kind of each member, and labels are those of one member of each kind.
	ofMember []int32
	labels   []labels.Set
}

func newKinds(stages []Stage, members []member) kinds {
	unique := sets.New[string]()
	for i := range stages {
		if s := stages[i].LabelSelector; s != nil {
			for key := range s.MatchLabels {
				unique.Insert(key)
			}
			for k := range s.MatchExpressions {
				unique.Insert(s.MatchExpressions[k].Key)
			}
		}
	}
	keys := unique.UnsortedList()
	kinds := kinds{ofMember: make([]int32, len(members))}
	numbers := map[string]int32{}
	var text []byte
	for i := range members {
		text = text[:0]
		for _, key := range keys {
			if value, ok := members[i].Labels[key]; ok {
				text = append(binary.AppendUvarint(text, uint64(len(value))+1), value...)
			} else {
				text = append(text, 0)
			}
		}
		number, ok := numbers[string(text)]
		if !ok {
			number = int32(len(kinds.labels))
			numbers[string(text)] = number
			kinds.labels = append(kinds.labels, members[i].Labels)
		}
		kinds.ofMember[i] = number
	}
	return kinds
}

// selected reports for each kind whether a selector matches it.
func (k *kinds) selected(selector labels.Selector) []bool {
	return lists.Map(k.labels, func(set labels.Set) bool { return selector.Matches(set) })
}
