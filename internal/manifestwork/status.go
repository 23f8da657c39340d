// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifestwork

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Condition is a condition that the agent has set.
type Condition struct {
	// The type, such as `Applied`, `Available`, `Progressing` or `Degraded`.
	Type string `json:"type"`
	// `True`, `False` or `Unknown`.
	Status string `json:"status"`
	// The reason, in one word.
	Reason string `json:"reason"`
	// What the agent says about it, up to 1 024 bytes.
	Message string `json:"message"`
	// When the status last changed (RFC 3339).
	LastTransitionTime time.Time `json:"lastTransitionTime"`
	// The generation of the ManifestWork that the condition is about.
	ObservedGeneration int64 `json:"observedGeneration"`
}

// ResourceStatus is what the agent reports of a manifest.
type ResourceStatus struct {
	// The position of the manifest, from 0.
	Ordinal int `json:"ordinal"`
	// The API group.
	Group string `json:"group"`
	// The API version.
	Version string `json:"version"`
	// The kind.
	Kind string `json:"kind"`
	// The name of the resource.
	Resource string `json:"resource"`
	// The namespace; empty for an object without one.
	Namespace string `json:"namespace"`
	// The name.
	Name string `json:"name"`
	// The conditions of the object. They have no generation of their own.
	Conditions []Condition `json:"conditions"`
	// The values of the feedback rules, by name, as texts.
	Feedback map[string]string `json:"feedback"`
}

// String is the kind with the namespace and the name.
func (s *ResourceStatus) String() string {
	return identity{s.Group, cmp.Or(s.Kind, s.Resource), s.Namespace, s.Name}.String()
}

// Report is the status as outputs.
type Report struct {
	// The conditions that the agent has set. Null without `wait_for`: then an apply ends before the agent has seen it, and
	// `multicluster_workload_status` reads them.
	Conditions []Condition `json:"conditions"`
	// What the agent reports of each manifest, in their order. Null without `wait_for`.
	ResourceStatus []ResourceStatus `json:"resourceStatus"`
}

// messageBytes is the greatest length of a message that is kept.
const messageBytes = 1024

// Status is the status of a ManifestWork. The manifests are in their order.
type Status struct {
	// Generation counts the changes of the spec.
	Generation int64
	Reported
}

// Reported is the status of a ManifestWork as the agent writes it.
type Reported struct {
	Conditions     []metav1.Condition `json:"conditions"`
	ResourceStatus struct {
		Manifests []ReportedManifest `json:"manifests"`
	} `json:"resourceStatus"`
}

// ReportedManifest is what the agent reports of a manifest. Conditions that rules derive have the generation of the work; Applied
// and Available have none.
type ReportedManifest struct {
	Object         ResourceStatus     `json:"resourceMeta"`
	Conditions     []metav1.Condition `json:"conditions"`
	StatusFeedback struct {
		Values []struct {
			Name  string        `json:"name"`
			Value feedbackValue `json:"fieldValue"`
		} `json:"values"`
	} `json:"statusFeedback"`
}

// Feedback are the values of feedback rules, by name.
func (m *ReportedManifest) Feedback() map[string]string {
	feedback := make(map[string]string, len(m.StatusFeedback.Values))
	for _, value := range m.StatusFeedback.Values {
		feedback[value.Name] = value.Value.text()
	}
	return feedback
}

// StatusOf reads the status from the fields of a ManifestWork.
func StatusOf(fields map[string]any) (Status, error) {
	var o struct {
		Metadata metav1.ObjectMeta `json:"metadata"`
		Status   Reported          `json:"status"`
	}
	raw, err := json.Marshal(map[string]any{"metadata": fields["metadata"], "status": fields["status"]})
	if err == nil {
		err = json.Unmarshal(raw, &o)
	}
	if err != nil {
		return Status{}, err
	}
	slices.SortStableFunc(o.Status.ResourceStatus.Manifests, func(a, b ReportedManifest) int {
		return cmp.Compare(a.Object.Ordinal, b.Object.Ordinal)
	})
	return Status{o.Metadata.Generation, o.Status}, nil
}

// Report is the status as outputs.
func (s *Status) Report() Report {
	report := Report{Conditions: readConditions(s.Conditions)}
	for i := range s.ResourceStatus.Manifests {
		manifest := &s.ResourceStatus.Manifests[i]
		resource := manifest.Object
		resource.Conditions, resource.Feedback = readConditions(manifest.Conditions), manifest.Feedback()
		report.ResourceStatus = append(report.ResourceStatus, resource)
	}
	return report
}

// feedbackValue is a value of one of several types.
type feedbackValue struct {
	Integer *int64  `json:"integer"`
	String  *string `json:"string"`
	Boolean *bool   `json:"boolean"`
	JSONRaw *string `json:"jsonRaw"`
}

func (v *feedbackValue) text() string {
	switch {
	case v.Integer != nil:
		return strconv.FormatInt(*v.Integer, 10)
	case v.Boolean != nil:
		return strconv.FormatBool(*v.Boolean)
	case v.String != nil:
		return excerpt.Line(*v.String, messageBytes)
	case v.JSONRaw != nil:
		return excerpt.Line(*v.JSONRaw, messageBytes)
	}
	return ""
}

// readConditions are conditions in the order of their types.
func readConditions(list []metav1.Condition) []Condition {
	conditions := make([]Condition, len(list))
	for i, c := range list {
		conditions[i] = Condition{
			c.Type, string(c.Status), c.Reason, excerpt.Line(c.Message, messageBytes), c.LastTransitionTime.UTC(), c.ObservedGeneration,
		}
	}
	slices.SortFunc(conditions, func(a, b Condition) int { return cmp.Compare(a.Type, b.Type) })
	return conditions
}

// Has reports whether the agent has found the present generation to meet a condition.
func (s *Status) Has(conditionType string) bool {
	c := meta.FindStatusCondition(s.Conditions, conditionType)
	return c != nil && c.ObservedGeneration == s.Generation && c.Status == metav1.ConditionTrue
}

// unmet are the manifests of which the agent says that they do not meet a condition, and why.
func (s *Status) unmet(conditionType string) (unmet []string) {
	for i := range s.ResourceStatus.Manifests {
		manifest := &s.ResourceStatus.Manifests[i]
		if c := meta.FindStatusCondition(manifest.Conditions, conditionType); c != nil && c.Status != metav1.ConditionTrue {
			unmet = append(unmet, excerpt.Text(manifest.Object.String())+": "+excerpt.Line(c.Message, messageBytes))
		}
	}
	return unmet
}

// Wait is what an apply of a work waits for; empty for nothing.
type Wait string

// Arguments are a work, and what an apply of it waits for.
type Arguments struct {
	Work
	// What an apply waits for, within `timeouts`: `applied` until the agent has applied all objects, `available` until they also
	// exist on the cluster. If unset, it ends when the hub has the ManifestWork. After a wait that fails, the next apply goes on
	// waiting.
	WaitFor Wait `json:"waitFor,omitempty"`
	// Whether a deletion waits for the agent even while the cluster is not available, until `timeouts.delete` is over. Otherwise it
	// then ends with a warning that says what remains there: a lost cluster does not stop a rollout. Defaults to `false`.
	AlwaysWaitForDeletion bool `json:"alwaysWaitForDeletion,omitempty"`
}

// What an apply can wait for.
const (
	WaitApplied   Wait = "applied"
	WaitAvailable Wait = "available"
)

// The conditions that the agent sets of every work.
const (
	ConditionApplied   = "Applied"
	ConditionAvailable = "Available"
)

// Validate finds a value that is not one of them.
func (w Wait) Validate(path *field.Path) field.ErrorList {
	return placement.ValidateOneOf(w, []Wait{WaitApplied, WaitAvailable}, path)
}

// Missing says which conditions of the present generation the work still lacks, and which manifests are the cause; empty if it
// has all that is waited for.
func (w Wait) Missing(s *Status) string {
	conditions := []string{ConditionApplied}
	switch w {
	case "":
		return ""
	case WaitAvailable:
		conditions = append(conditions, ConditionAvailable)
	}
	for _, conditionType := range conditions {
		if s.Has(conditionType) {
			continue
		}
		current := meta.FindStatusCondition(s.Conditions, conditionType)
		if current == nil || current.ObservedGeneration != s.Generation {
			return fmt.Sprintf("The agent has not reported the condition %s for the present generation of the work.", conditionType)
		}
		text := fmt.Sprintf("The condition %s is %s: %s", conditionType, current.Status,
			excerpt.Sentence(excerpt.Line(current.Message, messageBytes)))
		unmet := s.unmet(conditionType)
		for _, manifest := range unmet[:min(len(unmet), excerpt.Items)] {
			text += "\n  - " + manifest
		}
		return text
	}
	return ""
}
