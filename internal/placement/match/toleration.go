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
	// The key of the taint. If unset, the toleration matches every key; this requires the operator `Exists`.
	Key string `json:"key,omitempty"`
	// `Equal`: the taint has this key and this value. `Exists`: any value matches. Defaults to `Equal`.
	Operator string `json:"operator,omitempty"`
	// The value of the taint. Must not be set with the operator `Exists`.
	Value string `json:"value,omitempty"`
	// The effect of the taint: `NoSelect`, `PreferNoSelect` or `NoSelectIfNew`. Defaults to every effect.
	Effect placement.TaintEffect `json:"effect,omitempty"`
	// For how many seconds after `time_added` the taint is tolerated. With 0 or a negative number it is not tolerated. Defaults to
	// no limit.
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
