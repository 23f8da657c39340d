// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// Admit returns why a hub does not take the override when it has the others already.
func (o *Override) Admit(others []Override) []Refusal {
	var r refusals
	o.admitSchema(&r)
	if o.admitSelectors(&r) {
		o.admitOthers(&r, others)
		o.admitRules(&r)
	}
	return r
}

func (o *Override) admitSchema(r *refusals) {
	selectors, selectorsPath := len(o.Spec.ResourceSelectors), "resourceSelectors"
	if o.Namespace == "" {
		selectors, selectorsPath = len(o.Spec.ClusterResourceSelectors), "clusterResourceSelectors"
	}
	r.items(selectorsPath, selectors, maxOverrideItems)
	if reference := o.Spec.Placement; reference != nil {
		r.oneOf("placement.scope", reference.Scope, ClusterScope, NamespacedScope)
		if o.Namespace == "" && reference.Scope == NamespacedScope {
			r.add("placement.scope", `<nil>: Invalid value: "object": clusterResourceOverride placement reference cannot be `+
				"Namespaced scope")
		}
	}
	for i := range o.Spec.ClusterResourceSelectors {
		r.oneOf(fmt.Sprintf("clusterResourceSelectors[%d].selectionScope", i), o.Spec.ClusterResourceSelectors[i].SelectionScope,
			kubefleet.SelectionScopes...)
	}
	if o.Spec.Policy == nil {
		r.add("policy", "spec.policy: Required value")
		return
	}
	r.items("policy.overrideRules", len(o.Spec.Policy.OverrideRules), maxOverrideItems)
	for i := range o.Spec.Policy.OverrideRules {
		rule, path := &o.Spec.Policy.OverrideRules[i], rulePath(i)
		r.oneOf(path+".overrideType", rule.OverrideType, JSONPatchOverride, DeleteOverride)
		if rule.JSONPatchOverrides != nil {
			r.items(path+".jsonPatchOverrides", len(rule.JSONPatchOverrides), maxOverrideItems)
		}
		for j, patch := range rule.JSONPatchOverrides {
			r.oneOf(fmt.Sprintf("%s.jsonPatchOverrides[%d].op", path, j), patch.Op, "add", "remove", "replace")
		}
	}
}

func rulePath(i int) string { return fmt.Sprintf("policy.overrideRules[%d]", i) }

// admitSelectors reports whether the webhook goes on to the other checks.
func (o *Override) admitSelectors(r *refusals) bool {
	before := len(*r)
	seen := map[string]bool{}
	for i, text := range o.printedSelectors() {
		path := o.selectorPath(i)
		switch {
		case o.Namespace == "" && o.Spec.ClusterResourceSelectors[i].LabelSelector != nil:
			r.add(path+".labelSelector", "label selector is not supported for resource selection %s", text)
		case o.Namespace == "" && o.Spec.ClusterResourceSelectors[i].Name == "":
			r.add(path+".name", "resource name is required for resource selection %s", text)
		case seen[text]:
			r.add(path, "resource selector %s already exists, and must be unique", text)
		}
		seen[text] = true
	}
	return len(*r) == before
}

func (o *Override) selectorPath(i int) string {
	if o.Namespace == "" {
		return fmt.Sprintf("clusterResourceSelectors[%d]", i)
	}
	return fmt.Sprintf("resourceSelectors[%d]", i)
}

// admitOthers refuses an object that another override of the same kind and namespace selects, whatever their placements.
func (o *Override) admitOthers(r *refusals, others []Override) {
	selectedBy, _ := o.selectedBy(others)
	for i, text := range o.printedSelectors() {
		if name, ok := selectedBy[text]; ok {
			r.add(o.selectorPath(i), "invalid resource selector %s: the resource has been selected by both %s and %s, which is not "+
				"supported", text, o.Name, name)
		}
	}
}

func (o *Override) admitRules(r *refusals) {
	if o.Spec.Policy == nil {
		return
	}
	for i := range o.Spec.Policy.OverrideRules {
		rule, path := &o.Spec.Policy.OverrideRules[i], rulePath(i)
		if rule.ClusterSelector != nil {
			admitTerms(r, rule.ClusterSelector.ClusterSelectorTerms, path+".clusterSelector")
		}
		switch rule.OverrideType {
		case DeleteOverride:
			if len(rule.JSONPatchOverrides) > 0 {
				r.add(path+".jsonPatchOverrides", "invalid JSONPatchOverrides: JSONPatchOverrides cannot be set when the override type "+
					"is Delete")
			}
		case JSONPatchOverride, "":
			if len(rule.JSONPatchOverrides) == 0 {
				r.add(path+".jsonPatchOverrides", "invalid JSONPatchOverrides: JSONPatchOverrides cannot be empty")
			}
			for j := range rule.JSONPatchOverrides {
				admitPatch(r, &rule.JSONPatchOverrides[j], fmt.Sprintf("%s.jsonPatchOverrides[%d]", path, j))
			}
		}
	}
}

func admitTerms(r *refusals, terms []kubefleet.ClusterSelectorTerm, path string) {
	for i := range terms {
		term, path := &terms[i], fmt.Sprintf("%s.clusterSelectorTerms[%d]", path, i)
		switch {
		case term.PropertySelector != nil || term.PropertySorter != nil:
			r.add(path, "invalid clusterSelector: only labelSelector is supported")
		case term.LabelSelector == nil:
			r.add(path, "invalid clusterSelector {LabelSelector:nil PropertySelector:<nil> PropertySorter:<nil>}: labelSelector is "+
				"required")
		default:
			if _, err := metav1.LabelSelectorAsSelector(term.LabelSelector); err != nil {
				r.add(path+".labelSelector", "the labelSelector in cluster selector %s is invalid: %s", term.LabelSelector, err)
			}
		}
	}
}

func admitPatch(r *refusals, patch *JSONPatch, path string) {
	value := ""
	if len(patch.Value) > 0 {
		value = string(compactValue(patch.Value))
	}
	refuse := func(field, why string) {
		r.add(path+field, "invalid JSONPatchOverride {%s %s {%s}}: %s", patch.Op, patch.Path, value, why)
	}
	if why := pathMistake(patch.Path); why != "" {
		refuse(".path", why)
	}
	if patch.Op == "remove" && len(patch.Value) > 0 {
		refuse(".value", "remove operation cannot have value")
	}
}

// pathMistake says why KubeFleet does not take the path of a patch.
func pathMistake(path string) string {
	if path == "" {
		return "path cannot be empty"
	}
	if !strings.HasPrefix(path, "/") {
		return "path must start with /"
	}
	parts := strings.Split(path[1:], "/")
	switch {
	case parts[0] == "kind" || parts[0] == "apiVersion":
		return "cannot override typeMeta fields"
	case parts[0] == "metadata" && len(parts) == 1:
		return "cannot override field metadata"
	case parts[0] == "metadata" && parts[1] != "annotations" && parts[1] != "labels":
		return "cannot override metadata fields except annotations and labels"
	case parts[0] == "status":
		return "cannot override status fields"
	}
	for _, part := range parts {
		if strings.TrimSpace(part) == "" {
			return "path cannot contain empty string"
		}
	}
	return ""
}
