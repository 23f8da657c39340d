// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/stagedrun"
)

// The kinds of the stages of a rollout that KubeFleet carries out by itself: for placements without a namespace, and for those in
// its own namespace.
var (
	ClusterStagedUpdateStrategy = fleetKind(api.ClusterStagesKind)
	StagedUpdateStrategy        = namespacedKind(api.FleetPlacementGroup, api.NamespaceStagesKind)
)

// The kinds of such a rollout.
var (
	ClusterStagedUpdateRun = newKind(Kind{
		GroupKind: schema.GroupKind{Group: api.FleetPlacementGroup, Kind: "ClusterStagedUpdateRun"}, Defaults: runDefaults,
	})
	StagedUpdateRun = newKind(Kind{
		GroupKind: schema.GroupKind{Group: api.FleetPlacementGroup, Kind: "StagedUpdateRun"}, IsNamespaced: true, Defaults: runDefaults,
	})
	runDefaults = map[string]any{"state": string(stagedrun.Initialize)}
)

// The kinds of what a run asks for before or after a stage.
var (
	clusterApprovalRequest = fleetKind("ClusterApprovalRequest")
	approvalRequest        = namespacedKind(api.FleetPlacementGroup, "ApprovalRequest")
)

// StagedStrategy is what a ClusterStagedUpdateStrategy sets or, with a namespace, a StagedUpdateStrategy.
type StagedStrategy struct {
	// The namespace of a StagedUpdateStrategy, for ResourcePlacements in it. Without it, the object is a
	// ClusterStagedUpdateStrategy, for ClusterResourcePlacements.
	Namespace string `json:"namespace,omitempty"`
	// The name of the strategy.
	Name string `json:"name"`
	// The labels of the strategy.
	Labels map[string]string `json:"labels,omitempty"`
	// The annotations of the strategy.
	Annotations map[string]string `json:"annotations,omitempty"`
	staged.Strategy
}

// ApplyStagedStrategy returns what a strategy sets in its object.
func ApplyStagedStrategy(_ *Kind, s *StagedStrategy) (Applied, error) {
	return newApplied(s.Labels, s.Annotations, s.Strategy)
}

// ReadStagedStrategy reads a strategy from the JSON of its object.
func ReadStagedStrategy(_ *Kind, object []byte) (*StagedStrategy, error) {
	var o stored[staged.Strategy]
	err := json.Unmarshal(object, &o)
	return &StagedStrategy{
		Namespace: o.Metadata.Namespace, Name: o.Metadata.Name, Labels: o.Metadata.Labels, Annotations: o.Metadata.Annotations,
		Strategy: o.Spec,
	}, err
}

// ApplyStagedRun returns what a run sets in its object.
func ApplyStagedRun(_ *Kind, r *stagedrun.Arguments) (Applied, error) {
	return newApplied(r.Labels, r.Annotations, r.Spec)
}

// ReadStagedRun reads a run from the JSON of its object.
func ReadStagedRun(_ *Kind, object []byte) (*stagedrun.Arguments, error) {
	var o stored[stagedrun.Spec]
	err := json.Unmarshal(object, &o)
	return &stagedrun.Arguments{Run: stagedrun.Run{
		Namespace: o.Metadata.Namespace, Name: o.Metadata.Name, Labels: o.Metadata.Labels, Annotations: o.Metadata.Annotations,
		Spec: o.Spec,
	}}, err
}

// ConditionApproved is the condition of an approval request that approves or rejects it.
const ConditionApproved = "Approved"

// Approval is an approval request.
type Approval struct {
	// Generation is that of the object, and Run and Stage are what it is for.
	Generation int64
	Run, Stage string
	Conditions []metav1.Condition
}

// ReadApproval reads an approval request from the fields of its object.
func ReadApproval(fields map[string]any) (*Approval, error) {
	var o struct {
		stored[struct {
			Run   string `json:"parentStageRollout"`
			Stage string `json:"targetStage"`
		}]
		Status struct {
			Conditions []metav1.Condition `json:"conditions"`
		} `json:"status"`
	}
	raw, err := json.Marshal(fields)
	if err == nil {
		err = json.Unmarshal(raw, &o)
	}
	return &Approval{o.Metadata.Generation, o.Spec.Run, o.Spec.Stage, o.Status.Conditions}, err
}

// Given is the condition that approves or rejects the request; nil if none does.
func (a *Approval) Given() *metav1.Condition {
	return meta.FindStatusCondition(a.Conditions, ConditionApproved)
}

// IsCurrent reports whether that condition is about the generation of the request, so that the hub reads it.
func (a *Approval) IsCurrent() bool {
	given := a.Given()
	return given != nil && given.ObservedGeneration == a.Generation
}

// Refusal says why a run cannot get the approval for its stage; empty if it can.
func (a *Approval) Refusal(ref fmt.Stringer, run, stage string) string {
	given := a.Given()
	switch {
	case a.Run != run || a.Stage != stage:
		return fmt.Sprintf("%s is for stage %s of the run %s, so that it is not approved here, and the hub fails this run for good. "+
			"Start another run, with another name.", ref, excerpt.Quote(a.Stage), excerpt.Quote(a.Run))
	case a.IsCurrent() && given.Status == metav1.ConditionFalse:
		return fmt.Sprintf("Another client has rejected %s: %s To ask again, delete the request: the hub makes another one.", ref,
			excerpt.Sentence(excerpt.Text(strings.Trim(given.Reason+": "+given.Message, ": "))))
	}
	return ""
}

// Approve returns what approves an approval request of a generation.
func Approve(generation int64, now time.Time) Applied {
	return Applied{Status: map[string]any{"conditions": []any{map[string]any{
		"type": ConditionApproved, "status": string(metav1.ConditionTrue), "reason": "ApprovedStages",
		"message":            "Approved by approved_stages of multicluster_staged_update_run.",
		"observedGeneration": generation, "lastTransitionTime": now.UTC().Format(time.RFC3339),
	}}}}
}
