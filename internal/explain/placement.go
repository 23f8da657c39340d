// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/shortfall"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// explainedPlacement are the attributes of a placement that the function explains. All others are ignored.
type explainedPlacement struct {
	Name             string                `json:"name,omitempty"`
	Namespace        string                `json:"namespace,omitempty"`
	Decisions        []planner.Decision    `json:"decisions,omitempty"`
	DecisionGroups   []planner.Group       `json:"decisionGroups,omitempty"`
	Satisfied        bool                  `json:"satisfied,omitempty"`
	Conditions       []placement.Condition `json:"conditions,omitempty"`
	RejectionSummary map[string]int        `json:"rejectionSummary,omitempty"`
	Moves            planner.Moves         `json:"moves,omitzero"`
	NextChange       time.Time             `json:"nextChange,omitzero"`
	Report           string                `json:"report,omitempty"`
	Shortfall        *shortfall.Shortfall  `json:"shortfall,omitempty"`
	ToCreate         []string              `json:"toCreate,omitempty"`
}

// explainPlacement explains a placement.
func explainPlacement(reader *tfvalue.Reader, value tfvalue.Input, attributes map[string]tfvalue.Input) (string, error) {
	var e explainedPlacement
	reader.ReadConfig(value, &e)
	if reader.HasMistakes() {
		return "", nil
	}
	outputs := e.outputs()
	if !attributes[string(placement.DialectHybrid)].IsNull() {
		outputs.Dialect = placement.DialectHybrid
	}
	if e.Report != "" {
		var err error
		if outputs.Report, err = readReport(e.Report); err != nil {
			return "", fmt.Errorf("report: not the report of a placement: %w", err)
		}
	}
	return PlacementMarkdown(outputs), nil
}

// explainReport explains the report of a placement.
func explainReport(text string) (string, error) {
	report, err := readReport(text)
	if err != nil {
		return "", fmt.Errorf("the text is not the report of a placement: %w; %s", err, Explainable)
	}
	return PlacementMarkdown(&Outputs{Report: report}), nil
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
		return nil, errors.New("it has no dialect")
	}
	return &report, nil
}

// outputs are the attributes as they are rendered.
func (e *explainedPlacement) outputs() *Outputs {
	placement := manifest.Placement{Name: e.Name, Namespace: e.Namespace}
	outputs := &Outputs{
		Placement: placement.FullName(), Satisfied: e.Satisfied, Conditions: e.Conditions,
		RejectionSummary: e.RejectionSummary, NextChange: e.NextChange, ToCreate: e.ToCreate,
		Moves: e.Moves, Decisions: e.Decisions,
	}
	if e.Shortfall != nil {
		for i := range e.Shortfall.Ways {
			outputs.Ways = append(outputs.Ways, e.Shortfall.Ways[i].Text)
		}
	}
	for _, group := range e.DecisionGroups {
		outputs.Groups = append(outputs.Groups, group.Name)
	}
	return outputs
}
