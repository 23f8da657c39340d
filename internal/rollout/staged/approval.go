// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// The prefixes of the names of approvals, before the name of a stage, as in the approval requests of KubeFleet.
const (
	BeforePrefix = "before-"
	AfterPrefix  = "after-"
)

// AsksBefore reports whether the stage starts with an approval.
func (s *Stage) AsksBefore() bool { return asks(s.BeforeStageTasks) }

// AsksAfter reports whether the stage ends with an approval.
func (s *Stage) AsksAfter() bool { return asks(s.AfterStageTasks) }

func asks(tasks []Task) bool {
	return slices.ContainsFunc(tasks, func(t Task) bool { return t.Type == Approval })
}

// TwoApprovals says what to write in place of the name of a stage that has two approvals.
func TwoApprovals(stage string) string {
	return "the stage has two approvals: write " + excerpt.Quote(BeforePrefix+stage) + " or " + excerpt.Quote(AfterPrefix+stage)
}

// ApprovalLine is the line of the argument approved_stages that adds an approval to those that were given.
func ApprovalLine(key string, given []string, name string) string {
	names := lists.Map(append(slices.Clone(given), name), excerpt.Quote)
	return fmt.Sprintf("approved_stages[%s] = [%s]", excerpt.Quote(key), strings.Join(names, ", "))
}
