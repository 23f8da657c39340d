// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

var ofKubeFleet = dialect{
	kind: placement.MemberCluster,
	published: Published{
		Generation: true, Contradiction: "the policy snapshot has selected other clusters than the bindings have",
	},
	scale:    1,
	validate: validateKubeFleet,
	schedule: scheduleKubeFleet,
	earlier: func(r *Request, inv *placement.Inventory) ([]PreviousDecision, bool) {
		return r.earlierBindings(inv.ResourceBindings)
	},
	depends: func(ctx context.Context, a *Answer) (placement.Dependence, error) {
		req := kubefleet.Placement{Name: a.request.Name, Namespace: a.request.Namespace, Spec: *a.request.KubeFleet}
		req.SetDefaults()
		return kubefleet.DependenceOf(ctx, req, a.inventory, &a.Result)
	},
}

// validateKubeFleet finds the mistakes in the policy, and in the name, which is beside it.
func validateKubeFleet(r *Request) field.ErrorList {
	dialect := field.NewPath(string(placement.DialectKubeFleet))
	req := kubefleet.Placement{Name: r.Name, Spec: *r.KubeFleet}
	errs := below(dialect, req.Validate())
	for _, err := range errs {
		err.Field = strings.TrimPrefix(err.Field, dialect.Child("metadata").String()+".")
	}
	return errs
}

// scheduleKubeFleet runs the scheduler of KubeFleet on what the hub would have: the policy snapshot and the bindings.
func scheduleKubeFleet(ctx context.Context, r *Request, inv placement.Inventory, _ []PreviousDecision) (placement.Result, error) {
	if err := r.checkStored(); err != nil {
		return placement.Result{}, err
	}
	req := kubefleet.Placement{
		Name: r.Name, Namespace: r.Namespace, DecisionStrategy: r.DecisionStrategy, Spec: *r.KubeFleet,
		Snapshot: r.snapshot(inv.ResourceBindings),
	}
	req.SetDefaults()
	if r.IsGiven() {
		_, inv.ResourceBindings = r.OwnBindings(inv.ResourceBindings)
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
	return &placement.Misconfiguration{Field: mistake.Field, Message: fmt.Sprintf("%s. The manifests have the placement %q as it "+
		"is on the hub, where this field is immutable. Use another name, or delete the placement on the hub and leave it out of "+
		"the manifests",
		excerpt.FoundAndWanted(mistake), r.FullName())}
}

// refusedUpdate is why a hub refuses to change an earlier policy of KubeFleet into that of the placement; nil if it does not, or
// if there is none.
func (r *Request) refusedUpdate(old *kubefleet.Spec) *field.Error {
	if r.KubeFleet == nil || old == nil {
		return nil
	}
	if errs := r.KubeFleet.ValidateUpdate(old); len(errs) > 0 {
		return errs[0]
	}
	return nil
}

// refusedObjectUpdate are the changes of an object of KubeFleet, of its policy and of what is beside it, that a hub refuses.
func (r *Request) refusedObjectUpdate(old *Placement) field.ErrorList {
	if r.KubeFleet == nil || old.KubeFleet == nil {
		return nil
	}
	refused := below(field.NewPath(string(placement.DialectKubeFleet)), r.KubeFleet.ValidateUpdate(old.KubeFleet))
	return append(refused, r.ValidateObjectUpdate(old)...)
}

// recall completes the decisions of the state, which are in force: those of KubeFleet are bindings under the policy, nil without
// one.
func (r *Request) recall(policy *kubefleet.Spec) {
	if r.KubeFleet == nil {
		return
	}
	if policy != nil {
		policy.SetDefaults()
		r.Policy = policy
	}
	r.PreviousDecisions = slices.Clone(r.PreviousDecisions)
	for i := range r.PreviousDecisions {
		// The scheduler of another dialect has chosen a cluster without a binding, under no policy of KubeFleet. The arguments in
		// the state do not say which: they may be newer than decisions that were kept.
		binding := PreviousBinding{Policy: noPolicy}
		if known := r.PreviousDecisions[i].Binding; known != nil {
			binding = *known
		}
		binding.State = placement.BindingBound // It has been applied.
		r.PreviousDecisions[i].Binding = &binding
	}
}
