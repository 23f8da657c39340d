// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

// What a Deployment of a cluster without nodes takes: until its controller has observed it, until all pods run, and until the
// controller gives up one whose image is broken.
const (
	observeAfter = time.Second
	rolledAfter  = 3 * time.Second
	slowAfter    = 20 * time.Second
	givenUpAfter = 7 * time.Second
)

// generation is a generation of an object, and since when it has it.
type generation struct {
	number int64
	since  time.Time
}

// runDeployments sets the status of the Deployments of a cluster until the test ends, as their controller and kubelets do. An
// image with "broken" in its name never runs, but for one that is "broken-on-" other clusters, and one with "slow" takes long.
func (h *Hub) runDeployments(t testing.TB, cluster string) {
	t.Helper()
	all, err := h.writer("kube-controller-manager", "apps/v1", "Deployment", "")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[types.UID]generation{}
	repeatEvery(t, 4*interval, func(ctx context.Context) error {
		list, err := all.client.List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		for i := range list.Items {
			d := &list.Items[i]
			if seen[d.GetUID()].number != d.GetGeneration() {
				seen[d.GetUID()] = generation{d.GetGeneration(), time.Now()}
			}
			age := time.Since(seen[d.GetUID()].since)
			if age < observeAfter {
				continue
			}
			of, err := h.writer(all.manager, "apps/v1", "Deployment", d.GetNamespace())
			if err != nil {
				return err
			}
			status, err := deploymentStatus(d, cluster, age)
			if err == nil {
				err = of.patchStatus(ctx, d, status)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// deploymentStatus is the status of a Deployment of a cluster whose generation has this age.
func deploymentStatus(d *unstructured.Unstructured, cluster string, age time.Duration) (map[string]any, error) {
	containers, _, _ := unstructured.NestedSlice(d.Object, "spec", "template", "spec", "containers")
	images := fmt.Sprint(containers)
	_, on, isLimited := strings.Cut(images, "broken-on-")
	broken, rolled := strings.Contains(images, "broken") && (!isLimited || strings.HasPrefix(on, cluster)), rolledAfter
	if strings.Contains(images, "slow") {
		rolled = slowAfter
	}
	want, _, _ := unstructured.NestedInt64(d.Object, "spec", "replicas")
	available, _, _ := unstructured.NestedInt64(d.Object, "status", "availableReplicas")
	updated, replicas := min(want, 1), available+min(want, 1)
	progressing := condition{Type: "Progressing", Status: "True", Reason: "ReplicaSetUpdated"}
	switch {
	case broken && age >= givenUpAfter:
		progressing.Status, progressing.Reason = "False", "ProgressDeadlineExceeded"
		progressing.Message = "ReplicaSet has timed out progressing."
	case !broken && age >= rolled:
		updated, replicas, available = want, want, want
		progressing.Reason = "NewReplicaSetAvailable"
	}
	ready := condition{Type: "Available", Status: "True", Reason: "MinimumReplicasAvailable"}
	if available < want {
		ready.Status, ready.Reason = "False", "MinimumReplicasUnavailable"
	}
	set, err := conditions(d, ready, progressing)
	status := map[string]any{"observedGeneration": d.GetGeneration(), "conditions": set}
	for name, count := range map[string]int64{"replicas": replicas, "updatedReplicas": updated, "readyReplicas": available,
		"availableReplicas": available} {
		status[name] = count
		// The server leaves out a zero.
		if count == 0 {
			status[name] = nil
		}
	}
	return status, err
}
