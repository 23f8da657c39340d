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
	observation.status.Revision = o.Annotations[manifestwork.Revision]
	if managers := editors(o.ManagedFields); observation.status.Revision != "" && len(managers) > 0 {
		observation.without = o.name() + " has manifests of " + excerpt.List(managers, ", ") + ", which are not those that the " +
			"revision " + excerpt.Quote(observation.status.Revision) + " was written with: apply again with force_conflicts = true, or " +
			"let them give these up"
		observation.status.Revision = ""
		return []Observation{observation}, nil
	}
	conditions := conditions{work.Status.Conditions, o.Generation}
	hasRules := slices.ContainsFunc(work.Spec.ManifestConfigs, manifestwork.ManifestConfig.HasProgress)
	if !hasRules && w.CompletedBy == "" && conditions.find(manifestwork.ConditionProgressing) == nil {
		observation.without = o.name() + " has no rules for the condition Progressing, so that no status can come: set " +
			"track_progress = true in multicluster_manifest_work, write condition_rules, or choose completed_by"
		return []Observation{observation}, nil
	}
	if applied := conditions.current(manifestwork.ConditionApplied); applied == nil || applied.Status != metav1.ConditionTrue {
		waiting := observation.derived(step.ToApply, conditions.find(manifestwork.ConditionApplied), false)
		if applied != nil {
			waiting.status.Message = excerpt.Line(work.cause(manifestwork.ConditionApplied, applied).Message, messageBytes)
		}
		return []Observation{waiting}, nil
	}
	degraded := conditions.find(manifestwork.ConditionDegraded)
	if degraded != nil && degraded.ObservedGeneration != o.Generation {
		return []Observation{observation.derived(step.ToApply, degraded, false)}, nil
	}
	if derived := work.byManifests(&observation, &conditions); derived != nil {
		return []Observation{*derived}, nil
	}
	if progressing := conditions.current(manifestwork.ConditionProgressing); progressing != nil {
		return []Observation{conditions.byProgressing(&observation, progressing)}, nil
	}
	if hasRules || w.CompletedBy == "" {
		// The agent has not derived it yet.
		return []Observation{observation.derived(step.ToApply, conditions.find(manifestwork.ConditionProgressing), false)}, nil
	}
	return []Observation{w.byCompletion(&conditions, &observation, &work.Status)}, nil
}

// byProgressing is the status of a work by its condition Progressing.
func (c *conditions) byProgressing(observation *Observation, progressing *metav1.Condition) Observation {
	degraded := c.current(manifestwork.ConditionDegraded)
	available := c.current(manifestwork.ConditionAvailable)
	switch {
	case progressing.Status == metav1.ConditionTrue && degraded != nil && degraded.Status == metav1.ConditionTrue:
		return observation.derived(step.Failed, degraded, true)
	case progressing.Status != metav1.ConditionFalse:
		return observation.derived(step.Progressing, progressing, true)
	case available != nil && available.Status != metav1.ConditionTrue:
		return observation.incomplete(available)
	}
	return observation.derived(step.Succeeded, progressing, true)
}

// incomplete is the status of a work of which something is not on the cluster.
func (o *Observation) incomplete(available *metav1.Condition) Observation {
	derived := o.derived(step.Progressing, available, true)
	derived.status.Message = excerpt.Line(available.Message, messageBytes)
	return derived
}

// byCompletion is the status of a work without rules for Progressing, by what was chosen.
func (w *Works) byCompletion(c *conditions, observation *Observation, reported *manifestwork.Reported) Observation {
	available := c.current(manifestwork.ConditionAvailable)
	if w.CompletedBy == CompletedByAvailable && available == nil {
		return observation.derived(step.ToApply, c.find(manifestwork.ConditionAvailable), false)
	}
	if degraded := c.current(manifestwork.ConditionDegraded); degraded != nil && degraded.Status == metav1.ConditionTrue {
		return observation.derived(step.Failed, degraded, true)
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
	return observation.derived(status, decides, true)
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
