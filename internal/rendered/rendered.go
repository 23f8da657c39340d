// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package rendered answers what each cluster gets of a placement of KubeFleet, before anything is applied: it renders the
// manifests of the clusters and finds what the hub would tell after the fact, if at all. It is pure, and knows nothing of
// Terraform but the names of the arguments that its texts mention. Read [Render] first.
package rendered

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// What OnFailure may be. Empty is FailureError.
const (
	FailureError = "error"
	FailureWarn  = "warn"
)

// Arguments say what is rendered, beside the placement and the fleet.
type Arguments struct {
	// The objects of the hub, as values or as texts with YAML or JSON: the placement, resources, overrides, envelopes and CRDs. A
	// kind that is not of Kubernetes itself has a namespace if its CRD or one of its objects says so. Defaults to the objects of
	// `manifests`, or of the provider's hub.
	Objects Objects `json:"objects,omitzero"`
	// Further overrides: the instances of `multicluster_resource_override`, or such objects. One replaces that of its kind,
	// namespace and name.
	Overrides []hubobject.Override `json:"overrides,omitzero"`
	// The names of the clusters that the placement has chosen. Defaults to what `multicluster_placement` would decide.
	Decisions []string `json:"decisions,omitzero"`
	// The options of the hub agent of KubeFleet that say what is placed, if they are set there.
	HubAgent *resources.Options `json:"hubAgent,omitempty"`
	// Whether `variants` have the manifests themselves. They are in the state, but for the values of Secrets. Defaults to `false`.
	WithManifests bool `json:"withManifests,omitempty"`
	// The names of clusters: only the variants of these have manifests. Defaults to all chosen clusters.
	ManifestsOf []string `json:"manifestsOf,omitzero"`
	// What becomes of clusters that the hub would leave without an update, which `failures` has: `error` ends the plan, `warn` is a
	// warning. Defaults to `error`.
	OnFailure string `json:"onFailure,omitempty"`
}

// Question is everything that is rendered.
type Question struct {
	Placement resources.Placement
	Objects   Objects
	// Kinds are what the hub serves; nil to conclude them from the objects.
	Kinds []resources.Kind
	// Clusters are the whole fleet.
	Clusters []placement.Cluster
	Arguments
}

// memberNameLabel is the label with the name of a MemberCluster, which the hub sets.
const memberNameLabel = "kubernetes-fleet.io/member-name"

// Render renders a placement for the clusters that it has chosen. The findings are errors and warnings at the paths of arguments;
// there are no outputs if one is an error.
func Render(ctx context.Context, question *Question) (*Outputs, finding.List) {
	r := &rendition{Question: question}
	if r.read(); r.findings.HasError() {
		return nil, r.findings
	}
	kinds := r.Kinds
	if kinds == nil {
		kinds = guessKinds(question.Objects, &r.Placement)
	}
	hub, err := resources.NewHub(ctx, r.objects, kinds, r.Options())
	if err != nil {
		r.fail("hubAgent", "The options of the hub agent cannot be used", "%s", excerpt.Sentence(err.Error()))
		return nil, r.findings
	}
	if r.admit(hub); r.findings.HasError() {
		return nil, r.findings
	}
	clusters := r.clusters()
	if r.findings.HasError() {
		return nil, r.findings
	}
	rendering, err := hub.Render(ctx, &resources.Question{Placement: question.Placement, Overrides: r.overrides, Clusters: clusters})
	if err != nil {
		return nil, append(r.findings, finding.Failure("", "The manifests cannot be rendered", excerpt.Sentence(err.Error())))
	}
	if r.rendering = rendering; rendering.Failure != nil {
		return nil, append(r.findings, r.selectionFailure(rendering.Failure))
	}
	r.warn()
	outputs, err := r.outputs(ctx)
	if err != nil {
		return nil, append(r.findings, finding.Failure("", "The manifests cannot be rendered", excerpt.Sentence(err.Error())))
	}
	r.report(outputs)
	return outputs, r.findings
}

// rendition is a question in progress.
type rendition struct {
	*Question
	objects   []resources.Object
	overrides []resources.Override
	// paths has the path of the argument that an override was read from.
	paths     []string
	rendering *resources.Rendering
	findings  finding.List
}

func (r *rendition) fail(path, title, format string, values ...any) {
	r.findings = append(r.findings, finding.Failure(path, title, fmt.Sprintf(format, values...)))
}

// pathOf is the path of an object.
func (r *rendition) pathOf(element int) string {
	if r.Arguments.Objects == nil {
		return ""
	}
	return field.NewPath("objects").Index(element).String()
}

// read takes apart overrides and what may be placed.
func (r *rendition) read() {
	seen, indexes := map[resources.ID]bool{}, r.Question.Objects.indexes()
	for i := range r.Question.Objects {
		o := &r.Question.Objects[i]
		switch missing := o.missing(); {
		case missing != "":
			r.fail(r.pathOf(o.Element), "An object cannot be used", "%s.", excerpt.Sentence(missing))
			continue
		case seen[o.ID]:
			r.fail(r.pathOf(o.Element), "Duplicate object", "Found %s twice. Remove one of them.", excerpt.Text(o.String()))
			continue
		}
		seen[o.ID] = true
		if !IsOverride(o.Group, o.Kind) {
			r.objects = append(r.objects, o.Object)
			continue
		}
		override, err := o.override(indexes)
		if err != nil {
			r.fail(r.pathOf(o.Element), "An override cannot be used", "%s", excerpt.Sentence(err.Error()))
			continue
		}
		r.addOverride(override, r.pathOf(o.Element))
	}
	for i := range r.Arguments.Overrides {
		r.addOverride(r.Arguments.Overrides[i].Rendered(), field.NewPath("overrides").Index(i).String())
	}
}

// addOverride adds an override, in place of an earlier one of the same name.
func (r *rendition) addOverride(override resources.Override, path string) {
	index := slices.IndexFunc(r.overrides, func(o resources.Override) bool {
		return o.Namespace == override.Namespace && o.Name == override.Name
	})
	if index < 0 {
		r.overrides, r.paths = append(r.overrides, override), append(r.paths, path)
		return
	}
	override.Index = r.overrides[index].Index
	r.overrides[index], r.paths[index] = override, path
}

// Options are those of the hub agent.
func (a *Arguments) Options() resources.Options {
	if a.HubAgent == nil {
		return resources.Options{}
	}
	return *a.HubAgent
}

// admit finds what the hub does not take. What cannot be on the hub cannot be rendered.
func (r *rendition) admit(hub *resources.Hub) {
	for _, refusal := range hub.Admit(&r.Placement) {
		r.fail(cmp.Or(refusal.Path, "resourceSelectors"), "The hub does not take the placement", "It would answer: %s",
			excerpt.Sentence(excerpt.Text(refusal.Message)))
	}
	r.admitEnvelopes()
	for i := range r.overrides {
		o, name, path := &r.overrides[i], excerpt.Text(OverrideID(&r.overrides[i]).String()), r.paths[i]
		if r.Kinds != nil && path == "" {
			continue // What is on the hub was taken.
		}
		for _, err := range append(o.Validate(), o.ValidateBeside(r.overrides[:i])...) {
			r.fail(path, "The hub does not take an override", "%s: spec.%s: %s", name, err.Field,
				excerpt.Sentence(excerpt.FoundAndWanted(err)))
		}
	}
}

// admitEnvelopes finds envelopes that the hub does not take. What is on the hub was taken.
func (r *rendition) admitEnvelopes() {
	if r.Kinds != nil {
		return
	}
	for i := range r.objects {
		for _, refusal := range resources.AdmitEnvelope(&r.objects[i]) {
			r.fail("", "The hub does not take an envelope", "%s: %s", excerpt.Text(r.objects[i].String()),
				excerpt.Sentence(excerpt.Text(refusal.Message)))
		}
	}
}

// clusters are the chosen clusters.
func (r *rendition) clusters() []resources.Cluster {
	known := lists.Set(r.Clusters, func(c placement.Cluster) string { return c.Name })
	for i, name := range r.ManifestsOf {
		if !known[name] {
			r.failAbsent(field.NewPath("manifestsOf").Index(i), name)
		}
	}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(r.Decisions))) {
		if !known[name] {
			r.failAbsent(field.NewPath("decisions").Index(slices.Index(r.Decisions, name)), name)
		}
	}
	return chosenClusters(r.Clusters, r.Decisions)
}

// failAbsent is the error of a cluster that the fleet does not have.
func (r *rendition) failAbsent(path *field.Path, name string) {
	known := lists.Map(r.Clusters, func(c placement.Cluster) string { return c.Name })
	r.fail(path.String(), "A cluster does not exist", "%s",
		excerpt.Sentence("The fleet has no cluster "+excerpt.Quote(name)+excerpt.DidYouMean(name, known)))
}

// chosenClusters are the clusters of a fleet that have one of the names, by name, with the label that a hub sets.
func chosenClusters(fleet []placement.Cluster, names []string) []resources.Cluster {
	chosen := sets.New(names...)
	list := make([]resources.Cluster, 0, len(names))
	for i := range fleet {
		if !chosen.Has(fleet[i].Name) {
			continue
		}
		labels := make(map[string]string, len(fleet[i].Labels)+1)
		labels[memberNameLabel] = fleet[i].Name
		maps.Copy(labels, fleet[i].Labels)
		list = append(list, resources.Cluster{Name: fleet[i].Name, Labels: labels})
	}
	slices.SortFunc(list, func(a, b resources.Cluster) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// PlacementID identifies a placement by its kind and its name.
func PlacementID(p *resources.Placement) resources.ID {
	return resources.ID{Kind: hubobject.KubeFleet.Placements.KindIn(p.Namespace).Kind, Namespace: p.Namespace, Name: p.Name}
}

// OverrideID identifies an override by its kind and its name.
func OverrideID(o *resources.Override) resources.ID {
	return resources.ID{Kind: hubobject.KubeFleet.Overrides.KindIn(o.Namespace).Kind, Namespace: o.Namespace, Name: o.Name}
}
