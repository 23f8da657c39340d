// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

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

// ApprovalNames are the names that approve something in stages.
func ApprovalNames(stages []Stage) (names []string) {
	for i := range stages {
		stage := &stages[i]
		start, end := stage.AsksBefore(), stage.AsksAfter()
		if start != end {
			names = append(names, stage.Name)
		}
		if start {
			names = append(names, BeforePrefix+stage.Name)
		}
		if end {
			names = append(names, AfterPrefix+stage.Name)
		}
	}
	return names
}

// AmbiguousApprovals finds names of stages that do not say which of two approvals is meant.
func AmbiguousApprovals(names []string, stages []Stage, path *field.Path) (errs field.ErrorList) {
	for i, name := range names {
		for k := range stages {
			if stages[k].Name == name && stages[k].AsksBefore() && stages[k].AsksAfter() {
				errs = append(errs, field.Invalid(path.Index(i), name, TwoApprovals(name)))
			}
		}
	}
	return errs
}

// UnusedApprovals finds names that approve nothing. Known are those that approve something, and why says why there are none.
func UnusedApprovals(names, known []string, path *field.Path, why string) (errs field.ErrorList) {
	for i, name := range names {
		if slices.Contains(known, name) {
			continue
		}
		text := "nothing asks for this approval"
		if near := excerpt.Nearest(name, known); near != "" {
			text += "; did you mean " + excerpt.Quote(near) + "?"
		} else if len(known) > 0 {
			text += "; there are " + excerpt.List(known, ", ")
		} else {
			text += ": " + why
		}
		errs = append(errs, field.Invalid(path.Index(i), name, text))
	}
	return errs
}

// NoApprovals says why stages ask for none.
const NoApprovals = "no stage has a task of type Approval"

// TwoApprovals says what to write in place of the name of a stage that has two approvals.
func TwoApprovals(stage string) string {
	return "the stage has two approvals: write " + excerpt.Quote(BeforePrefix+stage) + " or " + excerpt.Quote(AfterPrefix+stage)
}

// ApprovalLine is the line of the argument approved_stages that adds an approval to those that were given.
func ApprovalLine(key string, given []string, name string) string {
	names := lists.Map(append(slices.Clone(given), name), excerpt.Quote)
	return fmt.Sprintf("approved_stages[%s] = [%s]", excerpt.Quote(key), strings.Join(names, ", "))
}
