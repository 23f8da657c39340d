// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package comparison

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// maxClusters is how many clusters the filters of two placements are compared on.
const maxClusters = 20_000

// filter is what excludes clusters one by one: the terms of a placement.
type filter struct {
	terms any
	// alone is a placement that chooses all clusters that pass the filter; nil if clusters for it cannot be enumerated.
	alone *manifest.Placement
}

// filters are the filters of a placement, and the rest of it.
type filters struct {
	selectors, tolerations filter
	rest                   manifest.Placement
}

// filtersOf takes a placement apart.
func filtersOf(p *manifest.Placement) (f filters) {
	f.rest = p.Decisive()
	switch {
	case p.OCM != nil:
		spec := *f.rest.OCM
		f.selectors.terms, f.tolerations.terms = spec.Predicates, spec.Tolerations
		if !slices.ContainsFunc(spec.Predicates, func(p ocm.Predicate) bool { return p.RequiredClusterSelector.CELSelector != nil }) {
			f.selectors.alone = &manifest.Placement{OCM: &ocm.Spec{Predicates: spec.Predicates}}
		}
		if !slices.ContainsFunc(spec.Tolerations, func(t match.Toleration) bool { return t.TolerationSeconds != nil }) {
			f.tolerations.alone = &manifest.Placement{OCM: &ocm.Spec{Tolerations: spec.Tolerations}}
		}
		spec.ClusterSets = slices.Sorted(maps.Keys(lists.Set(spec.ClusterSets, func(name string) string { return name })))
		spec.Predicates, spec.Tolerations = nil, nil
		if spec.NumberOfClusters == nil {
			// All that match are chosen, and groups are filled in the order of names.
			spec.PrioritizerPolicy = ocm.PrioritizerPolicy{}
		}
		f.rest.OCM = &spec
	case p.KubeFleet != nil && p.KubeFleet.PlacementType != kubefleet.PickFixed:
		spec := *p.KubeFleet
		spec.SetDefaults()
		required := spec.Required()
		f.selectors.terms, f.tolerations.terms = required, spec.Tolerations
		if !slices.ContainsFunc(required, func(t kubefleet.ClusterSelectorTerm) bool { return len(t.Properties()) > 0 }) {
			f.selectors.alone = pickAll(kubefleet.Spec{Affinity: kubefleet.NewAffinity(required, nil)})
		}
		f.tolerations.alone = pickAll(kubefleet.Spec{Tolerations: spec.Tolerations})
		spec.Affinity, spec.Tolerations = kubefleet.NewAffinity(nil, spec.Preferred()), nil
		f.rest.KubeFleet = &spec
	case p.Hybrid != nil:
		f.selectors = filter{p.Hybrid.TargetLabels, &manifest.Placement{Hybrid: &hybrid.Spec{TargetLabels: p.Hybrid.TargetLabels}}}
		spec := *p.Hybrid
		spec.TargetLabels = nil
		f.rest.Hybrid = &spec
	}
	return f
}

func pickAll(spec kubefleet.Spec) *manifest.Placement {
	spec.PlacementType = kubefleet.PickAll
	return &manifest.Placement{KubeFleet: &spec}
}

// compareFilters finds clusters that one of the placements of a pair excludes and the other one does not. The placements are
// equal if they differ in nothing but their filters, and all clusters that the filters tell apart were compared.
func compareFilters(ctx context.Context, pair *Pair, t *terms) (witnesses []placement.Cluster, isEqual bool, err error) {
	from, to := filtersOf(&pair.From.Placement), filtersOf(&pair.To.Placement)
	isEqual = pair.areAlike() && reflect.DeepEqual(from.rest, to.rest)
	for _, compared := range []struct {
		from, to filter
		clusters func() []placement.Cluster
	}{{from.selectors, to.selectors, t.clusters}, {from.tolerations, to.tolerations, t.tainted}} {
		if reflect.DeepEqual(compared.from.terms, compared.to.terms) {
			continue
		}
		var clusters []placement.Cluster
		if compared.from.alone != nil && compared.to.alone != nil {
			clusters = compared.clusters()
		}
		if len(clusters) == 0 {
			isEqual = false
			continue
		}
		excluded, err := differ(ctx, compared.from.alone, compared.to.alone, clusters)
		if err != nil {
			return nil, false, err
		}
		witnesses = append(witnesses, excluded...)
	}
	return witnesses, isEqual && len(witnesses) == 0, nil
}

// areAlike reports whether the placements stand in the same place: what else they decide by is then the same.
func (p *Pair) areAlike() bool {
	_, number := p.From.Wanted()
	return p.From.Dialect() == p.To.Dialect() && p.From.Namespace == p.To.Namespace && p.From.Kind == p.To.Kind &&
		(p.From.Name == p.To.Name || number == nil) && reflect.DeepEqual(p.From.Prior, p.To.Prior) &&
		reflect.DeepEqual(p.From.Decided, p.To.Decided) && p.From.Advisors == nil
}

// clusters are one for each combination of values on the axes; nil if they are too many.
func (t *terms) clusters() []placement.Cluster {
	count := 1
	for i := range t.axes {
		if count *= len(t.axes[i].values); count > maxClusters {
			return nil
		}
	}
	clusters := make([]placement.Cluster, count)
	for i := range clusters {
		rest := i
		clusters[i].Name = fmt.Sprintf("cluster-%d", i)
		for k := range t.axes {
			values := t.axes[k].values
			t.axes[k].set(&clusters[i], values[rest%len(values)])
			rest /= len(values)
		}
	}
	return clusters
}

// tainted are one cluster for each taint, and one without any: one taint excludes a cluster, whatever its others are. Nil if they
// are too many.
func (t *terms) tainted() []placement.Cluster {
	if len(t.taints) > maxClusters {
		return nil
	}
	clusters := []placement.Cluster{{Name: "cluster"}}
	for i := range t.taints {
		clusters = append(clusters, placement.Cluster{Name: fmt.Sprintf("cluster-%d", i), Taints: t.taints[i : i+1]})
	}
	return clusters
}

// differ are the clusters that only one of two filters excludes. That they exclude all is no error.
func differ(ctx context.Context, from, to *manifest.Placement, clusters []placement.Cluster) ([]placement.Cluster, error) {
	pair := Pair{world.Placement{Placement: *from}, world.Placement{Placement: *to}}
	pair.From.Name, pair.To.Name = "filter", "filter"
	decided, findings := decideBoth(ctx, planner.Fleet{Clusters: clusters}, pair, world.Options{})
	if findings.HasError() {
		return nil, ctx.Err()
	}
	passed, others := chosenBy(decided[0].outcome), chosenBy(decided[1].outcome)
	return slices.DeleteFunc(clusters, func(c placement.Cluster) bool {
		return (passed[c.Name] == nil) == (others[c.Name] == nil)
	}), nil
}
