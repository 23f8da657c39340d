// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package manifestwork is what a ManifestWork of Open Cluster Management says: the objects that the work agent of a cluster
// applies, how it applies them, and what it reports of them. It does no I/O.
package manifestwork

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
)

// Revision is the name of the annotation and the label of a ManifestWork with the revision that it has. The value of the label is
// that of [RevisionLabel].
const Revision = "terraform-provider-multicluster/revision"

// Work is what a ManifestWork sets.
type Work struct {
	Name        string            `json:"name"`
	ClusterName string            `json:"clusterName"`
	Labels      map[string]string `json:"labels,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
	// Revision names what the manifests are a version of: any text.
	Revision string `json:"revision,omitempty"`
	// Manifests are the objects that the agent applies.
	Manifests       Manifests        `json:"manifests"`
	DeleteOption    *DeleteOption    `json:"deleteOption,omitempty"`
	ManifestConfigs []ManifestConfig `json:"manifestConfigs,omitempty"`
	Executor        *Executor        `json:"executor,omitempty"`
	// TrackProgress adds the rules by which the agent derives Progressing and Degraded of well-known kinds.
	TrackProgress bool `json:"trackProgress,omitempty"`
}

// DeleteOption says what becomes of the objects on the cluster when the ManifestWork is deleted.
type DeleteOption struct {
	PropagationPolicy       string              `json:"propagationPolicy,omitempty"`
	SelectivelyOrphans      *SelectivelyOrphans `json:"selectivelyOrphans,omitempty"`
	TTLSecondsAfterFinished *int64              `json:"ttlSecondsAfterFinished,omitempty"`
}

// SelectivelyOrphans are the objects that stay.
type SelectivelyOrphans struct {
	OrphaningRules []ResourceIdentifier `json:"orphaningRules,omitempty"`
}

// ResourceIdentifier names an object on the cluster. In a ManifestConfig, "*" stands for any text.
type ResourceIdentifier struct {
	Group     string `json:"group,omitempty"`
	Resource  string `json:"resource"`
	Name      string `json:"name"`
	Namespace string `json:"namespace,omitempty"`
}

// ManifestConfig says how the agent applies an object, and what it reports of it.
type ManifestConfig struct {
	ResourceIdentifier ResourceIdentifier `json:"resourceIdentifier"`
	FeedbackRules      []FeedbackRule     `json:"feedbackRules,omitempty"`
	FeedbackScrapeType string             `json:"feedbackScrapeType,omitempty"`
	ConditionRules     []ConditionRule    `json:"conditionRules,omitempty"`
	UpdateStrategy     *UpdateStrategy    `json:"updateStrategy,omitempty"`
}

// FeedbackRule is what the agent reports of the status of an object.
type FeedbackRule struct {
	Type      string     `json:"type"`
	JSONPaths []JSONPath `json:"jsonPaths,omitempty"`
}

// JSONPath is a field of the status of an object that is reported under a name.
type JSONPath struct {
	Name    string `json:"name"`
	Path    string `json:"path"`
	Version string `json:"version,omitempty"`
}

// ConditionRule is how the agent derives a condition of an object.
type ConditionRule struct {
	Condition         string   `json:"condition"`
	Type              string   `json:"type"`
	CelExpressions    []string `json:"celExpressions,omitempty"`
	Message           string   `json:"message,omitempty"`
	MessageExpression string   `json:"messageExpression,omitempty"`
}

// UpdateStrategy is how the agent changes an object that exists on the cluster.
type UpdateStrategy struct {
	Type            string           `json:"type"`
	ServerSideApply *ServerSideApply `json:"serverSideApply,omitempty"`
}

// ServerSideApply is how the agent uses server-side apply.
type ServerSideApply struct {
	Force        *bool         `json:"force,omitempty"`
	FieldManager string        `json:"fieldManager,omitempty"`
	IgnoreFields []IgnoreField `json:"ignoreFields,omitempty"`
}

// IgnoreField are fields that the agent does not change.
type IgnoreField struct {
	Condition         string   `json:"condition"`
	JSONPaths         []string `json:"jsonPaths,omitempty"`
	JSONPointers      []string `json:"jsonPointers,omitempty"`
	JqPathExpressions []string `json:"jqPathExpressions,omitempty"`
}

// Executor is the identity with which the agent applies the objects.
type Executor struct {
	Subject Subject `json:"subject"`
}

// Subject is a subject of the type ServiceAccount.
type Subject struct {
	Type           string          `json:"type"`
	ServiceAccount *ServiceAccount `json:"serviceAccount,omitempty"`
}

// ServiceAccount names a service account on the cluster.
type ServiceAccount struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
}

// Spec is the spec of a ManifestWork.
type Spec struct {
	Workload struct {
		Manifests []map[string]any `json:"manifests,omitempty"`
	} `json:"workload,omitzero"`
	DeleteOption    *DeleteOption    `json:"deleteOption,omitempty"`
	ManifestConfigs []ManifestConfig `json:"manifestConfigs,omitempty"`
	Executor        *Executor        `json:"executor,omitempty"`
}

// Spec is what the work sets in the spec of its object.
func (w *Work) Spec() Spec {
	spec := Spec{DeleteOption: w.DeleteOption, ManifestConfigs: w.ManifestConfigs, Executor: w.Executor}
	spec.Workload.Manifests = w.objects()
	if w.TrackProgress {
		spec.ManifestConfigs = w.withProgressRules()
	}
	return spec
}

// Metadata are the labels and annotations of its object, with the revision.
func (w *Work) Metadata() (labels, annotations map[string]string) {
	if w.Revision == "" {
		return w.Labels, w.Annotations
	}
	return with(w.Labels, Revision, RevisionLabel(w.Revision)), with(w.Annotations, Revision, w.Revision)
}

// SetMetadata sets labels and annotations to those of an object.
func (w *Work) SetMetadata(labels, annotations map[string]string) {
	w.Labels, w.Annotations = maps.Clone(labels), maps.Clone(annotations)
	if revision, ok := w.Annotations[Revision]; ok {
		w.Revision = revision
		delete(w.Annotations, Revision)
		delete(w.Labels, Revision)
	}
}

// SetSpec sets the rest to the spec of an object. What an API server writes as null is left out.
func (w *Work) SetSpec(s *Spec) {
	w.DeleteOption, w.ManifestConfigs, w.Executor = s.DeleteOption, s.ManifestConfigs, s.Executor
	for i, fields := range s.Workload.Manifests {
		w.Manifests.AddObject(i, document.WithoutNulls(fields))
	}
}

// RevisionLabel is the value of the label for a revision: the revision itself if a label may have it, and a hash of it otherwise.
func RevisionLabel(revision string) string {
	if len(validation.IsValidLabelValue(revision)) == 0 {
		return revision
	}
	sum := sha256.Sum256([]byte(revision))
	return "sha256-" + hex.EncodeToString(sum[:16])
}

// with is a copy of texts with another one.
func with(texts map[string]string, name, text string) map[string]string {
	texts = maps.Clone(texts)
	if texts == nil {
		texts = map[string]string{}
	}
	texts[name] = text
	return texts
}
