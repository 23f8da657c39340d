// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"encoding/json"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Source names the objects whose status is that of the workload. Exactly one of its fields is set.
type Source struct {
	// The ManifestWorks in the namespaces of the clusters, by name or by labels.
	ManifestWorks *Works `json:"manifestWorks,omitempty"`
	// The name of the ManagedClusterAddOns in the namespaces of the clusters. The revision is the hash of the configuration.
	AddOn string `json:"addOn,omitempty"`
	// A ClusterResourcePlacement of KubeFleet, or with a `namespace` a ResourcePlacement. Its bindings are read; the revision is the
	// name of their resource snapshot.
	Placement *PlacementName `json:"placement,omitempty"`
	// The name of a ClusterStagedUpdateRun of KubeFleet, or `namespace/name` of a StagedUpdateRun. The revision is the index of its
	// resource snapshot.
	StagedUpdateRun string `json:"stagedUpdateRun,omitempty"`
	// The names of the clusters whose status is read, such as the keys of `decisions_by_cluster`. Required with `manifest_works`:
	// works of other teams can have the same name. Objects of other clusters are a warning. Defaults to every cluster that has an
	// object.
	Clusters []string `json:"clusters,omitempty"`
}

// Works selects ManifestWorks in the namespaces of all clusters: by name, or by labels.
//
// Example for data-sources/workload_status#manifest_works:
//
//	{ name = "web" }
type Works struct {
	// The name of the ManifestWorks.
	Name string `json:"name,omitempty"`
	// Labels of the ManifestWorks, in place of `name`. If a cluster has several, the least advanced one counts, and all must have
	// the same revision.
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
	// What a ManifestWork without rules for `Progressing` is complete by: `Available` if the objects exist on the cluster, which
	// says nothing about their pods; `Applied` if the agent has applied them; `Feedback` if `feedback` is reported. If unset, it has
	// no status.
	CompletedBy Completion `json:"completedBy,omitempty"`
	// With `completed_by = "Feedback"`: the values that mean completion, by the names of feedback rules. Each has to be reported,
	// and every object that reports it has to have it. It may be of the revision before.
	Feedback map[string]string `json:"feedback,omitempty"`
}

// Completion is what a work is complete by that has no rules for the condition Progressing.
type Completion string

// What a work can be complete by.
const (
	// CompletedByAvailable: the objects exist on the cluster.
	CompletedByAvailable Completion = "Available"
	// CompletedByApplied: the agent has applied the objects.
	CompletedByApplied Completion = "Applied"
	// CompletedByFeedback: the values that the agent reports are those that are asked for.
	CompletedByFeedback Completion = "Feedback"
)

var completions = []Completion{CompletedByAvailable, CompletedByApplied, CompletedByFeedback}

// PlacementName names a ClusterResourcePlacement, or a ResourcePlacement in a namespace.
//
// Example for data-sources/workload_status#placement:
//
//	{ name = "web", namespace = "apps" }
type PlacementName struct {
	// The name of the placement.
	Name string `json:"name"`
	// The namespace of a ResourcePlacement.
	Namespace string `json:"namespace,omitempty"`
}

// Validate finds the mistakes in a source.
func (s *Source) Validate() (errs field.ErrorList) {
	sources := []struct {
		name  string
		isSet bool
	}{
		{"manifestWorks", s.ManifestWorks != nil}, {"addOn", s.AddOn != ""}, {"placement", s.Placement != nil},
		{"stagedUpdateRun", s.StagedUpdateRun != ""},
	}
	first := ""
	for _, source := range sources {
		switch {
		case !source.isSet:
		case first == "":
			first = source.name
		default:
			errs = append(errs, field.Forbidden(field.NewPath(source.name), "another source of the status is set; keep one of them"))
		}
	}
	if first == "" {
		errs = append(errs, field.Required(field.NewPath("manifestWorks"), "set it, or add_on, placement or staged_update_run"))
	}
	if s.ManifestWorks != nil && s.Clusters == nil {
		errs = append(errs, field.Required(field.NewPath("clusters"), "set the names of the clusters that the status is asked for, "+
			"such as keys(data.multicluster_placement.web.decisions_by_cluster): works of other teams on the hub can have the same name"))
	}
	errs = append(errs, s.ManifestWorks.validate(field.NewPath("manifestWorks"))...)
	if s.AddOn != "" {
		errs = append(errs, placement.ValidateName(s.AddOn, field.NewPath("addOn"))...)
	}
	if p := s.Placement; p != nil {
		errs = append(errs, placement.ValidateName(p.Name, field.NewPath("placement", "name"))...)
		for _, message := range validation.IsValidLabelValue(p.Name) {
			errs = append(errs, field.Invalid(field.NewPath("placement", "name"), p.Name, message))
		}
		if p.Namespace != "" {
			errs = append(errs, placement.ValidateName(p.Namespace, field.NewPath("placement", "namespace"))...)
		}
	}
	if s.StagedUpdateRun != "" {
		namespace, name := s.run()
		for _, part := range []string{namespace, name} {
			if part != "" || name == "" {
				errs = append(errs, placement.ValidateName(part, field.NewPath("stagedUpdateRun"))...)
			}
		}
	}
	return errs
}

func (w *Works) validate(path *field.Path) (errs field.ErrorList) {
	switch {
	case w == nil:
		return nil
	case w.Name == "" && w.LabelSelector == nil:
		errs = append(errs, field.Required(path.Child("name"), "set it, or label_selector"))
	case w.Name != "" && w.LabelSelector != nil:
		errs = append(errs, field.Forbidden(path.Child("labelSelector"), "name is set; keep one of them"))
	case w.Name != "":
		errs = append(errs, placement.ValidateName(w.Name, path.Child("name"))...)
	default:
		selector, err := metav1.LabelSelectorAsSelector(w.LabelSelector)
		switch {
		case err != nil:
			errs = append(errs, field.Invalid(path.Child("labelSelector"), "the selector", err.Error()))
		case selector.Empty():
			errs = append(errs, field.Required(path.Child("labelSelector"), "must select some labels: the works of all workloads are "+
				"not those of one"))
		}
	}
	errs = append(errs, placement.ValidateOneOf(w.CompletedBy, completions, path.Child("completedBy"))...)
	switch feedback := path.Child("feedback"); {
	case w.CompletedBy == CompletedByFeedback && len(w.Feedback) == 0:
		errs = append(errs, field.Required(feedback, "must have the values that mean that a work is complete"))
	case w.CompletedBy != CompletedByFeedback && len(w.Feedback) > 0:
		errs = append(errs, field.Forbidden(feedback, "has an effect with completed_by = \"Feedback\" only"))
	}
	return errs
}

// run is the namespace and the name of the update run.
func (s *Source) run() (namespace, name string) {
	if namespace, name, ok := strings.Cut(s.StagedUpdateRun, "/"); ok {
		return namespace, name
	}
	return "", s.StagedUpdateRun
}

// Query is a list of a hub that has the objects of a source.
type Query struct {
	Kind *hubobject.Kind
	// Namespace, Name and Selector restrict the list; empty is all of them. The selector is one of labels.
	Namespace, Name, Selector string
}

// String names the objects.
func (q Query) String() string {
	text := q.Kind.String()
	if q.Name != "" {
		text += " with the name " + excerpt.Quote(q.Name)
	}
	if q.Selector != "" {
		text += " with the labels " + excerpt.Text(q.Selector)
	}
	if q.Namespace != "" {
		text += " in the namespace " + excerpt.Quote(q.Namespace)
	}
	return text
}

// Query returns the list that has the objects.
func (s *Source) Query() Query {
	switch {
	case s.ManifestWorks != nil && s.ManifestWorks.Name != "":
		return Query{Kind: hubobject.ManifestWork, Name: s.ManifestWorks.Name}
	case s.ManifestWorks != nil:
		return Query{Kind: hubobject.ManifestWork, Selector: metav1.FormatLabelSelector(s.ManifestWorks.LabelSelector)}
	case s.AddOn != "":
		return Query{Kind: hubobject.ManagedClusterAddOn, Name: s.AddOn}
	case s.Placement != nil:
		namespace := s.Placement.Namespace
		return Query{Kind: hubobject.KubeFleet.Decisions.KindIn(namespace), Namespace: namespace,
			Selector: api.BindingsOf(s.Placement.Name)}
	}
	namespace, name := s.run()
	return Query{Kind: hubobject.KubeFleet.Runs.KindIn(namespace), Namespace: namespace, Name: name}
}

// selects reports whether an object is one of the source.
func (s *Source) selects(o *object) bool {
	q := s.Query()
	if schema.FromAPIVersionAndKind(o.APIVersion, o.Kind).GroupKind() != q.Kind.GroupKind {
		return false
	}
	switch {
	case q.Name != "" && o.Name != q.Name, q.Namespace != "" && o.Namespace != q.Namespace:
		return false
	}
	selector, err := labels.Parse(q.Selector)
	return err == nil && selector.Matches(labels.Set(o.Labels))
}

// observe derives what an object says.
func (s *Source) observe(o *object, raw json.RawMessage) ([]Observation, error) {
	switch {
	case s.ManifestWorks != nil:
		return s.ManifestWorks.observe(o, raw)
	case s.AddOn != "":
		return observeAddOn(o, raw)
	case s.Placement != nil:
		return observeBinding(o, raw)
	}
	return observeRun(o, raw)
}
