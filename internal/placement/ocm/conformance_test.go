// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// conformanceCase is one recorded answer of the real scheduler.
type conformanceCase struct {
	Name  string    `json:"name"`
	Now   time.Time `json:"now"`
	Input struct {
		Clusters          []json.RawMessage `json:"clusters"`
		ClusterSets       []json.RawMessage `json:"clusterSets"`
		Bindings          []json.RawMessage `json:"bindings"`
		Scores            []json.RawMessage `json:"scores"`
		ExistingDecisions []json.RawMessage `json:"existingDecisions"`
		Placement         json.RawMessage   `json:"placement"`
	} `json:"input"`
	Expect conformanceAnswer `json:"expect"`
}

// conformanceAnswer is what is compared.
type conformanceAnswer struct {
	Scheduled         bool     `json:"scheduled"`
	AvailableClusters []string `json:"availableClusters"`
	SchedulerStatus   struct {
		Code    string `json:"code"`
		Plugin  string `json:"plugin"`
		Message string `json:"message"`
	} `json:"schedulerStatus"`
	FilterResults []struct {
		Name             string   `json:"name"`
		FilteredClusters []string `json:"filteredClusters"`
	} `json:"filterResults"`
	PrioritizerResults []conformancePrioritizer `json:"prioritizerResults"`
	Scores             map[string]int64         `json:"scores"`
	Decisions          []string                 `json:"decisions"`
	RequeueAt          *time.Time               `json:"requeueAt"`
	PlacementStatus    struct {
		NumberOfSelectedClusters int `json:"numberOfSelectedClusters"`
		DecisionGroups           []struct {
			DecisionGroupIndex int      `json:"decisionGroupIndex"`
			DecisionGroupName  string   `json:"decisionGroupName"`
			Decisions          []string `json:"decisions"`
			ClusterCount       int      `json:"clusterCount"`
		} `json:"decisionGroups"`
		Conditions []placement.Condition `json:"conditions"`
	} `json:"placementStatus"`
	PlacementDecisions []struct {
		Name      string            `json:"name"`
		Namespace string            `json:"namespace"`
		Labels    map[string]string `json:"labels"`
		Decisions []string          `json:"decisions"`
	} `json:"placementDecisions"`
}

type conformancePrioritizer struct {
	Name   string           `json:"name"`
	Weight int32            `json:"weight"`
	Scores map[string]int64 `json:"scores"`
}

// TestConformance schedules every recorded case and compares the whole answer.
func TestConformance(t *testing.T) {
	conformance.Run(t, "ocm", func(c *conformanceCase) (string, string) {
		req, inv, err := c.input()
		if err != nil {
			return c.Name, err.Error()
		}
		got, err := ocm.Schedule(t.Context(), req, inv)
		return c.Name, cmp.Diff(c.Expect.normalized(), answerOf(req, inv, got, err))
	})
}

// input is the request and the inventory of the case. The objects have no apiVersion and kind; their list implies it.
func (c *conformanceCase) input() (ocm.Placement, placement.Inventory, error) {
	req, err := apiobject.ReadOCMPlacement(c.Input.Placement)
	if err != nil {
		return req, placement.Inventory{}, err
	}
	inv := placement.Inventory{Now: c.Now}
	var errs [5]error
	inv.Clusters, errs[0] = apiobject.ReadAll(c.Input.Clusters, apiobject.DecodeManagedCluster)
	inv.Sets, errs[1] = apiobject.ReadAll(c.Input.ClusterSets, apiobject.DecodeClusterSet)
	inv.Bindings, errs[2] = apiobject.ReadAll(c.Input.Bindings, apiobject.DecodeBinding)
	inv.Scores, errs[3] = apiobject.ReadAll(c.Input.Scores, apiobject.DecodeScore)
	inv.Decisions, errs[4] = apiobject.ReadAll(c.Input.ExistingDecisions, apiobject.DecodePlacementDecision)
	return req, inv, errors.Join(errs[:]...)
}
