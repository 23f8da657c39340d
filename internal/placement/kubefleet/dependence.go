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
	isStrict := func(c TopologySpreadConstraint) bool { return c.WhenUnsatisfiable != ScheduleAnyway }
	// A binding that was unscheduled may be broken, which fails the cycle that chooses its cluster.
	if len(bindings.Clusters) == 0 && !slices.ContainsFunc(req.TopologySpreadConstraints, isStrict) {
		dependence.Counted, err = p.isReadable()
	}
	if err != nil || !chooses {
		return dependence, err
	}
	influences, err := p.influences()
	dependence.Influences = append(dependence.Influences, influences...)
	return dependence, err
}

// isReadable reports whether a cycle gets as far as the scores: a property that is no quantity fails it, if it ever runs.
func (p *pass) isReadable() (bool, error) {
	preferences, err := p.preferences()
	if err == nil {
		err = p.filter()
	}
	var misconfigured *placement.Misconfiguration
	if errors.As(err, &misconfigured) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	for i, position := range p.candidates {
		if err := placement.Interrupted(p.ctx, i); err != nil {
			return false, err
		}
		if !isScored(preferences, p.Clusters[position], position) {
			return false, nil
		}
	}
	return true, nil
}

// isScored reports whether a cluster has a score: the properties that are preferred are quantities.
func isScored(preferences []preference, c *placement.Cluster, position int32) bool {
	_, misconfigured := affinityScore(preferences, c, position)
	return misconfigured == nil
}

// influences are the clusters with the least and the most of a property, and the topology domains.
func (p *pass) influences() ([]placement.Influence, error) {
	var list []placement.Influence
	known := map[string]bool{}
	for _, preferred := range p.req.Preferred() {
		sorter := preferred.Preference.PropertySorter
		if sorter == nil || preferred.Weight == 0 || known[sorter.Name] {
			continue
		}
		known[sorter.Name] = true
		extremes, err := p.extremes(sorter.Name)
		if err != nil {
			return nil, err
		}
		list = append(list, extremes...)
	}
	for i := range p.req.TopologySpreadConstraints {
		key := p.req.TopologySpreadConstraints[i].TopologyKey
		domains, err := p.domains(key)
		if err != nil {
			return nil, err
		}
		members := make([]placement.Influence, domains.number)
		for index, domain := range domains.byCluster {
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
func (p *pass) extremes(name string) ([]placement.Influence, error) {
	values, err := p.valuesOf(name, "")
	if err != nil {
		return nil, err
	}
	property := compileProperty(name)
	var least, most resource.Quantity
	first := true
	low, high := placement.Influence{Role: "the least " + name}, placement.Influence{Role: "the most " + name}
	for index, c := range p.Clusters {
		if err := placement.Interrupted(p.ctx, index); err != nil {
			return nil, err
		}
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
