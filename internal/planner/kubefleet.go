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
	warnings: noWarnings,
	schedule: scheduleKubeFleet,
	earlier: func(r *Request, inv *placement.Inventory) ([]PreviousDecision, bool) {
		return r.earlierBindings(inv.ResourceBindings)
	},
	named: unnamed,
	bindingRules: bindingRules{
		recall: recallPolicy,
		// The bindings of a PickN keep the scores, and a smaller number of clusters removes the lowest. KubeFleet publishes a score of
		// 0 with every cluster of a PickAll, and what a binding has of an earlier PickN.
		isScored: func(r *Request, _ bool) bool { return r.KubeFleet.PlacementType == kubefleet.PickN },
		bindings: func(r *Request, result *placement.Result) map[string]*PreviousBinding {
			return bindingsOf(result, r.KubeFleet.PolicyHash())
		},
		completeBinding: completeBinding,
		lacksPolicy:     lacksPolicy,
		refuses:         refusesKubeFleet,
		refusesObject:   refusesKubeFleetObject,
	},
	predictable: isPredictable,
	allMatch:    allChosen,
	depends: func(ctx context.Context, a *Answer) (placement.Dependence, error) {
		req := kubefleet.Placement{Name: a.request.Name, Namespace: a.request.Namespace, Spec: *a.request.KubeFleet}
		req.SetDefaults()
		return kubefleet.DependenceOf(ctx, req, a.inventory, &a.Result)
	},
	prefersTargets: noTargets,
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
	mistakes := refusesKubeFleet(&r.Placement, &Placement{KubeFleet: r.stored()})
	if len(mistakes) == 0 {
		return nil
	}
	mistake := mistakes[0]
	return &placement.Misconfiguration{Field: mistake.Field, Message: fmt.Sprintf("%s. The manifests have the placement %q as it "+
		"is on the hub, where this field is immutable. Use another name, or delete the placement on the hub and leave it out of "+
		"the manifests",
		excerpt.FoundAndWanted(mistake), r.FullName())}
}

// refusesKubeFleet are the changes of the policy that a hub refuses. A placement without an earlier policy of KubeFleet is a new
// one.
func refusesKubeFleet(now, old *Placement) field.ErrorList {
	if old.KubeFleet == nil {
		return nil
	}
	return now.KubeFleet.ValidateUpdate(old.KubeFleet)
}

// refusesKubeFleetObject are the changes of the policy and of what is beside it.
func refusesKubeFleetObject(now, old *Placement) field.ErrorList {
	if old.KubeFleet == nil {
		return nil
	}
	refused := below(field.NewPath(string(placement.DialectKubeFleet)), refusesKubeFleet(now, old))
	return append(refused, now.ValidateObjectUpdate(old)...)
}

// recallPolicy makes the decisions of the state those of bindings under the policy.
func recallPolicy(r *Request, policy *kubefleet.Spec) {
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
