package planner

import (
	"encoding/json"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Outputs are what Terraform gets of an answer. A fact stands in one of them, and they grow with the decisions and not with the
// fleet, but for the report.
type Outputs struct {
	// Decisions are the chosen clusters, the best first.
	Decisions []Decision `json:"decisions"`
	// DecisionsByCluster are the chosen clusters by name.
	DecisionsByCluster map[string]Decision `json:"decisionsByCluster"`
	DecisionGroups     []Group             `json:"decisionGroups"`
	// Satisfied says whether the placement found as many clusters as required.
	Satisfied bool `json:"satisfied"`
	// Conditions are the status conditions that the hub would publish.
	Conditions []placement.Condition `json:"conditions"`
	// RejectionSummary is the number of clusters that were not chosen, by reason.
	RejectionSummary map[string]int `json:"rejectionSummary"`
	// NextChange is the first time at which the decision may change with time alone; zero if it does not.
	NextChange time.Time `json:"nextChange"`
	// SkippedKinds is the number of objects that the scheduler does not use, by kind.
	SkippedKinds map[string]int `json:"skippedKinds"`
	// Report is the whole report as JSON.
	Report string `json:"report"`
}

// Decision is a chosen cluster.
type Decision struct {
	ClusterName string           `json:"clusterName"`
	Score       json.Number      `json:"score"`
	Group       int              `json:"group"`
	GroupName   string           `json:"groupName"`
	Reason      string           `json:"reason"`
	Binding     *PreviousBinding `json:"binding"`
}

// Group is a group of the decisions.
type Group struct {
	Index int `json:"index"`
	// Name is empty outside the predefined groups.
	Name         string   `json:"name"`
	ClusterNames []string `json:"clusterNames"`
	// PlacementDecisions are the names of the PlacementDecisions of the group, with at most 100 clusters each.
	PlacementDecisions []string `json:"placementDecisions"`
}

// Outputs makes the outputs of the answer.
func (a *Answer) Outputs() (*Outputs, error) {
	result := &a.Result
	report := result.Report()
	report.Placement = a.Placement
	reportText, err := json.Marshal(report)
	if err != nil {
		return nil, err
	}
	outputs := &Outputs{
		Decisions:          make([]Decision, 0, len(result.Decisions)),
		DecisionsByCluster: make(map[string]Decision, len(result.Decisions)),
		DecisionGroups:     make([]Group, len(result.Groups)),
		Satisfied:          result.Satisfied,
		Conditions:         result.Conditions,
		RejectionSummary:   make(map[string]int, len(report.Summary)),
		NextChange:         result.NextChange,
		SkippedKinds:       make(map[string]int, len(a.Skipped)),
		Report:             string(reportText),
	}
	for e := range result.Explain {
		if e.Stage != placement.StageDecided {
			break
		}
		decision := Decision{
			ClusterName: e.Cluster, Score: json.Number(result.FormatScore(e.Candidate.Score)), Group: e.Group,
			GroupName: result.Groups[e.Group].Name, Reason: e.Reason, Binding: a.Bindings[e.Cluster],
		}
		outputs.Decisions = append(outputs.Decisions, decision)
		outputs.DecisionsByCluster[e.Cluster] = decision
	}
	for i, g := range result.Groups {
		outputs.DecisionGroups[i] = Group{Index: g.Index, Name: g.Name, ClusterNames: g.Clusters, PlacementDecisions: g.PlacementDecisions}
	}
	for _, reason := range report.Summary {
		outputs.RejectionSummary[reason.Reason] = reason.Count
	}
	for _, kind := range a.Skipped {
		outputs.SkippedKinds[kind.Kind] = kind.Count
	}
	return outputs, nil
}
