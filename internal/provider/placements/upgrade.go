// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"encoding/json"
	"errors"
	"strconv"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// placementVersion is the version of the states of placements. In version 1 outputs without elements could be null, and moves had
// no changes of groups. Until version 2 decisions had no reason where no score can matter, or where the hub gives none.
const placementVersion = 3

var errOtherVersion = errors.New("not a state of version 1 or 2")

// RewriteState completes the outputs of an earlier state, so that the next plan has no changes.
func (r *placementResource) RewriteState(version int64, state []byte) ([]byte, error) {
	if version != 1 && version != 2 {
		return nil, errOtherVersion
	}
	var attributes map[string]json.RawMessage
	if err := json.Unmarshal(state, &attributes); err != nil {
		return nil, err
	}
	if !isSet(attributes["decisions"]) {
		return state, nil // Nothing is decided yet.
	}
	setEmpty(attributes, "conditions", "[]")
	setEmpty(attributes, "skipped_kinds", "{}")
	if isSet(attributes["moves"]) {
		var moves map[string]json.RawMessage
		if err := json.Unmarshal(attributes["moves"], &moves); err != nil {
			return nil, err
		}
		setEmpty(moves, "regrouped", "[]")
		var err error
		if attributes["moves"], err = json.Marshal(moves); err != nil {
			return nil, err
		}
	}
	if err := setReasons(attributes); err != nil {
		return nil, err
	}
	return json.Marshal(attributes)
}

// setReasons gives the decisions a reason that have none.
func setReasons(attributes map[string]json.RawMessage) error {
	var decisions []map[string]json.RawMessage
	if err := json.Unmarshal(attributes["decisions"], &decisions); err != nil {
		return err
	}
	reason := planner.AllChosen
	if isSet(attributes[managed.HubUID]) {
		reason = hubdecision.DecidedByHub
	}
	for _, decision := range decisions {
		setEmpty(decision, "reason", strconv.Quote(reason))
	}
	var err error
	attributes["decisions"], err = json.Marshal(decisions)
	return err
}

// setEmpty sets an attribute that is null or missing.
func setEmpty(attributes map[string]json.RawMessage, name, empty string) {
	if !isSet(attributes[name]) {
		attributes[name] = json.RawMessage(empty)
	}
}

// isSet reports whether an attribute is there and not null.
func isSet(value json.RawMessage) bool { return len(value) > 0 && string(value) != "null" }
