package provider

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// previousBinding is what the scheduler of KubeFleet has to know of an earlier decision.
type previousBinding struct {
	State               placement.BindingState `json:"state,omitempty"`
	Policy              string                 `json:"policy,omitempty"`
	TopologySpreadScore *int32                 `json:"topologySpreadScore,omitempty"`
}

// policy identifies the policy of a KubeFleet placement; it is empty in other dialects.
func (c *placementConfig) policy() string {
	if c.KubeFleet == nil {
		return ""
	}
	return c.KubeFleet.PolicyHash()
}

// scheduleKubeFleet runs the scheduler of KubeFleet on what the hub would have: the policy snapshot and the bindings.
func (c *placementConfig) scheduleKubeFleet(ctx context.Context, inv placement.Inventory, fleet *manifest.Fleet) (placement.Result, error) {
	req := *c.KubeFleet
	req.SetDefaults()
	req.Name, req.Namespace, req.DecisionStrategy = c.Name, c.Namespace, c.DecisionStrategy

	samePolicy := true
	if old := c.stored(fleet); old != nil {
		if errs := req.ValidateUpdate(old); len(errs) > 0 {
			return placement.Result{}, &placement.Misconfiguration{
				Field: errs[0].Field, Message: "a hub does not let the placement of this name, as it was before, become this one; rename it: " +
					foundAndWanted(errs[0]),
			}
		}
		samePolicy = req.SamePolicy(old)
	}
	index := c.latestSnapshot(inv.ResourceBindings)
	if !samePolicy {
		index++
	}
	req.Snapshot = req.NewSnapshot(index)
	if c.knowsItsDecisions() {
		inv.ResourceBindings = slices.DeleteFunc(slices.Clone(inv.ResourceBindings), func(b placement.ResourceBinding) bool {
			return c.is(b.Namespace, b.Placement)
		})
	}
	inv.ResourceBindings = slices.Concat(inv.ResourceBindings, c.previousBindings(req.Snapshot.Name))
	return kubefleet.Schedule(ctx, req, inv)
}

// stored is the placement as it was before: in the state, or on the hub if the manifests tell.
func (c *placementConfig) stored(fleet *manifest.Fleet) *kubefleet.Placement {
	if c.previousPolicy != nil {
		return c.previousPolicy
	}
	for i := range fleet.KubeFleetPlacements {
		if old := &fleet.KubeFleetPlacements[i]; c.is(old.Namespace, old.Name) {
			return old
		}
	}
	return nil
}

// latestSnapshot is the highest index of the policy snapshots that the placement's bindings name; 0 without any.
func (c *placementConfig) latestSnapshot(bindings []placement.ResourceBinding) int {
	latest := 0
	for i := range bindings {
		if b := &bindings[i]; c.is(b.Namespace, b.Placement) {
			if text, ok := strings.CutPrefix(b.PolicySnapshot, c.Name+"-"); ok {
				if index, err := strconv.Atoi(text); err == nil {
					latest = max(latest, index)
				}
			}
		}
	}
	return latest
}

// previousBindings are the bindings of the previous decisions. A decision that does not say otherwise is bound by the
// policy of the placement.
func (c *placementConfig) previousBindings(snapshot string) []placement.ResourceBinding {
	policy := c.policy()
	bindings := make([]placement.ResourceBinding, len(c.PreviousDecisions))
	for i, previous := range c.PreviousDecisions {
		b := placement.ResourceBinding{
			Name: c.Name + "-" + previous.ClusterName, Namespace: c.Namespace, Placement: c.Name,
			State: placement.BindingBound, TargetCluster: previous.ClusterName, PolicySnapshot: snapshot,
			ClusterDecision: placement.ClusterDecision{
				ClusterName: previous.ClusterName, Selected: true,
				Reason:       cmp.Or(previous.Reason, "the cluster was chosen before"),
				ClusterScore: &placement.ClusterScore{AffinityScore: int32(math.Round(previous.Score))},
			},
		}
		if binding := previous.Binding; binding != nil {
			if binding.State != "" {
				b.State = binding.State
			}
			if binding.Policy != "" && binding.Policy != policy {
				b.PolicySnapshot = ""
			}
			if binding.TopologySpreadScore != nil {
				b.ClusterDecision.ClusterScore.TopologySpreadScore = *binding.TopologySpreadScore
			}
		}
		bindings[i] = b
	}
	return bindings
}
