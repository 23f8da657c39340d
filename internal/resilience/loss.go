package resilience

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// What a failure domain is a value of.
const (
	OfCluster    = "cluster"
	OfLabel      = "label"
	OfClaim      = "claim"
	OfClusterSet = "cluster_set"
	// OfNothing stands for no loss: the placement is not satisfied as it is.
	OfNothing = "none"
)

// Arguments are what the question is asked with, beside the fleet.
type Arguments struct {
	simulate.Question
	FailureDomains FailureDomains `json:"failureDomains,omitzero"`
}

// FailureDomains say what fails at once, beside every single cluster.
type FailureDomains struct {
	// Labels and Claims are names: each of their values is a failure domain.
	Labels []string `json:"labels,omitempty"`
	Claims []string `json:"claims,omitempty"`
	// ClusterSets are names of cluster sets, each of which is a failure domain.
	ClusterSets []string `json:"clusterSets,omitempty"`
}

// Loss is a cluster, or the clusters of a failure domain, that fail at once.
type Loss struct {
	// Domain is what the loss is a value of, Key the name of the label or claim, and Value the value: the name of a cluster or of a
	// cluster set otherwise.
	Domain string `json:"domain"`
	Key    string `json:"key"`
	Value  string `json:"value"`
	// ClusterCount is how many clusters fail.
	ClusterCount int `json:"clusterCount"`
}

// String is the loss in a sentence.
func (l Loss) String() string {
	switch l.Domain {
	case OfCluster, OfClusterSet:
		return fmt.Sprintf("the %s %s", strings.ReplaceAll(l.Domain, "_", " "), excerpt.Text(l.Value))
	case OfNothing:
		return "no cluster"
	}
	return fmt.Sprintf("%s=%s", excerpt.Text(l.Key), excerpt.Text(l.Value))
}

// loss is a Loss with its clusters.
type loss struct {
	Loss
	// domain is the index of its Domain, and clusters are the numbers of the names.
	domain   int
	clusters []int32
}

// names number the names of the clusters of a fleet. Clusters of one name are one cluster: a fleet can have it on two hubs.
type names struct {
	list   []string
	number map[string]int32
}

func namesOf(ctx context.Context, clusters []placement.Cluster) (names, error) {
	n := names{number: make(map[string]int32, len(clusters))}
	for i := range clusters {
		if err := placement.Interrupted(ctx, i); err != nil {
			return names{}, err
		}
		n.list = append(n.list, clusters[i].Name)
	}
	slices.Sort(n.list)
	n.list = slices.Compact(n.list)
	for i, name := range n.list {
		n.number[name] = int32(i)
	}
	return n, nil
}

// losses are what can fail, domain after domain, and by value in each. The domains are those of the question, in its order, after
// that of single clusters.
func (d *FailureDomains) losses(ctx context.Context, w *simulate.World, n *names) ([]Domain, []loss, finding.List) {
	domains, losses := []Domain{{Domain: OfCluster}}, make([]loss, 0, len(n.list))
	for i, name := range n.list {
		losses = append(losses, loss{Loss: Loss{Domain: OfCluster, Value: name, ClusterCount: 1}, clusters: []int32{int32(i)}})
	}
	var found finding.List
	add := func(of Domain, members map[string][]int32) {
		for _, value := range slices.Sorted(maps.Keys(members)) {
			clusters := slices.Compact(slices.Sorted(slices.Values(members[value])))
			losses = append(losses, loss{
				Loss:   Loss{Domain: of.Domain, Key: of.Key, Value: value, ClusterCount: len(clusters)},
				domain: len(domains), clusters: clusters,
			})
		}
		domains = append(domains, of)
	}
	for _, of := range []struct {
		domain, argument string
		keys             []string
		values           func(c *placement.Cluster) map[string]string
	}{
		{OfLabel, "labels", d.Labels, func(c *placement.Cluster) map[string]string { return c.Labels }},
		{OfClaim, "claims", d.Claims, func(c *placement.Cluster) map[string]string { return c.Claims }},
	} {
		for i, key := range of.keys {
			members, err := membersBy(ctx, w.Clusters(), n, key, of.values)
			if err != nil {
				return nil, nil, interrupted(err)
			}
			if len(members) == 0 {
				found = append(found, unknownKey(w.Clusters(), of.domain, fmt.Sprintf("%s[%d]", of.argument, i), key, of.values))
				continue
			}
			add(Domain{Domain: of.domain, Key: key}, members)
		}
	}
	sets, more := d.sets(ctx, w, n)
	if found = append(found, more...); len(d.ClusterSets) > 0 {
		add(Domain{Domain: OfClusterSet}, sets)
	}
	return domains, losses, found
}

// membersBy are the clusters by the values of a label or a claim. A cluster without it is in no failure domain.
func membersBy(
	ctx context.Context, clusters []placement.Cluster, n *names, key string, of func(c *placement.Cluster) map[string]string,
) (map[string][]int32, error) {
	members := map[string][]int32{}
	for i := range clusters {
		if err := placement.Interrupted(ctx, i); err != nil {
			return nil, err
		}
		if value, ok := of(&clusters[i])[key]; ok {
			members[value] = append(members[value], n.number[clusters[i].Name])
		}
	}
	return members, nil
}

// unknownKey is the error about a label or a claim that no cluster has.
func unknownKey(
	clusters []placement.Cluster, what, at, key string, of func(c *placement.Cluster) map[string]string,
) finding.Finding {
	known := map[string]bool{}
	for i := range clusters {
		for name := range of(&clusters[i]) {
			known[name] = true
		}
	}
	return finding.Failure("failure_domains."+at, "No cluster has this "+what, excerpt.Sentence(fmt.Sprintf(
		"No cluster of the fleet has the %s %s, so it divides the fleet into no failure domains%s", what, excerpt.Quote(key),
		excerpt.DidYouMean(key, slices.Sorted(maps.Keys(known))))))
}

// sets are the clusters of the cluster sets that are failure domains, by the name of the set.
func (d *FailureDomains) sets(ctx context.Context, w *simulate.World, n *names) (map[string][]int32, finding.List) {
	members := map[string][]int32{}
	if len(d.ClusterSets) == 0 {
		return members, nil
	}
	var found finding.List
	all := w.Sets()
	known := make([]string, len(all))
	for i := range all {
		known[i] = all[i].Name
	}
	slices.Sort(known)
	for i, name := range d.ClusterSets {
		at := slices.IndexFunc(all, func(set placement.ClusterSet) bool { return set.Name == name })
		path := fmt.Sprintf("failure_domains.cluster_sets[%d]", i)
		if at < 0 {
			found = append(found, finding.Failure(path, "There is no such cluster set", excerpt.Sentence(fmt.Sprintf(
				"The fleet has no cluster set %s%s", excerpt.Quote(name), excerpt.DidYouMean(name, known)))))
			continue
		}
		clusters, err := fleet.Members(ctx, w.Clusters(), all[at])
		if err != nil {
			return nil, append(found, finding.Failure(path, "The cluster set has no members", excerpt.Sentence(err.Error())))
		}
		if len(clusters) == 0 {
			found = append(found, finding.Failure(path, "The cluster set has no members", fmt.Sprintf(
				"No cluster is a member of the cluster set %s, so nothing can be lost with it.", excerpt.Quote(name))))
		}
		for i := range clusters {
			members[name] = append(members[name], n.number[clusters[i].Name])
		}
	}
	return members, found
}

// interrupted is the error of a question that was interrupted.
func interrupted(err error) finding.List {
	return finding.List{finding.Failure("", "The question was interrupted", excerpt.Sentence(err.Error()))}
}
