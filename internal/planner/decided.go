package planner

import (
	"encoding/json"
	"strconv"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// DecidedOutputs are what Terraform gets of what a hub has decided, in the form of [Outputs].
type DecidedOutputs struct {
	// Decisions are in the order of the hub.
	Decisions          []Decision               `json:"decisions"`
	DecisionsByCluster map[string]ChosenCluster `json:"decisionsByCluster"`
	DecisionGroups     []Group                  `json:"decisionGroups"`
	// Satisfied says whether the hub has found as many clusters as required.
	Satisfied  bool                  `json:"satisfied"`
	Conditions []placement.Condition `json:"conditions"`
	// PredictionAgrees and PredictionDifferences compare the decisions with the prediction. They are nil if there is none.
	PredictionAgrees      *bool        `json:"predictionAgrees,omitempty"`
	PredictionDifferences []Difference `json:"predictionDifferences,omitempty"`
}

// DecidedOutputs are what Terraform gets of the decisions of a hub. The request has the placement and the fleet of the hub, as far
// as they are known. Without a prediction its outputs are nil.
func (r *Request) DecidedOutputs(d *manifest.Decided, p *Prediction, details *Details) *DecidedOutputs {
	outputs := &DecidedOutputs{
		Decisions:      make([]Decision, len(d.Decisions)),
		DecisionGroups: groupsOf(d.Groups),
		Satisfied:      d.Satisfied,
		Conditions:     placement.Shown(d.Conditions),
	}
	bindings := r.withDecided(d).bindings()
	// KubeFleet publishes a score of 0 with every cluster of a PickAll, and what a binding has of an earlier PickN.
	isScored := r.KubeFleet == nil || r.KubeFleet.PlacementType == kubefleet.PickN
	for i := range d.Decisions {
		decided := &d.Decisions[i]
		outputs.Decisions[i] = Decision{
			ClusterName: decided.Name, Group: decided.Group, Reason: decided.Reason, Binding: bindings[decided.Name],
			TargetObject: TargetObject{Kind: decided.Kind, Namespace: decided.Namespace},
		}
		outputs.Decisions[i].Reason = excerpt.Line(decided.Reason, finding.MessageBytes)
		if decided.Score != nil && isScored {
			outputs.Decisions[i].Score = json.Number(strconv.FormatInt(*decided.Score, 10))
		}
	}
	outputs.DecisionsByCluster = r.ByCluster(outputs.Decisions, outputs.DecisionGroups, details)
	if p != nil {
		agrees := len(p.Differences) == 0
		outputs.PredictionAgrees, outputs.PredictionDifferences = &agrees, p.Differences
	}
	return outputs
}

// ByCluster are decisions by the names of their clusters, with the labels and claims that the fleet of the hub has.
func (r *Request) ByCluster(decisions []Decision, groups []Group, details *Details) map[string]ChosenCluster {
	inventory := r.Manifests.Inventory
	inventory.Clusters = fleet.Seen(r.clusterKind(), inventory.Clusters)
	return byCluster(decisions, groups, details, func() func(string) *placement.Cluster { return r.clusters(&inventory) })
}

// withDecided is the request with what the hub has decided for the placement in the place of what the lists of the hub have of it,
// which may be older. The lists are shared and stay as they are.
func (r *Request) withDecided(d *manifest.Decided) *Request {
	of := *r
	of.Prior = Prior{Snapshot: d.Snapshot}
	of.Manifests.FromHub = true
	of.Manifests.KubeFleetPlacements, of.Manifests.PlacementRules = nil, nil
	of.Manifests.ResourceBindings = d.ResourceBindings
	of.Manifests.Decisions = make([]placement.PlacementDecision, 0, len(r.Manifests.Decisions)+len(d.PlacementDecisions))
	for i := range r.Manifests.Decisions {
		if other := &r.Manifests.Decisions[i]; !r.is(other.Namespace, other.Placement) {
			of.Manifests.Decisions = append(of.Manifests.Decisions, *other)
		}
	}
	of.Manifests.Decisions = append(of.Manifests.Decisions, d.PlacementDecisions...)
	if r.Hybrid != nil && d.Rule != nil {
		of.Manifests.PlacementRules = []manifest.PlacementRule{*d.Rule}
	}
	return &of
}

// bindings are the live bindings that the hub has of a KubeFleet placement, by cluster.
func (r *Request) bindings() map[string]*PreviousBinding {
	if r.KubeFleet == nil {
		return nil
	}
	bindings := map[string]*PreviousBinding{}
	earlier, _ := r.earlierBindings(r.Manifests.ResourceBindings)
	for i := range earlier {
		if name := earlier[i].ClusterName; bindings[name] == nil {
			bindings[name] = earlier[i].Binding
		}
	}
	return bindings
}
