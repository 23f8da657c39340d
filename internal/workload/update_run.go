// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/stagedrun"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// observeRun derives the statuses of the clusters of an update run as KubeFleet's update run controller does
// (pkg/controllers/updaterun). A cluster that was not started does not have the revision, so that it has no status.
func observeRun(o *object, raw json.RawMessage) (observations []Observation, err error) {
	var run struct {
		Status stagedrun.Status `json:"status"`
	}
	if err := json.Unmarshal(raw, &run); err != nil {
		return nil, err
	}
	for _, stage := range run.Status.StagesStatus {
		for _, cluster := range stage.Clusters {
			observation := Observation{cluster: cluster.ClusterName, evidence: o.evidence()}
			observation.status.Revision = run.Status.ResourceSnapshotIndexUsed
			reported := conditions{cluster.Conditions, o.Generation}
			succeeded, started := reported.find("Succeeded"), reported.find("Started")
			switch current := reported.current("Succeeded"); {
			case current != nil && current.Status == metav1.ConditionTrue:
				observations = append(observations, observation.derived(step.Available, current, true))
			case current != nil && current.Status == metav1.ConditionFalse:
				observations = append(observations, observation.derived(step.Failed, current, true))
			case succeeded != nil:
				// The run has changed since, such as by a stop.
				observations = append(observations, observation.derived(step.NotAvailable, succeeded, false))
			case started != nil && started.Status == metav1.ConditionTrue:
				observations = append(observations, observation.derived(step.NotAvailable, started, true))
			}
		}
	}
	return observations, nil
}
