// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"encoding/json"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/stagedrun"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// stuckAfter is after how long KubeFleet reports that a run waits for a cluster.
const stuckAfter = 5 * time.Minute

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
			if observation.deriveUpdate(&conditions{cluster.Conditions, o.Generation}) {
				observations = append(observations, observation)
			}
		}
	}
	return observations, nil
}

// deriveUpdate derives the status of a cluster of an update run, and reports whether it has one. The first case that fits
// applies; the documents have them as a table.
func (o *Observation) deriveUpdate(reported *conditions) bool {
	succeeded, ended := reported.current("Succeeded"), reported.find("Succeeded")
	started := reported.find("Started")
	switch {
	case succeeded != nil && succeeded.Status == metav1.ConditionTrue:
		o.derive(step.Available, succeeded, true)
	case succeeded != nil && succeeded.Status == metav1.ConditionFalse:
		o.derive(step.Failed, succeeded, true)
	case ended != nil:
		o.derive(step.NotAvailable, ended, false)
	case started != nil && started.Status == metav1.ConditionTrue:
		updating, since := *started, started.LastTransitionTime.UTC()
		updating.Message = "being updated since " + since.Format(time.RFC3339) + "; the run is stuck after " +
			since.Add(stuckAfter).Format(time.RFC3339)
		o.derive(step.NotAvailable, &updating, true)
		o.say(&updating)
	default:
		return false
	}
	return true
}
