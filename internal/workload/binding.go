// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/condition"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// binding is what is read of a ClusterResourceBinding or a ResourceBinding.
type binding struct {
	Spec struct {
		State                placement.BindingState `json:"state"`
		TargetCluster        string                 `json:"targetCluster"`
		ResourceSnapshotName string                 `json:"resourceSnapshotName"`
	} `json:"spec"`
	Status struct {
		Conditions []metav1.Condition `json:"conditions"`
		placedObjects
	} `json:"status"`
}

// observeBinding derives the status of a cluster from its binding as KubeFleet's rollout controller does
// (pkg/controllers/rollout), except that a workload that starts has not failed.
func observeBinding(o *object, raw json.RawMessage) ([]Observation, error) {
	var b binding
	if err := json.Unmarshal(raw, &b); err != nil {
		return nil, err
	}
	if b.Spec.State == placement.BindingScheduled || b.Spec.ResourceSnapshotName == "" {
		// The cluster does not have the workload yet.
		return nil, nil
	}
	observation := Observation{cluster: b.Spec.TargetCluster, evidence: o.evidence(), changed: o.changed()}
	observation.status.Revision = b.Spec.ResourceSnapshotName
	conditions, generation := b.Status.Conditions, o.Metadata.Generation
	available := condition.Current(conditions, condition.Available, generation)
	switch {
	case available != nil && available.Status == metav1.ConditionTrue && condition.IsTracked(available):
		return []Observation{observation.derived(step.Available, available, true)}, nil
	case available != nil && available.Status == metav1.ConditionTrue:
		return []Observation{observation.derived(step.NotTrackable, available, true)}, nil
	}
	failed := condition.Failure(conditions, generation)
	if failed == nil {
		return []Observation{observation.derived(step.NotAvailable, available, false)}, nil
	}
	if !condition.IsOfObjects(failed) {
		return []Observation{observation.derived(step.Failed, failed, true)}, nil
	}
	if object := b.Status.failure(failed); object != nil {
		return []Observation{observation.derived(step.Failed, object, true)}, nil
	}
	return []Observation{observation.derived(step.NotAvailable, failed, false)}, nil
}
