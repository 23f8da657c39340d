// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"context"
	"errors"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/shortfall"
)

// Bounds of the work.
const (
	// MaxOffers is how many clusters can be offered.
	MaxOffers = 100
	// offerChecks is how many parts of the offers are decided to find the fewest that satisfy the placement.
	offerChecks = 200
	// offerChecksOverHTTP is the same for a placement with advisors that are asked over HTTP.
	offerChecksOverHTTP = 10
)

// ValidateOffers checks the offered clusters as those of the fleet. KindKnown reports whether the kind of an offer, or of all
// clusters with -1, is known already.
func (r *Request) ValidateOffers(kindKnown func(offer int) bool) field.ErrorList {
	if len(r.Offers) > MaxOffers {
		return field.ErrorList{field.TooMany(field.NewPath("offers"), len(r.Offers), MaxOffers)}
	}
	if !kindKnown(-1) || len(r.validateKind()) > 0 {
		return nil
	}
	return fleet.ValidateClusters("offers", r.Offers, r.clusterKind(), kindKnown)
}

// decideOffered decides over the clusters that exist, and, if they do not satisfy the placement, over the fewest offers besides
// that do. What is decided is the same once these exist.
func (r *Request) decideOffered(ctx context.Context) (*Answer, Findings) {
	if len(r.Offers) == 0 {
		return r.decide(ctx)
	}
	created, free := r.splitOffers()
	chosen, awaited, err := r.chooseOffers(ctx, created, free)
	if err != nil {
		f := r.scheduleError(err)
		if _, isMisconfigured := errors.AsType[*placement.Misconfiguration](err); !isMisconfigured {
			f.At = "offers"
		}
		return nil, Findings{f}
	}
	answer, findings := r.with(chosen).decide(ctx)
	if answer != nil {
		answer.toCreate = slices.Sorted(slices.Values(fleet.Names(slices.Concat(created, chosen))))
		answer.awaited = awaited
	}
	return answer, findings
}

// splitOffers separates the offers that the fleet has already: they were created.
func (r *Request) splitOffers() (created, free []placement.Cluster) {
	clusters := append(fleet.Seen(r.clusterKind(), r.Manifests.Clusters), fleet.Seen(r.clusterKind(), r.Clusters)...)
	exists := lists.Set(clusters, func(c placement.Cluster) string { return c.Name })
	return lists.Partition(r.Offers, func(o *placement.Cluster) bool { return exists[o.Name] })
}

// with is the request over a fleet that has these clusters, too.
func (r *Request) with(offers []placement.Cluster) *Request {
	request := *r
	request.Offers = nil
	if len(offers) > 0 {
		request.Clusters = slices.Concat(r.Clusters, offers)
	}
	return &request
}

// scheduleWith decides over a fleet that has some offers, too. A fleet may be empty.
func (r *Request) scheduleWith(ctx context.Context, offers []placement.Cluster) (placement.Result, error) {
	request := r.with(offers)
	request.OnUnsatisfied = UnsatisfiedAccept
	return request.Schedule(ctx)
}

// chooseOffers are the fewest offers that satisfy the placement, of these the ones that the scheduler prefers; none if it is
// satisfied without them, or not even with them. No offer is chosen in the place of a cluster that was created and is not ready:
// these are awaited.
func (r *Request) chooseOffers(
	ctx context.Context, created, free []placement.Cluster,
) (chosen []placement.Cluster, awaited []string, err error) {
	prior, err := r.scheduleWith(ctx, nil)
	if err != nil || shortfall.IsSatisfied(&prior) {
		return nil, nil, nil //nolint:nilerr // The decision without offers reports it.
	}
	if _, missing := chosenOf(&prior, created); len(missing) > 0 {
		r = r.asOffered(missing)
		if prior, err = r.scheduleWith(ctx, nil); err != nil {
			return nil, nil, err
		}
		ready, _ := chosenOf(&prior, missing)
		awaited = slices.Sorted(slices.Values(fleet.Names(ready)))
	}
	if len(free) == 0 || shortfall.IsSatisfied(&prior) {
		return nil, awaited, nil
	}
	chosen, err = r.fewest(ctx, &prior, free)
	return chosen, awaited, err
}

// fewest are the fewest offers that satisfy a placement that is not satisfied before, of these the ones that the scheduler
// prefers; none if they do not.
func (r *Request) fewest(
	ctx context.Context, prior *placement.Result, offers []placement.Cluster,
) ([]placement.Cluster, error) {
	all, err := r.scheduleWith(ctx, offers)
	if err != nil {
		return nil, err
	}
	list := r.preferred(&all, offers)
	left := offerChecks
	if r.AsksOverHTTP() {
		left = offerChecksOverHTTP
	}
	for count := r.fewestOffers(prior); count <= len(list) && left > 0; count++ {
		for chosen := range lists.Choose(list, count) {
			if left--; left < 0 {
				break
			}
			if result, err := r.scheduleWith(ctx, chosen); err != nil || shortfall.IsSatisfied(&result) {
				return chosen, err
			}
		}
	}
	if !shortfall.IsSatisfied(&all) {
		return nil, nil
	}
	return r.withoutUnneeded(ctx, list)
}

// fewestOffers is the smallest number of offers that can satisfy the placement.
func (r *Request) fewestOffers(prior *placement.Result) int {
	if r.spreads() {
		return 1 // A cluster in another domain can let the placement choose others as well.
	}
	return shortfall.Missing(&r.Placement, prior)
}

// spreads reports whether clusters that pass all filters can exclude each other.
func (r *Request) spreads() bool {
	return r.KubeFleet != nil && len(r.KubeFleet.TopologySpreadConstraints) > 0
}

// withoutUnneeded removes every offer without which the others satisfy the placement, beginning with the last.
func (r *Request) withoutUnneeded(ctx context.Context, chosen []placement.Cluster) ([]placement.Cluster, error) {
	for i := len(chosen) - 1; i >= 0; i-- {
		rest := slices.Delete(slices.Clone(chosen), i, i+1)
		result, err := r.scheduleWith(ctx, rest)
		if err != nil {
			return nil, err
		}
		if shortfall.IsSatisfied(&result) {
			chosen = rest
		}
	}
	return chosen, nil
}

// preferred are the offers that passed the filters, in the order of the scheduler. A spread constraint may accept the others once
// fewer are offered: they follow.
func (r *Request) preferred(result *placement.Result, offers []placement.Cluster) (list []placement.Cluster) {
	byName := lists.Index(offers, func(c placement.Cluster) string { return c.Name })
	add := func(name string) {
		if o := byName[name]; o != nil {
			list = append(list, *o)
			delete(byName, name)
		}
	}
	for i := range result.Decisions {
		add(result.Decisions[i].Cluster)
	}
	for i := range result.NotPicked {
		add(result.NotPicked[i].Cluster)
	}
	if r.spreads() {
		for _, name := range slices.Sorted(maps.Keys(byName)) {
			add(name)
		}
	}
	return list
}
