// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package stagedrun

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// Report is how far a run is, as outputs.
type Report struct {
	// `Pending` until the hub has seen the run, then `Initialized`, `Progressing`, `Waiting`, `Stuck`, `Stopping`, `Stopped`,
	// `Succeeded` or `Failed`.
	Phase string `json:"phase"`
	// What the hub says of it. Null if it says nothing.
	Message string `json:"message,omitempty"`
	// The index of the resource snapshot that is rolled out. Null before.
	ResourceSnapshotIndexUsed string `json:"resourceSnapshotIndexUsed,omitempty"`
	// The stages in order. Empty before the hub has computed them.
	Stages []StageReport `json:"stages"`
	// The approvals that were asked for, by name: `waiting`, `approved`, or `approved by another client`, such as by hand.
	Approvals map[string]string `json:"approvals"`
	// The clusters of each stage, by its name, in the order of the update, such as `"eu-1, eu-2"`, which `split(", ", ...)` divides.
	// Null before the hub has computed them.
	StageClusters map[string]string `json:"stageClusters,omitempty"`
	// The clusters that lose the workload after the last stage. Null before.
	RemovedClusters []string `json:"removedClusters,omitempty"`
}

// StageReport is how far a stage is.
type StageReport struct {
	// The name of the stage.
	Name string `json:"name"`
	// `Pending`, `Updating`, `Waiting`, `Stopping`, `Stopped`, `Succeeded`, `Failed`, or `Skipped` for a stage without clusters.
	State string `json:"state"`
	// How many clusters are updated, and which are being updated. The text may change in any release.
	Progress string `json:"progress"`
	// What the stage waits for, with the line that approves it. Null if it waits for nothing.
	WaitsFor string `json:"waitsFor,omitempty"`
}

// The phases that a run does not leave, and the one before the hub has seen it. The others are the reasons of the hub.
const (
	pending   = "Pending"
	succeeded = "Succeeded"
	failed    = "Failed"
)

// What Approvals says of an approval.
const (
	Waiting         = "waiting"
	approved        = "approved"
	approvedByOther = "approved by another client"
)

// Status is what the hub says of a run.
type Status struct {
	Conditions                []metav1.Condition `json:"conditions"`
	ResourceSnapshotIndexUsed string             `json:"resourceSnapshotIndexUsed"`
	StagesStatus              []StageStatus      `json:"stagesStatus"`
	DeletionStageStatus       StageStatus        `json:"deletionStageStatus"`
	// Strategy is what the run has kept of its strategy; nil before it is initialized.
	Strategy *staged.Strategy `json:"stagedUpdateStrategySnapshot"`
}

// StageStatus is what the hub says of a stage.
type StageStatus struct {
	StageName             string             `json:"stageName"`
	Clusters              []ClusterStatus    `json:"clusters"`
	Conditions            []metav1.Condition `json:"conditions"`
	BeforeStageTaskStatus []taskStatus       `json:"beforeStageTaskStatus"`
	AfterStageTaskStatus  []taskStatus       `json:"afterStageTaskStatus"`
}

// ClusterStatus is what the hub says of a cluster of a stage.
type ClusterStatus struct {
	ClusterName string             `json:"clusterName"`
	Conditions  []metav1.Condition `json:"conditions"`
}

type taskStatus struct {
	Type                string             `json:"type"`
	ApprovalRequestName string             `json:"approvalRequestName"`
	Conditions          []metav1.Condition `json:"conditions"`
}

// ReadStatus reads the status from the fields of the object of a run.
func ReadStatus(fields map[string]any) (*Status, error) {
	raw, err := json.Marshal(fields["status"])
	if err != nil {
		return nil, err
	}
	status := &Status{}
	return status, json.Unmarshal(raw, status)
}

// UnderWay names the run of an object, as a hub has it, if it is under way and its spec is accepted.
func UnderWay(object []byte, accept func(spec *Spec) bool) (names []string, err error) {
	var run struct {
		Metadata metav1.ObjectMeta `json:"metadata"`
		Spec     Spec              `json:"spec"`
		Status   Status            `json:"status"`
	}
	if err := json.Unmarshal(object, &run); err != nil || !accept(&run.Spec) || !run.Status.IsUnderWay() {
		return nil, err
	}
	return []string{run.Metadata.Name}, nil
}

// phase is how far the run is, with the message of the hub.
func (s *Status) phase() (phase, message string) {
	ended, initialized := s.find("Succeeded"), s.find("Initialized")
	progressing := s.find("Progressing")
	switch {
	case ended != nil && ended.Status == metav1.ConditionTrue:
		return succeeded, ended.Message
	case ended != nil && ended.Status == metav1.ConditionFalse:
		return failed, ended.Message
	case initialized != nil && initialized.Status == metav1.ConditionFalse:
		return failed, initialized.Message
	case initialized == nil || initialized.Status != metav1.ConditionTrue:
		return pending, ""
	case progressing == nil:
		return WaitInitialized, initialized.Message
	}
	return strings.TrimPrefix(progressing.Reason, "UpdateRun"), progressing.Message
}

func (s *Status) find(kind string) *metav1.Condition {
	return meta.FindStatusCondition(s.Conditions, kind)
}

// Ended reports whether nothing happens in the run any more.
func (s *Status) Ended() bool {
	phase, _ := s.phase()
	return phase == succeeded || phase == failed
}

// IsUnderWay reports whether the hub has computed the stages of the run and not ended it.
func (s *Status) IsUnderWay() bool { return len(s.StagesStatus) > 0 && !s.Ended() }

// Report is the status as outputs.
func (a *Arguments) Report(s *Status) Report {
	r := Report{ResourceSnapshotIndexUsed: s.ResourceSnapshotIndexUsed, Stages: []StageReport{}, Approvals: map[string]string{}}
	r.Phase, r.Message = s.phase()
	r.Message = excerpt.Line(r.Message, messageBytes)
	for i := range s.StagesStatus {
		stage := &s.StagesStatus[i]
		r.Stages = append(r.Stages, a.stageReport(stage, r.Approvals))
		if r.StageClusters == nil {
			r.StageClusters = map[string]string{}
		}
		// A list would be a line of a plan for each cluster.
		r.StageClusters[stage.StageName] = strings.Join(stage.names(), ", ")
	}
	if len(s.StagesStatus) > 0 {
		r.RemovedClusters = s.DeletionStageStatus.names()
	}
	return r
}

// messageBytes is the greatest length of a message that is kept.
const messageBytes = 1024

func (s *StageStatus) names() []string {
	return lists.Map(s.Clusters, func(c ClusterStatus) string { return c.ClusterName })
}

func (s *StageStatus) tasks() []taskStatus {
	return slices.Concat(s.BeforeStageTaskStatus, s.AfterStageTaskStatus)
}

// approvals is how many approvals the stage has.
func (s *StageStatus) approvals() int {
	return len(slices.DeleteFunc(s.tasks(), func(t taskStatus) bool { return t.ApprovalRequestName == "" }))
}

// stageReport is how far a stage is. It adds its approvals.
func (a *Arguments) stageReport(s *StageStatus, approvals map[string]string) StageReport {
	r := StageReport{Name: s.StageName, State: s.state(), Progress: s.progress()}
	var waits []string
	for _, task := range s.tasks() {
		name := a.approvalName(&task)
		isApproved := a.approves(s.StageName, name, s.approvals())
		switch {
		case meta.IsStatusConditionTrue(task.Conditions, "ApprovalRequestApproved"):
			approvals[name] = approved
			if !isApproved {
				approvals[name] = approvedByOther
			}
		case meta.IsStatusConditionTrue(task.Conditions, "ApprovalRequestCreated"):
			approvals[name] = Waiting
			waits = append(waits, "the approval "+excerpt.Quote(name)+a.line(name, isApproved))
		case task.Type == "TimedWait" && r.State == "Waiting" && !meta.IsStatusConditionTrue(task.Conditions, "WaitTimeElapsed"):
			waits = append(waits, "the time of its TimedWait")
		}
	}
	r.WaitsFor = strings.Join(waits, " and ")
	return r
}

// approvalName is the name of an approval in approved_stages, which the request has behind the name of the run.
func (a *Arguments) approvalName(task *taskStatus) string {
	return strings.TrimPrefix(task.ApprovalRequestName, a.Name+"-")
}

// line is the approval as it is written in the configuration; empty if it is there.
func (a *Arguments) line(name string, isApproved bool) string {
	if isApproved {
		return ""
	}
	return ": " + staged.ApprovalLine(a.Name, a.ApprovedStages[a.Name], name)
}

// state is the one of the stage: that of its conditions, without the prefix of the hub.
func (s *StageStatus) state() string {
	ended, progressing := meta.FindStatusCondition(s.Conditions, "Succeeded"), meta.FindStatusCondition(s.Conditions, "Progressing")
	switch {
	case ended != nil && ended.Reason == "StageUpdatingSkippedNoClusters":
		return "Skipped"
	case ended != nil && ended.Status == metav1.ConditionTrue:
		return succeeded
	case ended != nil && ended.Status == metav1.ConditionFalse:
		return failed
	case progressing == nil:
		return pending
	case progressing.Reason == "StageUpdatingStarted":
		return "Updating"
	}
	return strings.TrimPrefix(progressing.Reason, "StageUpdating")
}

// progress says how many clusters are updated, and which are being updated or have failed.
func (s *StageStatus) progress() string {
	updated := 0
	var updating, broken []string
	for _, c := range s.Clusters {
		switch ended := meta.FindStatusCondition(c.Conditions, "Succeeded"); {
		case ended != nil && ended.Status == metav1.ConditionTrue:
			updated++
		case ended != nil && ended.Status == metav1.ConditionFalse:
			broken = append(broken, c.ClusterName)
		case meta.IsStatusConditionTrue(c.Conditions, "Started"):
			updating = append(updating, c.ClusterName)
		}
	}
	text := fmt.Sprintf("%d of %s updated", updated, excerpt.Count(len(s.Clusters), "cluster"))
	if len(updating) > 0 {
		text += ", updating " + excerpt.List(updating, ", ")
	}
	if len(broken) > 0 {
		text += ", failed " + excerpt.List(broken, ", ")
	}
	return text
}

// ApprovalRequest is an approval request of a run that waits for it.
type ApprovalRequest struct {
	Name, Stage string
	// IsApproved says that the configuration approves it, IsAmbiguous that it approves a stage with two approvals.
	IsApproved, IsAmbiguous bool
}

// Requests are the approval requests that the run waits for.
func (a *Arguments) Requests(s *Status) (requests []ApprovalRequest) {
	for i := range s.StagesStatus {
		stage := &s.StagesStatus[i]
		for _, task := range stage.tasks() {
			if meta.IsStatusConditionTrue(task.Conditions, "ApprovalRequestCreated") &&
				!meta.IsStatusConditionTrue(task.Conditions, "ApprovalRequestApproved") {
				isApproved := a.approves(stage.StageName, a.approvalName(&task), stage.approvals())
				requests = append(requests, ApprovalRequest{
					task.ApprovalRequestName, stage.StageName, isApproved, !isApproved && a.MayApprove(a.approvalName(&task)),
				})
			}
		}
	}
	return requests
}

// Missing says what the run still lacks of what an apply waits for, empty if nothing, or why it never gets there.
func (a *Arguments) Missing(s *Status) (missing, never string) {
	report := a.Report(s)
	index := slices.IndexFunc(report.Stages, func(stage StageReport) bool { return stage.Name == a.WaitFor })
	isStage := a.WaitFor != WaitInitialized && a.WaitFor != WaitSucceeded
	switch {
	case a.WaitFor == "", report.Phase == succeeded,
		a.WaitFor == WaitInitialized && report.Phase != pending && report.Phase != failed,
		index >= 0 && slices.Contains([]string{succeeded, "Skipped"}, report.Stages[index].State):
		return "", ""
	case report.Phase == failed:
		return "", "The hub has ended the run: " + excerpt.Sentence(excerpt.Text(report.Message)) + a.where(&report) + " A run that " +
			"has failed does not go on: start another one, with another name or with terraform apply -replace."
	case isStage && index < 0 && len(report.Stages) > 0:
		names := lists.Map(report.Stages, func(stage StageReport) string { return stage.Name })
		return "", excerpt.Sentence("wait_for: found " + excerpt.Quote(a.WaitFor) + "; " + noStage(a.WaitFor, names))
	}
	text := "The hub has not seen the run: check that its hub agent runs."
	if report.Phase != pending {
		text = "The run is " + report.Phase + "." + a.where(&report)
		if report.Phase == "Stuck" {
			text += " " + excerpt.Sentence(excerpt.Text(report.Message))
		}
	}
	return text, ""
}

// where says how far the first stage is that has not ended.
func (a *Arguments) where(r *Report) string {
	for i := range r.Stages {
		stage := &r.Stages[i]
		if stage.State == succeeded || stage.State == "Skipped" {
			continue
		}
		text := fmt.Sprintf(" Stage %s: %s", excerpt.Quote(stage.Name), stage.Progress)
		if stage.WaitsFor != "" {
			text += "; it waits for " + stage.WaitsFor
		}
		return text + "."
	}
	return ""
}
