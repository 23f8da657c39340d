// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"fmt"
	"slices"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// filter runs the filters that do not depend on what was picked before: on one cluster after the other, until a filter
// rejects it. Filters that the request does not need do not run. Clusters that are already selected are filtered too.
func (p *pass) filter() error {
	filters := p.filters()
	survivors := lists.Map(filters, func(f filter) placement.FilterResult {
		return placement.FilterResult{Name: f.name, Survivors: make([]string, 0, len(p.Clusters))}
	})
	p.candidates = make([]int32, 0, len(p.Clusters))
next:
	for i, c := range p.Clusters {
		if err := placement.Interrupted(p.ctx, i); err != nil {
			return err
		}
		position := int32(i)
		for k := range filters {
			keep, misconfigured := filters[k].keep(position)
			if misconfigured != nil {
				misconfigured.Plugin = filters[k].name
				return misconfigured
			}
			if !keep {
				continue next
			}
			survivors[k].Survivors = append(survivors[k].Survivors, c.Name)
		}
		if !p.selected[position] {
			p.candidates = append(p.candidates, position)
		}
	}
	p.result.Filters = survivors
	p.ranFilters = true
	return nil
}

// filter reports whether a cluster passes; it rejects a cluster that does not.
type filter struct {
	name string
	keep func(position int32) (bool, *placement.Misconfiguration)
}

// filters are the filters that the request needs, in upstream's order.
func (p *pass) filters() []filter {
	var list []filter
	if len(p.req.Required()) > 0 {
		list = append(list, filter{StageAffinity, p.filterByAffinity()})
	}
	list = append(list, filter{StageEligibility, always(p.filterByEligibility)})
	if p.req.Namespace != "" {
		list = append(list, filter{StageNamespace, always(p.filterByNamespace)})
	}
	return append(list, filter{StageTaint, always(p.filterByTaints)})
}

// always is a filter that never fails.
func always(keep func(int32) bool) func(int32) (bool, *placement.Misconfiguration) {
	return func(position int32) (bool, *placement.Misconfiguration) { return keep(position), nil }
}

// MismatchNamespace means that the placement's namespace, which is the Key, is not known to exist on the cluster. Present
// says that the cluster reports its namespaces.
var MismatchNamespace = &placement.MismatchKind{
	Name: "namespace",
	Sentence: func(m *placement.Mismatch) string {
		if !m.Present {
			return fmt.Sprintf("the cluster is not known to have the namespace %q", m.Key)
		}
		return fmt.Sprintf("the cluster does not have the namespace %q", m.Key)
	},
	Before: "it did not have the namespace",
}

// filterByNamespace rejects the clusters that report their namespaces and do not have that of the ResourcePlacement.
func (p *pass) filterByNamespace(position int32) bool {
	c := p.Clusters[position]
	if !c.NamespacesCollected || slices.Contains(c.Namespaces, p.req.Namespace) {
		return true
	}
	reason := "target namespace does not exist on cluster"
	if c.Namespaces == nil {
		reason = "cluster has no namespace information available"
	}
	p.Reject(position, StageNamespace, reason, placement.Mismatch{
		Kind: MismatchNamespace, Key: p.req.Namespace, Present: c.Namespaces != nil,
	})
	return false
}

// checkNamespaces returns an error for a ResourcePlacement if the namespaces of some clusters were lost, because the
// decision depends on them. PickFixed ignores namespaces.
func (p *pass) checkNamespaces() error {
	if p.req.Namespace == "" || p.req.PlacementType == PickFixed {
		return nil
	}
	lost := lists.Filter(p.Clusters, func(c *placement.Cluster) (string, bool) { return c.Name, c.NamespacesLost })
	if len(lost) == 0 {
		return nil
	}
	return fmt.Errorf("%d of the %d clusters, such as %q, were read as MemberClusters of version v1, which leaves out their "+
		"namespaces: it is not known whether they have the namespace %q. Read them as v1beta1, with "+
		"\"kubectl get memberclusters.v1beta1.cluster.kubernetes-fleet.io -o yaml\"",
		len(lost), len(p.Clusters), lost[0], p.req.Namespace)
}

// filterByTaints rejects the clusters with a taint that no toleration tolerates. The first such taint is the reason.
func (p *pass) filterByTaints(position int32) bool {
	for i := range p.Clusters[position].Taints {
		taint := &p.Clusters[position].Taints[i]
		if slices.ContainsFunc(p.req.Tolerations, func(t Toleration) bool { return t.tolerates(taint) }) {
			continue
		}
		p.Reject(position, StageTaint, "", placement.Mismatch{Kind: placement.MismatchTaint, Detail: taint})
		return false
	}
	return true
}

// tolerates reports whether the toleration matches this taint. An operator other than the two, or no operator, matches no
// taint.
func (t Toleration) tolerates(taint *placement.Taint) bool {
	if t.Effect != "" && t.Effect != taint.Effect {
		return false
	}
	switch t.Operator {
	case TolerationEqual:
		return t.Key == taint.Key && t.Value == taint.Value
	case TolerationExists:
		return t.Key == "" || t.Key == taint.Key
	}
	return false
}

// gracePeriod is how long upstream still considers a cluster eligible whose heartbeats stopped or whose agent is unhealthy.
const gracePeriod = 5 * time.Minute

// MismatchEligibility means that the cluster takes no new placements, because of what its agent reports or does not
// report. Found is upstream's reason.
var MismatchEligibility = &placement.MismatchKind{
	Name:     "eligibility",
	Sentence: func(m *placement.Mismatch) string { return m.Found },
	Cause:    func(*placement.Mismatch) string { return "the cluster takes no new placements" },
	Before:   "it took no new placements",
	Origin:   placement.OriginCluster,
}

// filterByEligibility rejects the clusters that take no new placements. It uses only what the member agent reports, and
// ignores the conditions of the MemberCluster itself.
func (p *pass) filterByEligibility(position int32) bool {
	if p.Clusters[position].Deleting {
		const leftFleet = "cluster has left the fleet"
		p.Reject(position, StageEligibility, leftFleet, placement.Mismatch{Kind: placement.MismatchDeletion})
		return false
	}
	reason := p.ineligible(p.Clusters[position])
	if reason != "" {
		p.Reject(position, StageEligibility, "", placement.Mismatch{Kind: MismatchEligibility, Found: reason, Present: true})
	}
	return reason == ""
}

// ineligible is upstream's first reason why a cluster that is not being deleted takes no new placements; empty if it does.
func (p *pass) ineligible(c *placement.Cluster) string {
	const unconnected = "cluster is not connected to the fleet: "
	agent := c.Agent
	switch {
	case agent == nil:
		return ""
	case !agent.Online:
		return unconnected + "member agent not online yet"
	}
	if silence := p.inv.Now.Sub(agent.LastHeartbeat); silence > gracePeriod {
		return unconnected + fmt.Sprintf("no recent heartbeat signals (last received %.2f minutes ago)", silence.Minutes())
	}
	switch {
	case agent.Joined.Status != "True":
		return unconnected + "member agent not joined yet"
	case agent.Healthy.Status == "":
		return unconnected + "health condition from member agent is not available"
	case agent.Healthy.Status != "True":
		since := p.inv.Now.Sub(agent.Healthy.LastTransition)
		if since > gracePeriod {
			return unconnected +
				fmt.Sprintf("unhealthy for a prolonged period of time (last transitioned %.2f minutes ago)", since.Minutes())
		}
		p.result.NextChange = placement.Sooner(p.result.NextChange, agent.Healthy.LastTransition.Add(gracePeriod+1))
	}
	p.result.NextChange = placement.Sooner(p.result.NextChange, agent.LastHeartbeat.Add(gracePeriod+1))
	return ""
}
