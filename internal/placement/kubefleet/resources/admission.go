// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// Refusal is why a hub does not take an object.
type Refusal struct {
	// Path is the field of the spec, such as "policy.overrideRules[0].jsonPatchOverrides[1].path". It is empty for the whole spec.
	Path string
	// Message is the text of the API server, by the CRD, or of the webhook of KubeFleet, which puts all of its texts into one.
	Message string
}

// refusals collects the refusals of one object.
type refusals []Refusal

func (r *refusals) add(path, format string, values ...any) {
	*r = append(*r, Refusal{Path: path, Message: fmt.Sprintf(format, values...)})
}

// items checks as a CRD does that a list has 1 to most items.
func (r *refusals) items(path string, length, most int) {
	switch {
	case length == 0:
		r.add(path, "spec.%s: Invalid value: 0: spec.%s in body should have at least 1 items", path, path)
	case length > most:
		r.add(path, "spec.%s: Too many: %d: must have at most %d items", path, length, most)
	}
}

// oneOf checks an enumeration as a CRD does. An empty value has the default.
func (r *refusals) oneOf(path, value string, supported ...string) {
	if value == "" || slices.Contains(supported, value) {
		return
	}
	r.add(path, `spec.%s: Unsupported value: %q: supported values: "%s"`, path, value, strings.Join(supported, `", "`))
}

// Limits of the CRDs.
const (
	maxSelectors         = 100
	maxOverrideItems     = 20
	maxEnvelopeManifests = 50
	maxPlacementName     = 63
)

// Admit returns why a hub does not take the placement. The kinds are those that the hub serves.
func (h *Hub) Admit(p *Placement) []Refusal {
	var r refusals
	r.items("resourceSelectors", len(p.Selectors), maxSelectors)
	namespaces, picking, named, exclusive := 0, 0, 0, false
	for i := range p.Selectors {
		term := &p.Selectors[i]
		exclusive = exclusive || term.Name != "" && term.LabelSelector != nil
		r.oneOf(fmt.Sprintf("resourceSelectors[%d].selectionScope", i), term.SelectionScope, kubefleet.SelectionScopes...)
		if kindOf(term) != namespaceKind {
			continue
		}
		namespaces++
		if term.SelectionScope == kubefleet.NamespaceWithResourceSelectors {
			picking++
			named += map[bool]int{true: 1}[term.Name != "" && term.LabelSelector == nil]
		}
	}
	if exclusive {
		r.add("resourceSelectors", `spec.resourceSelectors: Invalid value: "array": name and labelSelector are mutually exclusive `+
			"in a resource selector")
	}
	if picking > 0 {
		r.picking(namespaces, picking, named)
	}
	h.admitSelectors(p, &r, picking > 0)
	return r
}

// picking checks selectors with NamespaceWithResourceSelectors.
func (r *refusals) picking(namespaces, picking, named int) {
	const object = `spec: Invalid value: "object": `
	if named != 1 {
		r.add("", object+"namespace selector with NamespaceWithResourceSelectors mode must select by name (not by label)")
	}
	if picking > 1 {
		r.add("", object+"only one namespace selector with NamespaceWithResourceSelectors mode is allowed")
	}
	if namespaces > 1 {
		r.add("", object+"when using NamespaceWithResourceSelectors mode, only one namespace selector is allowed (cannot mix with "+
			"other namespace selectors)")
	}
}

func (h *Hub) admitSelectors(p *Placement, r *refusals, anyScope bool) {
	if len(p.Name) > maxPlacementName {
		r.add("", "the name field cannot have length exceeding %d", maxPlacementName)
	}
	for i := range p.Selectors {
		term, path := &p.Selectors[i], fmt.Sprintf("resourceSelectors[%d]", i)
		if term.LabelSelector != nil {
			if term.Name != "" {
				r.add(path, "the labelSelector and name fields are mutually exclusive in selector %s", printed(term))
			}
			if _, err := metav1.LabelSelectorAsSelector(term.LabelSelector); err != nil {
				r.add(path+".labelSelector", "the labelSelector in resource selector %s is invalid: %s", term.LabelSelector, err)
			}
		}
		kind := kindOf(term)
		if h.kinds.served[kind] == nil {
			r.add(path+".kind", "failed to get GVR of the selector: no matches for kind %q in version %q", kind.Kind,
				kind.GroupVersion())
			return
		}
		switch scoped := h.kinds.clusterScoped(kind); {
		case p.Namespace != "" && scoped:
			r.add(path+".kind", "the resource is not found in schema (please retry) or it is a cluster scoped resource: %s", kind)
		case p.Namespace == "" && !scoped && !anyScope:
			r.add(path+".kind", "the resource is not found in schema (please retry) or it is not a cluster scoped resource: %s", kind)
		}
	}
}

// printed is a resource selector as KubeFleet prints it.
func printed(s *kubefleet.ResourceSelector) string {
	selector := "nil"
	if s.LabelSelector != nil {
		selector = s.LabelSelector.String()
	}
	return fmt.Sprintf("{Group:%s Version:%s Kind:%s Name:%s LabelSelector:%s SelectionScope:%s}", s.Group, s.Version, s.Kind,
		s.Name, selector, cmp.Or(s.SelectionScope, kubefleet.NamespaceWithResources))
}

// AdmitEnvelope returns why a hub does not take an envelope. It returns nothing for another object.
func AdmitEnvelope(object *Object) []Refusal {
	if !isEnvelope(object.ID) {
		return nil
	}
	var r refusals
	data, _ := object.Content["data"].(map[string]any)
	switch n := len(data); {
	case n == 0:
		r.add("data", "data: Invalid value: 0: data in body should have at least 1 properties")
	case n > maxEnvelopeManifests:
		r.add("data", "data: Too many: %d: must have at most %d items", n, maxEnvelopeManifests)
	}
	return r
}

// FailureKind is the kind of an error of KubeFleet, which decides whether its hub tries again.
type FailureKind string

// The kinds of a failure.
const (
	// User is a mistake in an object: the hub does not try again until something changes.
	User FailureKind = "user"
	// Unexpected is what the hub did not expect: it tries again, and reports nothing.
	Unexpected FailureKind = "unexpected"
)

// Failure says why KubeFleet does not place resources.
type Failure struct {
	Kind FailureKind
	// Resource is the object that fails, if it is one.
	Resource ID
	// Envelope holds the object; nil for an object of the hub.
	Envelope *ID
	// Override is the one that fails; nil if none does.
	Override *Override
	// Why is the cause without the objects.
	Why string
}

func newFailure(kind FailureKind, format string, values ...any) *Failure {
	return &Failure{Kind: kind, Why: fmt.Sprintf(format, values...)}
}
