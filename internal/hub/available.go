// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Unattended says why nobody carries out a deletion at present; empty if somebody does, or if that is not known.
type Unattended func(ctx context.Context) string

// availableEvery is how often a wait looks whether somebody carries out what it waits for.
const availableEvery = 10 * time.Second

// clusterAvailable is the condition of a ManagedCluster that is True as long as its agents renew its lease.
const clusterAvailable = "ManagedClusterConditionAvailable"

// Unavailable says why the agents of a ManagedCluster carry out nothing at present; empty if they do. It is also empty if the
// clusters of the hub cannot be read.
func (c *Client) Unavailable(ctx context.Context, cluster string) string {
	found, err := c.Look(ctx, Reference{Kind: hubobject.ManagedCluster, Name: cluster})
	name := "the cluster " + excerpt.Quote(cluster)
	switch {
	case err != nil:
		return ""
	case found == nil:
		return name + " does not exist on the hub"
	}
	var has struct {
		Spec struct {
			Taints []struct {
				Key string `json:"key"`
			} `json:"taints"`
		} `json:"spec"`
		Status struct {
			Conditions []metav1.Condition `json:"conditions"`
		} `json:"status"`
	}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(found.Fields, &has); err != nil {
		return ""
	}
	for _, taint := range has.Spec.Taints {
		if taint.Key == placement.TaintUnreachable {
			return name + " has the taint " + placement.TaintUnreachable
		}
	}
	available := meta.FindStatusCondition(has.Status.Conditions, clusterAvailable)
	switch {
	case available == nil:
		return name + " has not joined: it has no condition " + clusterAvailable
	case available.Status != metav1.ConditionTrue:
		return name + " is not available: " + clusterAvailable + " is " + excerpt.Text(string(available.Status))
	}
	return ""
}

// PendingError says that the hub deletes an object, which is not gone because nobody carries that out.
type PendingError struct {
	Reference
	// Why is the reason.
	Why string
}

// Error names the object and the reason.
func (e *PendingError) Error() string {
	return e.Reference.String() + " is being deleted, and " + e.Why
}

// DeletingError says that an object cannot be written because it is being deleted.
type DeletingError struct {
	Reference
	Object *Object
}

// Error says what to do.
func (e *DeletingError) Error() string {
	return e.Reference.String() + ": it is being deleted; wait until it is gone, or remove what blocks the deletion: " +
		excerpt.List(e.Object.Finalizers(), ", ")
}

// AwaitGone waits until an object that is being deleted is gone. It ends with a *PendingError if nobody deletes it.
func (c *Client) AwaitGone(ctx context.Context, e *DeletingError, unattended Unattended) error {
	return c.waitDeleted(ctx, e.Reference, e.Object.UID(), unattended)
}
