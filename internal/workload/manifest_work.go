// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"encoding/json"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// manifestWork is what is read of a ManifestWork.
type manifestWork struct {
	Spec   manifestwork.Spec     `json:"spec"`
	Status manifestwork.Reported `json:"status"`
}

// observe derives the status of a ManifestWork as the controller of ManifestWorkReplicaSets does (pkg/work/hub in Open Cluster
// Management). Newer versions of it go by Available if there are no rules for Progressing: here that is a choice, because
// Available of the objects of an earlier revision stays True.
func (w *Works) observe(o *object, raw json.RawMessage) ([]Observation, error) {
	var work manifestWork
	if err := json.Unmarshal(raw, &work); err != nil {
		return nil, err
	}
	observation := Observation{cluster: o.Namespace, evidence: o.evidence(), changed: o.changed()}
	w.derive(&observation, o, &work)
	return []Observation{observation}, nil
}

func (w *Works) derive(observation *Observation, o *object, work *manifestWork) {
	revision := o.Annotations[manifestwork.Revision]
	if managers := editors(o.ManagedFields); revision != "" && len(managers) > 0 {
		observation.without = o.name() + " has manifests of " + excerpt.List(managers, ", ") + ", which are not those that the " +
			"revision " + excerpt.Quote(revision) + " was written with: apply again with force_conflicts = true, or " +
			"let them give these up"
		return
	}
	observation.status.Revision = revision
	all := conditions{work.Status.Conditions, o.Generation}
	progressing, applied := all.find(manifestwork.ConditionProgressing), all.find(manifestwork.ConditionApplied)
	degraded := all.find(manifestwork.ConditionDegraded)
	hasRules := slices.ContainsFunc(work.Spec.ManifestConfigs, manifestwork.ManifestConfig.HasProgress)
	switch {
	case !hasRules && w.CompletedBy == "" && progressing == nil:
		observation.without = o.name() + " has no rules for the condition Progressing, so that no status can come: set " +
			"track_progress = true in multicluster_manifest_work, write condition_rules, or choose completed_by"
	case all.met(manifestwork.ConditionApplied) == nil:
		observation.derive(step.ToApply, applied, false)
		if all.current(manifestwork.ConditionApplied) != nil {
			observation.say(work.cause(manifestwork.ConditionApplied, applied))
		}
	case degraded != nil && degraded.ObservedGeneration != o.Generation:
		observation.derive(step.ToApply, degraded, false)
	case work.byManifests(observation, &all):
	case all.current(manifestwork.ConditionProgressing) != nil:
		all.byProgressing(observation, progressing)
	case hasRules || w.CompletedBy == "":
		// The agent has not derived it yet.
		observation.derive(step.ToApply, progressing, false)
	default:
		w.byCompletion(&all, observation, &work.Status)
	}
}

// byProgressing derives the status of a work from its condition Progressing.
func (c *conditions) byProgressing(observation *Observation, progressing *metav1.Condition) {
	degraded := c.met(manifestwork.ConditionDegraded)
	available := c.current(manifestwork.ConditionAvailable)
	switch {
	case progressing.Status == metav1.ConditionTrue && degraded != nil:
		observation.derive(step.Failed, degraded, true)
	case progressing.Status != metav1.ConditionFalse:
		observation.derive(step.Progressing, progressing, true)
	case available != nil && available.Status != metav1.ConditionTrue:
		observation.incomplete(available)
	default:
		observation.derive(step.Succeeded, progressing, true)
	}
}

// incomplete sets the status of a work of which something is not on the cluster.
func (o *Observation) incomplete(available *metav1.Condition) {
	o.derive(step.Progressing, available, true)
	o.say(available)
}

// byCompletion derives the status of a work without rules for Progressing from what was chosen.
func (w *Works) byCompletion(c *conditions, observation *Observation, reported *manifestwork.Reported) {
	available := c.current(manifestwork.ConditionAvailable)
	if w.CompletedBy == CompletedByAvailable && available == nil {
		observation.derive(step.ToApply, c.find(manifestwork.ConditionAvailable), false)
		return
	}
	if degraded := c.met(manifestwork.ConditionDegraded); degraded != nil {
		observation.derive(step.Failed, degraded, true)
		return
	}
	// A value of feedback has no time of its own.
	status, decides := step.Progressing, c.current(manifestwork.ConditionApplied)
	isComplete := w.CompletedBy == CompletedByApplied
	switch w.CompletedBy {
	case CompletedByAvailable:
		decides, isComplete = available, available.Status == metav1.ConditionTrue
	case CompletedByFeedback:
		isComplete = w.feedbackIs(reported)
	}
	if isComplete {
		status = step.Succeeded
	}
	observation.derive(status, decides, true)
}

// feedbackIs reports whether every value is reported, and every manifest that reports one has the value that is asked for.
func (w *Works) feedbackIs(reported *manifestwork.Reported) bool {
	for name, want := range w.Feedback {
		count := 0
		for i := range reported.ResourceStatus.Manifests {
			if got, ok := reported.ResourceStatus.Manifests[i].Feedback()[name]; ok {
				if count++; got != want {
					return false
				}
			}
		}
		if count == 0 {
			return false
		}
	}
	return true
}
