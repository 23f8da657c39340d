// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match

import (
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// The operators of a Toleration. Any other operator is legal for the scheduler and never matches.
const (
	// OperatorEqual requires the taint's value to equal the toleration's. It is the default.
	OperatorEqual = "Equal"
	// OperatorExists accepts any value.
	OperatorExists = "Exists"
)

// Toleration lets a placement choose clusters with a taint.
type Toleration struct {
	// Key is the taint's key; an empty key matches every key and requires operator Exists.
	Key string `json:"key,omitempty"`
	// Operator is Equal (also if empty) or Exists.
	Operator string `json:"operator,omitempty"`
	Value    string `json:"value,omitempty"`
	// Effect is the taint's effect; empty stands for every effect.
	Effect placement.TaintEffect `json:"effect,omitempty"`
	// TolerationSeconds is for how long after the taint was added the toleration applies; nil means without limit.
	TolerationSeconds *int64 `json:"tolerationSeconds,omitempty"`
}

// Tolerates reports whether the toleration matches this taint. It ignores the time.
func (t *Toleration) Tolerates(taint *placement.Taint) bool {
	if t.Effect != "" && t.Effect != taint.Effect {
		return false
	}
	if t.Key != "" && t.Key != taint.Key {
		return false
	}
	switch t.Operator {
	case "", OperatorEqual:
		return t.Value == taint.Value
	case OperatorExists:
		return true
	}
	return false
}

// Deadline is the instant at which the toleration of this taint ends, if it does: it applies strictly before. Upstream
// converts seconds to nanoseconds without a check, so more than 9223372036 of them wrap around to a time in the past.
func (t *Toleration) Deadline(taint *placement.Taint) (deadline time.Time, ends bool) {
	if t.TolerationSeconds == nil {
		return time.Time{}, false
	}
	return taint.TimeAdded.Add(time.Duration(*t.TolerationSeconds) * time.Second), true
}
