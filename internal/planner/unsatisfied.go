package planner

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/finding"
)

// whyUnsatisfied says what was chosen and what is wanted, and why the others were not chosen.
func (r *Request) whyUnsatisfied(ctx context.Context, answer *Answer) string {
	result := &answer.Result
	fleet := len(result.Decisions) + len(result.NotPicked) + len(result.Rejected)
	if fleet == 0 {
		return r.emptyFleetText()
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s. Chosen: %d", r.reason(result), len(result.Decisions))
	if argument, wanted := r.wanted(); wanted != nil && *wanted != 0 {
		fmt.Fprintf(&text, "; %s is %d", argument, *wanted)
	} else if r.KubeFleet != nil && len(r.KubeFleet.ClusterNames) > 0 {
		fmt.Fprintf(&text, "; cluster_names has %s", excerpt.Count(len(r.KubeFleet.ClusterNames), "name"))
	}
	fmt.Fprintf(&text, "; the fleet has %s.", excerpt.Count(fleet, "cluster"))
	if list := r.missing(result) + r.reasons(result); list != "" {
		text.WriteString("\n" + list)
	}
	if _, zero := r.choosesNone(); !zero {
		text.WriteString(r.unmet(ctx, &answer.inventory))
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

// wanted is the number of clusters that the placement asks for, and the argument that says so. It is nil if there is none.
func (r *Request) wanted() (argument string, number *int32) {
	switch {
	case r.OCM != nil:
		return "number_of_clusters", r.OCM.NumberOfClusters
	case r.KubeFleet != nil:
		return "number_of_clusters", r.KubeFleet.NumberOfClusters
	case r.Hybrid != nil:
		return "replicas", r.Hybrid.Replicas
	}
	return "", nil
}

// choosesNone reports whether the placement asks for no cluster, and with which argument.
func (r *Request) choosesNone() (argument string, zero bool) {
	argument, number := r.wanted()
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
			fmt.Fprintf(&text, " (such as %s)", reason.Example)
		}
	}
	if more := len(list) - finding.Shown; more > 0 {
		fmt.Fprintf(&text, "\n  - and %s", excerpt.Count(more, "more reason"))
	}
	return text.String()
}

// missing lists the names of a PickFixed placement that the fleet does not have, each with the nearest that it has.
func (r *Request) missing(result *placement.Result) string {
	if r.KubeFleet == nil || len(result.Unknown) == 0 {
		return ""
	}
	unknown := make(map[string]bool, len(result.Unknown))
	for i := range result.Unknown {
		unknown[result.Unknown[i].Cluster] = true
	}
	fleet := fleetOf(result)
	var text strings.Builder
	shown := 0
	for i, name := range r.KubeFleet.ClusterNames {
		if !unknown[name] {
			continue
		}
		if shown == excerpt.Items {
			fmt.Fprintf(&text, "\n  - and %s", excerpt.Count(len(result.Unknown)-shown, "more name"))
			break
		}
		shown++
		fmt.Fprintf(&text, "\n  - kubefleet.cluster_names[%d] is %s, which is not in the fleet%s", i, excerpt.Quote(name),
			excerpt.DidYouMean(name, fleet))
	}
	return text.String()
}

// fleetOf are the names of the clusters that a result is about.
func fleetOf(result *placement.Result) []string {
	names := make([]string, 0, len(result.Decisions)+len(result.NotPicked)+len(result.Rejected))
	for i := range result.Decisions {
		names = append(names, result.Decisions[i].Cluster)
	}
	for i := range result.NotPicked {
		names = append(names, result.NotPicked[i].Cluster)
	}
	for i := range result.Rejected {
		names = append(names, result.Rejected[i].Cluster)
	}
	return names
}

// unsaid are the warnings of the scheduler but for those about names that [Request.missing] lists.
func (r *Request) unsaid(result *placement.Result) []string {
	if r.OnUnsatisfied == UnsatisfiedAccept || len(result.Unknown) == 0 {
		return result.Warnings
	}
	said := make(map[string]bool, len(result.Unknown))
	for i := range result.Unknown {
		said[result.Unknown[i].Reason()] = true
	}
	return slices.DeleteFunc(slices.Clone(result.Warnings), func(text string) bool { return said[text] })
}
