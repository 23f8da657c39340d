// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"bytes"
	"cmp"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// byManifests derives the status of a work from the conditions of its manifests, and reports whether rules have derived any of
// the present generation. The conditions of the work itself are too good: False of one manifest is False of all, also if that is
// Degraded.
func (w *manifestWork) byManifests(observation *Observation, all *conditions) bool {
	var failed, moving, missing, done *metav1.Condition
	isDerived := true
	for i := range w.Status.ResourceStatus.Manifests {
		m := &w.Status.ResourceStatus.Manifests[i]
		reported := conditions{m.Conditions, all.generation}
		progressing := reported.current(manifestwork.ConditionProgressing)
		degraded := reported.met(manifestwork.ConditionDegraded)
		available := reported.find(manifestwork.ConditionAvailable)
		isMoving := progressing != nil && progressing.Status != metav1.ConditionFalse
		switch {
		case degraded != nil && (progressing == nil || isMoving):
			failed = cmp.Or(failed, says(m, degraded))
		case available != nil && available.Status != metav1.ConditionTrue:
			missing = cmp.Or(missing, says(m, available))
		case isMoving:
			moving = cmp.Or(moving, says(m, progressing))
		case progressing == nil:
			isDerived = isDerived && !w.derives(m)
		default:
			done = later(later(done, progressing, progressing), available, progressing)
		}
	}
	switch {
	case failed != nil:
		observation.derive(step.Failed, failed, true)
	case moving == nil && done == nil:
		return false
	case missing != nil:
		observation.incomplete(missing)
	case moving != nil:
		observation.derive(step.Progressing, moving, true)
	case !isDerived:
		observation.derive(step.ToApply, all.find(manifestwork.ConditionProgressing), false)
	default:
		observation.derive(step.Succeeded, done, true)
	}
	observation.evidence.ObservedGeneration = cmp.Or(observation.evidence.ObservedGeneration, all.generation)
	return true
}

// derives reports whether the work has rules by which the agent derives the progress of a manifest.
func (w *manifestWork) derives(m *manifestwork.ReportedManifest) bool {
	return slices.ContainsFunc(w.Spec.ManifestConfigs, func(c manifestwork.ManifestConfig) bool { return c.Derives(&m.Object) })
}

// cause is a condition of the first manifest that does not meet it, or else the one of the work.
func (w *manifestWork) cause(kind string, otherwise *metav1.Condition) *metav1.Condition {
	for i := range w.Status.ResourceStatus.Manifests {
		m := &w.Status.ResourceStatus.Manifests[i]
		reported := conditions{list: m.Conditions}
		if c := reported.find(kind); c != nil && c.Status != metav1.ConditionTrue {
			return says(m, c)
		}
	}
	return otherwise
}

// says is a condition with the manifest in its message.
func says(m *manifestwork.ReportedManifest, c *metav1.Condition) *metav1.Condition {
	named := *c
	named.Message = excerpt.Text(m.Object.String()) + ": " + c.Message
	return &named
}

// later is a condition with the later one of two times.
func later(latest, time, otherwise *metav1.Condition) *metav1.Condition {
	switch {
	case time == nil:
		return latest
	case latest == nil:
		return otherwise
	case time.LastTransitionTime.After(latest.LastTransitionTime.Time):
		since := *latest
		since.LastTransitionTime = time.LastTransitionTime
		return &since
	}
	return latest
}

// editors are the field managers of the manifests of a work if none of them has written its revision: what the cluster gets is
// not what was written with the revision.
func editors(fields []metav1.ManagedFieldsEntry) (managers []string) {
	const revision, manifests = `"f:` + manifestwork.Revision + `"`, `"f:manifests":{}`
	isRevisions := false
	for i := range fields {
		entry := &fields[i]
		if entry.Subresource != "" || entry.FieldsV1 == nil || !bytes.Contains(entry.FieldsV1.Raw, []byte(manifests)) {
			continue
		}
		managers = append(managers, entry.Manager)
		isRevisions = isRevisions || bytes.Contains(entry.FieldsV1.Raw, []byte(revision))
	}
	if isRevisions {
		return nil
	}
	slices.Sort(managers)
	return slices.Compact(managers)
}
