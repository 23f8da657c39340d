// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

var (
	requiredPath = field.NewPath(
		"affinity", "clusterAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "clusterSelectorTerms")
	preferredPath = field.NewPath("affinity", "clusterAffinity", "preferredDuringSchedulingIgnoredDuringExecution")
)

func (p *Spec) validateRequired() field.ErrorList {
	var errs field.ErrorList
	terms := p.Required()
	if len(terms) > MaxTerms {
		errs = append(errs, field.TooMany(requiredPath, len(terms), MaxTerms))
	}
	for i := range terms {
		path := requiredPath.Index(i)
		errs = append(errs, placement.ValidateLabelSelector(terms[i].LabelSelector, path.Child("labelSelector"))...)
		if terms[i].PropertySorter != nil {
			errs = append(errs, field.Forbidden(path.Child("propertySorter"), "only a preferred term can sort: move it to "+
				"preferred_during_scheduling_ignored_during_execution"))
		}
		if terms[i].PropertySelector != nil {
			errs = append(errs, terms[i].PropertySelector.validate(path.Child("propertySelector", "matchExpressions"))...)
		}
	}
	return errs
}

func (p *Spec) validatePreferred() field.ErrorList {
	var errs field.ErrorList
	terms := p.Preferred()
	for i := range terms {
		path, term := preferredPath.Index(i), &terms[i].Preference
		errs = append(errs, placement.ValidateRange(&terms[i].Weight, -maxWeight, maxWeight, path.Child("weight"))...)
		path = path.Child("preference")
		errs = append(errs, placement.ValidateLabelSelector(term.LabelSelector, path.Child("labelSelector"))...)
		if term.PropertySelector != nil {
			errs = append(errs, field.Forbidden(path.Child("propertySelector"), "only a required term can select by properties: move it "+
				"to required_during_scheduling_ignored_during_execution"))
		}
		if sorter := term.PropertySorter; sorter != nil {
			path := path.Child("propertySorter")
			errs = append(errs, validatePropertyName(sorter.Name, path.Child("name"))...)
			errs = append(errs, placement.ValidateRequiredOneOf(sorter.SortOrder, SortOrders, path.Child("sortOrder"))...)
		}
	}
	return errs
}

// validate checks every requirement, and then that all requirements on one property can be met together.
func (s *PropertySelector) validate(path *field.Path) field.ErrorList {
	var errs field.ErrorList
	var names []string
	ranges := map[string]*interval{}
	for i := range s.MatchExpressions {
		r, path := &s.MatchExpressions[i], path.Index(i)
		wrong := validatePropertyName(r.Name, path.Child("name"))
		wrong = append(wrong, placement.ValidateRequiredOneOf(r.Operator, PropertyOperators, path.Child("operator"))...)
		if len(r.Values) != 1 {
			wrong = append(wrong, field.Invalid(path.Child("values"), r.Values, `must be exactly one quantity, such as ["16Gi"]`))
		} else if _, err := placement.ParseQuantity(r.Values[0]); err != nil {
			wrong = append(wrong, field.Invalid(path.Child("values").Index(0), r.Values[0], "must be a quantity such as 5, 0.35 or 16Gi"+
				placement.MeantQuantity(r.Values[0])))
		}
		if errs = append(errs, wrong...); len(wrong) > 0 {
			continue
		}
		if ranges[r.Name] == nil {
			ranges[r.Name] = &interval{}
			names = append(names, r.Name)
		}
		ranges[r.Name].narrow(r)
	}
	for _, name := range names {
		if conflict := ranges[name].conflict(); conflict != "" {
			errs = append(errs, field.Invalid(path, name, "no value can meet all requirements: "+conflict))
		}
	}
	return errs
}

// interval is the values of one property that meet a set of requirements.
type interval struct {
	lower, upper *bound
	// equal has the values of Eq, notEqual those of Ne.
	equal, notEqual []resource.Quantity
}

// bound is the tightest requirement on one side.
type bound struct {
	resource.Quantity
	operator string
}

// admits reports whether a value is on the right side of the bound, if there is one.
func (b *bound) admits(value *resource.Quantity) bool {
	return b == nil || comparisons[b.operator](value.Cmp(b.Quantity))
}

func (v *interval) narrow(r *PropertySelectorRequirement) {
	value := resource.MustParse(r.Values[0])
	switch r.Operator {
	case Equal:
		v.equal = append(v.equal, value)
	case NotEqual:
		v.notEqual = append(v.notEqual, value)
	case GreaterThan, GreaterThanOrEqual:
		if added := (&bound{value, r.Operator}); v.lower == nil || !added.admits(&v.lower.Quantity) {
			v.lower = added
		}
	case LessThan, LessThanOrEqual:
		if added := (&bound{value, r.Operator}); v.upper == nil || !added.admits(&v.upper.Quantity) {
			v.upper = added
		}
	}
}

// conflict says which requirements exclude each other; empty if some value meets all.
func (v *interval) conflict() string {
	for _, value := range v.equal {
		switch {
		case value.Cmp(v.equal[0]) != 0:
			return fmt.Sprintf("it cannot equal both %s and %s", v.equal[0].String(), value.String())
		case slices.ContainsFunc(v.notEqual, func(other resource.Quantity) bool { return other.Cmp(value) == 0 }):
			return fmt.Sprintf("it cannot both equal and not equal %s", value.String())
		case !v.lower.admits(&value):
			return fmt.Sprintf("%s is below the lower bound %s", value.String(), v.lower.String())
		case !v.upper.admits(&value):
			return fmt.Sprintf("%s is above the upper bound %s", value.String(), v.upper.String())
		}
	}
	if v.lower != nil && v.upper != nil && (!v.lower.admits(&v.upper.Quantity) || !v.upper.admits(&v.lower.Quantity)) {
		return fmt.Sprintf("the lower bound %s and the upper bound %s exclude every value", v.lower.String(), v.upper.String())
	}
	return ""
}

// validatePropertyName checks a name as the webhook does: it splits the name of a resource property at the first dash
// and accepts more of them.
func validatePropertyName(name string, path *field.Path) field.ErrorList {
	var messages []string
	rest, isResource := strings.CutPrefix(name, ResourcePrefix)
	segments := strings.Split(name, "/")
	switch {
	case isResource:
		capacity, _, isPair := strings.Cut(rest, "-")
		if !isPair || resourceKinds[capacity] == nil {
			messages = append(messages, "after "+ResourcePrefix+" comes total, allocatable or available, a dash and a resource, such as "+
				"available-cpu")
		}
		messages = append(messages, validation.IsQualifiedName(name)...)
	case len(segments) == 1:
		messages = validation.IsQualifiedName(name)
	default:
		if len(validation.IsDNS1123Subdomain(segments[0])) > 0 {
			messages = validation.IsQualifiedName(segments[0])
		}
		for _, segment := range segments[1:] {
			messages = append(messages, validation.IsQualifiedName(segment)...)
		}
	}
	return placement.Invalid(name, messages, path)
}
