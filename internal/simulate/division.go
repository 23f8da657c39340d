// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// What a failure domain is a value of. OfFleet is the fleet as a whole.
const (
	OfFleet      = "fleet"
	OfLabel      = "label"
	OfClaim      = "claim"
	OfClusterSet = "cluster_set"
)

// FailureDomains divide a fleet into clusters that can fail at once.
//
// Example for guides/reference-simulation#failure_domains:
//
//	{ labels = ["region"] }
type FailureDomains struct {
	// Names of labels, such as `topology.kubernetes.io/region`: the clusters with each of their values are a failure domain. A
	// cluster without the label is in none.
	Labels []string `json:"labels,omitempty"`
	// Names of claims of ManagedClusters, in the same way.
	Claims []string `json:"claims,omitempty"`
	// Names of ManagedClusterSets, each of which is a failure domain.
	ClusterSets []string `json:"clusterSets,omitempty"`
}

// Division is a fleet by the values of one label or claim, or by its cluster sets.
type Division struct {
	Domain string
	// Key is the name of the label or claim.
	Key string
	// Members are the names of the clusters by value, sorted. A cluster without a value is in none.
	Members map[string][]string
}

// Divide divides the clusters of a world, in the order of the failure domains. What nothing in the world has is an error at its
// argument, and has no members.
func (d *FailureDomains) Divide(ctx context.Context, w world.World) ([]Division, finding.List) {
	var divisions []Division
	var findings finding.List
	if isAsked := len(d.Labels)+len(d.Claims)+len(d.ClusterSets) > 0; isAsked && len(w.Clusters()) == 0 {
		return nil, finding.List{finding.Failure("failure_domains", "There are no failure domains", "The fleet has no clusters.")}
	}
	for _, row := range []struct {
		domain, argument string
		keys             []string
		values           func(c *placement.Cluster) map[string]string
	}{
		{OfLabel, "labels", d.Labels, func(c *placement.Cluster) map[string]string { return c.Labels }},
		{OfClaim, "claims", d.Claims, func(c *placement.Cluster) map[string]string { return c.Claims }},
	} {
		for i, key := range row.keys {
			members, ended := membersBy(ctx, w.Clusters(), key, row.values)
			if ended != nil {
				return nil, ended
			}
			if len(members) == 0 {
				findings = append(findings, unknownKey(w.Clusters(), row.domain, fmt.Sprintf("%s[%d]", row.argument, i), key, row.values))
			}
			divisions = append(divisions, Division{row.domain, key, members})
		}
	}
	if len(d.ClusterSets) > 0 {
		members, more := d.membersOfSets(ctx, w)
		divisions, findings = append(divisions, Division{Domain: OfClusterSet, Members: members}), append(findings, more...)
	}
	for i := range divisions {
		for value, names := range divisions[i].Members {
			slices.Sort(names)
			divisions[i].Members[value] = slices.Compact(names)
		}
	}
	return divisions, findings
}

// membersBy are the clusters by the values of a label or a claim.
func membersBy(
	ctx context.Context, clusters []placement.Cluster, key string, values func(c *placement.Cluster) map[string]string,
) (map[string][]string, finding.List) {
	members := map[string][]string{}
	for i := range clusters {
		if findings := world.Interrupted(ctx, i); findings != nil {
			return nil, findings
		}
		if value, ok := values(&clusters[i])[key]; ok {
			members[value] = append(members[value], clusters[i].Name)
		}
	}
	return members, nil
}

// unknownKey is the error about a label or a claim that no cluster has.
func unknownKey(
	clusters []placement.Cluster, what, path, key string, values func(c *placement.Cluster) map[string]string,
) finding.Finding {
	known := map[string]bool{}
	for i := range clusters {
		for name := range values(&clusters[i]) {
			known[name] = true
		}
	}
	return finding.Failure("failure_domains."+path, "No cluster has this "+what, excerpt.Sentence(fmt.Sprintf(
		"No cluster of the fleet has the %s %s, so it divides the fleet into no failure domains%s", what, excerpt.Quote(key),
		excerpt.DidYouMean(key, slices.Sorted(maps.Keys(known))))))
}

// membersOfSets are the clusters of the cluster sets that are failure domains, by the name of the set.
func (d *FailureDomains) membersOfSets(ctx context.Context, w world.World) (map[string][]string, finding.List) {
	members := map[string][]string{}
	var findings finding.List
	all := w.Sets()
	known := fleet.SetNames(all)
	for i, name := range d.ClusterSets {
		set := lists.Find(all, func(set *placement.ClusterSet) bool { return set.Name == name })
		path := fmt.Sprintf("failure_domains.cluster_sets[%d]", i)
		if set == nil {
			findings = append(findings, finding.Failure(path, "There is no such cluster set", excerpt.Sentence(fmt.Sprintf(
				"The fleet has no cluster set %s%s", excerpt.Quote(name), excerpt.DidYouMean(name, known)))))
			continue
		}
		clusters, err := fleet.Members(ctx, w.Clusters(), *set)
		if err != nil {
			return nil, append(findings, finding.Failure(path, "The cluster set has no members", excerpt.Sentence(err.Error())))
		}
		if len(clusters) == 0 {
			findings = append(findings, finding.Failure(path, "The cluster set has no members", fmt.Sprintf(
				"No cluster is a member of the cluster set %s, so nothing can be lost with it.", excerpt.Quote(name))))
			continue
		}
		members[name] = append(members[name], fleet.Names(clusters)...)
	}
	return members, findings
}
