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
	// The name of the ManifestWork.
	Name string `json:"name"`
	// The name of the cluster, which is the namespace of the ManifestWork.
	ClusterName string `json:"clusterName"`
	// The labels of the ManifestWork. With `cluster.open-cluster-management.io/placement`, the name of a placement, the warning of
	// that placement names it where it leaves the cluster.
	Labels map[string]string `json:"labels,omitempty"`
	// The annotations of the ManifestWork.
	Annotations map[string]string `json:"annotations,omitempty"`
	// The revision of the workload: any text, such as an image or a hash. It is the annotation and the label
	// `terraform-provider-multicluster/revision`, by which a status says what it is about; the label of a text that no label may
	// have is a hash. With `track_progress`, the tracked objects have the annotation, too: they progress until the cluster has this
	// revision.
	// ---
	// The annotation and the label are [Revision].
	Revision string `json:"revision,omitempty"`
	// The objects that the agent applies: a list of objects, or of texts with YAML or JSON. Attributes that are null are left out.
	// Only what they mean is compared. The plan shows a changed field of an object, and the whole of a changed text:
	// `provider::multicluster::decode_manifests` makes objects of texts.
	Manifests Manifests `json:"manifests"`
	// What becomes of the objects on the cluster when the ManifestWork is deleted. Defaults to what the object on the hub has; `{
	// propagation_policy = "Foreground" }` for a new one, which deletes them.
	DeleteOption *DeleteOption `json:"deleteOption,omitempty"`
	// How the agent applies single objects, and what it reports of them.
	ManifestConfigs []ManifestConfig `json:"manifestConfigs,omitempty"`
	// The identity with which the agent applies the objects. Defaults to the identity of the agent.
	Executor *Executor `json:"executor,omitempty"`
	// Adds the rules by which the agent derives `Progressing` and `Degraded` of Deployments, StatefulSets, DaemonSets and Jobs, as
	// `kubectl rollout status` does, where `manifest_configs` has none. Without rules for `Progressing`, no status of a rollout can
	// be read. Defaults to `false`.
	TrackProgress bool `json:"trackProgress,omitempty"`
}

// DeleteOption says what becomes of the objects on the cluster when the ManifestWork is deleted.
//
// Example for resources/manifest_work#delete_option:
//
//	{ propagation_policy = "Orphan" }
type DeleteOption struct {
	// `Foreground` deletes the objects on the cluster, `Orphan` leaves them there, `SelectivelyOrphan` leaves those of
	// `selectively_orphans`. Defaults to `Foreground`.
	PropagationPolicy string `json:"propagationPolicy,omitempty"`
	// The objects that stay on the cluster with `SelectivelyOrphan`.
	SelectivelyOrphans *SelectivelyOrphans `json:"selectivelyOrphans,omitempty"`
	// How many seconds after a condition `Complete` the ManifestWork is deleted. If unset, it is not.
	TTLSecondsAfterFinished *int64 `json:"ttlSecondsAfterFinished,omitempty"`
}

// SelectivelyOrphans are the objects that stay.
type SelectivelyOrphans struct {
	// The objects.
	OrphaningRules []ResourceIdentifier `json:"orphaningRules,omitempty"`
}

// ResourceIdentifier names an object on the cluster. In a ManifestConfig, "*" stands for any text.
type ResourceIdentifier struct {
	// The API group; empty for the core group.
	Group string `json:"group,omitempty"`
	// The plural of the kind: `deployments`.
	Resource string `json:"resource"`
	// The name. In `manifest_configs`, `*` stands for any text.
	Name string `json:"name"`
	// The namespace; empty for an object without one. In `manifest_configs`, `*` stands for any text.
	Namespace string `json:"namespace,omitempty"`
}

// ManifestConfig says how the agent applies an object, and what it reports of it.
//
// Example for resources/manifest_work#manifest_configs:
//
//	{
//	  resource_identifier = { group = "apps", resource = "deployments", name = "web", namespace = "web" }
//	  feedback_rules      = [{ type = "WellKnownStatus" }]
//	}
type ManifestConfig struct {
	// The object. The agent ignores one that is not in `manifests`.
	ResourceIdentifier ResourceIdentifier `json:"resourceIdentifier"`
	// Which fields of the status of the object the agent reports in `resource_status`.
	FeedbackRules []FeedbackRule `json:"feedbackRules,omitempty"`
	// How the agent observes the object: `Poll` or `Watch`. Defaults to `Poll`.
	FeedbackScrapeType string `json:"feedbackScrapeType,omitempty"`
	// How the agent derives conditions of the object.
	ConditionRules []ConditionRule `json:"conditionRules,omitempty"`
	// How the agent changes the object. Defaults to `{ type = "Update" }`.
	UpdateStrategy *UpdateStrategy `json:"updateStrategy,omitempty"`
}

// FeedbackRule is what the agent reports of the status of an object.
type FeedbackRule struct {
	// `WellKnownStatus` for the usual fields of known kinds, or `JSONPaths`.
	Type string `json:"type"`
	// The fields with `JSONPaths`.
	JSONPaths []JSONPath `json:"jsonPaths,omitempty"`
}

// JSONPath is a field of the status of an object that is reported under a name.
type JSONPath struct {
	// The name under which the field is reported.
	Name string `json:"name"`
	// The path of the field below `status`, as in `.availableReplicas`.
	Path string `json:"path"`
	// The API version that the path is for. Defaults to the newest one.
	Version string `json:"version,omitempty"`
}

// ConditionRule is how the agent derives a condition of an object.
type ConditionRule struct {
	// The type of the condition, such as `Progressing`, `Degraded` or `Complete`.
	Condition string `json:"condition"`
	// `CEL`, or `WellKnownConditions` for the rules that the agent has.
	Type string `json:"type"`
	// The CEL expressions with `CEL`. The condition is `True` if all of them are true; `object` is the object.
	CelExpressions []string `json:"celExpressions,omitempty"`
	// The message of the condition.
	Message string `json:"message,omitempty"`
	// A CEL expression that makes the message.
	MessageExpression string `json:"messageExpression,omitempty"`
}

// UpdateStrategy is how the agent changes an object that exists on the cluster.
type UpdateStrategy struct {
	// `Update`, `CreateOnly` to leave an object that exists as it is, `ServerSideApply`, or `ReadOnly` to only report an object.
	Type string `json:"type"`
	// How the agent uses server-side apply, with `ServerSideApply`.
	ServerSideApply *ServerSideApply `json:"serverSideApply,omitempty"`
}

// ServerSideApply is how the agent uses server-side apply.
type ServerSideApply struct {
	// Whether the agent takes fields over that other managers have set. Defaults to `false`.
	Force *bool `json:"force,omitempty"`
	// The field manager, which begins with `work-agent`. Defaults to `work-agent`.
	FieldManager string `json:"fieldManager,omitempty"`
	// The fields that the agent does not change.
	IgnoreFields []IgnoreField `json:"ignoreFields,omitempty"`
}

// IgnoreField are fields that the agent does not change.
type IgnoreField struct {
	// When the fields are ignored: `OnSpokePresent` if the object exists on the cluster, `OnSpokeChange` if it was changed there.
	Condition string `json:"condition"`
	// The fields as JSON paths.
	JSONPaths []string `json:"jsonPaths,omitempty"`
	// The fields as JSON pointers.
	JSONPointers []string `json:"jsonPointers,omitempty"`
	// The fields as jq expressions.
	JqPathExpressions []string `json:"jqPathExpressions,omitempty"`
}

// Executor is the identity with which the agent applies the objects.
//
// Example for resources/manifest_work#executor:
//
//	{
//	  subject = { type = "ServiceAccount", service_account = { name = "deployer", namespace = "apps" } }
//	}
type Executor struct {
	// The subject.
	Subject Subject `json:"subject"`
}

// Subject is a subject of the type ServiceAccount.
type Subject struct {
	// `ServiceAccount`, the only type.
	Type string `json:"type"`
	// The service account on the cluster.
	ServiceAccount *ServiceAccount `json:"serviceAccount,omitempty"`
}

// ServiceAccount names a service account on the cluster.
type ServiceAccount struct {
	// The namespace.
	Namespace string `json:"namespace"`
	// The name.
	Name string `json:"name"`
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
