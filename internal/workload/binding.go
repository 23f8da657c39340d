// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
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
	conditions, generation := b.Status.Conditions, o.Generation
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

// reasonStarting is that of an object that is applied and not available yet. An agent of KubeFleet waits for it without a limit.
const reasonStarting = "ManifestNotAvailableYet"

// placedObjects are the objects of a binding that are not on its cluster as they should be. The hub lists them when the agent has
// reported all objects of the generation.
type placedObjects struct {
	Failed  []placedObject `json:"failedPlacements"`
	Drifted []placedObject `json:"driftedPlacements"`
	Diffed  []placedObject `json:"diffedPlacements"`
}

// placedObject is an object with why it failed, or where it differs from the one of the hub.
type placedObject struct {
	objectName
	Condition metav1.Condition `json:"condition"`
	Drifts    []difference     `json:"observedDrifts"`
	Diffs     []difference     `json:"observedDiffs"`
}

type objectName struct {
	Group     string `json:"group"`
	Kind      string `json:"kind"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
}

// difference is where an object differs. Its values may be secret.
type difference struct {
	Path string `json:"path"`
}

func (o objectName) String() string {
	if o.Namespace != "" {
		return o.Kind + "/" + o.Namespace + "/" + o.Name
	}
	return o.Kind + "/" + o.Name
}

// compare has the order of objects: those without a namespace first, because others may fail with their Namespace.
func (o objectName) compare(other objectName) int {
	return cmp.Or(cmp.Compare(o.Namespace, other.Namespace), cmp.Compare(o.Group, other.Group), cmp.Compare(o.Kind, other.Kind),
		cmp.Compare(o.Name, other.Name))
}

// failure is the failure of an object for the condition of its binding, nil if nothing is applied yet or the objects only start.
func (p *placedObjects) failure(reported *metav1.Condition) *metav1.Condition {
	failed := slices.DeleteFunc(slices.Clone(p.Failed), func(o placedObject) bool { return o.Condition.Reason == reasonStarting })
	differing := slices.Concat(p.Diffed, p.Drifted)
	if len(p.Failed) == 0 {
		failed = differing
	}
	if len(failed) == 0 {
		return nil
	}
	first := slices.MinFunc(failed, func(a, b placedObject) int { return a.compare(b.objectName) })
	failure := *reported
	failure.Reason, failure.Message = cmp.Or(first.Condition.Reason, reported.Reason), excerpt.Text(first.String())+": "
	if first.Condition.LastTransitionTime.After(failure.LastTransitionTime.Time) {
		failure.LastTransitionTime = first.Condition.LastTransitionTime
	}
	differs := differsAt(differing, first.objectName)
	switch said := first.Condition.Message; {
	case said == "":
		failure.Message += cmp.Or(differs, "it has failed")
	case differs == "":
		failure.Message += said
	default:
		failure.Message += said + " (" + differs + ")"
	}
	if more := len(failed) - 1; more > 0 {
		failure.Message += fmt.Sprintf(", and %s", excerpt.Count(more, "more object"))
	}
	return &failure
}

// differsAt says where an object differs; empty if that is not known.
func differsAt(all []placedObject, name objectName) string {
	for _, o := range all {
		differences := slices.Concat(o.Diffs, o.Drifts)
		if o.objectName != name || len(differences) == 0 {
			continue
		}
		first := slices.MinFunc(differences, func(a, b difference) int { return cmp.Compare(a.Path, b.Path) })
		text := "it differs at " + excerpt.Text(first.Path)
		if more := len(differences) - 1; more > 0 {
			text += " and " + excerpt.Count(more, "more path")
		}
		return text
	}
	return ""
}
