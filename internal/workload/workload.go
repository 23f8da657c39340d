// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package workload derives how far a workload is on each cluster from the objects of a hub, by the rules of the hubs' own rollout
// controllers. It does no I/O.
package workload

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/condition"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// Statuses are how far a workload is.
type Statuses struct {
	// The status of each cluster, by name, for `cluster_status` of `multicluster_rollout`. The `revision` of a ManifestWork is that
	// of its annotation `terraform-provider-multicluster/revision`.
	ClusterStatus map[string]step.ClusterStatus `json:"clusterStatus"`
	// The revision that each cluster has, by its name, also of clusters without a status: `revisions` of a `multicluster_rollout`
	// that takes over what runs already.
	Revisions map[string]string `json:"revisions"`
	// What each status is derived from, by the name of the cluster.
	Sources map[string]Evidence `json:"sources"`
	// The clusters that have the workload and no status, by name, and why.
	WithoutStatus map[string]string `json:"withoutStatus"`
}

// Evidence is what a status is derived from.
type Evidence struct {
	// The kind, the namespace and the name of the object.
	Object string `json:"object"`
	// The condition that decides. Null if there is none.
	Condition string `json:"condition,omitempty"`
	// The generation of the object.
	Generation int64 `json:"generation"`
	// The generation that the condition is about.
	ObservedGeneration int64 `json:"observedGeneration"`
	// The reason of the condition.
	Reason string `json:"reason,omitempty"`
	// The message of the condition, up to 1 024 bytes.
	Message string `json:"message,omitempty"`
}

// Observation is what an object says about a cluster: a status, or why there is none.
type Observation struct {
	cluster  string
	status   step.ClusterStatus
	evidence Evidence
	without  string
	// changed is when the spec of the object was last written; zero if that is not known.
	changed time.Time
	// others says that the status of the cluster is not wanted.
	others bool
}

// Observer returns what derives what an object says about its clusters. It says nothing if it is of another kind, or if the
// source does not select it. The error says why the object cannot be read.
func (s *Source) Observer() func(raw []byte) ([]Observation, error) {
	wanted := sets.New(s.Clusters...)
	return func(raw []byte) ([]Observation, error) {
		return s.read(raw, func(cluster string) bool { return s.Clusters == nil || wanted.Has(cluster) })
	}
}

// read derives what an object says. Wants reports whether the status of a cluster is wanted.
func (s *Source) read(raw []byte, wants func(cluster string) bool) ([]Observation, error) {
	var o object
	if err := json.Unmarshal(raw, &o); err != nil {
		return nil, err
	}
	if !s.selects(&o) {
		return nil, nil
	}
	if s.ManifestWorks != nil && !wants(o.Namespace) {
		return o.notWanted(), nil
	}
	observations, err := s.observe(&o, raw)
	for i := range observations {
		if o.DeletionTimestamp != nil && s.StagedUpdateRun == "" {
			// What it reports is about a workload that the cluster is losing.
			observations[i].status.Revision, observations[i].without = "", o.name()+" is being deleted"
		}
		observations[i].others = !wants(observations[i].cluster)
		if err == nil && observations[i].cluster == "" {
			err = errors.New("the object names no cluster")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.name(), err)
	}
	return observations, nil
}

// notWanted is a work of a cluster whose status is not wanted. It is not read. One that is being deleted is that of a cluster
// that has just left.
func (o *object) notWanted() []Observation {
	if o.DeletionTimestamp != nil {
		return nil
	}
	return []Observation{{cluster: o.Namespace, evidence: o.evidence(), others: true}}
}

// Others says which objects are of clusters whose status is not wanted, a line each; empty if there are none.
func Others(all []Observation) (text string) {
	names := lists.Filter(all, func(o Observation) (string, bool) { return o.evidence.Object, o.others })
	slices.Sort(names)
	return listed(slices.Compact(names), func(more int) string { return fmt.Sprintf("%d more", more) })
}

// listed are the first of some texts, and how many more there are, a line each.
func listed(texts []string, rest func(more int) string) string {
	if more := len(texts) - excerpt.Items; more > 0 {
		texts = append(texts[:excerpt.Items:excerpt.Items], rest(more))
	}
	return strings.Join(lists.Map(texts, func(text string) string { return "  - " + text + "\n" }), "")
}

// moreClusters says how many clusters a list leaves out.
func moreClusters(more int) string { return excerpt.Count(more, "more cluster") }

// Collect are the statuses of observations, of which a cluster may have several.
func Collect(all []Observation) *Statuses {
	byCluster := map[string][]Observation{}
	for _, o := range all {
		if !o.others {
			byCluster[o.cluster] = append(byCluster[o.cluster], o)
		}
	}
	s := &Statuses{ClusterStatus: map[string]step.ClusterStatus{}, Revisions: map[string]string{}, Sources: map[string]Evidence{},
		WithoutStatus: map[string]string{}}
	for _, cluster := range slices.Sorted(maps.Keys(byCluster)) {
		o := least(byCluster[cluster])
		if o.status.Revision != "" {
			s.Revisions[cluster] = o.status.Revision
		}
		if o.without != "" {
			s.WithoutStatus[cluster] = o.without
			continue
		}
		o.evidence.Message = excerpt.Line(o.evidence.Message, messageBytes)
		s.ClusterStatus[cluster], s.Sources[cluster] = o.status, o.evidence
	}
	return s
}

// advance has the states in the order of how far the workload is.
var advance = []step.Status{
	step.ToApply, step.Failed, step.Progressing, step.NotAvailable, step.NotTrackable, step.Available, step.Succeeded,
}

// least is the observation of several of one cluster that counts: one without a status, or else the least advanced. Several
// revisions are no status.
func least(observations []Observation) Observation {
	slices.SortFunc(observations, func(a, b Observation) int {
		if a.without != b.without && (a.without == "" || b.without == "") {
			if a.without != "" {
				return -1
			}
			return 1
		}
		if rank := slices.Index(advance, a.status.Status) - slices.Index(advance, b.status.Status); rank != 0 {
			return rank
		}
		// Of equal ones the latest: the cluster is in this state since then.
		if later := b.status.LastTransitionTime.Compare(a.status.LastTransitionTime); later != 0 {
			return later
		}
		return strings.Compare(a.evidence.Object, b.evidence.Object)
	})
	first := observations[0]
	for _, o := range observations[1:] {
		if first.without == "" && o.status.Revision != first.status.Revision {
			first.without = fmt.Sprintf("%s has the revision %s, and %s has %s", excerpt.Text(first.evidence.Object),
				excerpt.Quote(first.status.Revision), excerpt.Text(o.evidence.Object), excerpt.Quote(o.status.Revision))
		}
	}
	return first
}

// messageBytes is the greatest length of a message.
const messageBytes = 1024

// object is what all objects have.
type object struct{ metav1.PartialObjectMetadata }

// name is the kind with the namespace and the name.
func (o *object) name() string {
	name := o.Name
	if o.Namespace != "" {
		name = o.Namespace + "/" + name
	}
	return excerpt.Text(o.Kind + " " + name)
}

// conditions are those of an object of a generation.
type conditions struct {
	list       []metav1.Condition
	generation int64
}

// find is the condition of a type; nil if there is none.
func (c *conditions) find(kind string) *metav1.Condition {
	return meta.FindStatusCondition(c.list, kind)
}

// current is the condition of a type if it is about the present generation.
func (c *conditions) current(kind string) *metav1.Condition {
	return condition.Current(c.list, kind, c.generation)
}

// met is the condition of a type if it is about the present generation and True; nil otherwise.
func (c *conditions) met(kind string) *metav1.Condition {
	if current := c.current(kind); current != nil && current.Status == metav1.ConditionTrue {
		return current
	}
	return nil
}

// evidence is that of an object without a condition.
func (o *object) evidence() Evidence {
	return Evidence{Object: o.name(), Generation: o.Generation, ObservedGeneration: o.Generation}
}

// changed is when the spec was last written; zero if the object does not say.
func (o *object) changed() (written time.Time) {
	for _, entry := range o.ManagedFields {
		if entry.Subresource == "" && entry.Time != nil && entry.Time.After(written) && entry.FieldsV1 != nil &&
			bytes.Contains(entry.FieldsV1.Raw, []byte(`"f:spec"`)) {
			written = entry.Time.Time
		}
	}
	return written
}

// derive sets the status from a condition, which may be nil. A condition that had its status before the spec was written keeps
// its time, so that the workload is in this state since then at the earliest.
func (o *Observation) derive(status step.Status, from *metav1.Condition, hasTime bool) {
	o.status.Status = status
	if from == nil {
		return
	}
	if hasTime {
		o.status.LastTransitionTime = from.LastTransitionTime.UTC().Truncate(time.Second)
		if o.changed.After(o.status.LastTransitionTime) {
			o.status.LastTransitionTime = o.changed.UTC().Truncate(time.Second)
		}
	}
	o.evidence.Condition, o.evidence.Reason, o.evidence.Message = from.Type, from.Reason, from.Message
	o.evidence.ObservedGeneration = from.ObservedGeneration
	if status == step.Failed {
		o.say(from)
	}
}

// say gives the status the message of a condition.
func (o *Observation) say(c *metav1.Condition) {
	o.status.Message = excerpt.Line(c.Message, messageBytes)
}
