// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// countedContext ends after the given number of checks.
type countedContext struct {
	context.Context
	checks, ends int
}

func (c *countedContext) Err() error {
	if c.checks++; c.checks > c.ends {
		return context.Canceled
	}
	return nil
}

// everyStep is a request for which every step of a pass has something to do.
func everyStep(clusters int, expression string) (ocm.Placement, placement.Inventory) {
	seconds := int64(1000)
	req := ocm.Placement{Name: "p", Namespace: "ns"}
	req.Predicates = []ocm.Predicate{{}}
	req.Predicates[0].RequiredClusterSelector.CELSelector = &ocm.CELSelector{CELExpressions: []string{expression}}
	req.Tolerations = []match.Toleration{{Key: "gpu", Operator: match.OperatorExists, TolerationSeconds: &seconds}}
	for _, name := range ocm.Prioritizers {
		req.PrioritizerPolicy.Configurations = append(req.PrioritizerPolicy.Configurations,
			ocm.PrioritizerConfiguration{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: name}})
	}
	req.PrioritizerPolicy.Configurations = append(req.PrioritizerPolicy.Configurations, ocm.PrioritizerConfiguration{
		ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeAddOn, AddOn: &ocm.AddOnScore{ResourceName: "usage", ScoreName: "cpu"}},
	})
	group := placement.DecisionGroup{GroupName: "canary"}
	group.GroupClusterSelector.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"tier": "1"}}
	req.DecisionStrategy.GroupStrategy = &placement.GroupStrategy{DecisionGroups: []placement.DecisionGroup{group}}

	inv := placement.Inventory{
		Now:      time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC),
		Sets:     []placement.ClusterSet{{Name: "s"}},
		Bindings: []placement.Binding{{Name: "s", Namespace: "ns"}},
	}
	own := placement.PlacementDecision{Placement: "p", Namespace: "ns"}
	other := placement.PlacementDecision{Placement: "q", Namespace: "ns"}
	for i := range clusters {
		name := fmt.Sprintf("c%05d", i)
		inv.Clusters = append(inv.Clusters, placement.Cluster{
			Name:   name,
			Labels: map[string]string{placement.ClusterSetLabel: "s", "tier": fmt.Sprint(i % 3)},
			Taints: []placement.Taint{{Key: "gpu", Effect: placement.NoSelect, TimeAdded: inv.Now}},
		})
		inv.Scores = append(inv.Scores, placement.Score{Cluster: name, Name: "usage"})
		own.Clusters, other.Clusters = append(own.Clusters, name), append(other.Clusters, name)
	}
	inv.Decisions = []placement.PlacementDecision{own, other}
	return req, inv
}

// TestInterruptedAnywhere ends the context at each check that a pass makes: it never returns a result.
func TestInterruptedAnywhere(t *testing.T) {
	req, inv := everyStep(300, `managedCluster.metadata.name != ""`)
	whole := &countedContext{Context: t.Context(), ends: 1 << 30}
	if _, err := ocm.Schedule(whole, req, inv); err != nil {
		t.Fatal(err)
	}
	// Two for each cluster, before and after its expression, and those between the parts of the pass.
	if most := 2 * len(inv.Clusters); whole.checks <= most {
		t.Errorf("%d checks, not more than %d", whole.checks, most)
	}
	for ends := range whole.checks {
		got, err := ocm.Schedule(&countedContext{Context: t.Context(), ends: ends}, req, inv)
		if !errors.Is(err, context.Canceled) || !reflect.DeepEqual(got, placement.Result{}) {
			t.Fatalf("ended at check %d of %d: %d decisions, error %v", ends, whole.checks, len(got.Decisions), err)
		}
	}
}

// TestInterruptedCEL cancels a pass that would take minutes.
func TestInterruptedCEL(t *testing.T) {
	loop := "[1" + strings.Repeat(",1", 44) + "]"
	req, inv := everyStep(10_000, `managedCluster.metadata.name != "" && `+loop+".all(a, "+loop+".all(b, "+loop+".all(c, a+b+c == 3)))")
	ctx, cancel := context.WithCancel(t.Context())
	var cancelled time.Time
	timer := time.AfterFunc(100*time.Millisecond, func() {
		cancelled = time.Now()
		cancel()
	})
	defer timer.Stop()
	_, err := ocm.Schedule(ctx, req, inv)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	took := time.Since(cancelled)
	t.Logf("ended %s after the context", took)
	// The goal is 100 ms. A machine that is busy with other tests needs more.
	if took > time.Minute {
		t.Errorf("the pass ended %s after its context", took)
	}
}
