// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

func TestPassProgressive(t *testing.T) {
	r := &PassRequest{Request: Request{
		Strategy: rollout.Strategy{OCMStrategy: ocm.Strategy{
			Type: ocm.TypeProgressive, Progressive: &ocm.Progressive{MaxConcurrency: intstr.FromInt32(2)},
		}},
		Target: Target{DecisionGroups: []Group{{ClusterNames: []string{"c", "a", "d", "b"}}}},
		ClusterStatus: map[string]ClusterStatus{
			"a": {Status: Succeeded}, "b": {Status: Progressing}, "gone": {Status: Succeeded},
		},
		Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
	}}
	if errs := r.Validate(); len(errs) > 0 {
		t.Fatal(errs)
	}
	got, err := passed(r)
	if err != nil {
		t.Fatal(err)
	}
	want := &result{
		Clusters: []resultCluster{
			{"a", Finished, ClusterProgress{Status: Succeeded, Reason: "succeeded"}},
			{"b", Continues, ClusterProgress{Status: Progressing, Reason: "progressing; no progress_deadline applies"}},
			{"c", Starts, ClusterProgress{Status: ToApply, Wave: 1, Reason: "the change is applied now"}},
			{"d", Waits, ClusterProgress{Wave: 1, Reason: "2 clusters are being rolled out; max_concurrency is 2"}},
			{"gone", Leaves, ClusterProgress{Status: Succeeded, Wave: 2, Reason: "the cluster is no longer chosen"}},
		},
		Waves: []Wave{
			{ClusterNames: []string{"a", "b"}}, {ClusterNames: []string{"c", "d"}}, {Name: Removal, ClusterNames: []string{"gone"}},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// result is what a pass does: all clusters, each once, by name.
type result struct {
	Clusters   []resultCluster
	Waves      []Wave
	Breach     string
	NextChange time.Time
}

type resultCluster struct {
	Name    string
	Outcome Outcome
	ClusterProgress
}

// passed is a pass.
func passed(r *PassRequest) (*result, error) {
	outputs, err := Pass(r)
	if err != nil {
		return nil, err
	}
	passed := &result{Waves: outputs.Waves, Breach: outputs.BreachReason, NextChange: outputs.NextChange}
	for outcome, clusters := range map[Outcome]map[string]ClusterProgress{
		Starts: outputs.ToApply, Continues: outputs.InProgress, Finished: outputs.Succeeded,
		TimedOut: outputs.TimedOut, Leaves: outputs.Removed, Waits: outputs.Waiting,
	} {
		for name, progress := range clusters {
			passed.Clusters = append(passed.Clusters, resultCluster{name, outcome, progress})
		}
	}
	slices.SortFunc(passed.Clusters, func(a, b resultCluster) int { return strings.Compare(a.Name, b.Name) })
	return passed, nil
}
