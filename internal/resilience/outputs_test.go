// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resilience_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// inRegions is a fleet of clusters in regions.
func inRegions(regions ...string) (of planner.Fleet) {
	for i, region := range regions {
		of.Clusters = append(of.Clusters, placement.Cluster{
			Name: fmt.Sprintf("%s-%d", region, i), Labels: map[string]string{"region": region, placement.ClusterSetLabel: "prod"},
			Claims: map[string]string{"cloud": "aws"},
		})
	}
	return of
}

func picks(name string, number int32) (s simulate.Subject) {
	s.Name, s.OCM = name, &ocm.Spec{NumberOfClusters: &number}
	return s
}

func asked(t *testing.T, of planner.Fleet, q *resilience.Question, subjects ...simulate.Subject) *resilience.Outputs {
	t.Helper()
	w, found := simulate.New(t.Context(), of, subjects, world.Options{})
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	out, found := resilience.Of(t.Context(), w, q)
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	return out
}

func byRegion() *resilience.Question {
	q := &resilience.Question{MaxWork: resilience.MaxWork}
	q.Labels = []string{"region"}
	return q
}

// TestOf: any cluster may fail, and one of the regions may not. What the scheduler says of it is the reason.
func TestOf(t *testing.T) {
	out := asked(t, inRegions("eu", "eu", "eu", "us"), byRegion(), picks("web", 2))
	if !out.Satisfied || out.Survives != (resilience.Survives{AtLeast: 2, Exact: true}) {
		t.Errorf("got %v, %+v", out.Satisfied, out.Survives)
	}
	domains := []resilience.Domain{
		{Domain: resilience.OfCluster, LossCount: 4, Survived: true},
		{Domain: resilience.OfLabel, Key: "region", LossCount: 2, BottleneckCount: 1},
	}
	if diff := cmp.Diff(domains, out.Domains); diff != "" {
		t.Errorf("domains: -want +got:\n%s", diff)
	}
	none := simulate.Names{Names: []string{}}
	bottleneck := resilience.Impact{
		Loss:      resilience.Loss{Domain: resilience.OfLabel, Key: "region", Value: "eu", ClusterCount: 3},
		Placement: "web", Before: 2, After: 1,
		Lost: simulate.Names{Names: []string{"eu-0", "eu-1"}, Count: 2}, Left: none,
		Joined: simulate.Names{Names: []string{"us-3"}, Count: 1},
	}
	if len(out.Bottlenecks) != 1 || out.BottleneckCount != 1 || !strings.Contains(out.Bottlenecks[0].Reason, "1") {
		t.Fatalf("got %d: %+v", out.BottleneckCount, out.Bottlenecks)
	}
	worst := out.Worst[0]
	if diff := cmp.Diff(bottleneck, worst); diff != "" {
		t.Errorf("the worst: -want +got:\n%s", diff)
	}
	if out.Work.Decided != 3 || out.Work.Unchanged != 3 || len(out.Work.Why) != 1 {
		t.Errorf("two clusters are chosen, and one region has them: %+v", out.Work)
	}
}

// TestOfUnsatisfied: a placement that is not satisfied as it is survives nothing, once and not once for each loss.
func TestOfUnsatisfied(t *testing.T) {
	out := asked(t, inRegions("eu", "us"), byRegion(), picks("web", 3), picks("api", 1))
	if out.Satisfied || out.Survives != (resilience.Survives{Exact: true}) || out.BottleneckCount != 1 ||
		out.Bottlenecks[0].Domain != resilience.OfNothing || out.Bottlenecks[0].Reason == "" {
		t.Errorf("got %+v", out)
	}
	for _, d := range out.Domains {
		if d.Survived {
			t.Errorf("%+v", d)
		}
	}
	if first := out.Weakest[0]; first.Placement != "web" || first.Satisfied {
		t.Errorf("the weakest placement comes first: %+v", out.Weakest)
	}
}

// TestOutputsAreBounded: what is listed does not grow with the fleet, and everything is counted.
func TestOutputsAreBounded(t *testing.T) {
	regions := make([]string, 300)
	var subjects []simulate.Subject
	for i := range regions {
		regions[i] = fmt.Sprintf("r%d", i%2)
	}
	for i := range 30 {
		subjects = append(subjects, picks(fmt.Sprintf("p%d", i), 300))
	}
	out := asked(t, inRegions(regions...), byRegion(), subjects...)
	const listed = 25
	if len(out.Bottlenecks) != listed || len(out.Worst) != listed || len(out.Weakest) != listed {
		t.Errorf("got %d, %d and %d", len(out.Bottlenecks), len(out.Worst), len(out.Weakest))
	}
	if out.BottleneckCount != 30*302 || out.ImpactCount != 30*302 || out.PlacementCount != 30 || out.Work.Derived != 30*302 {
		t.Errorf("got %d, %d, %d and %+v", out.BottleneckCount, out.ImpactCount, out.PlacementCount, out.Work)
	}
	if worst := out.Worst[0]; worst.Lost.Count != 150 || len(worst.Lost.Names) != 10 {
		t.Errorf("got %+v", worst)
	}
}

// TestOfMistakes: what is asked for and the fleet does not have, and what is too much.
func TestOfMistakes(t *testing.T) {
	q := &resilience.Question{MaxWork: resilience.MaxWork}
	q.Labels, q.Claims, q.ClusterSets = []string{"regoin"}, []string{"Cloud"}, []string{"prods", "global"}
	for want, q := range map[string]*resilience.Question{
		"error failure_domains.labels[0]: No cluster has this label; " +
			"error failure_domains.claims[0]: No cluster has this claim; " +
			"error failure_domains.cluster_sets[0]: There is no such cluster set": q,
		"error : There are too many losses to decide": {MaxWork: 3},
	} {
		w, found := simulate.New(t.Context(), inRegions("eu", "us", "us"), []simulate.Subject{picks("web", 2)}, world.Options{})
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		_, found = resilience.Of(t.Context(), w, q)
		if got := strings.TrimSpace(plannertest.Titles(found)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if text := plannertest.Texts(found); q.Labels != nil && !strings.Contains(text, `"region"`) {
			t.Errorf("no name is suggested: %s", text)
		}
	}
}

// TestOfInterrupted: a question about many clusters ends within a second.
func TestOfInterrupted(t *testing.T) {
	number := int32(50_000)
	s := simulate.Subject{}
	s.Name, s.KubeFleet = "web", &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &number}
	w, found := simulate.New(t.Context(), benchFleet(100_000), []simulate.Subject{s}, world.Options{})
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var interruptedAt time.Time
	time.AfterFunc(300*time.Millisecond, func() { interruptedAt = time.Now(); cancel() })
	q := benchQuestion()
	q.MaxWork = 1 << 62
	_, found = resilience.Of(ctx, w, q)
	if !found.HasError() || !strings.Contains(plannertest.Texts(found), "interrupted") {
		t.Errorf("got %s", plannertest.Texts(found))
	}
	// The bound of a machine that is busy with other tests; it takes about 0.1 s.
	if after := time.Since(interruptedAt); after > 5*time.Second {
		t.Errorf("the question ended %s after the interrupt", after)
	}
}
