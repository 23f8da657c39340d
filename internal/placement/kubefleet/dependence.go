// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// DependenceOf is what a result depends on among the clusters of the inventory that it was made of. As long as a PickN placement
// has as many bindings as it wants, nothing is chosen and no score matters. If it lacks some, the values of the properties that
// its preferred terms sort by are compared with the least and the most in the whole fleet, and the topology domains of the whole
// fleet are counted. A binding of an earlier policy can be changed although its cluster is not chosen.
func DependenceOf(
	ctx context.Context, req Placement, inv placement.Inventory, result *placement.Result,
) (placement.Dependence, error) {
	dependence := placement.Dependence{Passing: len(result.Decisions) + len(result.NotPicked), Wanted: 1}
	bindings := placement.Influence{Role: "an earlier binding", Each: true}
	chooses := !result.Satisfied
	for i := range result.ResourceBindings {
		b := &result.ResourceBindings[i]
		chooses = chooses || b.Action == placement.BindingCreated || b.Action == placement.BindingPatched
		if !b.Live() || b.Deleting {
			bindings.Clusters = append(bindings.Clusters, b.TargetCluster)
		}
	}
	if len(bindings.Clusters) > 0 {
		dependence.Influences = append(dependence.Influences, bindings)
	}
	switch req.PlacementType {
	case PickAll:
		dependence.Counted = len(req.TopologySpreadConstraints) == 0
		return dependence, nil
	case PickFixed:
		return dependence, nil
	}
	p, err := newPass(ctx, req, inv)
	if err != nil {
		return dependence, err
	}
	if dependence.Wanted, err = p.numberOfClusters(); err != nil {
		return dependence, err
	}
	dependence.Wanted = max(1, dependence.Wanted)
	isStrict := func(c TopologySpreadConstraint) bool { return c.isStrict() }
	// A binding that was unscheduled may be broken, which fails the cycle that chooses its cluster.
	if len(bindings.Clusters) == 0 && !slices.ContainsFunc(req.TopologySpreadConstraints, isStrict) {
		dependence.Counted, err = p.isReadable()
	}
	if err != nil || !chooses {
		return dependence, err
	}
	influences, misconfigured := p.influences()
	if misconfigured != nil {
		return dependence, misconfigured
	}
	dependence.Influences = append(dependence.Influences, influences...)
	return dependence, nil
}

// isReadable reports whether a cycle gets as far as the scores: a property that is no quantity fails it, if it ever runs.
func (p *pass) isReadable() (bool, error) {
	preferences, misconfigured := p.preferences()
	if err := p.filter(); err != nil && misconfigured == nil && !errors.As(err, &misconfigured) {
		return false, err
	}
	return misconfigured == nil && !slices.ContainsFunc(p.candidates, func(position int32) bool {
		_, misconfigured := affinityScore(preferences, p.Clusters[position], position)
		return misconfigured != nil
	}), nil
}

// influences are the clusters with the least and the most of a property, and the topology domains.
func (p *pass) influences() ([]placement.Influence, *placement.Misconfiguration) {
	var list []placement.Influence
	known := map[string]bool{}
	for _, preferred := range p.req.Preferred() {
		sorter := preferred.Preference.PropertySorter
		if sorter == nil || preferred.Weight == 0 || known[sorter.Name] {
			continue
		}
		known[sorter.Name] = true
		extremes, misconfigured := p.extremes(sorter.Name)
		if misconfigured != nil {
			return nil, misconfigured
		}
		list = append(list, extremes...)
	}
	for i := range p.req.TopologySpreadConstraints {
		key := p.req.TopologySpreadConstraints[i].TopologyKey
		domainOf, count := p.domains(key)
		members := make([]placement.Influence, count)
		for index, domain := range domainOf {
			if domain >= 0 {
				one := &members[domain]
				one.Role = fmt.Sprintf("the topology domain %s=%s", key, p.Clusters[index].Labels[key])
				one.Clusters = append(one.Clusters, p.Clusters[index].Name)
			}
		}
		list = append(list, members...)
	}
	return list, nil
}

// extremes are the clusters with the least and with the most of a property. The first of several equal values says what all of
// them are as float64, so each of them matters if their notations differ.
func (p *pass) extremes(name string) ([]placement.Influence, *placement.Misconfiguration) {
	values, misconfigured := p.valuesOf(name, "")
	if misconfigured != nil {
		return nil, misconfigured
	}
	property := compileProperty(name)
	var least, most resource.Quantity
	first := true
	low, high := placement.Influence{Role: "the least " + name}, placement.Influence{Role: "the most " + name}
	for index, c := range p.Clusters {
		quantity, ok, _ := property.value(c)
		if !ok || math.IsNaN(values.byCluster[index]) {
			continue
		}
		if first || quantity.Cmp(least) < 0 {
			least, low.Clusters, low.Each = quantity, nil, false
		}
		if quantity.Cmp(least) == 0 {
			low.Clusters, low.Each = append(low.Clusters, c.Name), low.Each || values.byCluster[index] != values.least
		}
		if first || quantity.Cmp(most) > 0 {
			most, high.Clusters, high.Each = quantity, nil, false
		}
		if quantity.Cmp(most) == 0 {
			high.Clusters, high.Each = append(high.Clusters, c.Name), high.Each || values.byCluster[index] != values.most
		}
		first = false
	}
	if first {
		return nil, nil
	}
	return []placement.Influence{low, high}, nil
}
