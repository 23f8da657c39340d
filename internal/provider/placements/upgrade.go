// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// placementVersion is the version of the states of placements. In version 1 outputs without elements could be null, and moves had
// no changes of groups. Until version 2 decisions had no reason where no score can matter, or where the hub gives none. Until
// version 3 decisions had the group, and moves.regrouped was a list of objects. Until version 4 decision_groups had the clusters
// of each group, in a list or a map, and moves were lists of objects.
const placementVersion = 5

// togetherVersion is the version of the states of several placements. Version 1 had the outputs of version 4 of one.
const togetherVersion = 2

// rewriteOutcomes gives the outcomes of several placements their present form.
func rewriteOutcomes(attributes map[string]any) {
	outcomes, _ := attributes[outcomesName].(map[string]any)
	for _, outcome := range outcomes {
		if outputs, ok := outcome.(map[string]any); ok {
			rewriteOutputs(outputs)
		}
	}
}

// rewriteOutputs gives the outputs of a placement their present form, if something is decided in it, so that the next plan has no
// changes.
func rewriteOutputs(attributes map[string]any) {
	decisions, isDecided := attributes["decisions"].([]any)
	if !isDecided {
		return
	}
	setEmpty(attributes, "conditions", []any{})
	setEmpty(attributes, "skipped_kinds", map[string]any{})
	rewriteMoves(attributes)
	if expected, ok := attributes["expected"].(map[string]any); ok {
		rewriteMoves(expected)
	}
	reason := planner.AllChosen
	if attributes[managed.HubUID] != nil {
		reason = hubdecision.DecidedByHub
	}
	for _, element := range decisions {
		if decision, ok := element.(map[string]any); ok {
			setEmpty(decision, "reason", reason)
			delete(decision, "group")
		}
	}
	byCluster, _ := attributes["decisions_by_cluster"].(map[string]any)
	for _, element := range byCluster {
		if cluster, ok := element.(map[string]any); ok {
			delete(cluster, "group")
			delete(cluster, "group_name")
		}
	}
}

// rewriteMoves rewrites the groups and the moves of an object.
func rewriteMoves(attributes map[string]any) {
	if moves, ok := attributes["moves"].(map[string]any); ok {
		moves["joined"], moves["left"] = textsByName(moves["joined"], reasonOf), textsByName(moves["left"], reasonOf)
		if _, isMap := moves["regrouped"].(map[string]any); !isMap {
			moves["regrouped"] = textsByName(moves["regrouped"], func(move map[string]any) string {
				return fmt.Sprintf("from %v to %v: %v", move["from"], move["to"], move["reason"])
			})
		}
	}
	list, isList := attributes["decision_groups"].([]any)
	byIndex, isMap := attributes["decision_groups"].(map[string]any)
	list = slices.AppendSeq(list, maps.Values(byIndex))
	indexes, names := map[string]any{}, slices.Repeat([]any{""}, len(list))
	for _, element := range list {
		group, _ := element.(map[string]any)
		if index, err := strconv.Atoi(fmt.Sprint(group["index"])); err == nil && index >= 0 && index < len(names) {
			names[index] = group["name"]
		}
		clusters, _ := group["cluster_names"].([]any)
		for _, name := range clusters {
			indexes[fmt.Sprint(name)] = group["index"]
		}
	}
	attributes["decision_group_names"] = nil
	if isList || isMap {
		attributes["decision_groups"], attributes["decision_group_names"] = indexes, names
	}
}

// textsByName are moves, which were lists of objects, as texts by the names of the clusters.
func textsByName(list any, text func(move map[string]any) string) map[string]any {
	texts := map[string]any{}
	elements, _ := list.([]any)
	for _, element := range elements {
		if move, ok := element.(map[string]any); ok {
			texts[fmt.Sprint(move["cluster_name"])] = text(move)
		}
	}
	return texts
}

func reasonOf(move map[string]any) string {
	return fmt.Sprintf("%v: %v", move["cause"], move["reason"])
}

// setEmpty sets an attribute that is null or missing.
func setEmpty(attributes map[string]any, name string, empty any) {
	if attributes[name] == nil {
		attributes[name] = empty
	}
}
