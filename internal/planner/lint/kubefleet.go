// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

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
