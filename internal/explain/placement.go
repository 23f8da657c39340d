// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/shortfall"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// explainedPlacement are the attributes of a placement that the function explains. All others are ignored.
type explainedPlacement struct {
	planner.Groups
	Name             string                `json:"name,omitempty"`
	Namespace        string                `json:"namespace,omitempty"`
	Decisions        []planner.Decision    `json:"decisions,omitempty"`
	Satisfied        bool                  `json:"satisfied,omitempty"`
	Conditions       []placement.Condition `json:"conditions,omitempty"`
	RejectionSummary map[string]int        `json:"rejectionSummary,omitempty"`
	Moves            planner.Moves         `json:"moves,omitzero"`
	NextChange       time.Time             `json:"nextChange,omitzero"`
	Report           string                `json:"report,omitempty"`
	Shortfall        *shortfall.Shortfall  `json:"shortfall,omitempty"`
	ToCreate         []string              `json:"toCreate,omitempty"`
	Expected         *hubdecision.Expected `json:"expected,omitempty"`

	dialect placement.Dialect
	// full is the report, which has every cluster. Of the other attributes, only Moves, Shortfall, ToCreate and Expected are used
	// with it.
	full *placement.Report
}

// explainPlacement explains a placement.
func explainPlacement(reader *tfvalue.Reader, value tfvalue.Input, attributes map[string]tfvalue.Input) (string, error) {
	var e explainedPlacement
	reader.ReadConfig(value, &e)
	return e.page(reader, attributes)
}

// page is the page of a placement that was read, whose scheduler is among the arguments.
func (e *explainedPlacement) page(reader *tfvalue.Reader, arguments map[string]tfvalue.Input) (string, error) {
	if reader.HasMistakes() {
		return "", nil
	}
	if !arguments[string(placement.DialectHybrid)].IsNull() {
		e.dialect = placement.DialectHybrid
	}
	if e.Report != "" {
		var err error
		if e.full, err = readReport(e.Report); err != nil {
			return "", fmt.Errorf("report: not the report of a placement: %w", err)
		}
	}
	return e.markdown(), nil
}

// explainReport explains the report of a placement.
func explainReport(text string) (string, error) {
	report, err := readReport(text)
	if err != nil {
		return "", fmt.Errorf("the text is not the report of a placement: %w; %s", err, Explainable)
	}
	return (&explainedPlacement{full: report}).markdown(), nil
}

// readReport reads the JSON of a report.
func readReport(text string) (*placement.Report, error) {
	var report placement.Report
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		return nil, err
	}
	if report.Version > placement.ReportVersion {
		return nil, fmt.Errorf("found version %d; this release of the provider reads version %d", report.Version,
			placement.ReportVersion)
	}
	if report.Clusters == nil {
		return nil, errors.New("it has no clusters")
	}
	if !slices.Contains(placement.Dialects, report.Dialect) {
		return nil, errors.New("it has no scheduler")
	}
	return &report, nil
}

// report is the report, or as much of one as the other attributes have: the chosen clusters and the counted reasons.
func (e *explainedPlacement) report() *placement.Report {
	if e.full != nil {
		return e.full
	}
	named := manifest.Placement{Name: e.Name, Namespace: e.Namespace}
	r := &placement.Report{
		Placement: named.FullName(), Dialect: e.dialect, Satisfied: e.Satisfied, Conditions: e.Conditions, NextChange: e.NextChange,
	}
	for i, name := range e.DecisionGroupNames {
		r.PlacementDecisions = append(r.PlacementDecisions, placement.ReportedPlacementDecision{GroupIndex: i, GroupName: name})
	}
	for i := range e.Decisions {
		d := &e.Decisions[i]
		cluster := placement.ReportedCluster{Name: d.ClusterName, Stage: placement.StageDecided, Score: d.Score, Reason: d.Reason}
		if group, isKnown := e.DecisionGroups[d.ClusterName]; isKnown {
			cluster.Group = &group
		}
		r.Clusters = append(r.Clusters, cluster)
	}
	for _, reason := range slices.Sorted(maps.Keys(e.RejectionSummary)) {
		r.Summary = append(r.Summary, placement.ReasonCount{Reason: reason, Count: e.RejectionSummary[reason]})
	}
	slices.SortStableFunc(r.Summary, func(a, b placement.ReasonCount) int { return cmp.Compare(b.Count, a.Count) })
	return r
}

// explainTogether explains placements that were decided together, one after the other by their keys. What is not known yet is
// left out.
func explainTogether(reader *tfvalue.Reader, _ tfvalue.Input, attributes map[string]tfvalue.Input) (string, error) {
	outcomes, ok := reader.Attributes(attributes["outcomes"], tfvalue.Root("outcomes"))
	if !ok {
		return "", nil
	}
	var pages []string
	for _, key := range slices.Sorted(maps.Keys(outcomes)) {
		if outcomes[key].IsUnknown() {
			continue
		}
		var e explainedPlacement
		reader.ReadConfig(outcomes[key], &e)
		e.Name = key
		page, err := e.page(reader, attributes["placements"].Field(key).Fields())
		if err != nil || reader.HasMistakes() {
			return "", err
		}
		pages = append(pages, page)
	}
	return strings.Join(pages, "\n"), nil
}
