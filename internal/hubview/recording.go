// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// MaxRecording limits the size of a recording, in compressed bytes: it is in the state.
const MaxRecording = 256 << 10

// maxRecorded limits what is read of one.
const maxRecorded = 64 << 20

// Recording is a hub as it was when a placement was read: the placement, what the hub had decided for it, and what its scheduler
// reads of the fleet. It is kept beside the state, so that a plan and its apply, in another process, predict the same.
type Recording struct {
	// Object is the placement, without the status.
	Object json.RawMessage
	// Now is the time of the recording; zero if nothing depends on it.
	Now time.Time `json:",omitzero"`
	// HasScores says that the scheduler of the placement reads scores.
	HasScores bool `json:",omitempty"`

	Chosen           []string
	OwnDecisions     []placement.PlacementDecision `json:",omitempty"`
	ResourceBindings []recordedBinding             `json:",omitempty"`
	Snapshot         *apiobject.PolicySnapshot     `json:",omitempty"`
	Rule             *apiobject.PlacementRule      `json:",omitempty"`

	Clusters []recordedCluster
	Sets     []placement.ClusterSet `json:",omitempty"`
	Bindings []placement.Binding    `json:",omitempty"`
	Scores   []placement.Score      `json:",omitempty"`
	Targets  []placement.Target     `json:",omitempty"`
	// Others are how many decisions of other placements each cluster has.
	Others map[string]int `json:",omitempty"`
	// Consumers say what becomes of what follows the decisions on each cluster that leaves; nil if the configuration does not ask.
	Consumers map[string]string `json:",omitempty"`
}

// recordedCluster is a cluster with what its JSON leaves out.
type recordedCluster struct {
	placement.Cluster
	Allocatable         map[string]string `json:"allocatable,omitempty"`
	Capacity            map[string]string `json:"capacity,omitempty"`
	Available           map[string]string `json:"available,omitempty"`
	NamespacesCollected bool              `json:",omitempty"`
	NamespacesLost      bool              `json:",omitempty"`
}

// recordedBinding is a binding with what its JSON leaves out.
type recordedBinding struct {
	Spec                       placement.ResourceBinding
	Name, Namespace, Placement string
	Annotations                map[string]string `json:",omitempty"`
	Finalizers                 []string          `json:",omitempty"`
	Deleting                   bool              `json:",omitempty"`
}

// Record records a placement with what its scheduler reads of the fleet, at a time.
func Record(object *hub.Object, decided *decisions.Decided, fleet *inventory.Fleet, now time.Time) (*Recording, error) {
	r := &Recording{
		HasScores: readsScores(&decided.Placement),
		Chosen:    decided.Names(), OwnDecisions: decided.PlacementDecisions, Snapshot: decided.Snapshot, Rule: decided.Rule,
		Sets: fleet.Sets, Bindings: fleet.Bindings, Scores: fleet.Scores, Targets: fleet.Targets, Others: map[string]int{},
	}
	if readsClock(&decided.Placement) {
		r.Now = now.UTC()
	}
	var err error
	if r.Object, err = recordedObject(object); err != nil {
		return nil, err
	}
	for i := range fleet.Decisions {
		d := &fleet.Decisions[i]
		if d.Namespace == decided.Placement.Namespace && d.Placement == decided.Placement.Name {
			continue
		}
		for _, name := range d.Clusters {
			r.Others[name]++
		}
	}
	for i := range fleet.Clusters {
		c := fleet.Clusters[i]
		c.Annotations, c.KubernetesVersion = nil, "" // Only CEL expressions read them.
		r.Clusters = append(r.Clusters, recordedCluster{
			c, c.Allocatable.Texts(), c.Capacity.Texts(), c.Available.Texts(), c.NamespacesCollected, c.NamespacesLost,
		})
	}
	for i := range decided.ResourceBindings {
		b := decided.ResourceBindings[i]
		r.ResourceBindings = append(r.ResourceBindings, recordedBinding{
			b, b.Name, b.Namespace, b.Placement, b.Annotations, b.Finalizers, b.Deleting,
		})
	}
	return r, nil
}

// readsScores and readsClock report whether a decision depends on scores, and on the time.
func readsScores(p *manifest.Placement) bool { return p.OCM != nil && p.OCM.ReadsScores() }

func readsClock(p *manifest.Placement) bool {
	return p.KubeFleet != nil || readsScores(p) || p.OCM != nil && slices.ContainsFunc(p.OCM.Tolerations,
		func(toleration match.Toleration) bool { return toleration.TolerationSeconds != nil })
}

// recordedObject is an object without what changes when nothing is changed in its spec.
func recordedObject(object *hub.Object) (json.RawMessage, error) {
	fields := maps.Clone(object.Fields)
	delete(fields, "status")
	if metadata, ok := fields["metadata"].(map[string]any); ok {
		metadata = maps.Clone(metadata)
		delete(metadata, "resourceVersion")
		if managers, ok := metadata["managedFields"].([]any); ok {
			metadata["managedFields"] = slices.DeleteFunc(slices.Clone(managers), func(manager any) bool {
				entry, _ := manager.(map[string]any)
				return entry["subresource"] != nil
			})
		}
		fields["metadata"] = metadata
	}
	return json.Marshal(fields)
}

// Encode is the recording as bytes, which are the same for the same hub. It is an error if there are too many.
func (r *Recording) Encode() ([]byte, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var compressed bytes.Buffer
	writer := gzip.NewWriter(&compressed)
	if _, err := writer.Write(text); err != nil {
		return nil, err
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	if size := compressed.Len(); size > MaxRecording {
		return nil, fmt.Errorf("the fleet is too large to be kept beside the state: it has %d clusters and, compressed, %d KiB of at "+
			"most %d", len(r.Clusters), size>>10, MaxRecording>>10)
	}
	return compressed.Bytes(), nil
}

// DecodeRecording reads what Encode has written.
func DecodeRecording(encoded []byte) (*Recording, error) {
	reader, err := gzip.NewReader(bytes.NewReader(encoded))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(reader, maxRecorded))
	if err != nil {
		return nil, err
	}
	r := &Recording{}
	return r, json.Unmarshal(text, r)
}

// Decided is what the hub had decided.
func (r *Recording) Decided() (*decisions.Decided, error) {
	stored, err := manifest.ReadStoredPlacement(r.Object)
	if err != nil {
		return nil, err
	}
	d := &decisions.Decided{Placement: stored, PlacementDecisions: r.OwnDecisions, Snapshot: r.Snapshot, Rule: r.Rule}
	for _, name := range r.Chosen {
		d.Decisions = append(d.Decisions, decisions.DecidedCluster{Name: name})
	}
	for _, b := range r.ResourceBindings {
		binding := b.Spec
		binding.Name, binding.Namespace, binding.Placement = b.Name, b.Namespace, b.Placement
		binding.Annotations, binding.Finalizers, binding.Deleting = b.Annotations, b.Finalizers, b.Deleting
		d.ResourceBindings = append(d.ResourceBindings, binding)
	}
	return d, nil
}

// FleetOf is what the scheduler of a placement reads. It is an error if the recording does not have that.
func (r *Recording) FleetOf(p *manifest.Placement) (inventory.Fleet, error) {
	fleet := inventory.Fleet{FromHub: true}
	switch {
	case p.OCM != nil && p.OCM.ReadsObjects():
		return fleet, errors.New("CEL expressions read whole objects of clusters, which are not kept beside the state")
	case readsScores(p) && !r.HasScores, readsClock(p) && r.Now.IsZero():
		return fleet, errors.New("it depends on scores or on the time now, and did not before: they were not read")
	}
	fleet.Sets, fleet.Bindings, fleet.Scores, fleet.Targets = r.Sets, r.Bindings, r.Scores, r.Targets
	for i := range r.Clusters {
		recorded := &r.Clusters[i]
		c := recorded.Cluster
		c.NamespacesCollected, c.NamespacesLost = recorded.NamespacesCollected, recorded.NamespacesLost
		if err := errors.Join(
			setAmounts(&c.Allocatable, recorded.Allocatable), setAmounts(&c.Capacity, recorded.Capacity),
			setAmounts(&c.Available, recorded.Available),
		); err != nil {
			return fleet, err
		}
		fleet.Clusters = append(fleet.Clusters, c)
	}
	fleet.ClusterPlaces = make([]document.Place, len(fleet.Clusters))
	fleet.TargetPlaces = make([]document.Place, len(fleet.Targets))
	fleet.Decisions = r.others()
	return fleet, nil
}

func setAmounts(resources *placement.Resources, amounts map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(amounts)) {
		if err := resources.SetText(name, amounts[name]); err != nil {
			return err
		}
	}
	return nil
}

// others are decisions of other placements: the first has the clusters that one has chosen, the second those that two have, and
// so on.
func (r *Recording) others() (others []placement.PlacementDecision) {
	for number := 1; ; number++ {
		var chosen []string
		for _, name := range slices.Sorted(maps.Keys(r.Others)) {
			if r.Others[name] >= number {
				chosen = append(chosen, name)
			}
		}
		if chosen == nil {
			return others
		}
		others = append(others, placement.PlacementDecision{Name: "others-" + strconv.Itoa(number), Clusters: chosen})
	}
}
