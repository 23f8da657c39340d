// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision

import (
	"cmp"
	"encoding/json"
	"strconv"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// Outputs are what Terraform gets of what a hub has decided, in the form of [planner.Outputs].
type Outputs struct {
	// The clusters that the hub has chosen, in its order: by group and name in `ocm`, and as its policy snapshot lists them in
	// `kubefleet`. Only KubeFleet publishes scores and reasons.
	Decisions []planner.Decision `json:"decisions"`
	// The chosen clusters by name, for `for_each`.
	DecisionsByCluster map[string]planner.ChosenCluster `json:"decisionsByCluster"`
	planner.Groups
	// Whether the hub has found as many clusters as required; false before it decides.
	Satisfied bool `json:"satisfied"`
	// The status conditions of the placement; in `kubefleet` that of its policy snapshot comes first. Empty before the hub decides.
	Conditions []placement.Condition `json:"conditions"`
	// Whether the hub has chosen the predicted clusters, in `ocm` in the predicted groups. If not, it has not decided since the
	// placement or the fleet has changed, or decides otherwise. Null, with a warning, if nothing can be predicted.
	PredictionAgrees *bool `json:"predictionAgrees,omitempty"`
	// The clusters that the hub decided differently than predicted. Null if nothing can be predicted.
	PredictionDifferences []Difference `json:"predictionDifferences,omitempty"`
}

// DecidedByHub is the reason of a decision for which the hub gives none.
const DecidedByHub = "decided by the hub"

// OutputsOf are what Terraform gets of the decisions of a hub. The request has the placement and the fleet of the hub, as far
// as they are known. Without a prediction its outputs are nil.
func OutputsOf(r *planner.Request, d *decisions.Decided, p *Prediction, details *planner.Details) *Outputs {
	outputs := &Outputs{
		Decisions:  make([]planner.Decision, len(d.Decisions)),
		Groups:     planner.GroupsOf(d.Groups),
		Satisfied:  d.Satisfied,
		Conditions: placement.Shown(d.Conditions),
	}
	bindings, isScored := bindingsOf(r.WithDecided(d)), r.IsScored(true)
	for i := range d.Decisions {
		decided := &d.Decisions[i]
		outputs.Decisions[i] = planner.Decision{
			ClusterName: decided.Name, Binding: bindings[decided.Name],
			TargetObject: planner.TargetObject{Kind: decided.Kind, Namespace: decided.Namespace},
		}
		outputs.Decisions[i].Reason = excerpt.Line(cmp.Or(decided.Reason, DecidedByHub), finding.MessageBytes)
		if decided.Score != nil && isScored {
			outputs.Decisions[i].Score = json.Number(strconv.FormatInt(*decided.Score, 10))
		}
	}
	outputs.DecisionsByCluster = r.ByCluster(outputs.Decisions, details)
	if p != nil {
		agrees := len(p.Differences) == 0
		outputs.PredictionAgrees, outputs.PredictionDifferences = &agrees, p.Differences
	}
	return outputs
}

// bindingsOf are the bindings that the hub has of a KubeFleet placement, by cluster.
func bindingsOf(r *planner.Request) map[string]*planner.PreviousBinding {
	bindings := map[string]*planner.PreviousBinding{}
	for _, prior := range r.EarlierDecisions(&r.Manifests.Inventory) {
		bindings[prior.ClusterName] = prior.Binding
	}
	return bindings
}

// without are the names of a list that another one does not have, sorted.
func without(names, others []string) []string {
	return sets.List(sets.New(names...).Delete(others...))
}

// SameClusters reports whether two decisions have the same clusters, in any order.
func SameClusters(a, b []string) bool { return len(a) == len(b) && sets.New(a...).HasAll(b...) }
