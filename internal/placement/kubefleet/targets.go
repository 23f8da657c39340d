// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// targets are the clusters that a PickFixed placement names, each in the order of its list.
type targets struct {
	// valid are eligible, invalid are not, and notFound are not in the fleet.
	valid, invalid []int32
	notFound       []string
}

// targets finds the named clusters. It checks eligibility only: taints, labels and namespaces do not matter.
func (p *pass) targets() targets {
	var t targets
	for _, name := range p.req.ClusterNames {
		position, ok := p.Position(name)
		switch {
		case !ok:
			t.notFound = append(t.notFound, name)
			unknown := placement.Rejection{Cluster: name, Stage: StageClusterNames, UpstreamReason: notFound(name), Mismatches: notInFleet}
			p.result.Unknown = append(p.result.Unknown, unknown)
			p.warn(unknown.Reason())
		case p.filterByEligibility(position):
			t.valid = append(t.valid, position)
		default:
			t.invalid = append(t.invalid, position)
			if p.selected[position] {
				p.warn(fmt.Sprintf("cluster %q keeps its resources, but is no longer eligible: %s", name, p.reason(position)))
			}
		}
	}
	return t
}

var notInFleet = []placement.Mismatch{{Kind: placement.MismatchNotFound, Field: "clusterNames"}}

// notFound is upstream's reason for a name that the fleet does not have.
func notFound(name string) string {
	return fmt.Sprintf("Specified cluster \"%s\" is not found", name)
}

// publishTargets publishes every name of the list without a limit. A target that is not eligible is published as not
// selected even if its earlier binding remains.
func (p *pass) publishTargets(t targets) error {
	var decisions []placement.ClusterDecision
	byCluster := make(map[int32]*binding, len(p.bindings))
	for _, b := range p.bindings {
		if b.Live() {
			byCluster[b.position] = b
		}
	}
	p.published = make(map[int32]string, len(t.valid))
	for _, position := range t.valid {
		decision := p.unscoredDecision(position)
		decisions = append(decisions, decision)
		p.published[position] = decision.Reason
		if b := byCluster[position]; b != nil {
			p.order = append(p.order, b)
		}
	}
	for _, position := range t.invalid {
		name := p.Clusters[position].Name
		reason := fmt.Sprintf("Cluster \"%s\" is not eligible for resource placement yet", name)
		decisions = append(decisions, placement.ClusterDecision{ClusterName: name, Reason: reason + ": " + p.reason(position)})
		rejection := &p.Rejections[position]
		if rejection.UpstreamReason != "" {
			reason += ": " + rejection.UpstreamReason
		}
		rejection.UpstreamReason = reason
	}
	for _, name := range t.notFound {
		decisions = append(decisions, placement.ClusterDecision{ClusterName: name, Reason: notFound(name)})
	}
	return p.write(decisions, p.scheduledCondition(len(t.invalid)+len(t.notFound) == 0, len(t.valid)))
}
