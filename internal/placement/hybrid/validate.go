// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid

import (
	"encoding/json"
	"math"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

const (
	maxReplicas = math.MaxUint16
	maxWeight   = math.MaxInt16
)

// The supported values of an advisor's fields.
var (
	AdvisorTypes = []string{Predicate, Priority}
	OnFailures   = []string{Fail, Ignore, Previous}
)

// Validate finds every mistake in the rule. It is stricter than the operator, which ignores an advisor of an unknown type,
// and never finishes if two advisors have the same name.
func (p *Spec) Validate() field.ErrorList {
	errs := placement.ValidateRange(p.Replicas, 0, maxReplicas, field.NewPath("replicas"))
	errs = append(errs, p.DeployerType.validate(field.NewPath("deployerType"))...)
	errs = append(errs, placement.ValidateRange(p.DecisionWeight, 0, maxWeight, field.NewPath("decisionWeight"))...)
	errs = append(errs, placement.ValidateLabelSelector(p.TargetLabels, field.NewPath("targetLabels"))...)
	names := map[string]int{}
	for i := range p.Advisors {
		advisor, path := &p.Advisors[i], field.NewPath("advisors").Index(i)
		first, known := names[advisor.Name]
		switch {
		case advisor.Name == "":
			errs = append(errs, field.Required(path.Child("name"), "an advisor needs a name"))
		case known:
			errs = append(errs, excerpt.Duplicate(path.Child("name"), advisor.Name, field.NewPath("advisors").Index(first).Child("name")))
		default:
			names[advisor.Name] = i
		}
		errs = append(errs, placement.ValidateOneOf(advisor.Type, AdvisorTypes, path.Child("type"))...)
		errs = append(errs, placement.ValidateRange(advisor.Weight, 0, maxWeight, path.Child("weight"))...)
		if len(advisor.Rules) > 0 && !json.Valid(advisor.Rules) {
			errs = append(errs, field.Invalid(path.Child("rules"), string(advisor.Rules), `must be JSON, such as {"a":1}`))
		}
		errs = append(errs, validateRecommendations(advisor.Recommendations, path.Child("recommendations"))...)
		errs = append(errs, placement.ValidateOneOf(advisor.OnFailure, OnFailures, path.Child("onFailure"))...)
		if advisor.OnFailure == Ignore && advisor.Type == Predicate && !advisor.FailOpen {
			errs = append(errs, field.Forbidden(path.Child("onFailure"),
				"to ignore an advisor of type predicate lifts its veto; set fail_open = true to allow that"))
		}
	}
	return errs
}

func validateRecommendations(list []StaticRecommendation, path *field.Path) field.ErrorList {
	var errs field.ErrorList
	seen := map[TargetReference]int{}
	for i, r := range list {
		reference := TargetReference{Name: r.Name, Namespace: r.Namespace}
		if r.Namespace == r.Name {
			reference.Namespace = ""
		}
		first, known := seen[reference]
		switch {
		case r.Name == "":
			errs = append(errs, field.Required(path.Index(i).Child("name"), "a recommendation names a target"))
		case known:
			errs = append(errs, excerpt.Duplicate(path.Index(i).Child("name"), r.Name, path.Index(first).Child("name")))
		default:
			seen[reference] = i
		}
		errs = append(errs, placement.ValidateRange(r.Score, 0, MaxScore, path.Index(i).Child("score"))...)
	}
	return errs
}
