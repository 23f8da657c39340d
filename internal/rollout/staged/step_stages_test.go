// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// recordedStages is how a recorded staged update run of KubeFleet was initialized.
type recordedStages struct {
	Name  string `json:"name"`
	Input struct {
		Strategy *struct {
			Stages []staged.Stage `json:"stages"`
		} `json:"strategy"`
		Clusters []struct {
			Name   string            `json:"name"`
			Labels map[string]string `json:"labels"`
		} `json:"clusters"`
		Bindings []struct {
			Cluster   string `json:"cluster"`
			State     string `json:"state"`
			Placement string `json:"placement"`
		} `json:"bindings"`
	} `json:"input"`
	Expect struct {
		Initialization *struct {
			OK      bool         `json:"ok"`
			Step    int          `json:"step"`
			Failure staged.Cause `json:"failure"`
			Stages  []struct {
				Name     string   `json:"name"`
				Clusters []string `json:"clusters"`
			} `json:"stages"`
			Deletion []string `json:"deletion"`
		} `json:"initialization"`
	} `json:"expect"`
}

// request is the run as a request; false if it cannot be said so: there are two bindings on one cluster, or a cluster without
// an object.
func (c *recordedStages) request() (r *Request, ok bool) {
	r = &Request{
		Strategy: rollout.Strategy{Stages: c.Input.Strategy.Stages}, Target: Target{Decisions: []Decision{}},
		ClusterStatus: map[string]ClusterStatus{},
	}
	r.Strategy.Type = rollout.TypeExternal
	for _, cluster := range c.Input.Clusters {
		r.Fleet = append(r.Fleet, Member{Name: cluster.Name, Labels: cluster.Labels})
	}
	bound := map[string]bool{}
	for _, b := range c.Input.Bindings {
		if b.Placement != "" {
			continue
		}
		if known := slices.ContainsFunc(r.Fleet, func(m Member) bool { return m.Name == b.Cluster }); !known || bound[b.Cluster] {
			return nil, false
		}
		bound[b.Cluster] = true
		if b.State == "Unscheduled" {
			r.ClusterStatus[b.Cluster] = ClusterStatus{Status: Available}
		} else {
			r.Decisions = append(r.Decisions, Decision{ClusterName: b.Cluster})
		}
	}
	return r, len(r.Strategy.Stages) > 0
}

// stageMistakes are the fields of the mistakes that a pass finds in the stages.
var stageMistakes = map[staged.Cause]string{
	staged.DuplicateCluster: "labelSelector", staged.SortKeyInvalid: "sortingLabelKey", staged.ClusterNotPlaced: "stages",
}

// compare compares the waves with the recorded stages.
func (c *recordedStages) compare(t *testing.T, r *Request) {
	waves, err := WavesOf(r)
	recorded := c.Expect.Initialization
	if !recorded.OK {
		mistake, ok := err.(*field.Error)
		if !ok || !strings.HasSuffix(mistake.Field, stageMistakes[recorded.Failure]) {
			t.Errorf("%s: found %v, recorded %s", c.Name, err, recorded.Failure)
		}
		return
	}
	var want []Wave
	for _, s := range recorded.Stages {
		want = append(want, Wave{Name: s.Name, ClusterNames: s.Clusters})
	}
	if slices.Sort(recorded.Deletion); recorded.Deletion != nil {
		want = append(want, Wave{Name: Removal, ClusterNames: recorded.Deletion})
	}
	if diff := cmp.Diff(want, waves, cmpopts.EquateEmpty()); err != nil || diff != "" {
		t.Errorf("%s: %v: -recorded +got:\n%s", c.Name, err, diff)
	}
}

// TestRecordedStages compares the waves of a strategy with the stages of the recorded staged update runs, and the mistakes that
// a pass finds with those that make the runs fail.
func TestRecordedStages(t *testing.T) {
	through, total := 0, 0
	conformance.EachStaged(t, "../rollout/staged", func(c *recordedStages) {
		total++
		init := c.Expect.Initialization
		if init == nil || init.Step > 0 || c.Input.Strategy == nil || !init.OK && stageMistakes[init.Failure] == "" {
			return
		}
		r, ok := c.request()
		if !ok {
			return
		}
		through++
		c.compare(t, r)
	})
	if through < 325 {
		t.Error("they were 334 of 389")
	}
	t.Logf("the stages of %d of %d recorded staged update runs were compared", through, total)
}
