// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Unsatisfied says what was chosen and what is wanted, and why the others were not chosen. The fleet has clusters.
func (r *Request) Unsatisfied(ctx context.Context, inv *placement.Inventory, result *placement.Result) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s. Chosen: %d", r.reason(result), len(result.Decisions))
	if argument, wanted := r.Wanted(); wanted != nil && *wanted != 0 {
		fmt.Fprintf(&text, "; %s is %d", argument, *wanted)
	} else if names := r.ClusterNames(); len(names) > 0 {
		fmt.Fprintf(&text, "; cluster_names has %s", excerpt.Count(len(names), "name"))
	}
	fmt.Fprintf(&text, "; the fleet has %s.", excerpt.Count(len(result.Decisions)+len(result.NotPicked)+len(result.Rejected),
		"cluster"))
	if list := r.missing(result) + r.reasons(result); list != "" {
		text.WriteString("\n" + list)
	}
	if _, zero := r.choosesNone(); !zero {
		text.WriteString(r.unmet(ctx, inv))
	}
	text.WriteString(r.explainSets(result))
	return text.String()
}

// reason says why the placement is not satisfied, in the words of the hub where these name the cause.
func (r *Request) reason(result *placement.Result) string {
	if argument, zero := r.choosesNone(); zero {
		return argument + " is 0; to choose clusters, set it to at least 1"
	}
	return excerpt.Line(cmp.Or(result.Unsatisfied(), "No cluster passes the filters"), finding.MessageBytes)
}

// choosesNone reports whether the placement asks for no cluster, and with which argument.
func (r *Request) choosesNone() (argument string, zero bool) {
	argument, number := r.Wanted()
	return argument, number != nil && *number == 0
}

// reasons lists why clusters were not chosen, without what [Request.reason] and [Request.missing] say.
func (r *Request) reasons(result *placement.Result) string {
	rest := *result
	rest.Unknown = nil
	if _, zero := r.choosesNone(); zero {
		rest.NotPicked = nil
	}
	var text strings.Builder
	list := rest.Summary()
	for _, reason := range list[:min(len(list), finding.Shown)] {
		fmt.Fprintf(&text, "\n  - %d: %s", reason.Count, reason.Reason)
		if reason.Example != "" {
			fmt.Fprintf(&text, " (such as %s)", excerpt.Text(reason.Example))
		}
	}
	if more := len(list) - finding.Shown; more > 0 {
		fmt.Fprintf(&text, "\n  - and %s", excerpt.Count(more, "more reason"))
	}
	return text.String()
}

// missing lists the clusters that the placement names and that the fleet does not have, each with the nearest that it has.
func (r *Request) missing(result *placement.Result) string {
	if len(result.Unknown) == 0 {
		return ""
	}
	unknown := lists.Set(result.Unknown, func(r placement.Rejection) string { return r.Cluster })
	fleet := fleetOf(result)
	var text strings.Builder
	shown := 0
	for i, name := range r.ClusterNames() {
		if !unknown[name] {
			continue
		}
		if shown == excerpt.Items {
			fmt.Fprintf(&text, "\n  - and %s", excerpt.Count(len(result.Unknown)-shown, "more name"))
			break
		}
		shown++
		fmt.Fprintf(&text, "\n  - %s.cluster_names[%d] is %s, which is not in the fleet%s", r.Dialect(), i, excerpt.Quote(name),
			excerpt.DidYouMean(name, fleet))
	}
	return text.String()
}

// fleetOf are the names of the clusters that a result is about.
func fleetOf(result *placement.Result) []string {
	return slices.Concat(result.ClusterNames(), lists.Map(result.NotPicked, func(c placement.Candidate) string { return c.Cluster }),
		lists.Map(result.Rejected, func(r placement.Rejection) string { return r.Cluster }))
}
