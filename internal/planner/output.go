// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"encoding/json"
	"strconv"
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
	// DecisionGroups have the group of every cluster, by index: a cluster that joins shifts others to the next group. Of a list
	// Terraform shows the unchanged neighbours with all their clusters.
	DecisionGroups map[string]Group `json:"decisionGroups"`
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

// Moves are the clusters that join and leave the decisions, by name, how many stay, and which of these change their group.
type Moves struct {
	Joined []Move `json:"joined"`
	Left   []Move `json:"left"`
	Stayed int    `json:"stayed"`
	// Regrouped are the groups and the reasons in a text.
	Regrouped map[string]string `json:"regrouped,omitzero"`
}

// Move is a cluster that joins or leaves, and why.
type Move = diff.Change

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

// GroupsByIndex are groups as an output.
func GroupsByIndex(groups []Group) map[string]Group {
	byIndex := make(map[string]Group, len(groups))
	for i := range groups {
		byIndex[strconv.Itoa(groups[i].Index)] = groups[i]
	}
	return byIndex
}

// MovesOf are changes as an output; the lists are empty and not null.
func MovesOf(changes diff.Changes) Moves {
	moves := Moves{
		Joined: append([]Move{}, changes.Joined...), Left: append([]Move{}, changes.Left...), Stayed: changes.Stayed,
		Regrouped: make(map[string]string, len(changes.Regrouped)),
	}
	for i := range changes.Regrouped {
		moves.Regrouped[changes.Regrouped[i].ClusterName] = changes.Regrouped[i].String()
	}
	return moves
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
