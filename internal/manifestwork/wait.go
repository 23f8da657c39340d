// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifestwork

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Wait is what an apply of a work waits for; empty for nothing.
type Wait string

// Arguments are a work, and what an apply of it waits for.
type Arguments struct {
	Work
	WaitFor Wait `json:"waitFor,omitempty"`
	// AlwaysWaitForDeletion says that a deletion is waited for also while the cluster is not available.
	AlwaysWaitForDeletion bool `json:"alwaysWaitForDeletion,omitempty"`
}

// What an apply can wait for.
const (
	WaitApplied   Wait = "applied"
	WaitAvailable Wait = "available"
)

// The conditions that the agent sets of every work.
const (
	ConditionApplied   = "Applied"
	ConditionAvailable = "Available"
)

// Validate finds a value that is not one of them.
func (w Wait) Validate(path *field.Path) field.ErrorList {
	return placement.ValidateOneOf(w, []Wait{WaitApplied, WaitAvailable}, path)
}

// Missing says which conditions of the present generation the work still lacks, and which manifests are the cause; empty if it
// has all that is waited for.
func (w Wait) Missing(s *Status) string {
	conditions := []string{ConditionApplied}
	switch w {
	case "":
		return ""
	case WaitAvailable:
		conditions = append(conditions, ConditionAvailable)
	}
	for _, conditionType := range conditions {
		if s.Has(conditionType) {
			continue
		}
		current := s.Current(conditionType)
		if current == nil {
			return fmt.Sprintf("The agent has not reported the condition %s for the present generation of the work.", conditionType)
		}
		text := fmt.Sprintf("The condition %s is %s: %s", conditionType, current.Status,
			excerpt.Sentence(excerpt.Line(current.Message, messageBytes)))
		for _, manifest := range s.Unmet(conditionType)[:min(len(s.Unmet(conditionType)), excerpt.Items)] {
			text += "\n  - " + manifest
		}
		return text
	}
	return ""
}
