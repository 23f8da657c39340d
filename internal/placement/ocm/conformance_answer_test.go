// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// answerOf converts a result to the form of the recorded answers.
func answerOf(req ocm.Placement, inv placement.Inventory, got placement.Result, err error) conformanceAnswer {
	var a conformanceAnswer
	var misconfigured *placement.Misconfiguration
	if err != nil && !errors.As(err, &misconfigured) {
		return a.normalized()
	}
	a.Scheduled = true
	a.AvailableClusters = available(inv, got)
	a.SchedulerStatus.Code = "Success"
	switch {
	case misconfigured != nil && !strings.HasPrefix(misconfigured.Field, "decisionStrategy"):
		a.SchedulerStatus.Code = "Misconfigured"
		a.SchedulerStatus.Plugin, a.SchedulerStatus.Message = misconfigured.Plugin, misconfigured.Message
	case len(got.Warnings) > 0:
		a.SchedulerStatus.Code = "Warning"
		a.SchedulerStatus.Message = strings.Join(got.Warnings, "\n")
	}
	for i, f := range got.Filters {
		name := f.Name
		if i > 0 {
			name = a.FilterResults[i-1].Name + "," + name
		}
		a.FilterResults = append(a.FilterResults, struct {
			Name             string   `json:"name"`
			FilteredClusters []string `json:"filteredClusters"`
		}{name, f.Survivors})
	}
	a.Scores = map[string]int64{}
	for _, p := range got.Prioritizers {
		a.PrioritizerResults = append(a.PrioritizerResults,
			conformancePrioritizer{Name: p.Name, Weight: p.Weight, Scores: map[string]int64{}})
	}
	note := func(c placement.Candidate) {
		a.Scores[c.Cluster] = c.Score
		for k, line := range c.Scores {
			if line.Given {
				a.PrioritizerResults[k].Scores[c.Cluster] = line.Value
			}
		}
	}
	for _, d := range got.Decisions {
		a.Decisions = append(a.Decisions, d.Cluster)
		note(d.Candidate)
	}
	for _, c := range got.NotPicked {
		note(c)
	}
	if !got.RequeueAt.IsZero() {
		a.RequeueAt = &got.RequeueAt
	}
	a.addStatus(req, got)
	return a.normalized()
}

func (a *conformanceAnswer) addStatus(_ ocm.Placement, got placement.Result) {
	a.PlacementStatus.NumberOfSelectedClusters = len(got.Decisions)
	a.PlacementStatus.Conditions = got.Conditions
	for _, g := range got.Groups {
		a.PlacementStatus.DecisionGroups = append(a.PlacementStatus.DecisionGroups, struct {
			DecisionGroupIndex int      `json:"decisionGroupIndex"`
			DecisionGroupName  string   `json:"decisionGroupName"`
			Decisions          []string `json:"decisions"`
			ClusterCount       int      `json:"clusterCount"`
		}{g.Index, g.Name, g.PlacementDecisions, len(g.Clusters)})
	}
	const prefix = "cluster.open-cluster-management.io/"
	for _, s := range got.PlacementDecisions {
		a.PlacementDecisions = append(a.PlacementDecisions, struct {
			Name      string            `json:"name"`
			Namespace string            `json:"namespace"`
			Labels    map[string]string `json:"labels"`
			Decisions []string          `json:"decisions"`
		}{s.Name, s.Namespace, map[string]string{
			prefix + "placement":            s.Placement,
			prefix + "decision-group-name":  s.GroupName,
			prefix + "decision-group-index": strconv.Itoa(s.GroupIndex),
		}, s.Clusters})
	}
}

// available are the clusters that no stage before the filters rejected.
func available(inv placement.Inventory, got placement.Result) []string {
	rejected := map[string]bool{}
	for _, r := range got.Rejected {
		if r.Stage == ocm.StageAvailability {
			rejected[r.Cluster] = true
		}
	}
	var names []string
	for i := range inv.Clusters {
		if name := inv.Clusters[i].Name; !rejected[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// normalized drops what FORMAT.md does not specify: everything of a pass that did not take place, the order of the
// prioritizers, the plug-in of a warning, and the text after the prefix of selector and CEL errors.
func (a conformanceAnswer) normalized() conformanceAnswer {
	if !a.Scheduled {
		return conformanceAnswer{}
	}
	if a.SchedulerStatus.Code == "Warning" {
		a.SchedulerStatus.Plugin = ""
	}
	a.SchedulerStatus.Message = knownText(a.SchedulerStatus.Message)
	a.PlacementStatus.Conditions = slices.Clone(a.PlacementStatus.Conditions)
	for i := range a.PlacementStatus.Conditions {
		c := &a.PlacementStatus.Conditions[i]
		c.Message = knownText(c.Message)
	}
	slices.SortFunc(a.PrioritizerResults, func(x, y conformancePrioritizer) int {
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Weight, y.Weight))
	})
	for i := range a.FilterResults {
		a.FilterResults[i].FilteredClusters = orEmpty(a.FilterResults[i].FilteredClusters)
	}
	for i := range a.PlacementDecisions {
		a.PlacementDecisions[i].Decisions = orEmpty(a.PlacementDecisions[i].Decisions)
	}
	if a.RequeueAt != nil {
		at := a.RequeueAt.UTC()
		a.RequeueAt = &at
	}
	a.AvailableClusters, a.Decisions = orEmpty(a.AvailableClusters), orEmpty(a.Decisions)
	a.FilterResults, a.PrioritizerResults = orEmpty(a.FilterResults), orEmpty(a.PrioritizerResults)
	a.PlacementDecisions = orEmpty(a.PlacementDecisions)
	a.PlacementStatus.DecisionGroups = orEmpty(a.PlacementStatus.DecisionGroups)
	return a
}

// knownText cuts messages that come from libraries down to what identifies them.
func knownText(message string) string {
	if before, _, found := strings.Cut(message, "compilation failed:"); found {
		return before + "compilation failed:"
	}
	for _, sign := range []string{"is not a valid label selector operator", "Invalid value:", "must be specified", "must be empty",
		"Unsupported value:"} {
		if strings.Contains(message, sign) {
			plugin, _, _ := strings.Cut(message, ":")
			if plugin == "Predicate" {
				return "Predicate: selector error"
			}
			return "selector error"
		}
	}
	return message
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
