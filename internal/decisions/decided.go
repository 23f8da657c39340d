// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package decisions reads what a hub has decided for a placement, and writes decisions for other tools.
package decisions

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// Decided is what a hub has decided for a placement.
type Decided struct {
	// Placement is the placement as it is on the hub now.
	Placement manifest.Placement
	// SpecError says that the spec has fields which the provider does not know, because the CRD is of a later version. Placement has
	// the others. What the scheduler does with the spec is not known then.
	SpecError error
	// Generation is that of the placement, which changes with its spec.
	Generation int64
	// Scheduled reports whether the scheduler has finished at least one decision.
	Scheduled bool
	// Current reports whether the decisions are those of the generation. It is nil if the hub does not say: Open Cluster
	// Management publishes no observed generation.
	Current *bool
	// Writing reports that the hub is in the middle of writing its decisions: its status and its PlacementDecisions or bindings
	// contradict each other.
	Writing bool
	// Satisfied reports whether the hub has found as many clusters as required.
	Satisfied bool
	// Decisions are in the order of the hub: by group and name, in KubeFleet as the policy snapshot has them, else by name.
	Decisions []DecidedCluster
	// Groups divide the decisions. KubeFleet and placement rules have no groups: all decisions are one.
	Groups []placement.Group
	// Conditions are those of the policy snapshot of KubeFleet, then those of the placement.
	Conditions []placement.Condition

	// PlacementDecisions, ResourceBindings and Snapshot are what the next decision of the hub starts from. The bindings are
	// all that the placement has, not only the live ones.
	PlacementDecisions []placement.PlacementDecision
	ResourceBindings   []placement.ResourceBinding
	Snapshot           *apiobject.PolicySnapshot
	// Rule is the placement, if it is a PlacementRule.
	Rule *apiobject.PlacementRule
}

// DecidedCluster is a cluster, or the key of another target of a placement rule, that a hub has chosen.
type DecidedCluster struct {
	Name string
	// Score is nil if the hub does not publish it. Only KubeFleet does, for what it has scored.
	Score *int64
	// Reason is in the words of the hub. It is empty in Open Cluster Management, which gives none.
	Reason string
	// Group is the index of the group in Decided.Groups.
	Group int
	// Kind and Namespace are those of the object in the status of a PlacementRule.
	Kind, Namespace string
}

// Names are the clusters of the decisions, in their order.
func (d *Decided) Names() []string {
	return lists.Map(d.Decisions, func(d DecidedCluster) string { return d.Name })
}

// addOCM adds the decisions of a Placement of Open Cluster Management.
func (d *Decided) addOCM(source *decidedPlacement) (err error) {
	if d.PlacementDecisions, err = apiobject.ReadAll(source.objects.Decisions, apiobject.DecodePlacementDecision); err != nil {
		return err
	}
	d.addConditions(source.Status.Conditions)
	d.addSlices()
	d.Writing = d.isWriting(source.Status.Selected, source.Status.Groups)
	return nil
}

// addKubeFleet adds the decisions of a placement of KubeFleet.
func (d *Decided) addKubeFleet(source *decidedPlacement) (err error) {
	if d.ResourceBindings, err = apiobject.ReadAll(source.objects.Decisions, apiobject.DecodeResourceBinding); err != nil {
		return err
	}
	d.addSnapshot()
	d.addConditions(source.Status.Conditions)
	d.addBindings()
	return nil
}

func (d *Decided) addConditions(conditions []metav1.Condition) {
	for _, c := range conditions {
		d.Conditions = append(d.Conditions, placement.Condition{
			Type: c.Type, Status: string(c.Status), Reason: c.Reason, Message: c.Message,
		})
		if c.Type == ocm.ConditionSatisfied {
			d.Scheduled, d.Satisfied = true, c.Status == metav1.ConditionTrue
		}
	}
}

// addSlices adds the decisions of a Placement of Open Cluster Management, which are cut into PlacementDecisions.
func (d *Decided) addSlices() {
	d.Scheduled = d.Scheduled || len(d.PlacementDecisions) > 0
	slices.SortFunc(d.PlacementDecisions, func(a, b placement.PlacementDecision) int {
		// The names end in numbers without leading zeros, which the names of one placement differ in.
		return cmp.Or(cmp.Compare(a.GroupIndex, b.GroupIndex), cmp.Compare(len(a.Name), len(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	known := map[string]bool{}
	for i := range d.PlacementDecisions {
		slice := &d.PlacementDecisions[i]
		last := len(d.Groups) - 1
		if last < 0 || d.Groups[last].Index != slice.GroupIndex || d.Groups[last].Name != slice.GroupName {
			d.Groups = append(d.Groups, placement.Group{Index: slice.GroupIndex, Name: slice.GroupName})
			last++
		}
		d.Groups[last].PlacementDecisions = append(d.Groups[last].PlacementDecisions, slice.Name)
		for _, name := range slice.Clusters {
			// While the hub writes, a cluster may be in two of them.
			if !known[name] {
				known[name] = true
				d.add(DecidedCluster{Name: name, Group: last})
			}
		}
	}
}

// addRule adds the decisions of a PlacementRule. Its observed generation is that of the decision in progress.
func (d *Decided) addRule(p *decidedPlacement) error {
	rule, _, err := apiobject.DecodePlacementRule(decode.Listed, p.objects.Placement)
	if err != nil {
		return err
	}
	d.Rule, d.Satisfied = &rule, len(p.Status.Decisions) > 0
	d.Scheduled = d.Satisfied || p.Status.ObservedGeneration != 0
	if rule.Outdated {
		d.Current = new(bool)
	}
	d.addGroup()
	for _, decision := range p.Status.Decisions {
		key := decision.Key()
		if name, ok := placement.NameOfKey(key); ok && decision.Kind == "" {
			key = name
		}
		d.add(DecidedCluster{Name: key, Kind: decision.Kind, Namespace: decision.Namespace})
	}
	return nil
}

func (d *Decided) addGroup() { d.Groups = append(d.Groups, placement.Group{}) }

// add adds a cluster to the decisions and to its group.
func (d *Decided) add(c DecidedCluster) {
	d.Decisions = append(d.Decisions, c)
	d.Groups[c.Group].Clusters = append(d.Groups[c.Group].Clusters, c.Name)
}

// DecidedObjects are the objects of an API server that have what it has decided for one placement, as JSON.
type DecidedObjects struct {
	// Placement is the placement with its kind.
	Placement json.RawMessage
	// Decisions are its PlacementDecisions or, in KubeFleet, its bindings; none of a PlacementRule, which has its decisions itself.
	Decisions []json.RawMessage
	// Snapshot is the latest policy snapshot of a placement of KubeFleet, nil without one.
	Snapshot *apiobject.PolicySnapshot
}

// ReadDecided reads what a hub has decided for a placement. The error is about an object that has another form than its kind.
func ReadDecided(ctx context.Context, o DecidedObjects) (*Decided, error) {
	source := decidedPlacement{objects: &o}
	if err := decode.Listed(o.Placement, &source); err != nil {
		return nil, err
	}
	d := &Decided{Generation: source.Metadata.Generation, Snapshot: o.Snapshot}
	var err error
	if d.Placement, err = manifest.ReadStoredPlacement(o.Placement); err != nil {
		return nil, err
	}
	_, d.SpecError = manifest.ReadPlacement(ctx, string(o.Placement))
	if err := decidedKinds[source.Kind](d, &source); err != nil {
		return nil, err
	}
	return d, nil
}

// decidedKinds has for each kind of a placement what adds the decisions of its status, and of the objects of the same placement.
var decidedKinds = map[string]func(d *Decided, source *decidedPlacement) error{
	api.OCMPlacementKind:       (*Decided).addOCM,
	api.ClusterPlacementKind:   (*Decided).addKubeFleet,
	api.NamespacePlacementKind: (*Decided).addKubeFleet,
	api.PlacementRuleKind:      (*Decided).addRule,
}

// decidedPlacement is a placement of any dialect with what it publishes of its decisions.
type decidedPlacement struct {
	objects *DecidedObjects
	api.Object[api.Unread, struct {
		Selected   *int               `json:"numberOfSelectedClusters"`
		Groups     []decidedGroup     `json:"decisionGroups"`
		Conditions []metav1.Condition `json:"conditions"`
		apiobject.RuleStatus
	}]
}
