// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// placementVersion is the version of the states of placements. In version 1 outputs without elements could be null, and moves had
// no changes of groups. Until version 2 decisions had no reason where no score can matter, or where the hub gives none. Until
// version 3 decisions had the group, which the groups have, and these and moves.regrouped were lists of objects.
const placementVersion = 4

var errOtherVersion = errors.New("not a state of version 1 to 3")

// RewriteState writes the outputs of an earlier state in their present form, so that the next plan has no changes.
func (r *placementResource) RewriteState(version int64, state []byte) ([]byte, error) {
	if version < 1 || version >= placementVersion {
		return nil, errOtherVersion
	}
	decoder := json.NewDecoder(bytes.NewReader(state))
	decoder.UseNumber()
	var attributes map[string]any
	if err := decoder.Decode(&attributes); err != nil {
		return nil, err
	}
	decisions, isDecided := attributes["decisions"].([]any)
	if !isDecided {
		return state, nil
	}
	setEmpty(attributes, "conditions", []any{})
	setEmpty(attributes, "skipped_kinds", map[string]any{})
	if moves, ok := attributes["moves"].(map[string]any); ok {
		moves["regrouped"] = regroupedByName(moves["regrouped"])
	}
	if groups, ok := attributes["decision_groups"].([]any); ok {
		byIndex := make(map[string]any, len(groups))
		for i, group := range groups {
			byIndex[strconv.Itoa(i)] = group
		}
		attributes["decision_groups"] = byIndex
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
	return json.Marshal(attributes)
}

// regroupedByName are the changes of groups, a list of objects until version 3.
func regroupedByName(list any) map[string]any {
	regrouped := map[string]any{}
	elements, _ := list.([]any)
	for _, element := range elements {
		if r, ok := element.(map[string]any); ok {
			regrouped[fmt.Sprint(r["cluster_name"])] = fmt.Sprintf("from %v to %v: %v", r["from"], r["to"], r["reason"])
		}
	}
	return regrouped
}

// setEmpty sets an attribute that is null or missing.
func setEmpty(attributes map[string]any, name string, empty any) {
	if attributes[name] == nil {
		attributes[name] = empty
	}
}
