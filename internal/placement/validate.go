// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// Limits of the CRDs.
const (
	maxTaintKey     = 316
	maxTaintValue   = 1024
	maxClaimName    = 253
	maxClaimValue   = 1024
	maxScore        = 100
	maxMemberName   = 63
	maxMemberTaints = 100
)

// taintKey is the CRD's pattern: an optional DNS subdomain and a slash, then a qualified name.
var taintKey = regexp.MustCompile(
	`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`)

// TaintEffects are the effects that the CRD allows.
var TaintEffects = []TaintEffect{NoSelect, PreferNoSelect, NoSelectIfNew}

// ValidateTaintKey checks a taint key, of a taint or of a toleration, as the CRD does.
func ValidateTaintKey(key string, path *field.Path) field.ErrorList {
	switch {
	case len(key) > maxTaintKey:
		return field.ErrorList{excerpt.TooLong(path, key, maxTaintKey)}
	case !taintKey.MatchString(key):
		return field.ErrorList{field.Invalid(path, key,
			`must be a name such as "gpu" or, with a DNS subdomain before a slash, "example.com/gpu"`)}
	}
	return nil
}

// ValidateTaintValue checks the value of a taint or a toleration as the CRD does.
func ValidateTaintValue(value string, path *field.Path) field.ErrorList {
	if len(value) > maxTaintValue {
		return field.ErrorList{excerpt.TooLong(path, value, maxTaintValue)}
	}
	return nil
}

// ValidateEach checks the elements of a list.
func ValidateEach[T any](list []T, path *field.Path, validate func(*T, *field.Path) field.ErrorList) (errs field.ErrorList) {
	for i := range list {
		errs = append(errs, validate(&list[i], path.Index(i))...)
	}
	return errs
}

// ValidateOneOf checks a value against those that an API allows. A value that is not set has the default.
func ValidateOneOf[T ~string](value T, allowed []T, path *field.Path) field.ErrorList {
	if value == "" {
		return nil
	}
	return ValidateRequiredOneOf(value, allowed, path)
}

// ValidateRequiredOneOf checks a value that has no default against those that an API allows.
func ValidateRequiredOneOf[T ~string](value T, allowed []T, path *field.Path) field.ErrorList {
	if slices.Contains(allowed, value) {
		return nil
	}
	return field.ErrorList{excerpt.NotSupported(path, value, allowed)}
}

// ValidateRange checks a number that may be unset.
func ValidateRange(number *int32, least, most int32, path *field.Path) field.ErrorList {
	if number == nil || *number >= least && *number <= most {
		return nil
	}
	return field.ErrorList{field.Invalid(path, *number, fmt.Sprintf("must be between %d and %d", least, most))}
}

// Invalid has an error for each message of Kubernetes about a text.
func Invalid(text string, messages []string, path *field.Path) field.ErrorList {
	return lists.Map(messages, func(message string) *field.Error { return field.Invalid(path, text, message) })
}

// ValidateLabelSelector checks a label selector as Kubernetes does. A nil selector is fine.
func ValidateLabelSelector(selector *metav1.LabelSelector, path *field.Path) field.ErrorList {
	if selector == nil {
		return nil
	}
	var errs field.ErrorList
	for _, key := range slices.Sorted(maps.Keys(selector.MatchLabels)) {
		// One label at a time, so that a mistake is reported at its key.
		label := map[string]string{key: selector.MatchLabels[key]}
		errs = append(errs, metav1validation.ValidateLabels(label, path.Child("matchLabels").Key(key))...)
	}
	expressions := &metav1.LabelSelector{MatchExpressions: selector.MatchExpressions}
	wrong := metav1validation.ValidateLabelSelector(expressions, metav1validation.LabelSelectorValidationOptions{}, path)
	for i, err := range wrong {
		if operator, ok := err.BadValue.(metav1.LabelSelectorOperator); ok {
			wrong[i] = excerpt.NotSupported(path, operator, selectorOperators)
			wrong[i].Field = err.Field
		}
	}
	return append(errs, wrong...)
}

var selectorOperators = []metav1.LabelSelectorOperator{
	metav1.LabelSelectorOpIn, metav1.LabelSelectorOpNotIn, metav1.LabelSelectorOpExists, metav1.LabelSelectorOpDoesNotExist,
}

// ClusterPaths are the paths of a Cluster's fields. They differ between a Kubernetes object and a cluster that is
// described field by field.
type ClusterPaths struct {
	Name, Labels, Claims, Taints *field.Path
}

// Validator checks objects of the fleet as their CRDs and the API server do. It caches the label keys and values that
// are legal, because a fleet repeats them: use one Validator for a whole fleet.
type Validator struct {
	keys, values map[string]bool
}

// Cluster checks a cluster.
func (v *Validator) Cluster(c *Cluster, paths ClusterPaths) field.ErrorList {
	errs := ValidateName(c.Name, paths.Name)
	errs = append(errs, v.labels(c.Labels, paths.Labels)...)
	for name, value := range c.Claims {
		switch {
		case name == "":
			errs = append(errs, field.Required(paths.Claims, "a claim needs a name"))
		case len(name) > maxClaimName:
			errs = append(errs, excerpt.TooLong(paths.Claims.Key(name), name, maxClaimName))
		case value == "":
			errs = append(errs, field.Required(paths.Claims.Key(name), "a claim needs a value"))
		case len(value) > maxClaimValue:
			errs = append(errs, excerpt.TooLong(paths.Claims.Key(name), value, maxClaimValue))
		}
	}
	// Labels and claims come in map order.
	slices.SortStableFunc(errs, func(a, b *field.Error) int { return strings.Compare(a.Field, b.Field) })
	for i := range c.Taints {
		taint, path := &c.Taints[i], paths.Taints.Index(i)
		errs = append(errs, ValidateTaintKey(taint.Key, path.Child("key"))...)
		errs = append(errs, ValidateTaintValue(taint.Value, path.Child("value"))...)
		errs = append(errs, ValidateRequiredOneOf(taint.Effect, TaintEffects, path.Child("effect"))...)
	}
	return errs
}

func (v *Validator) labels(labels map[string]string, path *field.Path) field.ErrorList {
	if v.keys == nil {
		v.keys, v.values = map[string]bool{}, map[string]bool{}
	}
	var errs field.ErrorList
	for key, value := range labels {
		if v.keys[key] && v.values[value] {
			continue
		}
		wrong := metav1validation.ValidateLabels(map[string]string{key: value}, path)
		for _, err := range wrong {
			err.Field = path.Key(key).String()
		}
		if len(wrong) == 0 {
			v.keys[key], v.values[value] = true, true
		}
		errs = append(errs, wrong...)
	}
	return errs
}

// Validate checks a cluster set; name and selector are the paths of its fields.
func (s *ClusterSet) Validate(name, selector *field.Path) field.ErrorList {
	errs := ValidateName(s.Name, name)
	switch s.SelectorType {
	case "", ExclusiveClusterSetLabel:
	case LabelSelector:
		errs = append(errs, ValidateLabelSelector(s.LabelSelector, selector.Child("labelSelector"))...)
	default:
		errs = append(errs, excerpt.NotSupported(selector.Child("selectorType"), s.SelectorType,
			[]SelectorType{ExclusiveClusterSetLabel, LabelSelector}))
	}
	return errs
}

// Validate checks the values of a score; path is that of the values.
func (s *Score) Validate(path *field.Path) field.ErrorList {
	var errs field.ErrorList
	names := make(map[string]int, len(s.Values))
	for i, v := range s.Values {
		name := path.Index(i).Child("name")
		first, known := names[v.Name]
		switch {
		case v.Name == "":
			errs = append(errs, field.Required(name, "a score needs a name"))
		case known:
			errs = append(errs, &field.Error{
				Type: field.ErrorTypeDuplicate, Field: name.String(), BadValue: v.Name,
				Detail: fmt.Sprintf("%s has this name already", path.Index(first)),
			})
		default:
			names[v.Name] = i
		}
		errs = append(errs, ValidateRange(&v.Value, -maxScore, maxScore, path.Index(i).Child("value"))...)
	}
	return errs
}

// ValidateName checks the name of an object, which it must have, as an API server does: it is a DNS subdomain.
func ValidateName(name string, path *field.Path) field.ErrorList {
	if name == "" {
		return field.ErrorList{field.Required(path, "the object must have a name")}
	}
	return Invalid(name, apivalidation.NameIsDNSSubdomain(name, false), path)
}

// ValidateLabelValue checks a label value as Kubernetes does.
func ValidateLabelValue(value string, path *field.Path) field.ErrorList {
	return Invalid(value, validation.IsValidLabelValue(value), path)
}

// MemberCluster checks a KubeFleet cluster as its CRD and webhook do. A property may have any value: the scheduler
// determines which of them are quantities.
func (v *Validator) MemberCluster(c *Cluster, paths ClusterPaths) field.ErrorList {
	errs := ValidateName(c.Name, paths.Name)
	if len(c.Name) > maxMemberName {
		errs = append(errs, excerpt.TooLong(paths.Name, c.Name, maxMemberName))
	}
	errs = append(errs, v.labels(c.Labels, paths.Labels)...)
	if len(c.Taints) > maxMemberTaints {
		errs = append(errs, field.TooMany(paths.Taints, len(c.Taints), maxMemberTaints))
	}
	type identity struct {
		key, value string
		effect     TaintEffect
	}
	seen := map[identity]int{}
	for i := range c.Taints {
		taint, path := &c.Taints[i], paths.Taints.Index(i)
		errs = append(errs, Invalid(taint.Key, validation.IsQualifiedName(taint.Key), path.Child("key"))...)
		errs = append(errs, ValidateLabelValue(taint.Value, path.Child("value"))...)
		errs = append(errs, ValidateRequiredOneOf(taint.Effect, []TaintEffect{NoSchedule}, path.Child("effect"))...)
		id := identity{taint.Key, taint.Value, taint.Effect}
		if first, known := seen[id]; known {
			errs = append(errs, excerpt.Duplicate(path, taint.String(), paths.Taints.Index(first)))
			continue
		}
		seen[id] = i
	}
	return errs
}
