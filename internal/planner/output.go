// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/shortfall"
)

// Outputs are what Terraform gets of an answer. A fact stands in one of them, and they grow with the decisions and not with the
// fleet, but for the report.
type Outputs struct {
	// Decisions are the chosen clusters, the best first, or by name where no score can matter.
	Decisions []Decision `json:"decisions"`
	// DecisionsByCluster are the chosen clusters by name, with what does not change with scores.
	DecisionsByCluster map[string]ChosenCluster `json:"decisionsByCluster"`
	Groups
	// Satisfied says whether the placement found as many clusters as required.
	Satisfied bool `json:"satisfied"`
	// Conditions are the status conditions that the hub would publish, of a placement that is not satisfied.
	Conditions []placement.Condition `json:"conditions"`
	// Shortfall is what a placement lacks that is not satisfied; nil for any other.
	Shortfall *shortfall.Shortfall `json:"shortfall,omitempty"`
	// RejectionSummary is the number of clusters that were not chosen, by reason.
	RejectionSummary map[string]int `json:"rejectionSummary"`
	// Moves are the clusters that the most recent change added, removed and moved to another group.
	Moves Moves `json:"moves"`
	// NextChange is the earliest time at which the decision can change without another change; zero if it does not.
	NextChange time.Time `json:"nextChange"`
	// SkippedKinds is the number of objects that the scheduler does not use, by kind.
	SkippedKinds map[string]int `json:"skippedKinds"`
	// Report is the whole report as JSON; empty if it is not asked for.
	Report string `json:"report,omitempty"`

	dialect placement.Dialect
}

// OfferedOutputs are the outputs of a placement to which clusters can be offered.
type OfferedOutputs struct {
	Outputs
	// ToCreate are the names of the offers that are chosen, and of those that the fleet has already.
	ToCreate []string `json:"toCreate"`
	// Consumers say what becomes of what follows the decisions on the first clusters that left; nil if that is not read.
	Consumers map[string]string `json:"consumers,omitzero"`
}

// Decision is a chosen cluster. Score is empty if the scheduler computes none.
type Decision struct {
	ClusterName string           `json:"clusterName"`
	Score       json.Number      `json:"score,omitempty"`
	Reason      string           `json:"reason,omitempty"`
	Binding     *PreviousBinding `json:"binding,omitempty"`
	TargetObject
}

// AllChosen is why a cluster is chosen where no score can matter.
const AllChosen = "all that match are chosen"

// TargetObject is the object of a target that a hybrid placement rule has chosen. It is empty in other dialects.
type TargetObject struct {
	// Kind is the kind of the target, and Namespace the namespace of its object; empty without one.
	Kind      string `json:"kind,omitempty"`
	Namespace string `json:"namespace,omitempty"`
}

// ChosenCluster is a chosen cluster as a for_each needs it.
type ChosenCluster struct {
	// Labels and Claims are those of the cluster that are asked for; nil if none are.
	Labels map[string]string `json:"labels,omitzero"`
	Claims map[string]string `json:"claims,omitzero"`
	TargetObject
}

// Group is a group of the decisions.
type Group = placement.Group

// Groups are the groups of decisions. A cluster that joins shifts others to the next group: of a map of numbers Terraform shows a
// line for each of them, of lists of clusters their neighbours, too.
type Groups struct {
	// DecisionGroups has the index of the group of every chosen cluster, and DecisionGroupNames the names of the groups by index,
	// empty for one without a name. They are nil if they are not known.
	DecisionGroups     map[string]int `json:"decisionGroups,omitzero"`
	DecisionGroupNames []string       `json:"decisionGroupNames,omitzero"`
}

// GroupsOf are groups as outputs. Schedulers number them without gaps; a hub can have others, of which those without a place in a
// list of names have none.
func GroupsOf(groups []Group) Groups {
	outputs := Groups{DecisionGroups: map[string]int{}, DecisionGroupNames: make([]string, len(groups))}
	for i := range groups {
		if index := groups[i].Index; index >= 0 && index < len(groups) {
			outputs.DecisionGroupNames[index] = groups[i].Name
		}
		for _, name := range groups[i].Clusters {
			outputs.DecisionGroups[name] = groups[i].Index
		}
	}
	return outputs
}

// List are the groups by index, with their clusters by name.
func (g *Groups) List() []Group {
	byIndex := make(map[int]*Group, len(g.DecisionGroupNames))
	for i, name := range g.DecisionGroupNames {
		byIndex[i] = &Group{Index: i, Name: name}
	}
	for _, name := range slices.Sorted(maps.Keys(g.DecisionGroups)) {
		index := g.DecisionGroups[name]
		if byIndex[index] == nil {
			byIndex[index] = &Group{Index: index}
		}
		byIndex[index].Clusters = append(byIndex[index].Clusters, name)
	}
	groups := make([]Group, 0, len(byIndex))
	for _, index := range slices.Sorted(maps.Keys(byIndex)) {
		groups = append(groups, *byIndex[index])
	}
	return groups
}

// Moves are the clusters that join and leave the decisions, how many stay, and which of these change their group, each by name
// and with the reason. Of lists of objects Terraform compares those of this change with those of the one before.
type Moves struct {
	Joined    map[string]string `json:"joined"`
	Left      map[string]string `json:"left"`
	Stayed    int               `json:"stayed"`
	Regrouped map[string]string `json:"regrouped,omitzero"`
}

// Details say what the outputs of a placement have beside the decisions.
type Details struct {
	// WithReport asks for the report.
	WithReport bool `json:"withReport,omitempty"`
	// WithLabels and WithClaims are the names of the labels and claims that DecisionsByCluster has.
	WithLabels []string `json:"withLabels,omitempty"`
	WithClaims []string `json:"withClaims,omitempty"`
}

// byCluster are decisions by the names of their clusters. The clusters are looked up only if labels or claims are asked for.
func byCluster(decisions []Decision, d *Details, clusters func() func(name string) *placement.Cluster) map[string]ChosenCluster {
	byCluster := make(map[string]ChosenCluster, len(decisions))
	find := func(string) *placement.Cluster { return nil }
	if len(d.WithLabels)+len(d.WithClaims) > 0 {
		find = clusters()
	}
	for i := range decisions {
		cluster := find(decisions[i].ClusterName)
		if cluster == nil {
			cluster = &placement.Cluster{}
		}
		byCluster[decisions[i].ClusterName] = ChosenCluster{
			Labels: choose(cluster.Labels, d.WithLabels), Claims: choose(cluster.Claims, d.WithClaims),
			TargetObject: decisions[i].TargetObject,
		}
	}
	return byCluster
}

// choose is a part of a map; nil if no names are given.
func choose(from map[string]string, names []string) map[string]string {
	if len(names) == 0 {
		return nil
	}
	chosen := make(map[string]string, len(names))
	for _, name := range names {
		if value, ok := from[name]; ok {
			chosen[name] = value
		}
	}
	return chosen
}

// MovesOf are changes as an output; the maps are empty and not null.
func MovesOf(changes diff.Changes) Moves {
	moves := Moves{
		Joined: reasons(changes.Joined), Left: reasons(changes.Left), Stayed: changes.Stayed,
		Regrouped: make(map[string]string, len(changes.Regrouped)),
	}
	for i := range changes.Regrouped {
		moves.Regrouped[changes.Regrouped[i].ClusterName] = changes.Regrouped[i].String()
	}
	return moves
}

// ReasonOf is the sentence in the text of a move.
func ReasonOf(move string) string {
	if _, reason, hasCause := strings.Cut(move, ": "); hasCause {
		return reason
	}
	return move
}

// reasons are the causes of changes, each with its sentence.
func reasons(changes []diff.Change) map[string]string {
	byCluster := make(map[string]string, len(changes))
	for i := range changes {
		byCluster[changes[i].ClusterName] = string(changes[i].Cause) + ": " + changes[i].Reason
	}
	return byCluster
}

// clusters finds a cluster of an inventory by name. Another target of hybrid has nothing but labels; of a cluster and a target of
// one name the rule's deployer type says which is meant.
func (r *Request) clusters(inv *placement.Inventory) func(name string) *placement.Cluster {
	prefersTargets := r.dialect().prefersTargets(r)
	byName := lists.Index(inv.Clusters, func(c placement.Cluster) string { return c.Name })
	for i := range inv.Targets {
		t := &inv.Targets[i]
		if byName[t.Key()] == nil || prefersTargets {
			byName[t.Key()] = &placement.Cluster{Name: t.Key(), Labels: t.Labels}
		}
	}
	return func(name string) *placement.Cluster { return byName[name] }
}
