// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// chosenOf are the offers of which a result chooses the cluster, and the others.
func chosenOf(result *placement.Result, offers []placement.Cluster) (chosen, others []placement.Cluster) {
	names := sets.New(result.ClusterNames()...)
	return lists.Partition(offers, func(o *placement.Cluster) bool { return names.Has(o.Name) })
}

// asOffered is the request over a fleet in which clusters are as they were offered. A cluster keeps its deletion and its taints,
// except for the taints that Open Cluster Management gives a cluster that is not ready.
func (r *Request) asOffered(offers []placement.Cluster) *Request {
	byName := lists.Index(offers, func(c placement.Cluster) string { return c.Name })
	replaced := func(clusters []placement.Cluster) []placement.Cluster {
		list := slices.Clone(clusters)
		for i := range list {
			c := &list[i]
			if o := byName[c.Name]; o != nil && fleet.Sees(r.clusterKind(), c) {
				ready := *o
				ready.Kind, ready.Deleting = c.Kind, c.Deleting
				ready.Taints = slices.DeleteFunc(slices.Clone(c.Taints), func(t placement.Taint) bool {
					return t.Key == placement.TaintUnavailable || t.Key == placement.TaintUnreachable
				})
				*c = ready
			}
		}
		return list
	}
	request := *r
	request.Clusters, request.Manifests.Clusters = replaced(r.Clusters), replaced(r.Manifests.Clusters)
	return &request
}

// offersText says why the offers do not satisfy the placement; empty if there are none.
func (r *Request) offersText(answer *Answer) string {
	if len(answer.awaited) > 0 {
		return awaitedText(answer)
	}
	_, free := r.splitOffers()
	if len(free) == 0 {
		return ""
	}
	return fmt.Sprintf("\n\nThe fleet with %s does not satisfy the placement either, so none is chosen.",
		excerpt.Count(len(free), "offer"))
}

// awaitedText says which clusters were created and are not ready, and why not.
func awaitedText(answer *Answer) string {
	var text strings.Builder
	text.WriteString("\n\nClusters that were offered exist and are not ready. No other offer is chosen in their place. To have " +
		"another one chosen, remove the offer.\n")
	for _, name := range answer.awaited[:min(len(answer.awaited), finding.Shown)] {
		reason := "it is not chosen"
		for i := range answer.Result.Rejected {
			if rejected := &answer.Result.Rejected[i]; rejected.Cluster == name {
				reason = rejected.Reason()
			}
		}
		fmt.Fprintf(&text, "\n  - %s: %s", name, reason)
	}
	if more := len(answer.awaited) - finding.Shown; more > 0 {
		fmt.Fprintf(&text, "\n  - and %d more", more)
	}
	return text.String()
}
