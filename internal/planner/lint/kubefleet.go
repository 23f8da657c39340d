// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

var ofKubeFleet = Dialect{
	summary: func(p *manifest.Placement) []string {
		return []string{
			cmp.Or(p.KubeFleet.PlacementType, kubefleet.PickAll), wantedClusters(p.KubeFleet.NumberOfClusters),
			firstOfKubeFleet(p.KubeFleet),
		}
	},
	mention:      mentionKubeFleet,
	requirements: requirementsOfKubeFleet,
}

// firstOfKubeFleet is the first requirement of a placement; empty if it has none.
func firstOfKubeFleet(spec *kubefleet.Spec) string {
	if len(spec.ClusterNames) > 0 {
		return "cluster " + short(spec.ClusterNames[0])
	}
	if terms := spec.Required(); len(terms) > 0 {
		if first := firstOf(terms[0].LabelSelector); first != "" {
			return "wants " + first
		}
		if p := terms[0].Properties(); len(p) > 0 {
			return fmt.Sprintf("wants %s %s %s", short(p[0].Name), short(p[0].Operator), firstValues(p[0].Values))
		}
	} else if preferred := spec.Preferred(); len(preferred) > 0 {
		preference := &preferred[0].Preference
		if first := firstOf(preference.LabelSelector); first != "" {
			return "prefers " + first
		}
		if preference.PropertySorter != nil {
			return "prefers " + short(preference.PropertySorter.Name)
		}
	}
	if len(spec.TopologySpreadConstraints) > 0 {
		return "spreads over " + short(spec.TopologySpreadConstraints[0].TopologyKey)
	}
	return ""
}

// dottedNames warns about names that no new binding can have, as soon as one is needed.
func (r *Request) dottedNames(result *placement.Result) (findings finding.List) {
	if mistake := kubefleet.MistakeInName(r.Name); mistake != "" {
		findings = append(findings, finding.Warning("name", Title(r.Placement, "cannot choose clusters"), mistake+"."))
	}
	for i := range result.NotPicked {
		mistake := kubefleet.MistakeInClusterName(result.NotPicked[i].Cluster)
		if mistake != "" {
			return append(findings, finding.Warning(string(r.Dialect()), Title(r.Placement, "may choose a cluster that cannot be "+
				"placed on"), mistake+", or select the cluster out."))
		}
	}
	return findings
}

// mentionKubeFleet adds what a placement names that chooses from so many clusters.
func mentionKubeFleet(p *manifest.Placement, m *mentions, clusters int) {
	spec := p.KubeFleet
	const affinity = "kubefleet.affinity.clusterAffinity."
	for i, term := range spec.Required() {
		path := fmt.Sprintf(affinity+"requiredDuringSchedulingIgnoredDuringExecution.clusterSelectorTerms[%d].", i)
		m.addExclusions(path+"labelSelector", labelKeys, term.LabelSelector)
		for k, requirement := range term.Properties() {
			path := fmt.Sprintf("%spropertySelector.matchExpressions[%d].name", path, k)
			m.add(mention{path, propertyNames, requirement.Name, "The term matches no cluster.", false})
		}
	}
	for i, preferred := range spec.Preferred() {
		if preferred.Weight == 0 {
			continue // It has no effect, whatever its names are.
		}
		path := fmt.Sprintf(affinity+"preferredDuringSchedulingIgnoredDuringExecution[%d].preference", i)
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

// requirementsOfKubeFleet are those of the required terms.
func requirementsOfKubeFleet(p *manifest.Placement) (list []requirement) {
	for i, term := range p.KubeFleet.Required() {
		path := fmt.Sprintf("cluster_selector_terms[%d]", i)
		list = appendRequired(list, path, labelKeys, term.LabelSelector)
		for _, e := range term.Properties() {
			list = append(list, requirement{
				at: path, space: propertyNames, name: e.Name, met: e.Met, text: strings.Join(append([]string{e.Operator}, e.Values...), " "),
			})
		}
	}
	return list
}
