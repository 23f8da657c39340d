// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"encoding/json"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/stagedrun"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// runRule is what a cluster of an update run is when the run reports something of it. The first rule that fits applies.
type runRule struct {
	reported, says string
	status         step.Status
	hasTime        bool
	fits           func(reported *conditions) *metav1.Condition
}

var runRules = []runRule{
	{"`Succeeded` is `True`", "", step.Available, true, func(c *conditions) *metav1.Condition {
		return withStatus(c.current("Succeeded"), metav1.ConditionTrue)
	}},
	{"`Succeeded` is `False`: the cluster was changed during the update, for example, which ends the run", "that of the condition",
		step.Failed, true, func(c *conditions) *metav1.Condition {
			return withStatus(c.current("Succeeded"), metav1.ConditionFalse)
		}},
	{"`Succeeded` of an earlier generation of the run", "", step.NotAvailable, false, func(c *conditions) *metav1.Condition {
		return c.find("Succeeded")
	}},
	{"`Started` is `True`: the cluster is being updated, or fails, which a run does not say",
		"since when, and when the run reports `UpdateRunStuck`", step.NotAvailable, true, func(c *conditions) *metav1.Condition {
			return deadline(withStatus(c.find("Started"), metav1.ConditionTrue))
		}},
}

// stuckAfter is after how long KubeFleet reports that a run waits for a cluster.
const stuckAfter = 5 * time.Minute

// deadline is the condition of a cluster that is being updated, with the time from which its run is stuck.
func deadline(started *metav1.Condition) *metav1.Condition {
	if started == nil {
		return nil
	}
	told, since := *started, started.LastTransitionTime.UTC()
	told.Message = "being updated since " + since.Format(time.RFC3339) + "; the run is stuck after " +
		since.Add(stuckAfter).Format(time.RFC3339)
	return &told
}

// withStatus is a condition if it has a status; nil otherwise.
func withStatus(c *metav1.Condition, status metav1.ConditionStatus) *metav1.Condition {
	if c != nil && c.Status == status {
		return c
	}
	return nil
}

// RunTable has the rules of the update runs of KubeFleet for the documents, in Markdown, in the order in which they apply.
func RunTable() string {
	return table("The run reports of the cluster", runRules, func(r *runRule) (string, step.Status, string) {
		return r.reported, r.status, r.says
	})
}

// table is a table of rules, in Markdown.
func table[T any](title string, rules []T, row func(*T) (reported string, status step.Status, says string)) (text string) {
	text = "| " + title + " | Status | `message` |\n|---|---|---|\n"
	for i := range rules {
		reported, status, says := row(&rules[i])
		text += fmt.Sprintf("| %s | `%s` | %s |\n", reported, status, says)
	}
	return text
}

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
			for i := range runRules {
				rule := &runRules[i]
				from := rule.fits(&reported)
				if from == nil {
					continue
				}
				observation.derived(rule.status, from, rule.hasTime)
				if rule.says != "" {
					observation.status.Message = excerpt.Line(from.Message, messageBytes)
				}
				observations = append(observations, observation)
				break
			}
		}
	}
	return observations, nil
}
