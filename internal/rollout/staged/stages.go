// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// member is a cluster on its way into a stage.
type member struct {
	*Cluster
	placed bool
	// rank is the value of the sorting label.
	rank int64
}

// StageClusters are the names of the clusters of each stage, in the order of the update. Stages are checked in order. The names
// must be different. The failure is that of a run with these stages, and a cluster that no stage selects.
func StageClusters(stages []Stage, clusters []Cluster) (names [][]string, failure *Failure) {
	members := make([]member, len(clusters))
	for i := range clusters {
		members[i].Cluster = &clusters[i]
	}
	names = make([][]string, len(stages))
	kinds := newKinds(stages, members)
	for i := range stages {
		if names[i], failure = stages[i].pick(members, &kinds); failure != nil {
			return nil, failure
		}
	}
	for i := range members {
		if m := &members[i]; !m.placed && (failure == nil || m.Name < failure.Cluster) {
			failure = &Failure{Cause: ClusterNotPlaced, Cluster: m.Name}
		}
	}
	return names, failure
}

// pick are the names of the clusters of the stage in the order of the update. Upstream finds mistakes in no particular order;
// here it is the one of the first cluster by name.
func (s *Stage) pick(members []member, kinds *kinds) ([]string, *Failure) {
	selector, err := metav1.LabelSelectorAsSelector(s.LabelSelector)
	if err != nil {
		return nil, &Failure{Cause: SelectorInvalid, Stage: s.Name}
	}
	selected := kinds.selected(selector)
	var picked []*member
	var first *Failure
	for i := range members {
		m := &members[i]
		if !selected[kinds.ofMember[i]] {
			continue
		}
		if failure := m.place(s); failure != nil && (first == nil || failure.Cluster < first.Cluster) {
			first = failure
		}
		picked = append(picked, m)
	}
	if first != nil {
		return nil, first
	}
	slices.SortFunc(picked, func(a, b *member) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), strings.Compare(a.Name, b.Name))
	})
	names := lists.Map(picked, func(m *member) string { return m.Name })
	return names, nil
}

// place puts the cluster into a stage.
func (m *member) place(s *Stage) *Failure {
	if m.placed {
		return &Failure{Cause: DuplicateCluster, Stage: s.Name, Cluster: m.Name}
	}
	m.placed, m.rank = true, 0
	if s.SortingLabelKey == nil {
		return nil
	}
	text := m.Labels[*s.SortingLabelKey]
	rank, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return &Failure{Cause: SortKeyInvalid, Stage: s.Name, Cluster: m.Name, Found: text}
	}
	m.rank = rank
	return nil
}

// Concurrency is how many of the clusters of the stage may be updated at the same time.
func (s *Stage) Concurrency(clusters int) int {
	if s.MaxConcurrency == nil {
		return 1
	}
	limit, err := intstr.GetScaledValueFromIntOrPercent(s.MaxConcurrency, clusters, false)
	if err != nil {
		return 1 // Validate has reported it.
	}
	return max(limit, 1)
}

// Cause says why stages do not fit the clusters, and in tests why a run has failed.
type Cause string

// The causes that end the initialization of a run.
const (
	NoPolicySnapshot       Cause = "no-policy-snapshot"
	ClusterCountAnnotation Cause = "cluster-count-annotation"
	NotScheduled           Cause = "not-scheduled"
	NoBindings             Cause = "no-bindings"
	CountMismatch          Cause = "count-mismatch"
	BeforeTaskInvalid      Cause = "before-task-invalid"
	AfterTaskInvalid       Cause = "after-task-invalid"
)

// OldPolicyBinding repeats the initialization: a binding that is not Unscheduled has an older policy snapshot. The scheduler is
// not done.
const OldPolicyBinding Cause = "old-policy-binding"

// The causes that stages have.
const (
	SelectorInvalid  Cause = "selector-invalid"
	DuplicateCluster Cause = "duplicate-cluster"
	SortKeyInvalid   Cause = "sort-key-invalid"
	ClusterNotPlaced Cause = "cluster-not-placed"
)

// Failure is a cause and what it is about. Fields that it is not about are empty.
type Failure struct {
	Cause Cause
	// Stage and Cluster are names.
	Stage, Cluster string
	// Found is the value that is wrong.
	Found string
}

// Error returns the cause and what it is about.
func (f *Failure) Error() string {
	var text strings.Builder
	text.WriteString(string(f.Cause))
	for _, part := range []struct{ title, value string }{{"stage", f.Stage}, {"cluster", f.Cluster}, {"found", f.Found}} {
		if part.value != "" {
			fmt.Fprintf(&text, ", %s %s", part.title, excerpt.Quote(part.value))
		}
	}
	return text.String()
}
