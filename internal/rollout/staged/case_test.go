// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// noon is the start of the runs.
var noon = time.Date(2026, 1, 15, 12, 0, 0, 0, time.UTC)

// TestConformance compares every recorded staged update run.
func TestConformance(t *testing.T) {
	conformance.RunStaged(t, func(c *stagedCase) (string, string) { return c.Name, c.compare() })
}

// stagedCase is one recorded update run. Times are seconds from its start.
type stagedCase struct {
	Name   string       `json:"name"`
	Input  stagedInput  `json:"input"`
	Steps  []stagedStep `json:"steps"`
	Expect struct {
		Initialization *stagedInitialization `json:"initialization"`
		Steps          []stagedAnswer        `json:"steps"`
		Bindings       []finalBinding        `json:"bindings"`
	} `json:"expect"`
}

type stagedInput struct {
	Placement *struct {
		Name          string               `json:"name"`
		StrategyType  string               `json:"strategyType"`
		ApplyStrategy staged.ApplyStrategy `json:"applyStrategy"`
	} `json:"placement"`
	PolicySnapshots   []stagedSnapshot `json:"policySnapshots"`
	ResourceSnapshots []struct {
		Index  int  `json:"index"`
		Latest bool `json:"latest"`
	} `json:"resourceSnapshots"`
	SelectionChanged bool                 `json:"selectionChanged"`
	Strategy         *staged.Strategy     `json:"strategy"`
	Clusters         []staged.Cluster     `json:"clusters"`
	Bindings         []stagedInputBinding `json:"bindings"`
	ApprovalRequests []struct {
		Name        string             `json:"name"`
		TargetRun   string             `json:"targetRun"`
		TargetStage string             `json:"targetStage"`
		Conditions  []metav1.Condition `json:"conditions"`
	} `json:"approvalRequests"`
	Run struct {
		Name                  string       `json:"name"`
		PlacementName         string       `json:"placementName"`
		ResourceSnapshotIndex string       `json:"resourceSnapshotIndex"`
		State                 staged.State `json:"state"`
	} `json:"run"`
}

type stagedSnapshot struct {
	Name   string `json:"name"`
	Index  string `json:"index"`
	Latest bool   `json:"latest"`
	Policy struct {
		PlacementType string   `json:"placementType"`
		ClusterNames  []string `json:"clusterNames"`
	} `json:"policy"`
	NumberOfClusters string `json:"numberOfClusters"`
	Scheduled        string `json:"scheduled"`
	ScheduledStale   bool   `json:"scheduledStale"`
}

type stagedInputBinding struct {
	Name             string                 `json:"name"`
	Cluster          string                 `json:"cluster"`
	State            placement.BindingState `json:"state"`
	PolicySnapshot   string                 `json:"policySnapshot"`
	ResourceSnapshot string                 `json:"resourceSnapshot"`
	Generation       int64                  `json:"generation"`
	NoFinalizer      bool                   `json:"noFinalizer"`
	Placement        string                 `json:"placement"`
	ApplyStrategy    *staged.ApplyStrategy  `json:"applyStrategy"`
	Conditions       []stagedInputCondition `json:"conditions"`
}

type stagedInputCondition struct {
	Type   string                 `json:"type"`
	Status metav1.ConditionStatus `json:"status"`
	Reason string                 `json:"reason"`
	Stale  bool                   `json:"stale"`
}

type stagedStep struct {
	Advance int           `json:"advance"`
	Events  []stagedEvent `json:"events"`
	Settle  bool          `json:"settle"`
}

type stagedEvent struct {
	Kind             string                 `json:"kind"`
	Bindings         []string               `json:"bindings"`
	Conditions       []stagedInputCondition `json:"conditions"`
	State            string                 `json:"state"`
	ResourceSnapshot string                 `json:"resourceSnapshot"`
	PolicySnapshot   *stagedSnapshot        `json:"policySnapshot"`
	Touch            bool                   `json:"touch"`
	Add              stagedInputBinding     `json:"add"`
	Request          string                 `json:"request"`
	Stale            bool                   `json:"stale"`
	Cluster          json.RawMessage        `json:"cluster"`
	StrategyType     *string                `json:"strategyType"`
	ApplyStrategy    *staged.ApplyStrategy  `json:"applyStrategy"`
	Stages           []staged.Stage         `json:"stages"`
	Index            int                    `json:"index"`
}

type stagedInitialization struct {
	OK      bool   `json:"ok"`
	Step    int    `json:"step"`
	Failure string `json:"failure"`
	Stages  []struct {
		Name     string   `json:"name"`
		Clusters []string `json:"clusters"`
	} `json:"stages"`
	Deletion         []string `json:"deletion"`
	PolicyIndex      string   `json:"policyIndex"`
	ClusterCount     int      `json:"clusterCount"`
	ResourceIndex    string   `json:"resourceIndex"`
	ResourceSnapshot string   `json:"resourceSnapshot"`
}

type stagedCondition struct {
	Status metav1.ConditionStatus `json:"status"`
	Reason string                 `json:"reason"`
	Since  int                    `json:"since"`
}

type stagedAnswer struct {
	At               int             `json:"at"`
	Passes           int             `json:"passes"`
	Requeue          *int            `json:"requeue"`
	Retry            bool            `json:"retry"`
	Failure          string          `json:"failure"`
	Rolled           []string        `json:"rolled"`
	Restarted        []string        `json:"restarted"`
	Deleted          []string        `json:"deleted"`
	RequestsCreated  []string        `json:"requestsCreated"`
	RequestsAccepted []string        `json:"requestsAccepted"`
	Initialized      stagedCondition `json:"initialized"`
	Progressing      stagedCondition `json:"progressing"`
	Succeeded        stagedCondition `json:"succeeded"`
	Stuck            []string        `json:"stuck"`
	Stages           []stageAnswer   `json:"stages"`
	Deletion         stageAnswer     `json:"deletion"`
	Gone             bool            `json:"gone"`
}

type stageAnswer struct {
	Clusters    string          `json:"clusters"`
	Progressing stagedCondition `json:"progressing"`
	Succeeded   stagedCondition `json:"succeeded"`
	Start       *int            `json:"start"`
	End         *int            `json:"end"`
	Before      []taskAnswer    `json:"before"`
	After       []taskAnswer    `json:"after"`
}

type taskAnswer struct {
	Type       staged.TaskType `json:"type"`
	Request    string          `json:"request"`
	Conditions []string        `json:"conditions"`
}

type finalBinding struct {
	Name             string                 `json:"name"`
	Cluster          string                 `json:"cluster"`
	State            placement.BindingState `json:"state"`
	ResourceSnapshot string                 `json:"resourceSnapshot"`
	Deleting         bool                   `json:"deleting"`
}

// compare runs the steps and returns what differs between the record and ours.
func (c *stagedCase) compare() string {
	hub := newStagedHub(&c.Input)
	var initialization *stagedInitialization
	for i, step := range c.Steps {
		want, got := &c.Expect.Steps[i], hub.step(step)
		if initialization == nil && hub.status.Initialized.Status != "" {
			initialization = initializationOf(hub.status, i)
		}
		// The time of the run's last transition is informative, and so is what a failed initialization leaves.
		want.Progressing.Since = 0
		if hub.status.Initialized.Status == metav1.ConditionFalse {
			want.Stages, want.Deletion = nil, stageAnswer{}
			if want.Failure == "" {
				got.Failure = ""
			}
		}
		if diff := gocmp.Diff(*want, got, cmpopts.EquateEmpty()); diff != "" {
			return fmt.Sprintf("step %d:\n%s", i, diff)
		}
	}
	if want := c.Expect.Initialization; want != nil && initialization != nil && !want.OK {
		failure := want.Failure
		if failure == "" {
			initialization.Failure = ""
		}
		*want = stagedInitialization{Step: want.Step, Failure: failure}
	}
	if diff := gocmp.Diff(c.Expect.Initialization, initialization, cmpopts.EquateEmpty()); diff != "" {
		return "initialization:\n" + diff
	}
	var left []finalBinding
	for _, b := range hub.bindings {
		left = append(left, finalBinding{b.Name, b.TargetCluster, b.State, b.ResourceSnapshot, b.Deleting})
	}
	slices.SortFunc(left, func(a, b finalBinding) int { return cmp.Compare(a.Name, b.Name) })
	return gocmp.Diff(c.Expect.Bindings, left, cmpopts.EquateEmpty())
}

// initializationOf is what the initialization left.
func initializationOf(status staged.Status, step int) *stagedInitialization {
	got := &stagedInitialization{OK: status.Initialized.Status == metav1.ConditionTrue, Step: step}
	if !got.OK {
		got.Failure = string(status.Failure.Cause)
		return got
	}
	names := func(stage staged.StageStatus) (list []string) {
		for _, cluster := range stage.Clusters {
			list = append(list, cluster.Name)
		}
		return list
	}
	for _, stage := range status.Stages {
		got.Stages = append(got.Stages, struct {
			Name     string   `json:"name"`
			Clusters []string `json:"clusters"`
		}{stage.Name, names(stage)})
	}
	got.Deletion, got.PolicyIndex, got.ClusterCount = names(status.Deletion), status.PolicyIndex, status.ClusterCount
	got.ResourceIndex, got.ResourceSnapshot = status.ResourceIndex, status.ResourceSnapshot
	return got
}

// seconds is the time of a case.
func seconds(t time.Time) int { return int(t.Sub(noon) / time.Second) }

func conditionAnswer(c staged.Condition) stagedCondition {
	if c.Status == "" {
		return stagedCondition{}
	}
	return stagedCondition{c.Status, c.Reason, seconds(c.Since)}
}

// stageAnswerOf converts the status of a stage to the form of the record.
func stageAnswerOf(stage staged.StageStatus) stageAnswer {
	got := stageAnswer{Progressing: conditionAnswer(stage.Progressing), Succeeded: conditionAnswer(stage.Succeeded)}
	letters := map[staged.ClusterState]string{
		staged.NotStarted: ".", staged.Updating: "U", staged.Succeeded: "S", staged.Failed: "F",
	}
	for _, cluster := range stage.Clusters {
		got.Clusters += letters[cluster.State]
	}
	at := func(t time.Time) *int {
		if t.IsZero() {
			return nil
		}
		s := seconds(t)
		return &s
	}
	got.Start, got.End = at(stage.Start), at(stage.End)
	tasks := func(list []staged.TaskStatus) (all []taskAnswer) {
		for _, task := range list {
			answer := taskAnswer{Type: task.Type, Request: task.Request}
			for _, condition := range []struct {
				name string
				is   bool
			}{{"ApprovalRequestCreated", task.Created}, {"ApprovalRequestApproved", task.Approved}, {"WaitTimeElapsed", task.Elapsed}} {
				if condition.is {
					answer.Conditions = append(answer.Conditions, condition.name)
				}
			}
			all = append(all, answer)
		}
		return all
	}
	got.Before, got.After = tasks(stage.Before), tasks(stage.After)
	return got
}
