package planner

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/finding"
)

// noPolicy stands for the policy of a decision that no policy of KubeFleet has made.
const noPolicy = "none"

// scheduleKubeFleet runs the scheduler of KubeFleet on what the hub would have: the policy snapshot and the bindings.
func (r *Request) scheduleKubeFleet(ctx context.Context, inv placement.Inventory) (placement.Result, error) {
	if err := r.checkStored(); err != nil {
		return placement.Result{}, err
	}
	req := kubefleet.Placement{
		Name: r.Name, Namespace: r.Namespace, DecisionStrategy: r.DecisionStrategy, Spec: *r.KubeFleet,
		Snapshot: r.snapshot(inv.ResourceBindings),
	}
	req.SetDefaults()
	if r.given() {
		inv.ResourceBindings = slices.DeleteFunc(slices.Clone(inv.ResourceBindings), func(b placement.ResourceBinding) bool {
			return r.is(b.Namespace, b.Placement)
		})
	}
	inv.ResourceBindings = slices.Concat(inv.ResourceBindings, r.previousBindings(req.Snapshot.Name))
	return kubefleet.Schedule(ctx, req, inv)
}

// checkStored refuses what a hub refuses: to turn the placement that the manifests have into one that it cannot become. What the
// resource itself has decided before does not matter here, because Terraform replaces the resource.
func (r *Request) checkStored() error {
	if r.Prior.Policy != nil {
		return nil
	}
	mistake := r.refusedUpdate(r.stored())
	if mistake == nil {
		return nil
	}
	return &placement.Misconfiguration{Field: mistake.Field, Message: fmt.Sprintf("%s. The manifests have the placement %q as it is on the hub, "+
		"where this field is immutable. Use another name, or delete the placement on the hub and leave it out of the manifests",
		excerpt.FoundAndWanted(mistake), r.FullName())}
}

// refusedUpdate is why a hub refuses to change an earlier placement of KubeFleet into this one; nil if it does not, or if one of them is
// missing.
func (r *Request) refusedUpdate(old *kubefleet.Spec) *field.Error {
	if old == nil || r.KubeFleet == nil {
		return nil
	}
	if errs := r.KubeFleet.ValidateUpdate(old); len(errs) > 0 {
		return errs[0]
	}
	return nil
}

// replacing is the request for a new placement in the place of the one that the hub has, with a warning, if the hub refuses to change
// that one; else it is the request itself.
func (r *Request) replacing() (*Request, Findings) {
	if !r.Manifests.FromHub {
		return r, nil
	}
	mistake := r.refusedUpdate(r.stored())
	if mistake == nil {
		return r, nil
	}
	return r.withDecided(&manifest.Decided{}), Findings{finding.Warning(string(placement.DialectKubeFleet)+"."+mistake.Field,
		r.Title("has to be replaced on the hub"), excerpt.FoundAndWanted(mistake)+". The hub refuses that. The prediction is what the hub "+
			"decides once the placement was deleted and created again, as Terraform does with a multicluster_placement of this name.")}
}

// Replaces warns of a change from an earlier policy of KubeFleet that a hub refuses, so that the placement has to be replaced.
// There is nothing to find if the hub accepts it.
func (r *Request) Replaces(old *kubefleet.Spec) Findings {
	mistake := r.refusedUpdate(old)
	if mistake == nil {
		return nil
	}
	at := string(placement.DialectKubeFleet) + "." + mistake.Field
	return Findings{finding.Warning(at, r.Title("is replaced"),
		fmt.Sprintf("%s. A hub refuses that, so Terraform replaces the placement.", excerpt.FoundAndWanted(mistake)))}
}

// ReplacesObject warns of a change of an object of KubeFleet that a hub refuses, so that the placement has to be replaced. There is
// nothing to find if the hub accepts it.
func (r *Request) ReplacesObject(old *Placement) (found Findings) {
	if old.KubeFleet == nil || r.KubeFleet == nil {
		return nil
	}
	for _, mistake := range r.KubeFleet.ValidateUpdate(old.KubeFleet) {
		found = append(found, r.replacesObject(string(placement.DialectKubeFleet)+"."+mistake.Field, mistake))
	}
	for _, mistake := range r.ValidateObjectUpdate(old) {
		found = append(found, r.replacesObject(mistake.Field, mistake))
	}
	return found
}

func (r *Request) replacesObject(at string, mistake *field.Error) Finding {
	return finding.Warning(at, r.Title("is replaced"), excerpt.FoundAndWanted(mistake)+". The hub refuses that, so Terraform deletes the "+
		"placement and creates it again. Unless its delete strategy says otherwise, the hub removes the resources from the clusters in between.")
}

// stored is the placement as it was before: in the state, on the hub, or in the manifests if they have it.
func (r *Request) stored() *kubefleet.Spec {
	if r.Prior.Policy != nil {
		return r.Prior.Policy
	}
	for i := range r.Manifests.KubeFleetPlacements {
		if old := &r.Manifests.KubeFleetPlacements[i]; r.is(old.Namespace, old.Name) {
			return &old.Spec
		}
	}
	return nil
}

// previousBindings are the bindings of the previous decisions.
func (r *Request) previousBindings(snapshot string) []placement.ResourceBinding {
	policy := r.policy()
	bindings := make([]placement.ResourceBinding, len(r.PreviousDecisions))
	for i, previous := range r.PreviousDecisions {
		binding := r.withDefaults(previous.Binding)
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

// withDefaults completes the binding of an earlier decision: one that does not say otherwise is bound by the policy of the
// placement. Other dialects have no bindings.
func (r *Request) withDefaults(b *PreviousBinding) *PreviousBinding {
	if r.KubeFleet == nil {
		return b
	}
	complete := PreviousBinding{}
	if b != nil {
		complete = *b
	}
	complete.State = cmp.Or(complete.State, placement.BindingBound)
	complete.Policy = cmp.Or(complete.Policy, r.policy())
	return &complete
}

// bindingsOf are the live bindings of a KubeFleet placement by cluster.
func bindingsOf(result *placement.Result, policy string) map[string]*PreviousBinding {
	bindings := make(map[string]*PreviousBinding, len(result.ResourceBindings))
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
