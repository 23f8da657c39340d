// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"context"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// clusterAvailable is the condition of a ManagedCluster that is True as long as its agents renew its lease.
const clusterAvailable = "ManagedClusterConditionAvailable"

// Unavailable says why the agents of a ManagedCluster carry out nothing at present; empty if they do. It is also empty if the
// clusters of the hub cannot be read.
func (c *Client) Unavailable(ctx context.Context, cluster string) string {
	object, err := c.Live.Look(ctx, hub.Reference{Kind: hubobject.ManagedCluster, Name: cluster})
	name := "the cluster " + excerpt.Quote(cluster)
	switch {
	case err != nil:
		return ""
	case object == nil:
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
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Fields, &has); err != nil {
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
