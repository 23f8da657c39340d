// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Limits of the CRD.
const (
	maxResourceSelectors    = 100
	maxRevisionHistoryLimit = 1000
)

// ValidateObject checks the fields that are set as the CRD and the webhook of KubeFleet do, but for the selected kinds, which
// [ValidateKinds] checks. Paths are relative to spec. InNamespace says that the object is a ResourcePlacement.
func ValidateObject(s *ObjectSpec, inNamespace bool) field.ErrorList {
	var errs field.ErrorList
	path := field.NewPath("resourceSelectors")
	if n := len(s.ResourceSelectors); s.ResourceSelectors != nil && n == 0 {
		errs = append(errs, field.Required(path, "must have at least one selector"))
	} else if n > maxResourceSelectors {
		errs = append(errs, field.TooMany(path, n, maxResourceSelectors))
	}
	errs = append(errs, placement.ValidateEach(s.ResourceSelectors, path, (*ResourceSelector).validate)...)
	errs = append(errs, s.validateNamespaces(path)...)
	errs = append(errs, placement.ValidateRange(s.RevisionHistoryLimit, 1, maxRevisionHistoryLimit,
		field.NewPath("revisionHistoryLimit"))...)
	errs = append(errs, placement.ValidateOneOf(s.StatusReportingScope, StatusReportingScopes,
		field.NewPath("statusReportingScope"))...)
	if s.StatusReportingScope == NamespaceAccessible && s.ResourceSelectors != nil && !inNamespace {
		count := 0
		for i := range s.ResourceSelectors {
			if s.ResourceSelectors[i].Kind == namespaceKind {
				count++
			}
		}
		if count != 1 {
			errs = append(errs, field.Forbidden(path, "found "+excerpt.Count(count, "selector")+" of kind Namespace: with "+
				"status_reporting_scope NamespaceAccessible there must be exactly one"))
		}
	}
	return errs
}

func (s *ResourceSelector) validate(path *field.Path) field.ErrorList {
	var errs field.ErrorList
	if s.Version == "" {
		errs = append(errs, field.Required(path.Child("version"), `set the version of the kind, such as "v1"`))
	}
	if s.Kind == "" {
		errs = append(errs, field.Required(path.Child("kind"), `set the kind of the resources, such as "Namespace"`))
	}
	if s.Name != "" && s.LabelSelector != nil {
		errs = append(errs, field.Forbidden(path.Child("labelSelector"), "a selector with a name has no label_selector; "+
			"remove one of them"))
	}
	errs = append(errs, placement.ValidateLabelSelector(s.LabelSelector, path.Child("labelSelector"))...)
	return append(errs, placement.ValidateOneOf(s.SelectionScope, SelectionScopes, path.Child("selectionScope"))...)
}

// validateNamespaces checks a selector of a namespace that brings along what the other selectors select: it is the only selector
// of a namespace, and selects by name.
func (s *ObjectSpec) validateNamespaces(path *field.Path) field.ErrorList {
	first := slices.IndexFunc(s.ResourceSelectors, func(r ResourceSelector) bool { return r.picksResources() })
	if first < 0 {
		return nil
	}
	if s.ResourceSelectors[first].Name == "" {
		return field.ErrorList{field.Required(path.Index(first).Child("name"),
			"a selector with selection_scope NamespaceWithResourceSelectors selects its namespace by name")}
	}
	for i := range s.ResourceSelectors {
		if i != first && s.ResourceSelectors[i].isNamespace() {
			return field.ErrorList{field.Forbidden(path.Index(max(i, first)), "resource_selectors can have only one selector of a "+
				"Namespace if one of them has selection_scope NamespaceWithResourceSelectors")}
		}
	}
	return nil
}

// picksResources reports whether the selector brings along what the other selectors select in its namespace.
func (s *ResourceSelector) picksResources() bool {
	return s.isNamespace() && s.SelectionScope == NamespaceWithResourceSelectors
}

// ObjectWarnings find what a hub accepts and ignores. Paths are relative to spec.
func ObjectWarnings(s *ObjectSpec, inNamespace bool) field.ErrorList {
	var errs field.ErrorList
	for i := range s.ResourceSelectors {
		r := &s.ResourceSelectors[i]
		if r.SelectionScope != "" && r.SelectionScope != NamespaceWithResources && r.Kind != namespaceKind {
			path := field.NewPath("resourceSelectors").Index(i).Child("selectionScope")
			errs = append(errs, field.Invalid(path, r.SelectionScope, "it has no effect on a kind other than Namespace"))
		}
	}
	if inNamespace && s.StatusReportingScope == NamespaceAccessible {
		errs = append(errs, field.Invalid(field.NewPath("statusReportingScope"), s.StatusReportingScope,
			"it has no effect on a ResourcePlacement, whose status is in its namespace"))
	}
	return errs
}

// ValidateKinds finds selectors of kinds that the placement cannot select, as far as the kinds are those of Kubernetes itself: a
// ClusterResourcePlacement selects what has no namespace, unless the namespace is selected with NamespaceWithResourceSelectors,
// and a ResourcePlacement what has one. It needs all selectors.
func ValidateKinds(s *ObjectSpec, inNamespace bool) field.ErrorList {
	if !inNamespace && slices.ContainsFunc(s.ResourceSelectors, func(r ResourceSelector) bool { return r.picksResources() }) {
		return nil
	}
	var errs field.ErrorList
	for i := range s.ResourceSelectors {
		r := &s.ResourceSelectors[i]
		namespaced, known := IsNamespaced(r.Group, r.Kind)
		if !known || namespaced == inNamespace {
			continue
		}
		detail := "the kind has no namespace, and a ResourcePlacement selects what has one; remove the namespace of the " +
			"placement, which makes it a ClusterResourcePlacement"
		if namespaced {
			detail = "the kind has a namespace, and a ClusterResourcePlacement selects what has none: select the Namespace, with " +
				"selection_scope NamespaceWithResourceSelectors if not everything in it is placed"
		}
		errs = append(errs, field.Invalid(field.NewPath("resourceSelectors").Index(i).Child("kind"), r.Kind, detail))
	}
	return errs
}
