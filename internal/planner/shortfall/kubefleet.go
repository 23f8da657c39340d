// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package shortfall

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

var ofKubeFleet = dialect{
	setNumber: func(p *manifest.Placement, n int32) { p.KubeFleet.NumberOfClusters = &n },
	repels:    func(effect placement.TaintEffect) bool { return effect == placement.NoSchedule },
	tolerate: func(p *manifest.Placement, t Toleration) {
		p.KubeFleet.Tolerations = append(slices.Clip(p.KubeFleet.Tolerations), kubefleet.Toleration{
			Key: t.Key, Operator: kubefleet.TolerationEqual, Value: t.Value, Effect: t.Effect,
		})
	},
	requirements: requirementsOfKubeFleet,
	admit: func(s *search) (list []candidate) {
		if s.Placement.ClusterNames() != nil {
			list = append(list, candidate{
				text: fmt.Sprintf("add %s to kubefleet.cluster_names", excerpt.Quote(s.cluster.Name)),
				apply: func(p *manifest.Placement, _ *fleet.Fleet) {
					p.KubeFleet.ClusterNames = append(slices.Clip(p.KubeFleet.ClusterNames), s.cluster.Name)
				},
			})
		}
		return list
	},
	wanted: wantedByKubeFleet,
}

// requirementsOfKubeFleet are those of the required terms, the spread constraints, and the names of clusters that are not
// chosen.
func requirementsOfKubeFleet(s *search) (list []candidate) {
	for i, term := range s.Placement.KubeFleet.Required() {
		path := fmt.Sprintf("kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution."+
			"cluster_selector_terms[%d].", i)
		for _, part := range partsOf(path+"label_selector", term.LabelSelector) {
			list = append(list, removal(part.at, part.wants, func(p *manifest.Placement) {
				term := &p.KubeFleet.Required()[i]
				term.LabelSelector = part.without(term.LabelSelector)
			}))
		}
		for k, e := range term.Properties() {
			wants := excerpt.Text(strings.Join(append([]string{e.Name, e.Operator}, e.Values...), " "))
			list = append(list, removal(fmt.Sprintf("%sproperty_selector.match_expressions[%d]", path, k), wants,
				func(p *manifest.Placement) {
					term := &p.KubeFleet.Required()[i]
					term.PropertySelector = &kubefleet.PropertySelector{MatchExpressions: without(term.Properties(), k)}
				}))
		}
	}
	for i, constraint := range s.Placement.KubeFleet.TopologySpreadConstraints {
		if constraint.WhenUnsatisfiable == kubefleet.ScheduleAnyway {
			continue
		}
		list = append(list, removal(fmt.Sprintf("kubefleet.topology_spread_constraints[%d]", i), excerpt.Text(constraint.TopologyKey),
			func(p *manifest.Placement) {
				p.KubeFleet.TopologySpreadConstraints = without(p.KubeFleet.TopologySpreadConstraints, i)
			}))
	}
	return append(list, s.namesToRemove()...)
}

// lost are the clusters of a list of names that are not chosen.
func (s *search) lost() []string {
	return slices.DeleteFunc(slices.Clone(s.Placement.ClusterNames()), sets.New(s.Result.ClusterNames()...).Has)
}

// namesToRemove removes all names that are not chosen: each of them alone leaves the placement without a cluster.
func (s *search) namesToRemove() []candidate {
	lost := s.lost()
	if len(lost) == 0 {
		return nil
	}
	quoted := lists.Map(lost, excerpt.Quote)
	return []candidate{removal("kubefleet.cluster_names", excerpt.List(quoted, ", "), func(p *manifest.Placement) {
		p.KubeFleet.ClusterNames = slices.DeleteFunc(slices.Clone(p.KubeFleet.ClusterNames), func(name string) bool {
			return slices.Contains(lost, name)
		})
	})}
}

// maxDomains is how many values of a topology key a search tries.
const maxDomains = 5

// wantedByKubeFleet are clusters for each required term, in each domain that the placement spreads over; or the cluster that a
// list of names lacks.
func wantedByKubeFleet(s *search) (list []Clusters) {
	if s.Placement.ClusterNames() != nil {
		if lost := s.lost(); len(lost) == 1 {
			return []Clusters{{Name: lost[0]}}
		}
		return nil
	}
	for _, term := range s.Placement.Terms() {
		list = append(list, s.inDomains(Clusters{Labels: matching(nil, term.Labels), AtLeast: least(term.Properties)})...)
	}
	if len(list) == 0 {
		return s.inDomains(Clusters{})
	}
	return list
}

// inDomains are clusters in each of the domains of the constraints: those that the fleet has, and a new one.
func (s *search) inDomains(clusters Clusters) (list []Clusters) {
	keys := make([]string, 0, len(s.Placement.KubeFleet.TopologySpreadConstraints))
	for _, constraint := range s.Placement.KubeFleet.TopologySpreadConstraints {
		if _, given := clusters.Labels[constraint.TopologyKey]; !given {
			keys = append(keys, constraint.TopologyKey)
		}
	}
	if len(keys) == 0 {
		return []Clusters{clusters}
	}
	domains, most := map[string][]string{}, 0
	for _, key := range keys {
		values := map[string]bool{}
		for i := range s.Inventory.Clusters {
			if value, ok := s.Inventory.Clusters[i].Labels[key]; ok {
				values[value] = true
			}
		}
		sorted := slices.Sorted(maps.Keys(values))
		domains[key] = append(sorted[:min(len(sorted), maxDomains)], unused("new", values))
		most = max(most, len(domains[key]))
	}
	for i := range most {
		one := clusters
		one.Labels = matching(clusters.Labels, nil)
		for _, key := range keys {
			one.Labels[key] = domains[key][min(i, len(domains[key])-1)]
		}
		list = append(list, one)
	}
	return list
}

// unused is a name that is not taken.
func unused(name string, taken map[string]bool) string {
	free := name
	for i := 1; taken[free]; i++ {
		free = fmt.Sprintf("%s-%d", name, i)
	}
	return free
}

// least are quantities that meet requirements, if any do.
func least(requirements []kubefleet.PropertySelectorRequirement) map[string]string {
	if len(requirements) == 0 {
		return nil
	}
	quantities := map[string]resource.Quantity{}
	for i := range requirements {
		r := &requirements[i]
		if len(r.Values) != 1 {
			continue
		}
		value, err := placement.ParseQuantity(r.Values[0])
		if err != nil {
			continue
		}
		one := *resource.NewQuantity(1, value.Format)
		switch r.Operator {
		case kubefleet.GreaterThan, kubefleet.NotEqual:
			value.Add(one)
		case kubefleet.LessThan:
			value.Sub(one)
		}
		known, isKnown := quantities[r.Name]
		lower := r.Operator == kubefleet.LessThan || r.Operator == kubefleet.LessThanOrEqual || r.Operator == kubefleet.NotEqual
		if !isKnown || !lower && value.Cmp(known) > 0 {
			quantities[r.Name] = value
		}
	}
	texts := make(map[string]string, len(quantities))
	for name, quantity := range quantities {
		texts[name] = quantity.String()
	}
	return texts
}
