// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package conformance

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// ocmRecord is a recorded case of Open Cluster Management.
type ocmRecord struct {
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
	Expect struct {
		Scheduled       bool `json:"scheduled"`
		SchedulerStatus struct {
			Code string `json:"code"`
		} `json:"schedulerStatus"`
		SyncError       string                 `json:"syncError"`
		Scores          map[string]json.Number `json:"scores"`
		Decisions       []string               `json:"decisions"`
		PlacementStatus struct {
			Conditions []placement.Condition `json:"conditions"`
		} `json:"placementStatus"`
		PlacementDecisions []struct {
			Name      string            `json:"name"`
			Namespace string            `json:"namespace"`
			Labels    map[string]string `json:"labels"`
			Decisions []string          `json:"decisions"`
		} `json:"placementDecisions"`
	} `json:"expect"`
}

// ocmHubCases are the recorded cases that a hub can have, and how many are left out for which reason.
func ocmHubCases(t *testing.T) (cases []hubCase, leftOut map[string]int) {
	t.Helper()
	leftOut = map[string]int{}
	conformance.EachFrom(t, filepath.Join("..", "..", "placement", "ocm"), "ocm", func(r *ocmRecord) {
		c := r.hubCase(t)
		switch {
		case strings.HasPrefix(r.Name, "bypass-"):
			leftOut["what admission refuses"]++
		case !r.Expect.Scheduled:
			leftOut["the placement is not scheduled"]++
		case len(c.objects) > hubCaseObjects:
			leftOut["too many objects"]++
		case setsServersOwn(c.objects):
			leftOut["metadata that only an API server sets"]++
		case slices.ContainsFunc(serversOwn, func(name string) bool {
			return strings.Contains(string(r.Input.Placement),
				"metadata."+name)
		}):
			leftOut["an expression about such metadata"]++
		case c.hasGroupSizeAsText():
			leftOut["a group size that is a number as text: HCL does not tell it from a number"]++
		default:
			cases = append(cases, c)
		}
	})
	return cases, leftOut
}

// hasGroupSizeAsText reports whether the size of the decision groups is text, but not a percentage.
func (c *hubCase) hasGroupSizeAsText() bool {
	size, _, _ := unstructured.NestedFieldNoCopy(c.placement.Object, "spec", "decisionStrategy", "groupStrategy",
		"clustersPerDecisionGroup")
	text, isText := size.(string)
	return isText && !strings.HasSuffix(text, "%")
}

func (r *ocmRecord) hubCase(t *testing.T) hubCase {
	t.Helper()
	const group = "cluster.open-cluster-management.io/"
	c := hubCase{
		name: r.Name, now: r.Now, placement: recordedObject(t, r.Input.Placement, group+"v1beta1", "Placement"), compare: r.compare,
		// A warning is a success, but the pass has its error as well.
		fails: r.Expect.SyncError != "" && r.Expect.SchedulerStatus.Code != "Warning",
	}
	c.placement.SetUID("")
	c.objects = append(c.objects, c.placement)
	for _, kind := range []struct {
		list             []json.RawMessage
		apiVersion, kind string
	}{
		{r.Input.Clusters, "v1", "ManagedCluster"}, {r.Input.ClusterSets, "v1beta2", "ManagedClusterSet"},
		{r.Input.Bindings, "v1beta2", "ManagedClusterSetBinding"}, {r.Input.Scores, "v1alpha1", "AddOnPlacementScore"},
		{r.Input.ExistingDecisions, "v1beta1", "PlacementDecision"},
	} {
		for _, raw := range kind.list {
			c.objects = append(c.objects, recordedObject(t, raw, group+kind.apiVersion, kind.kind))
		}
	}
	return c
}

// ocmAnswer is what is compared.
type ocmAnswer struct {
	Decisions          []string
	Scores             map[string]json.Number
	Conditions         []placement.Condition
	PlacementDecisions []placement.ReportedPlacementDecision
}

func (r *ocmRecord) compare(outputs map[string]any, report *placement.Report) string {
	want := ocmAnswer{Decisions: r.Expect.Decisions, Scores: r.Expect.Scores, Conditions: r.Expect.PlacementStatus.Conditions}
	const prefix = "cluster.open-cluster-management.io/"
	for _, d := range r.Expect.PlacementDecisions {
		want.PlacementDecisions = append(want.PlacementDecisions, placement.ReportedPlacementDecision{
			Name: d.Name, Namespace: d.Namespace, Placement: d.Labels[prefix+"placement"],
			GroupName: d.Labels[prefix+"decision-group-name"],
			Clusters:  d.Decisions,
		})
	}
	got := ocmAnswer{Decisions: providertest.ChosenOf(outputs), Scores: map[string]json.Number{}, Conditions: report.Conditions,
		PlacementDecisions: report.PlacementDecisions}
	if !slices.ContainsFunc(report.Clusters, func(c placement.ReportedCluster) bool { return c.Stage == placement.StageNotPicked }) {
		// All are chosen: the output is in the order of names.
		slices.Sort(want.Decisions)
	}
	for _, cluster := range report.Clusters {
		if cluster.Score != "" {
			got.Scores[cluster.Name] = cluster.Score
		}
	}
	return cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(placement.ReportedPlacementDecision{}, "GroupIndex"))
}
