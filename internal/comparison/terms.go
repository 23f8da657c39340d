// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package comparison

import (
	"fmt"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
)

// axisKind is what an axis is of: a map of texts of a cluster, and the edit of it.
type axisKind struct {
	of   func(c *placement.Cluster) *map[string]string
	edit func(texts *edit.Texts) edit.Edit
}

var (
	labelAxis = &axisKind{
		func(c *placement.Cluster) *map[string]string { return &c.Labels },
		func(texts *edit.Texts) edit.Edit { return edit.Edit{Label: texts} },
	}
	claimAxis = &axisKind{
		func(c *placement.Cluster) *map[string]string { return &c.Claims },
		func(texts *edit.Texts) edit.Edit { return edit.Edit{Claim: texts} },
	}
	propertyAxis = &axisKind{
		func(c *placement.Cluster) *map[string]string { return &c.Properties },
		func(texts *edit.Texts) edit.Edit { return edit.Edit{Property: texts} },
	}
)

// axis is an attribute of a cluster that a placement names, with the values that it may have. A value that is nil is that of a
// cluster without the attribute.
type axis struct {
	*axisKind
	key    string
	values []*string
}

// terms are what two placements name of clusters.
type terms struct {
	// axes are labels and claims, which are known completely, and properties are quantities, of which some are tried.
	axes, properties []axis
	taints           []placement.Taint
	// bindings are those of the cluster sets to the namespaces, and names the clusters that are chosen by name.
	bindings []placement.Binding
	names    []string

	labels, claims, measured map[string]map[string]bool
}

// termsOf are the terms of placements.
func termsOf(placements ...*manifest.Placement) *terms {
	t := &terms{labels: map[string]map[string]bool{}, claims: map[string]map[string]bool{}, measured: map[string]map[string]bool{}}
	var tolerations []match.Toleration
	for _, p := range placements {
		for _, term := range p.Terms() {
			add(t.labels, term.Labels)
			add(t.claims, term.Claims)
			for _, requirement := range term.Properties {
				addValue(t.measured, requirement.Name, append(requirement.Values, "0", "1000000")...)
			}
		}
		if p.OCM != nil {
			t.addSets(p)
			tolerations = append(tolerations, p.OCM.Tolerations...)
		}
		if p.KubeFleet != nil {
			t.addKubeFleet(p.KubeFleet)
			for _, toleration := range p.KubeFleet.Tolerations {
				tolerations = append(tolerations, match.Toleration{
					Key: toleration.Key, Operator: toleration.Operator, Value: toleration.Value, Effect: toleration.Effect,
				})
			}
		}
		if groups := p.DecisionStrategy.GroupStrategy; groups != nil {
			for i := range groups.DecisionGroups {
				add(t.labels, groups.DecisionGroups[i].GroupClusterSelector.LabelSelector)
				add(t.claims, groups.DecisionGroups[i].GroupClusterSelector.ClaimSelector.AsLabels())
			}
		}
	}
	t.axes = append(axesOf(t.labels, labelAxis), axesOf(t.claims, claimAxis)...)
	t.properties = axesOf(t.measured, propertyAxis)
	t.taints = taintsOf(tolerations)
	return t
}

// addSets adds the cluster sets that a placement of Open Cluster Management lists.
func (t *terms) addSets(p *manifest.Placement) {
	for _, name := range p.OCM.ClusterSets {
		addValue(t.labels, placement.ClusterSetLabel, name)
		if binding := (placement.Binding{Name: name, Namespace: p.Namespace}); !slices.Contains(t.bindings, binding) {
			t.bindings = append(t.bindings, binding)
		}
	}
}

// addKubeFleet adds what a placement of KubeFleet names beside its terms.
func (t *terms) addKubeFleet(spec *kubefleet.Spec) {
	t.names = append(t.names, spec.ClusterNames...)
	for _, preferred := range spec.Preferred() {
		add(t.labels, preferred.Preference.LabelSelector)
	}
	for _, spread := range spec.TopologySpreadConstraints {
		addValue(t.labels, spread.TopologyKey)
	}
}

// add notes the keys and the values of a selector.
func add(values map[string]map[string]bool, selector *metav1.LabelSelector) {
	if selector == nil {
		return
	}
	for key, value := range selector.MatchLabels {
		addValue(values, key, value)
	}
	for i := range selector.MatchExpressions {
		e := &selector.MatchExpressions[i]
		addValue(values, e.Key, e.Values...)
	}
}

func addValue(values map[string]map[string]bool, key string, more ...string) {
	if values[key] == nil {
		values[key] = map[string]bool{}
	}
	for _, value := range more {
		values[key][value] = true
	}
}

// named are values in their order, and another value.
func named(values map[string]bool) []string {
	other := "other"
	for i := 1; values[other]; i++ {
		other = fmt.Sprintf("other-%d", i)
	}
	return append(slices.Sorted(maps.Keys(values)), other)
}

// axesOf are the axes of keys, by key: without the attribute, then with each value.
func axesOf(values map[string]map[string]bool, kind *axisKind) (axes []axis) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		a := axis{axisKind: kind, key: key, values: []*string{nil}}
		for _, value := range named(values[key]) {
			a.values = append(a.values, &value)
		}
		axes = append(axes, a)
	}
	return axes
}

// taintsOf are the taints that tolerations tell apart: every key with every value, and another one. There are more than can be
// compared if tolerations have many keys and values, which are cut.
func taintsOf(tolerations []match.Toleration) (taints []placement.Taint) {
	keys, values := map[string]bool{}, map[string]bool{}
	for i := range tolerations {
		keys[tolerations[i].Key], values[tolerations[i].Value] = true, true
	}
	delete(keys, "")
	for _, key := range named(keys) {
		for _, value := range named(values) {
			for _, effect := range []placement.TaintEffect{
				placement.NoSelect, placement.NoSelectIfNew, placement.PreferNoSelect, placement.NoSchedule,
			} {
				taints = append(taints, placement.Taint{Key: key, Value: value, Effect: effect})
			}
			if len(taints) > maxClusters {
				return taints
			}
		}
	}
	return taints
}

// value is what a cluster has on the axis; nil for nothing.
func (a *axis) value(c *placement.Cluster) *string {
	if value, ok := (*a.of(c))[a.key]; ok {
		return &value
	}
	return nil
}

// set gives a cluster a value on the axis. Its maps are its own.
func (a *axis) set(c *placement.Cluster, value *string) {
	switch values := a.of(c); {
	case value == nil:
		delete(*values, a.key)
	case *values == nil:
		*values = map[string]string{a.key: *value}
	default:
		(*values)[a.key] = *value
	}
}

// changed is the edit that gives a cluster a value on the axis.
func (a *axis) changed(cluster string, value *string) edit.Edit {
	texts := &edit.Texts{Selection: edit.Selection{Clusters: []string{cluster}}}
	if value == nil {
		texts.Remove = []string{a.key}
	} else {
		texts.Set = map[string]string{a.key: *value}
	}
	return a.edit(texts)
}

// same reports whether two values of an axis are the same.
func same(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }
