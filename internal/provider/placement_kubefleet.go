package provider

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// previousBinding is what the scheduler of KubeFleet has to know of an earlier decision.
type previousBinding struct {
	State               placement.BindingState `json:"state,omitempty"`
	Policy              string                 `json:"policy,omitempty"`
	TopologySpreadScore *int32                 `json:"topologySpreadScore,omitempty"`
}

// noPolicy stands for the policy of a decision that no policy of KubeFleet has made.
const noPolicy = "none"

// policy identifies the policy of a KubeFleet placement; it is empty in other dialects.
func (c *placementConfig) policy() string {
	if c.KubeFleet == nil {
		return ""
	}
	return c.KubeFleet.PolicyHash()
}

// scheduleKubeFleet runs the scheduler of KubeFleet on what the hub would have: the policy snapshot and the bindings.
func (c *placementConfig) scheduleKubeFleet(ctx context.Context, inv placement.Inventory, fleet *manifest.Fleet) (placement.Result, error) {
	if err := c.checkStored(fleet); err != nil {
		return placement.Result{}, err
	}
	req := kubefleet.Placement{
		Name: c.Name, Namespace: c.Namespace, DecisionStrategy: c.DecisionStrategy, Spec: *c.KubeFleet,
		Snapshot: c.snapshot(inv.ResourceBindings, fleet),
	}
	req.SetDefaults()
	if c.knowsItsDecisions() {
		inv.ResourceBindings = slices.DeleteFunc(slices.Clone(inv.ResourceBindings), func(b placement.ResourceBinding) bool {
			return c.is(b.Namespace, b.Placement)
		})
	}
	inv.ResourceBindings = slices.Concat(inv.ResourceBindings, c.previousBindings(req.Snapshot.Name))
	return kubefleet.Schedule(ctx, req, inv)
}

// checkStored refuses what a hub refuses: to turn the placement that the manifests have into one that it cannot become. What the
// resource itself has decided before does not matter here, because Terraform replaces the resource.
func (c *placementConfig) checkStored(fleet *manifest.Fleet) error {
	if c.previousPolicy != nil {
		return nil
	}
	old := c.stored(fleet)
	if old == nil {
		return nil
	}
	errs := c.KubeFleet.ValidateUpdate(old)
	if len(errs) == 0 {
		return nil
	}
	return &placement.Misconfiguration{
		Field: errs[0].Field,
		Message: fmt.Sprintf("%s. The manifests have the placement %q as it is on the hub, where this field is immutable. Use another "+
			"name, or delete the placement on the hub and leave it out of the manifests", tfvalue.FoundAndWanted(errs[0]), c.fullName()),
	}
}

// immutable reports whether a hub refuses to change a placement of KubeFleet into the configured one, so that it has to be
// replaced. A type that is not known yet may be another one.
func (c *placementConfig) immutable(old *kubefleet.Spec, reader *tfvalue.Reader) bool {
	switch {
	case old == nil:
		return false
	case reader.IsUnknown(tfvalue.Root(dialectKubeFleet).Attribute("placement_type")):
		return true
	}
	return c.KubeFleet != nil && len(c.KubeFleet.ValidateUpdate(old)) > 0
}

// snapshot is the policy snapshot that the hub has once it has the placement as it is configured.
func (c *placementConfig) snapshot(bindings []placement.ResourceBinding, fleet *manifest.Fleet) *kubefleet.PolicySnapshot {
	req := kubefleet.Placement{Name: c.Name, Spec: *c.KubeFleet}
	index := c.latestSnapshot(bindings)
	if old := c.stored(fleet); old != nil && !req.SamePolicy(old) {
		index++
	}
	return req.NewSnapshot(index)
}

// stored is the placement as it was before: in the state, or on the hub if the manifests tell.
func (c *placementConfig) stored(fleet *manifest.Fleet) *kubefleet.Spec {
	if c.previousPolicy != nil {
		return c.previousPolicy
	}
	for i := range fleet.KubeFleetPlacements {
		if old := &fleet.KubeFleetPlacements[i]; c.is(old.Namespace, old.Name) {
			return &old.Spec
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

// previousBindings are the bindings of the previous decisions.
func (c *placementConfig) previousBindings(snapshot string) []placement.ResourceBinding {
	policy := c.policy()
	bindings := make([]placement.ResourceBinding, len(c.PreviousDecisions))
	for i, previous := range c.PreviousDecisions {
		binding := c.withDefaults(previous.Binding)
		b := placement.ResourceBinding{
			Name: c.Name + "-" + previous.ClusterName, Namespace: c.Namespace, Placement: c.Name,
			State: binding.State, TargetCluster: previous.ClusterName,
			ClusterDecision: placement.ClusterDecision{
				ClusterName: previous.ClusterName, Selected: true,
				Reason:       cmp.Or(previous.Reason, "the cluster was chosen before"),
				ClusterScore: &placement.ClusterScore{AffinityScore: int32(math.Round(previous.Score))},
			},
		}
		if binding.Policy == policy {
			b.PolicySnapshot = snapshot
		}
		if binding.TopologySpreadScore != nil {
			b.ClusterDecision.ClusterScore.TopologySpreadScore = *binding.TopologySpreadScore
		}
		bindings[i] = b
	}
	return bindings
}

// withDefaults completes the binding of an earlier decision: one that does not say otherwise is bound by the policy of the
// placement. Other dialects have no bindings.
func (c *placementConfig) withDefaults(b *previousBinding) *previousBinding {
	if c.KubeFleet == nil {
		return b
	}
	complete := previousBinding{}
	if b != nil {
		complete = *b
	}
	complete.State = cmp.Or(complete.State, placement.BindingBound)
	complete.Policy = cmp.Or(complete.Policy, c.policy())
	return &complete
}
