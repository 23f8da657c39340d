// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"context"
	"fmt"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// nameSpace is a kind of names that clusters have.
type nameSpace struct {
	what string
	// value is what a cluster has of a name.
	value func(c *placement.Cluster, name string) (value string, present bool)
	// add adds all names that a cluster has.
	add func(c *placement.Cluster, names map[string]bool)
}

var (
	labelKeys     = mapSpace("label", func(c *placement.Cluster) map[string]string { return c.Labels })
	claimNames    = mapSpace("claim", func(c *placement.Cluster) map[string]string { return c.Claims })
	propertyNames = &nameSpace{"property", kubefleet.PropertyText, kubefleet.AddPropertyNames}
)

// mapSpace are the keys of a map of each cluster.
func mapSpace(what string, values func(c *placement.Cluster) map[string]string) *nameSpace {
	return &nameSpace{
		what,
		func(c *placement.Cluster, name string) (string, bool) { value, ok := values(c)[name]; return value, ok },
		func(c *placement.Cluster, names map[string]bool) {
			for name := range values(c) {
				names[name] = true
			}
		},
	}
}

// mention is a name in the request that clusters should have.
type mention struct {
	at       string
	space    *nameSpace
	name     string
	effect   string
	mayBeNew bool
}

// mentions are the names that the request uses where nothing else tells that no cluster has them. Keys that a required selector
// wants are not among these: one that matches nothing leaves its reasons. A key of NotIn and DoesNotExist is reported only if
// there is a similar one, because it may be one that no cluster has: such an expression selects every cluster. A name is in the
// list once.
type mentions struct {
	list []mention
	// places are the places in the list.
	places map[mentionKey]int
}

type mentionKey struct {
	space *nameSpace
	name  string
}

func (m *mentions) add(one mention) {
	if one.name == "" {
		return
	}
	key := mentionKey{one.space, one.name}
	index, known := m.places[key]
	switch {
	case !known:
		if m.places == nil {
			m.places = map[mentionKey]int{}
		}
		m.places[key] = len(m.list)
		m.list = append(m.list, one)
	case m.list[index].mayBeNew && !one.mayBeNew:
		m.list[index] = one
	}
}

// addSelector adds the keys that a cluster must have for a selector to match it. A label is often preferred, or selected for a
// group, before the first cluster has it.
func (m *mentions) addSelector(path string, space *nameSpace, selector *metav1.LabelSelector, effect string) {
	if selector == nil {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(selector.MatchLabels)) {
		m.add(mention{fmt.Sprintf("%s.matchLabels[%s]", path, key), space, key, effect, true})
	}
	for i := range selector.MatchExpressions {
		switch e := &selector.MatchExpressions[i]; e.Operator {
		case metav1.LabelSelectorOpIn, metav1.LabelSelectorOpExists:
			m.add(mention{fmt.Sprintf("%s.matchExpressions[%d].key", path, i), space, e.Key, effect, true})
		}
	}
	m.addExclusions(path, space, selector)
}

// addExclusions adds the keys that a cluster must not have, or not with some values.
func (m *mentions) addExclusions(path string, space *nameSpace, selector *metav1.LabelSelector) {
	if selector == nil {
		return
	}
	for i := range selector.MatchExpressions {
		switch e := &selector.MatchExpressions[i]; e.Operator {
		case metav1.LabelSelectorOpNotIn, metav1.LabelSelectorOpDoesNotExist:
			m.add(mention{fmt.Sprintf("%s.matchExpressions[%d].key", path, i), space, e.Key, "The expression excludes no cluster.", true})
		}
	}
}

// addKubeFleet adds what a placement prefers that chooses from so many clusters, and what it spreads over.
func (m *mentions) addKubeFleet(spec *kubefleet.Spec, clusters int) {
	for i, preferred := range spec.Preferred() {
		if preferred.Weight == 0 {
			continue // It has no effect, whatever its names are.
		}
		path := fmt.Sprintf("kubefleet.affinity.clusterAffinity.preferredDuringSchedulingIgnoredDuringExecution[%d].preference", i)
		preference := &preferred.Preference
		m.addSelector(path+".labelSelector", labelKeys, preference.LabelSelector, "The preference applies to no cluster.")
		if sorter := preference.PropertySorter; sorter != nil {
			m.add(mention{path + ".propertySorter.name", propertyNames, sorter.Name, "The preference adds 0 to the score of " +
				"every cluster.", false})
		}
	}
	if clusters == 1 {
		return // It cannot be spread over anything.
	}
	for i := range spec.TopologySpreadConstraints {
		path := fmt.Sprintf("kubefleet.topologySpreadConstraints[%d].topologyKey", i)
		m.add(mention{path, labelKeys, spec.TopologySpreadConstraints[i].TopologyKey, "The constraint has no effect.", false})
	}
}

func (m *mentions) addGroups(strategy *placement.GroupStrategy) {
	if strategy == nil {
		return
	}
	const effect = "The group gets no cluster."
	for i := range strategy.DecisionGroups {
		path := fmt.Sprintf("decisionStrategy.groupStrategy.decisionGroups[%d].groupClusterSelector", i)
		selector := &strategy.DecisionGroups[i].GroupClusterSelector
		m.addSelector(path+".labelSelector", labelKeys, selector.LabelSelector, effect)
		m.addSelector(path+".claimSelector", claimNames, selector.ClaimSelector.AsLabels(), effect)
	}
}

// absentFromClusters finds the names that no cluster has.
func (r *Request) absentFromClusters(ctx context.Context, inv *placement.Inventory) []absentName {
	var m mentions
	for _, term := range r.Terms() {
		m.addExclusions(term.LabelsAt, labelKeys, term.Labels)
		m.addExclusions(term.ClaimsAt, claimNames, term.Claims)
		for k, property := range term.Properties {
			path := fmt.Sprintf("%s.matchExpressions[%d].name", term.PropertiesAt, k)
			m.add(mention{path, propertyNames, property.Name, "The term matches no cluster.", false})
		}
	}
	if r.KubeFleet != nil {
		m.addKubeFleet(r.KubeFleet, len(inv.Clusters))
	}
	m.addGroups(r.DecisionStrategy.GroupStrategy)
	return m.absent(ctx, inv)
}

// absent are the names that no cluster has.
func (m *mentions) absent(ctx context.Context, inv *placement.Inventory) (absent []absentName) {
	known := map[*nameSpace]map[string]bool{}
	for _, one := range m.list {
		if known[one.space] == nil {
			known[one.space] = m.known(ctx, inv, one.space)
		}
		if names := known[one.space]; !names[one.name] {
			absent = append(absent, absentName{
				at: one.at, what: one.space.what, name: one.name, absence: "no cluster has", effect: one.effect, mayBeNew: one.mayBeNew,
				known: func() []string { return sortedNames(names) },
			})
		}
	}
	return absent
}

// known are the names of a kind that clusters have: it looks at the clusters until they have had all names that are mentioned.
func (m *mentions) known(ctx context.Context, inv *placement.Inventory, space *nameSpace) map[string]bool {
	missing := lists.Filter(m.list, func(one mention) (string, bool) { return one.name, one.space == space })
	names := map[string]bool{}
	for c := range members(ctx, inv) {
		space.add(c, names)
		for len(missing) > 0 && names[missing[0]] {
			missing = missing[1:]
		}
		if len(missing) == 0 {
			break
		}
	}
	return names
}

// names are all names of the kind that clusters have, sorted.
func (n *nameSpace) names(ctx context.Context, inv *placement.Inventory) []string {
	all := map[string]bool{}
	for c := range members(ctx, inv) {
		n.add(c, all)
	}
	return sortedNames(all)
}
