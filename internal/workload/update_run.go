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

var runRules = []rule[conditions]{
	{"`Succeeded` is `True`", "", step.Available, true, func(c *conditions) (*metav1.Condition, bool) {
		return withStatus(c.current("Succeeded"), metav1.ConditionTrue)
	}},
	{"`Succeeded` is `False`: the cluster was changed during the update, for example, which ends the run", "that of the condition",
		step.Failed, true, func(c *conditions) (*metav1.Condition, bool) {
			return withStatus(c.current("Succeeded"), metav1.ConditionFalse)
		}},
	{"`Succeeded` of an earlier generation of the run", "", step.NotAvailable, false, func(c *conditions) (*metav1.Condition, bool) {
		succeeded := c.find("Succeeded")
		return succeeded, succeeded != nil
	}},
	{"`Started` is `True`: the cluster is being updated, or fails, which a run does not say",
		"since when, and when the run reports `UpdateRunStuck`", step.NotAvailable, true,
		func(c *conditions) (*metav1.Condition, bool) {
			return deadline(withStatus(c.find("Started"), metav1.ConditionTrue))
		}},
}

// stuckAfter is after how long KubeFleet reports that a run waits for a cluster.
const stuckAfter = 5 * time.Minute

// deadline is the condition of a cluster that is being updated, with the time from which its run is stuck.
func deadline(started *metav1.Condition, isUpdating bool) (*metav1.Condition, bool) {
	if !isUpdating {
		return nil, false
	}
	told, since := *started, started.LastTransitionTime.UTC()
	told.Message = "being updated since " + since.Format(time.RFC3339) + "; the run is stuck after " +
		since.Add(stuckAfter).Format(time.RFC3339)
	return &told, true
}

// withStatus is a condition, and whether it exists and has a status.
func withStatus(c *metav1.Condition, status metav1.ConditionStatus) (*metav1.Condition, bool) {
	return c, c != nil && c.Status == status
}

// RunTable has the rules of the update runs of KubeFleet for the documents, in Markdown, in the order in which they apply.
func RunTable() string { return table("The run reports of the cluster", runRules) }

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
			if applyRules(&observation, runRules, &reported) {
				observations = append(observations, observation)
			}
		}
	}
	return observations, nil
}
