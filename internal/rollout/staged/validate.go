// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"regexp"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// maxStages is how many stages the API of KubeFleet allows.
const maxStages = 31

// stageName and concurrencyPattern are those of the API.
var (
	stageName          = regexp.MustCompile(`^[a-z0-9]{1,63}$`)
	concurrencyPattern = regexp.MustCompile(`^(100|[1-9][0-9]?)%$`)
)

// taskTypes are the types of a task.
var taskTypes = []TaskType{Approval, TimedWait}

// ValidateStages finds what the API of KubeFleet would refuse.
func ValidateStages(stages []Stage, path *field.Path) field.ErrorList {
	if len(stages) == 0 {
		return field.ErrorList{field.Required(path, "type External is a staged update run, which has stages")}
	}
	var errs field.ErrorList
	if len(stages) > maxStages {
		errs = append(errs, field.TooMany(path, len(stages), maxStages))
	}
	first := make(map[string]int, len(stages))
	for i := range stages {
		s, stagePath := &stages[i], path.Index(i)
		if prior, twice := first[s.Name]; twice {
			errs = append(errs, excerpt.Duplicate(stagePath.Child("name"), s.Name, path.Index(prior).Child("name")))
		} else if first[s.Name] = i; !stageName.MatchString(s.Name) {
			errs = append(errs, field.Invalid(stagePath.Child("name"), s.Name, "must be 1 to 63 lower-case letters and digits"))
		}
		if s.LabelSelector != nil {
			errs = append(errs, placement.ValidateLabelSelector(s.LabelSelector, stagePath.Child("labelSelector"))...)
		}
		errs = append(errs, s.validateConcurrency(stagePath.Child("maxConcurrency"))...)
		errs = append(errs, s.validateTasks(stagePath)...)
	}
	return errs
}

func (s *Stage) validateConcurrency(path *field.Path) field.ErrorList {
	size := s.MaxConcurrency
	if size == nil || size.Type == intstr.Int && size.IntVal >= 1 || size.Type == intstr.String &&
		concurrencyPattern.MatchString(size.StrVal) {
		return nil
	}
	return field.ErrorList{field.Invalid(path, size.String(), `must be a number of at least 1, or a percentage from "1%" to "100%"`)}
}

func (s *Stage) validateTasks(path *field.Path) field.ErrorList {
	var errs field.ErrorList
	beforePath, after := path.Child("beforeStageTasks"), path.Child("afterStageTasks")
	if n := len(s.BeforeStageTasks); n > 1 {
		errs = append(errs, field.TooMany(beforePath, n, 1))
	}
	for i, task := range s.BeforeStageTasks {
		if task.Type == TimedWait {
			errs = append(errs, field.Invalid(beforePath.Index(i).Child("type"), string(task.Type), "only an Approval can come "+
				"before a stage"))
			continue
		}
		errs = append(errs, task.validate(beforePath.Index(i))...)
	}
	first := make(map[TaskType]int, len(s.AfterStageTasks))
	for i, task := range s.AfterStageTasks {
		errs = append(errs, task.validate(after.Index(i))...)
		if prior, twice := first[task.Type]; twice {
			errs = append(errs, excerpt.Duplicate(after.Index(i).Child("type"), task.Type, after.Index(prior).Child("type")))
			continue
		}
		first[task.Type] = i
	}
	return errs
}

func (t *Task) validate(path *field.Path) field.ErrorList {
	switch {
	case t.Type == Approval && t.WaitTime != nil:
		return field.ErrorList{field.Invalid(path.Child("waitTime"), excerpt.Duration(t.WaitTime.Duration),
			"an Approval has no wait time")}
	case t.Type == TimedWait && t.WaitTime == nil:
		return field.ErrorList{field.Required(path.Child("waitTime"), "a TimedWait must have a wait time")}
	case t.Type == TimedWait && t.WaitTime.Duration <= 0:
		return field.ErrorList{field.Invalid(path.Child("waitTime"), t.WaitTime.Duration.String(), "must be above 0")}
	case t.Type != Approval && t.Type != TimedWait:
		return field.ErrorList{excerpt.NotSupported(path.Child("type"), t.Type, taskTypes)}
	}
	return nil
}
