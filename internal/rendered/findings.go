// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// selectionFailure is the error about selectors that the hub refuses.
func (r *rendition) selectionFailure(failure *resources.Failure) finding.Finding {
	text := "The hub would report the reason InvalidResourceSelectors: " + excerpt.Text(failure.Why)
	if failure.Kind != resources.User {
		text = "The hub would try again and again, and report nothing: " + excerpt.Text(failure.Why)
	}
	return finding.Failure("resourceSelectors", "Nothing can be selected", excerpt.Sentence(text))
}

// sideEffects are the kinds of KubeFleet's documentation that have an effect on the hub itself.
var sideEffects = []struct{ group, kind, effect string }{
	{"admissionregistration.k8s.io", "MutatingWebhookConfiguration", "changes requests"},
	{"admissionregistration.k8s.io", "ValidatingWebhookConfiguration", "refuses requests"},
	{"flowcontrol.apiserver.k8s.io", "FlowSchema", "limits requests"},
	{"networking.k8s.io", "Ingress", "routes traffic"},
	{"networking.k8s.io", "IngressClass", "routes traffic"},
	{"networking.k8s.io", "NetworkPolicy", "limits traffic"},
	{"rbac.authorization.k8s.io", "ClusterRoleBinding", "grants permissions"},
	{"scheduling.k8s.io", "PriorityClass", "sets priorities"},
	{"", "ResourceQuota", "limits what the namespace can hold"},
	{"storage.k8s.io", "StorageClass", "provisions storage"},
}

// warn finds what the hub accepts and what is probably not meant.
func (r *rendition) warn() {
	r.findings = append(r.findings, SelectsNothing(r.Placement.Selectors, r.rendering.Resources)...)
	r.warnOverrides()
	r.warnEnvelopes()
	for _, kind := range sideEffects {
		var list []string
		for i := range r.rendering.Resources {
			if id := r.rendering.Resources[i].ID; id.Group == kind.group && id.Kind == kind.kind {
				list = append(list, id.String())
			}
		}
		if len(list) > 0 {
			r.warning("", kind.kind+" has an effect on the hub", fmt.Sprintf("%s also %s on the hub itself. To place it "+
				"without that, put it into a ResourceEnvelope or ClusterResourceEnvelope.", excerpt.List(list, ", "), kind.effect))
		}
	}
}

// warnEnvelopes finds ConfigMaps in the form that envelopes had in earlier versions of KubeFleet.
func (r *rendition) warnEnvelopes() {
	const annotation = "kubernetes-fleet.io/envelope-configmap"
	var list []string
	for i := range r.rendering.Resources {
		resource := &r.rendering.Resources[i]
		object := unstructured.Unstructured{Object: resource.Content}
		if _, marked := object.GetAnnotations()[annotation]; marked && resource.Group == "" && resource.Kind == "ConfigMap" {
			list = append(list, resource.String())
		}
	}
	if len(list) > 0 {
		r.warning("", "A ConfigMap is no longer an envelope", fmt.Sprintf("%s: the annotation %s has no effect in this version of "+
			"KubeFleet. The clusters get the ConfigMap itself, and none of the objects in it. Put them into a ResourceEnvelope or "+
			"ClusterResourceEnvelope.", excerpt.List(list, ", "), annotation))
	}
}

func (r *rendition) warning(path, title, text string) {
	r.findings = append(r.findings, finding.Warning(path, title, text))
}

// SelectsNothing are the warnings about selectors that select none of the resources of their placement.
func SelectsNothing(selectors []kubefleet.ResourceSelector, selected []resources.Resource) (findings finding.List) {
	used := lists.Set(selected, func(r resources.Resource) int { return r.Selector })
	for i := range selectors {
		if !used[i] {
			findings = append(findings, finding.Warning(field.NewPath("resourceSelectors").Index(i).String(),
				"A resource selector selects nothing", fmt.Sprintf("There is no %s that it matches. The hub reports no error for that.",
					excerpt.Text(selectors[i].Kind))))
		}
	}
	return findings
}

// warnOverrides finds overrides that have no effect on the placement although they could be meant for it.
func (r *rendition) warnOverrides() {
	named, elsewhere := sets.New(overrideNames(&r.rendering.Overrides)...), sets.New(overrideNames(&r.rendering.Elsewhere)...)
	applied := sets.Set[string]{}
	for i := range r.rendering.Clusters {
		applied.Insert(overrideNames(&r.rendering.Clusters[i].Overrides)...)
	}
	for i := range r.overrides {
		o := &r.overrides[i]
		name, path, key := excerpt.Text(OverrideID(o).String()), r.paths[i], ObjectName(OverrideID(o))
		switch {
		case elsewhere.Has(key):
			r.warning(path, "An override is for another placement", fmt.Sprintf("%s selects resources of the placement, and its "+
				"spec.placement is %s.", name, excerpt.Quote(o.Spec.Placement.Name)))
		case named.Has(key) && !applied.Has(key):
			r.warning(path, "An override matches no chosen cluster", name+" selects resources of the placement, and none of its rules "+
				"matches a cluster that the placement has chosen.")
		case !named.Has(key) && o.Spec.Placement != nil && o.Reaches(&r.Placement):
			r.warning(path, "An override selects nothing", name+" is for the placement, and selects none of its resources. Group, version"+
				", kind and name have to be equal; a ClusterResourceOverride selects objects with a namespace through the Namespace.")
		}
	}
}

// failureTexts bounds how many failures of one cluster are an output.
const failureTexts = 10

// failuresOf puts the clusters together that fail for the same cause.
func failuresOf(clusters []resources.ClusterManifests) []Failure {
	var failures grouped[[3]string, Failure]
	for i := range clusters {
		for _, f := range causes(&clusters[i]) {
			failure := failures.at([3]string{f.Resource, f.Override, f.Message}, f)
			failure.ClusterNames = append(failure.ClusterNames, clusters[i].Cluster)
		}
	}
	return failures.list
}

// causes are why the hub would not update a cluster: the failures of overrides and envelopes, or manifests that the API server
// refuses.
func causes(c *resources.ClusterManifests) []Failure {
	var list []Failure
	for _, f := range c.Failures[:min(len(c.Failures), failureTexts)] {
		cause := Failure{Message: excerpt.Text(f.Why)}
		if f.Override != nil {
			cause.Override = f.Override.Name
		}
		if f.Resource != (resources.ID{}) {
			cause.Resource = ObjectName(f.Resource)
		}
		if f.Envelope != nil {
			cause.Resource += " in " + ObjectName(*f.Envelope)
		}
		list = append(list, cause)
	}
	for w := range c.Works {
		for _, m := range c.Works[w].Manifests {
			for _, why := range m.Refused {
				list = append(list, Failure{Resource: ObjectName(m.ID), Message: "the API server would refuse the Work " + c.Works[w].Name +
					": " + excerpt.Text(why)})
			}
		}
	}
	return list[:min(len(list), failureTexts)]
}

// report turns failures into findings.
func (r *rendition) report(outputs *Outputs) {
	for i := range outputs.Failures {
		if i == finding.Shown {
			r.warning("", "More failures", fmt.Sprintf("Only the first %d are shown.", finding.Shown))
			return
		}
		f := &outputs.Failures[i]
		text := f.text()
		title := "Manifests cannot be made for " + excerpt.Count(len(f.ClusterNames), "cluster")
		if r.OnFailure == FailureWarn {
			r.warning("", title, text)
		} else {
			r.fail("", title, "%s", text)
		}
	}
}

// text says what fails, and what becomes of the clusters.
func (f *Failure) text() string {
	var failing []string
	if f.Override != "" {
		failing = append(failing, "override "+excerpt.Quote(f.Override))
	}
	if f.Resource != "" {
		failing = append(failing, f.Resource)
	}
	noun := map[bool]string{true: "cluster", false: "clusters"}[len(f.ClusterNames) == 1]
	return fmt.Sprintf("%s: %s The hub would leave the %s %s without an update.", excerpt.Text(strings.Join(failing, " on ")),
		excerpt.Sentence(f.Message), noun, excerpt.List(f.ClusterNames, ", "))
}
