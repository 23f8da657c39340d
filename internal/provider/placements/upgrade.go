// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"encoding/json"
	"errors"
)

// placementVersion is the version of the states of placements. In version 1 outputs without elements could be null, and moves had
// no changes of groups.
const placementVersion = 2

var errOtherVersion = errors.New("not a state of version 1")

// RewriteState makes the outputs of a state of version 1 empty that are empty now, so that the next plan has no changes.
func (r *placementResource) RewriteState(version int64, state []byte) ([]byte, error) {
	if version != 1 {
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
	return json.Marshal(attributes)
}

// setEmpty sets an attribute that is null or missing.
func setEmpty(attributes map[string]json.RawMessage, name, empty string) {
	if !isSet(attributes[name]) {
		attributes[name] = json.RawMessage(empty)
	}
}

// isSet reports whether an attribute is there and not null.
func isSet(value json.RawMessage) bool { return len(value) > 0 && string(value) != "null" }
