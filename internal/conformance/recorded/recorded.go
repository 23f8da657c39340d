// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package recorded has the recorded rollouts of hubs in the form in which they are written down, for the tests of every package
// that computes them.
package recorded

import (
	"fmt"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
)

// OCM is one recorded answer of the handler of the OCM SDK. The placement is default/p.
type OCM struct {
	Name  string    `json:"name"`
	Now   time.Time `json:"now"`
	Input struct {
		Strategy           ocm.Strategy `json:"rolloutStrategy"`
		PlacementDecisions []struct {
			Metadata metav1.ObjectMeta `json:"metadata"`
			Status   struct {
				Decisions []struct {
					ClusterName string `json:"clusterName"`
				} `json:"decisions"`
			} `json:"status"`
		} `json:"placementDecisions"`
		Statuses []ocm.ClusterStatus `json:"existingClusterRolloutStatus"`
	} `json:"input"`
	Expect OCMAnswer `json:"expect"`
}

// OCMAnswer is what is compared.
type OCMAnswer struct {
	Rollout          []OCMStatus `json:"clustersToRollout"`
	TimedOut         []OCMStatus `json:"clustersTimeOut"`
	Removed          []OCMStatus `json:"clustersRemoved"`
	MaxFailureBreach bool        `json:"maxFailureBreach"`
	RecheckAfter     string      `json:"recheckAfter"`
	Error            string      `json:"error"`
}

// OCMStatus is a status in an answer.
type OCMStatus struct {
	ocm.ClusterStatus
	Recheck time.Time `json:"recheckTime"`
}

// Groups are the decision groups of the placement. Without a number as index, the handler refuses the whole placement.
func (c *OCM) Groups() (groups []placement.Group, err error) {
	const prefix = "cluster.open-cluster-management.io/"
	for _, d := range c.Input.PlacementDecisions {
		if d.Metadata.Namespace != "default" || d.Metadata.Labels[prefix+"placement"] != "p" {
			continue
		}
		index, err := strconv.Atoi(d.Metadata.Labels[prefix+"decision-group-index"])
		if err != nil {
			return nil, fmt.Errorf("incorrect group index: %w", err)
		}
		group := placement.Group{Name: d.Metadata.Labels[prefix+"decision-group-name"], Index: int(int32(index))} // upstream's type
		for _, cluster := range d.Status.Decisions {
			group.Clusters = append(group.Clusters, cluster.ClusterName)
		}
		groups = append(groups, group)
	}
	return groups, nil
}

// RollingUpdate is one recorded pass of the rollout controller of KubeFleet.
type RollingUpdate struct {
	Name  string    `json:"name"`
	Now   time.Time `json:"now"`
	Input struct {
		Placement struct {
			Spec struct {
				Policy struct {
					PlacementType    string   `json:"placementType"`
					NumberOfClusters int      `json:"numberOfClusters"`
					ClusterNames     []string `json:"clusterNames"`
				} `json:"policy"`
				Strategy struct {
					RollingUpdate rollingupdate.Config `json:"rollingUpdate"`
				} `json:"strategy"`
			} `json:"spec"`
		} `json:"placement"`
		Snapshot string    `json:"masterResourceSnapshot"`
		Bindings []Binding `json:"bindings"`
	} `json:"input"`
	Expect RollingUpdateAnswer `json:"expect"`
}

// Binding is a binding of a recorded rolling update.
type Binding struct {
	Metadata metav1.ObjectMeta         `json:"metadata"`
	Spec     placement.ResourceBinding `json:"spec"`
	Status   struct {
		Conditions []metav1.Condition `json:"conditions"`
	} `json:"status"`
}

// RollingUpdateAnswer is what is compared of a pass.
type RollingUpdateAnswer struct {
	WaitForCleanUp  bool            `json:"waitForCleanUp"`
	CleanUpError    string          `json:"cleanUpError"`
	NeedRoll        bool            `json:"needRoll"`
	ToBeUpdated     []BindingUpdate `json:"toBeUpdated"`
	Stale           []string        `json:"stale"`
	UpToDate        []string        `json:"upToDate"`
	WaitTimeSeconds float64         `json:"waitTimeSeconds"`
	TargetNumber    int             `json:"targetNumber"`
}

// BindingUpdate is what a pass does to a binding.
type BindingUpdate struct {
	Name   string               `json:"name"`
	Action rollingupdate.Action `json:"action"`
}

// TargetNumber is the number of clusters that the placement asks for; nil for one of type PickAll.
func (c *RollingUpdate) TargetNumber() *int {
	policy := &c.Input.Placement.Spec.Policy
	number := len(policy.ClusterNames)
	switch policy.PlacementType {
	case "PickN":
		return &policy.NumberOfClusters
	case "PickFixed":
		return &number
	}
	return nil
}
