// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package shortfall

import (
	"fmt"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

var ofOCM = dialect{
	setNumber: func(p *manifest.Placement, n int32) { p.OCM.NumberOfClusters = &n },
	repels: func(effect placement.TaintEffect) bool {
		return effect == placement.NoSelect || effect == placement.NoSelectIfNew
	},
	tolerate: func(p *manifest.Placement, t Toleration) {
		p.OCM.Tolerations = append(slices.Clip(p.OCM.Tolerations), match.Toleration{
			Key: t.Key, Operator: match.OperatorEqual, Value: t.Value, Effect: t.Effect,
		})
	},
	requirements: requirementsOfOCM,
	admit: func(s *search) (list []candidate) {
		if inSet, isOpen := s.inOpenSet(); isOpen {
			list = append(list, s.matches(&metav1.LabelSelector{MatchLabels: inSet})...)
		}
		return list
	},
	wanted: wantedByOCM,
}

// requirementsOfOCM are those of the predicates.
func requirementsOfOCM(s *search) (list []candidate) {
	spec := s.Placement.OCM
	for i := range spec.Predicates {
		path := fmt.Sprintf("ocm.predicates[%d].required_cluster_selector.", i)
		selector := &spec.Predicates[i].RequiredClusterSelector
		add := func(path, wants string, change func(*ocm.ClusterSelector)) {
			list = append(list, removal(path, wants, func(p *manifest.Placement) { change(&p.OCM.Predicates[i].RequiredClusterSelector) }))
		}
		for _, part := range partsOf(path+"label_selector", selector.LabelSelector) {
			add(part.at, part.wants, func(changed *ocm.ClusterSelector) {
				changed.LabelSelector = part.without(changed.LabelSelector)
			})
		}
		for _, part := range partsOf(path+"claim_selector", selector.ClaimSelector.AsLabels()) {
			add(part.at, part.wants, func(changed *ocm.ClusterSelector) {
				rest := part.without(changed.ClaimSelector.AsLabels())
				changed.ClaimSelector = &placement.ClaimSelector{MatchExpressions: rest.MatchExpressions}
			})
		}
		for k := range expressionsOf(selector) {
			add(fmt.Sprintf("%scel_selector.cel_expressions[%d]", path, k), excerpt.Text(selector.CELSelector.CELExpressions[k]),
				func(changed *ocm.ClusterSelector) {
					changed.CELSelector = &ocm.CELSelector{CELExpressions: without(changed.CELSelector.CELExpressions, k)}
				})
		}
	}
	return list
}

func expressionsOf(selector *ocm.ClusterSelector) []string {
	if selector.CELSelector == nil {
		return nil
	}
	return selector.CELSelector.CELExpressions
}

// isBound reports whether a cluster set is bound to the namespace of the placement.
func (s *search) isBound(set string) bool {
	return slices.Contains(s.Inventory.Bindings, placement.Binding{Name: set, Namespace: s.Placement.Namespace})
}

// isListed reports whether the placement chooses from a cluster set if it is bound.
func (s *search) isListed(set string) bool {
	listed := s.Placement.OCM.ClusterSets
	return len(listed) == 0 || slices.Contains(listed, set)
}

// closedSets are the cluster sets that are not open to a placement of Open Cluster Management, which are not bound to the
// namespace or which it does not list, each as a candidate that opens it.
func (s *search) closedSets() (list []candidate) {
	if s.Placement.OCM == nil {
		return nil
	}
	for i := range s.Inventory.Sets {
		set := s.Inventory.Sets[i].Name
		isBound, isListed := s.isBound(set), s.isListed(set)
		if isBound && isListed {
			continue
		}
		c := candidate{Remedy: Remedy{Kind: OpenSet, ClusterSet: set}}
		var texts []string
		if !isBound {
			texts = append(texts, fmt.Sprintf("bind the cluster set %s to the namespace %s", excerpt.Quote(set),
				excerpt.Quote(s.Placement.Namespace)))
		}
		if !isListed {
			c.At = "ocm.cluster_sets"
			texts = append(texts, fmt.Sprintf("add %s to ocm.cluster_sets", excerpt.Quote(set)))
		}
		c.text = strings.Join(texts, " and ")
		c.apply = func(p *manifest.Placement, f *fleet.Fleet) {
			if !isBound {
				f.Bindings = append(slices.Clip(f.Bindings), placement.Binding{Name: set, Namespace: p.Namespace})
			}
			if !isListed {
				p.OCM.ClusterSets = append(slices.Clip(p.OCM.ClusterSets), set)
			}
		}
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b candidate) int { return compareSets(a.ClusterSet, b.ClusterSet) })
	return list
}

// compareSets orders sets by name, with the set of all clusters last: it opens more than any other.
func compareSets(a, b string) int {
	switch {
	case a == b:
		return 0
	case a == fleet.GlobalSet || b != fleet.GlobalSet && a > b:
		return 1
	}
	return -1
}

// wantedByOCM are clusters for each predicate, in the first set that is open.
func wantedByOCM(s *search) (list []Clusters) {
	inSet, isOpen := s.inOpenSet()
	if !isOpen {
		return nil
	}
	for _, term := range s.Placement.Terms() {
		clusters := Clusters{Labels: matching(inSet, term.Labels)}
		if term.Claims != nil {
			clusters.Claims = matching(nil, term.Claims)
		}
		list = append(list, clusters)
	}
	if len(list) == 0 {
		list = append(list, Clusters{Labels: inSet})
	}
	return list
}

// inOpenSet are the labels that put a cluster into a set that is open to the placement. It reports whether there is one.
func (s *search) inOpenSet() (labels map[string]string, isOpen bool) {
	open := lists.Filter(s.Inventory.Sets, func(set placement.ClusterSet) (placement.ClusterSet, bool) {
		return set, s.isBound(set.Name) && s.isListed(set.Name)
	})
	slices.SortFunc(open, func(a, b placement.ClusterSet) int { return compareSets(a.Name, b.Name) })
	for i := range open {
		in := labelsIn(&open[i])
		if in != nil && (labels == nil || len(in) == 0) {
			labels = in
		}
	}
	return labels, labels != nil
}

// labelsIn are labels that put a cluster into a set; nil if none do.
func labelsIn(set *placement.ClusterSet) map[string]string {
	switch {
	case set.SelectorType != placement.LabelSelector:
		return map[string]string{placement.ClusterSetLabel: set.Name}
	case set.LabelSelector == nil:
		return nil
	}
	return matching(nil, set.LabelSelector)
}
