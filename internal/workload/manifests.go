// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"bytes"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// reportedManifest is what the agent reports of a manifest. Conditions that rules derive have the generation of the work; Applied
// and Available have none.
type reportedManifest struct {
	Of         manifestwork.ResourceStatus `json:"resourceMeta"`
	Conditions []metav1.Condition          `json:"conditions"`
}

// byManifests is the status of a work by the conditions of its manifests, nil if rules have derived none of the present
// generation. The conditions of the work itself are too good: False of one manifest is False of all, also if that is Degraded.
func (w *manifestWork) byManifests(is *Observation, of *conditions) *Observation {
	var failed, moving, missing, done *metav1.Condition
	isDerived := true
	for i := range w.Status.ResourceStatus.Manifests {
		m := &w.Status.ResourceStatus.Manifests[i]
		found := conditions{m.Conditions, of.generation}
		progressing, degraded := found.current(manifestwork.ConditionProgressing), found.current(manifestwork.ConditionDegraded)
		available := found.find(manifestwork.ConditionAvailable)
		isMoving := progressing != nil && progressing.Status != metav1.ConditionFalse
		switch {
		case degraded != nil && degraded.Status == metav1.ConditionTrue && (progressing == nil || isMoving):
			failed = first(failed, m.says(degraded))
		case available != nil && available.Status != metav1.ConditionTrue:
			missing = first(missing, m.says(available))
		case isMoving:
			moving = first(moving, m.says(progressing))
		case progressing == nil:
			isDerived = isDerived && !w.derives(m)
		default:
			done = later(later(done, progressing, progressing), available, progressing)
		}
	}
	var found Observation
	switch {
	case failed != nil:
		found = is.derived(step.Failed, failed, true)
	case moving == nil && done == nil:
		return nil
	case missing != nil:
		found = is.incomplete(missing)
	case moving != nil:
		found = is.derived(step.Progressing, moving, true)
	case !isDerived:
		found = is.derived(step.ToApply, of.find(manifestwork.ConditionProgressing), false)
	default:
		found = is.derived(step.Succeeded, done, true)
	}
	if found.evidence.ObservedGeneration == 0 {
		found.evidence.ObservedGeneration = of.generation
	}
	return &found
}

// derives reports whether the work has rules by which the agent derives the progress of a manifest.
func (w *manifestWork) derives(m *reportedManifest) bool {
	return slices.ContainsFunc(w.Spec.ManifestConfigs, func(c manifestwork.ManifestConfig) bool { return c.Derives(&m.Of) })
}

// cause is a condition of the first manifest that does not meet it, or else the one of the work.
func (w *manifestWork) cause(of string, otherwise *metav1.Condition) *metav1.Condition {
	for i := range w.Status.ResourceStatus.Manifests {
		m := &w.Status.ResourceStatus.Manifests[i]
		found := conditions{list: m.Conditions}
		if c := found.find(of); c != nil && c.Status != metav1.ConditionTrue {
			return m.says(c)
		}
	}
	return otherwise
}

// says is a condition with the manifest in its message.
func (m *reportedManifest) says(c *metav1.Condition) *metav1.Condition {
	named := *c
	named.Message = excerpt.Text(m.Of.String()) + ": " + c.Message
	return &named
}

func first(of, next *metav1.Condition) *metav1.Condition {
	if of == nil {
		return next
	}
	return of
}

// later is a condition with the later one of two times.
func later(of, time, otherwise *metav1.Condition) *metav1.Condition {
	switch {
	case time == nil:
		return of
	case of == nil:
		return otherwise
	case time.LastTransitionTime.After(of.LastTransitionTime.Time):
		since := *of
		since.LastTransitionTime = time.LastTransitionTime
		return &since
	}
	return of
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
