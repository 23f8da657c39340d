// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package simulate_test

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// TestInterrupted: a simulation of 100 000 clusters ends soon after its interruption, wherever it is then.
func TestInterrupted(t *testing.T) {
	everywhere := edit.Selection{Selector: &placement.GroupSelector{LabelSelector: &metav1.LabelSelector{}}}
	of := large(100_000)
	w := begin(t, of, pick(placement.DialectOCM, "web", 3), pick(placement.DialectKubeFleet, "api", 3))
	var unknown []string
	for i := range 1_000 {
		unknown = append(unknown, fmt.Sprintf("d%06d", i))
	}
	run := func(steps ...[]edit.Edit) func(context.Context) error {
		return func(ctx context.Context) error {
			answers, found := simulate.Run(ctx, w, steps, stepsPath)
			if simulate.OutputsOf(ctx, w, answers, &simulate.FailureDomains{}); found.HasError() {
				return fmt.Errorf("%s", plannertest.Texts(found))
			}
			return ctx.Err()
		}
	}
	var labels, scores, sizes [][]edit.Edit
	for i := range 100 {
		value := fmt.Sprint(i)
		labels = append(labels, []edit.Edit{{Label: &edit.Texts{Selection: everywhere, Set: map[string]string{"x": value}}}})
		scores = append(scores, []edit.Edit{{Score: &edit.Score{
			Selection: everywhere, Name: "u", Set: map[string]int32{"x": int32(i)},
		}}})
		sizes = append(sizes, []edit.Edit{{Resize: &edit.Resize{
			Selection: everywhere, Resources: map[string]string{"cpu": value},
		}}})
	}
	for name, call := range map[string]func(context.Context) error{
		"labels": run(labels...), "scores": run(scores...), "sizes": run(sizes...),
		"unknown names": run([]edit.Edit{lose(unknown...)}),
		"the fleet as it is": func(ctx context.Context) error {
			for {
				if _, found := simulate.New(ctx, of, []simulate.Subject{pick(placement.DialectOCM, "web", 1)},
					world.Options{}); found.HasError() {
					return fmt.Errorf("%s", plannertest.Texts(found))
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- call(ctx) }()
			time.Sleep(100 * time.Millisecond)
			interrupted := consumed(t)
			cancel()
			err := <-ended
			// The goal is a second. What other tests consume is not counted.
			if took := consumed(t) - interrupted; took > 10*time.Second {
				t.Errorf("it takes %s of CPU time after the interruption", took)
			}
			if name != "unknown names" && (err == nil || !strings.Contains(err.Error(), "interrupted")) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// consumed is the CPU time of this process, which does not depend on other processes as a clock does.
func consumed(t *testing.T) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
