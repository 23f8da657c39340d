// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// Validate finds what a hub refuses of the override, whatever else the hub has: what [Override.Admit] finds, at its field and
// with what to do about it. Paths are relative to the spec.
func (o *Override) Validate() field.ErrorList {
	errs := o.validateSelectors()
	errs = append(errs, o.validatePlacement()...)
	path := field.NewPath("policy")
	if o.Spec.Policy == nil {
		return append(errs, field.Required(path, "must be set: it has the rules of the override"))
	}
	path = path.Child("overrideRules")
	errs = append(errs, validateItems(path, len(o.Spec.Policy.OverrideRules), "rule")...)
	return append(errs, placement.ValidateEach(o.Spec.Policy.OverrideRules, path, (*OverrideRule).validate)...)
}

// validateItems checks that a list has 1 to 20 items.
func validateItems(path *field.Path, length int, noun string) field.ErrorList {
	switch {
	case length == 0:
		return field.ErrorList{field.Required(path, "must have at least one "+noun)}
	case length > maxOverrideItems:
		return field.ErrorList{field.TooMany(path, length, maxOverrideItems)}
	}
	return nil
}

func (o *Override) validateSelectors() (errs field.ErrorList) {
	cluster, namespaced := field.NewPath("clusterResourceSelectors"), field.NewPath("resourceSelectors")
	fieldPath, length := cluster, len(o.Spec.ClusterResourceSelectors)
	if o.Namespace != "" {
		fieldPath, length = namespaced, len(o.Spec.ResourceSelectors)
	}
	switch {
	case o.Namespace == "" && len(o.Spec.ResourceSelectors) > 0:
		return field.ErrorList{field.Forbidden(namespaced, "an override without a namespace is a ClusterResourceOverride, which has "+
			"cluster_resource_selectors; set namespace to override objects in a namespace")}
	case o.Namespace != "" && len(o.Spec.ClusterResourceSelectors) > 0:
		return field.ErrorList{field.Forbidden(cluster, "an override with a namespace is a ResourceOverride, which has "+
			"resource_selectors; remove namespace to override objects without one")}
	}
	errs = validateItems(fieldPath, length, "selector")
	first, printed := map[string]int{}, o.printedSelectors()
	for i, s := range o.selectors() {
		path := fieldPath.Index(i)
		if o.Namespace == "" {
			errs = append(errs, validateClusterSelector(path, &o.Spec.ClusterResourceSelectors[i])...)
		}
		if firstIndex, isRepeated := first[printed[i]]; isRepeated {
			errs = append(errs, excerpt.Duplicate(path, s.String(), fieldPath.Index(firstIndex)))
			continue
		}
		first[printed[i]] = i
	}
	return errs
}

// selectors are what the override selects, in the order of its spec.
func (o *Override) selectors() []ObjectSelector {
	if o.Namespace != "" {
		return o.Spec.ResourceSelectors
	}
	list := make([]ObjectSelector, len(o.Spec.ClusterResourceSelectors))
	for i := range list {
		s := &o.Spec.ClusterResourceSelectors[i]
		list[i] = ObjectSelector{Group: s.Group, Version: s.Version, Kind: s.Kind, Name: s.Name}
	}
	return list
}

// String is the object as messages name it, such as apps/v1 Deployment web.
func (s ObjectSelector) String() string {
	return strings.TrimPrefix(s.Group+"/"+s.Version, "/") + " " + s.Kind + " " + s.Name
}

func validateClusterSelector(path *field.Path, s *kubefleet.ResourceSelector) (errs field.ErrorList) {
	switch {
	case s.LabelSelector != nil:
		errs = append(errs, field.Forbidden(path.Child("labelSelector"), "an override selects objects by name; remove it and set name"))
	case s.Name == "":
		errs = append(errs, field.Required(path.Child("name"), "set the name of the object: an override selects objects by name"))
	}
	return append(errs, placement.ValidateOneOf(s.SelectionScope, kubefleet.SelectionScopes, path.Child("selectionScope"))...)
}

func (o *Override) validatePlacement() field.ErrorList {
	reference := o.Spec.Placement
	if reference == nil {
		return nil
	}
	path := field.NewPath("placement")
	if o.Namespace == "" && reference.Scope == NamespacedScope {
		if len(o.Spec.ResourceSelectors) > 0 {
			return nil // The namespace is missing, which the selectors tell.
		}
		// It is about the namespace as well, which is beside the placement.
		return field.ErrorList{field.Forbidden(path, "an override without a namespace is a ClusterResourceOverride, whose placement "+
			"has the scope Cluster; set namespace to override what a ResourcePlacement places")}
	}
	return placement.ValidateOneOf(reference.Scope, []string{ClusterScope, NamespacedScope}, path.Child("scope"))
}

// maxOverrideTerms is how many terms a cluster selector has at most.
const maxOverrideTerms = 10

func (r *OverrideRule) validate(path *field.Path) (errs field.ErrorList) {
	if r.ClusterSelector != nil {
		terms := path.Child("clusterSelector", "clusterSelectorTerms")
		if n := len(r.ClusterSelector.ClusterSelectorTerms); n > maxOverrideTerms {
			errs = append(errs, field.TooMany(terms, n, maxOverrideTerms))
		}
		errs = append(errs, placement.ValidateEach(r.ClusterSelector.ClusterSelectorTerms, terms, validateTerm)...)
	}
	errs = append(errs, placement.ValidateOneOf(r.OverrideType, []string{JSONPatchOverride, DeleteOverride},
		path.Child("overrideType"))...)
	patches := path.Child("jsonPatchOverrides")
	switch {
	case r.OverrideType == DeleteOverride && len(r.JSONPatchOverrides) > 0:
		return append(errs, field.Forbidden(patches, "a rule with the override_type Delete leaves the objects out; remove the "+
			"patches, or the override_type"))
	case r.OverrideType != DeleteOverride || r.JSONPatchOverrides != nil:
		errs = append(errs, validateItems(patches, len(r.JSONPatchOverrides), "patch")...)
	}
	return append(errs, placement.ValidateEach(r.JSONPatchOverrides, patches, (*JSONPatch).validate)...)
}

func validateTerm(term *kubefleet.ClusterSelectorTerm, path *field.Path) field.ErrorList {
	const labelsOnly = "an override selects clusters by labels only; use label_selector"
	switch {
	case term.PropertySelector != nil:
		return field.ErrorList{field.Forbidden(path.Child("propertySelector"), labelsOnly)}
	case term.PropertySorter != nil:
		return field.ErrorList{field.Forbidden(path.Child("propertySorter"), labelsOnly)}
	case term.LabelSelector == nil:
		return field.ErrorList{field.Required(path.Child("labelSelector"), "must be set; a selector without terms matches every "+
			"cluster")}
	}
	return placement.ValidateLabelSelector(term.LabelSelector, path.Child("labelSelector"))
}

// The operations of a JSONPatch.
var patchOps = []string{"add", "remove", "replace"}

func (p *JSONPatch) validate(path *field.Path) (errs field.ErrorList) {
	errs = placement.ValidateRequiredOneOf(p.Op, patchOps, path.Child("op"))
	if wanted := pathWanted(p.Path); wanted != "" {
		errs = append(errs, field.Invalid(path.Child("path"), p.Path, wanted))
	}
	if p.Op == "remove" && len(p.Value) > 0 {
		errs = append(errs, field.Forbidden(path.Child("value"), "the operation remove has no value; remove it, or use replace"))
	}
	return errs
}

// pathWanted says what the path of a patch must be that KubeFleet does not take; empty for one that it takes.
func pathWanted(path string) string {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	hasEmpty := slices.ContainsFunc(parts, func(part string) bool { return strings.TrimSpace(part) == "" })
	switch {
	case !strings.HasPrefix(path, "/"):
		return "must start with a slash, such as /spec/replicas"
	case parts[0] == "apiVersion" || parts[0] == "kind":
		return "an override cannot change the kind of an object"
	case parts[0] == "metadata" && (hasEmpty || len(parts) == 1 || parts[1] != "annotations" && parts[1] != "labels"):
		return "an override can change only /metadata/labels and /metadata/annotations of the metadata"
	case parts[0] == "status":
		return "an override cannot change the status, which is not placed"
	case hasEmpty:
		return "must not have an empty part between slashes or at the end; the parts of a name with a slash are joined with ~1"
	}
	return ""
}

// maxOverrides is how many ClusterResourceOverrides a hub has at most, and how many ResourceOverrides a namespace.
const maxOverrides = 100

// ValidateBeside finds what a hub refuses because of the other overrides that it has. Those of another kind, of another namespace
// and of the same name do not matter.
func (o *Override) ValidateBeside(others []Override) (errs field.ErrorList) {
	selectedBy, count := o.selectedBy(others)
	path, where := field.NewPath("clusterResourceSelectors"), "a hub"
	if o.Namespace != "" {
		path, where = field.NewPath("resourceSelectors"), "a namespace"
	}
	for i, text := range o.printedSelectors() {
		if name, ok := selectedBy[text]; ok {
			errs = append(errs, &field.Error{
				Type: field.ErrorTypeDuplicate, Field: path.Index(i).String(), BadValue: o.selectors()[i].String(),
				Detail: fmt.Sprintf("the %s %s selects this object already, and KubeFleet allows one override of an object: add the "+
					"rules to that one, or remove the object from it first", o.kind(), excerpt.Quote(name)),
			})
		}
	}
	if count >= maxOverrides {
		errs = append(errs, field.Forbidden(field.NewPath("name"), fmt.Sprintf("%s has at most %d %ss, and there are %d others: add "+
			"the rules to one of them, or remove one first", where, maxOverrides, o.kind(), count)))
	}
	return errs
}

// printedSelectors are the selectors as KubeFleet prints them. It compares them as a whole, the selection scope included.
func (o *Override) printedSelectors() []string {
	if o.Namespace == "" {
		return lists.Map(o.Spec.ClusterResourceSelectors, func(s kubefleet.ResourceSelector) string { return printed(&s) })
	}
	return lists.Map(o.Spec.ResourceSelectors, func(s ObjectSelector) string {
		return fmt.Sprintf("{Group:%s Version:%s Kind:%s Name:%s}", s.Group, s.Version, s.Kind, s.Name)
	})
}

// selectedBy are the names of the last overrides, of the same kind and namespace and with other names, that have a selector, by
// the printed selector. Count is how many such overrides there are.
func (o *Override) selectedBy(others []Override) (names map[string]string, count int) {
	names = map[string]string{}
	for i := range others {
		other := &others[i]
		if other.Namespace != o.Namespace || other.Name == o.Name {
			continue
		}
		count++
		for _, text := range other.printedSelectors() {
			names[text] = other.Name
		}
	}
	return names, count
}
