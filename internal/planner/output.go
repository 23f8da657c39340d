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
	// The chosen clusters, the best first, or by name without scores. In the resource they change only if a cluster joins or leaves:
	// others keep their position, `score` and `reason`. `report` has the current scores.
	Decisions []Decision `json:"decisions"`
	// The chosen clusters by name, for `for_each`: only what does not change with scores.
	DecisionsByCluster map[string]ChosenCluster `json:"decisionsByCluster"`
	Groups
	// Whether the placement found as many clusters as required.
	Satisfied bool `json:"satisfied"`
	// The status conditions that the hub would publish, if the placement is not satisfied; otherwise empty.
	Conditions []placement.Condition `json:"conditions"`
	// What the placement lacks if it is not satisfied, and the smallest changes that satisfy it; otherwise null. Of a placement on a
	// hub, the data source has it.
	Shortfall *shortfall.Shortfall `json:"shortfall,omitempty"`
	// The number of clusters that were not chosen, by reason.
	RejectionSummary map[string]int `json:"rejectionSummary"`
	// What the most recent change of the decisions moved, in the resource unchanged until the next one and empty after it is
	// created, imported or replaced. On a hub, a refresh also shows what the hub has changed. In the data source and the function,
	// the moves since the previous decisions.
	Moves Moves `json:"moves"`
	// The earliest time at which the decision can change by itself, because a toleration or a score expires (RFC 3339); otherwise
	// null.
	NextChange time.Time `json:"nextChange"`
	// The number of skipped objects, by kind: those in `manifests` that no scheduler uses, and clusters of a kind that the placement
	// does not choose from.
	SkippedKinds map[string]int `json:"skippedKinds"`
	// With `with_report = true`, and always of the function `place`: JSON with the stage, the scores and the reason of every
	// cluster, the filters, prioritizers, conditions and PlacementDecisions.
	Report string `json:"report,omitempty"`

	dialect placement.Dialect
}

// OfferedOutputs are the outputs of a placement to which clusters can be offered.
type OfferedOutputs struct {
	Outputs
	// The names of the chosen `offers`, for the `for_each` of what creates clusters. One that was created stays in the list as long
	// as it is offered. Not in the resource.
	ToCreate []string `json:"toCreate"`
	// As in `expected` of the resource, for `moves.left`. Only in the data source.
	Consumers map[string]string `json:"consumers,omitzero"`
}

// Decision is a chosen cluster. Score is empty if the scheduler computes none.
type Decision struct {
	// The chosen cluster.
	ClusterName string `json:"clusterName"`
	// In `ocm` the sum of weight times score over all prioritizers, in `kubefleet` the affinity score, in `hybrid` the rating in the
	// last round. Null if nothing computes one.
	Score json.Number `json:"score,omitempty"`
	// Why the cluster was chosen, with its scores at that time where they matter. Never null. The text may change in any release.
	Reason string `json:"reason,omitempty"`
	// The binding of a `kubefleet` decision, by which the next pass keeps the cluster; otherwise null.
	Binding *PreviousBinding `json:"binding,omitempty"`
	TargetObject
}

// AllChosen is why a cluster is chosen where no score can matter.
const AllChosen = "all that match are chosen"

// TargetObject is the object of a target that a hybrid placement rule has chosen. It is empty in other dialects.
type TargetObject struct {
	// In `hybrid` the kind of the target: `ManagedCluster`, `MemberCluster`, `cluster` if it is not known, `deployer`, or what
	// deployers place on; on a hub as in the status of the PlacementRule. Otherwise null.
	Kind string `json:"kind,omitempty"`
	// In `hybrid` the namespace of the target, if it has one. Otherwise null.
	Namespace string `json:"namespace,omitempty"`
}

// ChosenCluster is a chosen cluster as a for_each needs it.
type ChosenCluster struct {
	// The labels that `with_labels` names. Null without it.
	Labels map[string]string `json:"labels,omitzero"`
	// The claims that `with_claims` names. Null without it.
	Claims map[string]string `json:"claims,omitzero"`
	TargetObject
}

// Group is a group of the decisions.
type Group = placement.Group

// Groups are the groups of decisions. A cluster that joins shifts others to the next group: of a map of numbers Terraform shows a
// line for each of them, of lists of clusters their neighbours, too.
type Groups struct {
	// The index of the group of every chosen cluster, by name: first the predefined groups that have members, then the rest.
	// ---
	// DecisionGroups and DecisionGroupNames are nil if they are not known.
	DecisionGroups map[string]int `json:"decisionGroups,omitzero"`
	// The names of the groups, by index; empty outside the predefined groups. Without decisions there is one group. On a hub there
	// is none before it decides, and one if its product has no groups. With one group, `expected` has neither.
	DecisionGroupNames []string `json:"decisionGroupNames,omitzero"`
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
	return lists.Map(slices.Sorted(maps.Keys(byIndex)), func(index int) Group { return *byIndex[index] })
}

// Moves are the clusters that join and leave the decisions, how many stay, and which of these change their group, each by name
// and with the reason. Of lists of objects Terraform compares those of this change with those of the one before.
type Moves struct {
	// The clusters that joined, by name, and why, as in `left`.
	Joined map[string]string `json:"joined"`
	// The clusters that left, by name: the cause, a colon and a sentence, whose text may change in any release. The cause is the
	// kind of the requirement that keeps the cluster out, such as `label` or `taint`, or `new cluster`, `cluster gone`, `free
	// place`, `outranked`, `score`, `capacity`, `topology spread`, `advisor`, `policy changed`, `misconfiguration` or `unknown`.
	Left map[string]string `json:"left"`
	// How many clusters stayed.
	Stayed int `json:"stayed"`
	// The clusters that stayed and changed their decision group, by name, and why. They keep the workload, so `max_moves` does not
	// count them. A group that only gets another index is the same group.
	Regrouped map[string]string `json:"regrouped,omitzero"`
}

// Details say what the outputs of a placement have beside the decisions.
type Details struct {
	// Whether `report` is set. It has every cluster of the fleet, so it makes plans and states large. A changed resource is also
	// compared as with `impact` of the hub. Defaults to `false`.
	WithReport bool `json:"withReport,omitempty"`
	// Labels to include in `decisions_by_cluster`. Defaults to none.
	WithLabels []string `json:"withLabels,omitempty"`
	// Cluster claims to include in `decisions_by_cluster`. Defaults to none.
	WithClaims []string `json:"withClaims,omitempty"`
}

// byCluster are decisions by the names of their clusters. The clusters are looked up only if labels or claims are asked for.
func (r *Request) byCluster(decisions []Decision, d *Details, inv *placement.Inventory) map[string]ChosenCluster {
	byCluster := make(map[string]ChosenCluster, len(decisions))
	find := func(string) *placement.Cluster { return nil }
	if len(d.WithLabels)+len(d.WithClaims) > 0 {
		find = r.clusters(inv)
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

// clusters finds a cluster of an inventory by name. Another target of hybrid has nothing but its kind and labels; of a cluster
// and a target of one name the rule's deployer type says which is meant.
func (r *Request) clusters(inv *placement.Inventory) func(name string) *placement.Cluster {
	byName := lists.Index(inv.Clusters, func(c placement.Cluster) string { return c.Name })
	for i := range inv.Targets {
		t := &inv.Targets[i]
		if byName[t.Key()] == nil || r.prefersTargets() {
			byName[t.Key()] = &placement.Cluster{Name: t.Key(), Kind: placement.ClusterKind(t.Kind), Labels: t.Labels}
		}
	}
	return func(name string) *placement.Cluster { return byName[name] }
}
