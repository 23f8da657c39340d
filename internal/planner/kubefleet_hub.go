// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// The kinds of what the hub keeps of the decisions.
var (
	bindingKinds  = api.Scoped[string]{Cluster: "ClusterResourceBinding", Namespaced: "ResourceBinding"}
	snapshotKinds = api.Scoped[string]{Cluster: "ClusterSchedulingPolicySnapshot", Namespaced: "SchedulingPolicySnapshot"}
)

// noPolicy stands for the policy of a decision that no policy of KubeFleet has made.
const noPolicy = "none"

// stored is the placement as it was before: in the state, on the hub, or in the manifests if they have it.
func (r *Request) stored() *kubefleet.Spec {
	if r.Prior.Policy != nil {
		return r.Prior.Policy
	}
	old := lists.Find(r.Manifests.KubeFleetPlacements, func(p *kubefleet.Placement) bool { return r.Is(p.Namespace, p.Name) })
	if old == nil {
		return nil
	}
	return &old.Spec
}

// snapshot is the policy snapshot that the hub has once it has the placement as it is configured.
func (r *Request) snapshot(bindings []placement.ResourceBinding) *kubefleet.PolicySnapshot {
	req := kubefleet.Placement{Name: r.Name, Spec: *r.KubeFleet}
	latest := r.latestSnapshot()
	if !r.IsGiven() && (latest != nil || r.Manifests.FromHub) {
		return snapshotAfter(&req, latest)
	}
	index := r.latestIndex(bindings)
	if old := r.stored(); old != nil && !req.SamePolicy(old) {
		index++
	}
	return req.NewSnapshot(index)
}

// snapshotAfter is the policy snapshot that follows the latest one, which is nil if the hub has none yet.
func snapshotAfter(req *kubefleet.Placement, latest *apiobject.PolicySnapshot) *kubefleet.PolicySnapshot {
	switch {
	case latest == nil:
		return req.NewSnapshot(0)
	case !req.SamePolicy(&latest.Policy):
		return req.NewSnapshot(latest.Index + 1)
	default:
		return req.UpdateSnapshot(&latest.PolicySnapshot)
	}
}

// latestSnapshot is the latest policy snapshot of the placement on the hub, or in the manifests; nil if there is none. If the
// manifests were read between two writes of KubeFleet, several snapshots or none are labeled as the latest: the highest index
// counts.
func (r *Request) latestSnapshot() (latest *apiobject.PolicySnapshot) {
	if r.Manifests.FromHub {
		return r.Snapshot
	}
	for i := range r.Manifests.PolicySnapshots {
		s := &r.Manifests.PolicySnapshots[i]
		if !r.Is(s.Namespace, s.Placement) || latest != nil && (latest.Latest && !s.Latest || latest.Latest == s.Latest &&
			s.Index < latest.Index) {
			continue
		}
		latest = s
	}
	return latest
}

// latestIndex is the highest index of the policy snapshots that the placement's bindings name; 0 without any.
func (r *Request) latestIndex(bindings []placement.ResourceBinding) int {
	latest := 0
	own, _ := r.OwnBindings(bindings)
	for i := range own {
		if text, ok := strings.CutPrefix(own[i].PolicySnapshot, r.Name+"-"); ok {
			if index, err := strconv.Atoi(text); err == nil {
				latest = max(latest, index)
			}
		}
	}
	return latest
}

// lacksPolicy says what the manifests lack that have live bindings of the placement, but not the policy that these were made
// under: neither a policy snapshot nor the placement.
func (r *Request) lacksPolicy() string {
	if r.KubeFleet == nil || r.Manifests.FromHub || r.IsGiven() || r.stored() != nil || r.latestSnapshot() != nil {
		return ""
	}
	own, _ := r.OwnBindings(r.Manifests.ResourceBindings)
	if !slices.ContainsFunc(own, func(b placement.ResourceBinding) bool { return b.Live() }) {
		return ""
	}
	kinds, scope := []string{
		bindingKinds.KindIn(r.Namespace), snapshotKinds.KindIn(r.Namespace),
		api.PlacementKinds[placement.DialectKubeFleet].KindIn(r.Namespace).Kind,
	}, ""
	if r.Namespace != "" {
		scope = " -n " + r.Namespace
	}
	exported := "memberclusters.v1beta1." + api.FleetClusterGroup
	for _, kind := range kinds {
		exported += "," + strings.ToLower(kind) + "s.v1beta1." + api.FleetPlacementGroup
	}
	return fmt.Sprintf("The manifests have its bindings, but neither its policy snapshots nor the placement. If the hub has "+
		"another policy, its bindings have to compete again, and clusters can leave. Export all of it: kubectl get %s -o yaml%s",
		exported, scope)
}

// earlierBindings are the decisions that the placement's bindings on the hub stand for. It also reports whether there are
// bindings at all.
func (r *Request) earlierBindings(bindings []placement.ResourceBinding) (prior []PreviousDecision, ok bool) {
	own, _ := r.OwnBindings(bindings)
	snapshot := r.snapshot(own).Name
	for i := range own {
		b := &own[i]
		if !b.Live() {
			continue
		}
		d := PreviousDecision{
			ClusterName: b.TargetCluster, Reason: b.ClusterDecision.Reason,
			Binding: &PreviousBinding{State: b.State, Policy: noPolicy},
		}
		if b.PolicySnapshot == snapshot {
			d.Binding.Policy = r.KubeFleet.PolicyHash()
		}
		if score := b.ClusterDecision.ClusterScore; score != nil {
			d.Score, d.Binding.TopologySpreadScore = float64(score.AffinityScore), &score.TopologySpreadScore
		}
		prior = append(prior, d)
	}
	return prior, len(own) > 0
}

// previousBindings are the bindings of the previous decisions.
func (r *Request) previousBindings(snapshot string) []placement.ResourceBinding {
	policy := r.KubeFleet.PolicyHash()
	bindings := make([]placement.ResourceBinding, len(r.PreviousDecisions))
	for i, previous := range r.PreviousDecisions {
		binding := r.completeBinding(previous.Binding)
		b := placement.ResourceBinding{
			Name: r.Name + "-" + previous.ClusterName, Namespace: r.Namespace, Placement: r.Name,
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

// completeBinding completes the binding of an earlier decision: one that does not say otherwise is bound by the policy of the
// placement.
func (r *Request) completeBinding(b *PreviousBinding) *PreviousBinding {
	if r.KubeFleet == nil {
		return b
	}
	complete := PreviousBinding{}
	if b != nil {
		complete = *b
	}
	complete.State = cmp.Or(complete.State, placement.BindingBound)
	complete.Policy = cmp.Or(complete.Policy, r.KubeFleet.PolicyHash())
	return &complete
}

// bindings are the live bindings of a result by cluster. Only KubeFleet has any.
func (r *Request) bindings(result *placement.Result) map[string]*PreviousBinding {
	bindings := make(map[string]*PreviousBinding, len(result.ResourceBindings))
	if r.KubeFleet == nil {
		return bindings
	}
	policy := r.KubeFleet.PolicyHash()
	for i := range result.ResourceBindings {
		binding := &result.ResourceBindings[i]
		if !binding.Live() || bindings[binding.TargetCluster] != nil {
			continue
		}
		known := &PreviousBinding{State: binding.State, Policy: policy}
		if score := binding.ClusterDecision.ClusterScore; score != nil {
			known.TopologySpreadScore = &score.TopologySpreadScore
		}
		bindings[binding.TargetCluster] = known
	}
	return bindings
}
