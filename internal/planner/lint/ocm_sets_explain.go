// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// fleetSets is what there is of cluster sets and bindings for a placement of Open Cluster Management.
type fleetSets struct {
	*Request
	// sets are the names of all sets, and bound those of the sets that are bound to the placement's namespace, sorted.
	sets, bound []string
	// broken are the names of the bindings in the namespace whose set does not exist.
	broken []string
	// elsewhere are the other namespaces that have bindings.
	elsewhere []string
}

// explainSets says why no cluster is open to the placement, and how to open some, if the sets and their bindings are the
// cause. It is empty if they are not. The condition of the hub says less.
func (r *Request) explainSets(result *placement.Result) string {
	if r.OCM == nil || result.Satisfied {
		return ""
	}
	f := fleetSetsOf(r)
	text := ""
	switch result.Condition(ocm.ConditionSatisfied).Reason {
	case ocm.ReasonNoBindings:
		text = f.withoutBindings()
	case ocm.ReasonNoIntersection:
		text = f.withoutIntersection()
	case ocm.ReasonSetsEmpty:
		text = f.withoutMembers(result)
	}
	if text == "" {
		return ""
	}
	if len(f.sets) == 0 {
		return "\n\n" + text + " The hub has no cluster sets."
	}
	return "\n\n" + text + fmt.Sprintf(" The fleet has the cluster sets %s.", list(f.sets))
}

func fleetSetsOf(r *Request) *fleetSets {
	clusters := slices.Concat(fleet.Seen(placement.ManagedCluster, r.Manifests.Clusters),
		fleet.Seen(placement.ManagedCluster, r.Clusters))
	f := &fleetSets{Request: r, sets: fleet.SetNames(r.Sets(r.Namespace, clusters))}
	if r.Namespace == "" {
		f.bound = f.sets
		return f
	}
	for _, b := range slices.Concat(r.Manifests.Bindings, r.Bindings) {
		_, exists := slices.BinarySearch(f.sets, b.Name)
		switch {
		case b.Namespace != r.Namespace:
			f.elsewhere = append(f.elsewhere, b.Namespace)
		case exists:
			f.bound = append(f.bound, b.Name)
		default:
			f.broken = append(f.broken, b.Name)
		}
	}
	for _, names := range []*[]string{&f.bound, &f.broken, &f.elsewhere} {
		slices.Sort(*names)
		*names = slices.Compact(*names)
	}
	return f
}

// withoutBindings is for a namespace to which no set is bound.
func (f *fleetSets) withoutBindings() string {
	var text strings.Builder
	fmt.Fprintf(&text, "No cluster set is bound to the namespace %s", excerpt.Quote(f.Namespace))
	switch {
	case len(f.broken) > 0:
		fmt.Fprintf(&text, ": its %s %s, which the fleet does not have", plural(f.broken, "binding is of the cluster set",
			"bindings are of the cluster sets"), list(f.broken))
		text.WriteString(suggestion(f.broken[0], f.sets))
	case len(f.elsewhere) > 0:
		fmt.Fprintf(&text, ": the bindings in %s are in the %s %s", f.bindingSources(), plural(f.elsewhere, "namespace", "namespaces"),
			list(f.elsewhere))
		text.WriteString(suggestion(f.Namespace, f.elsewhere))
	default:
		fmt.Fprintf(&text, ": neither cluster_set_bindings nor %s a ManagedClusterSetBinding.", f.source("have", "has"))
	}
	return text.String() + f.wayOut()
}

// withoutIntersection is for a placement that names only sets that are not open to it.
func (f *fleetSets) withoutIntersection() string {
	var text strings.Builder
	missing := slices.DeleteFunc(slices.Clone(f.OCM.ClusterSets), func(name string) bool { return slices.Contains(f.sets, name) })
	if len(missing) > 0 {
		fmt.Fprintf(&text, "The fleet does not have the %s %s", plural(missing, "cluster set", "cluster sets"), list(missing))
		text.WriteString(suggestion(missing[0], f.sets))
	}
	if f.Namespace == "" {
		return text.String() + " Correct cluster_sets in ocm, or remove it to choose from all cluster sets."
	}
	if text.Len() > 0 {
		text.WriteByte(' ')
	}
	fmt.Fprintf(&text, "Bound to the namespace %s %s %s, according to %s.", excerpt.Quote(f.Namespace),
		plural(f.bound, "is the cluster set", "are the cluster sets"), list(f.bound), f.bindingSources())
	return text.String() + f.wayOut()
}

// withoutMembers is for sets that have no clusters. If they have, but these are being deleted, the reasons say so.
func (f *fleetSets) withoutMembers(result *placement.Result) string {
	labels := map[string]bool{}
	for i := range result.Rejected {
		for k := range result.Rejected[i].Mismatches {
			m := &result.Rejected[i].Mismatches[k]
			if m.Kind != ocm.MismatchClusterSet {
				return ""
			}
			if m.Present {
				labels[m.Found] = true
			}
		}
	}
	open := f.bound
	if len(f.OCM.ClusterSets) > 0 {
		open = slices.DeleteFunc(slices.Clone(open), func(name string) bool { return !slices.Contains(f.OCM.ClusterSets, name) })
	}
	text := fmt.Sprintf("No cluster is a member of the %s %s", plural(open, "cluster set", "cluster sets"), list(open))
	if f.Namespace != "" {
		text += ", bound to the namespace " + excerpt.Quote(f.Namespace)
	}
	if len(labels) > 0 && len(open) > 0 {
		return text + fmt.Sprintf("; the clusters have the label %s with %s", placement.ClusterSetLabel, list(sortedNames(labels))) +
			suggestion(open[0], sortedNames(labels))
	}
	return text + ". A cluster set has the clusters whose label " + placement.ClusterSetLabel + " is its name, unless it has a " +
		"label selector."
}

// bindingSources are the arguments that have bindings.
func (f *fleetSets) bindingSources() string {
	var sources []string
	if len(f.Bindings) > 0 {
		sources = append(sources, "cluster_set_bindings")
	}
	if len(f.Manifests.Bindings) > 0 {
		sources = append(sources, f.source("", ""))
	}
	return strings.Join(sources, " and ")
}

// source is where the objects are that are not values, with a verb for several or for one.
func (r *Request) source(many, one string) string {
	if r.Manifests.FromHub {
		return strings.TrimSpace("the hub " + one)
	}
	return strings.TrimSpace("manifests " + many)
}

// wayOut is how to open a cluster set to a placement with a namespace.
func (f *fleetSets) wayOut() string {
	bind := f.bind(f.wanted())
	text := " " + strings.ToUpper(bind[:1]) + bind[1:]
	if f.Manifests.FromHub {
		return text + "."
	}
	return text + ", or remove namespace to choose from all cluster sets."
}

// bind is how to bind a cluster set to the namespace.
func (r *Request) bind(set string) string {
	if r.Manifests.FromHub {
		return fmt.Sprintf("create a ManagedClusterSetBinding %s in the namespace %s of the hub", excerpt.Quote(set),
			excerpt.Quote(r.Namespace))
	}
	return fmt.Sprintf("add { name = %s, namespace = %s } to cluster_set_bindings", excerpt.Quote(set), excerpt.Quote(r.Namespace))
}

// wanted is the cluster set that the placement probably wants: one that satisfies it, else the first that it names and that
// exists, else the one that is nearest to a name, else any.
func (f *fleetSets) wanted() string {
	if f.Opens != "" {
		return f.Opens
	}
	names := slices.Concat(f.OCM.ClusterSets, f.broken)
	for _, name := range names[:min(len(names), excerpt.Items)] {
		if _, exists := slices.BinarySearch(f.sets, name); exists {
			return name
		}
		if near := excerpt.Nearest(name, f.sets); near != "" {
			return near
		}
	}
	for _, name := range f.sets {
		if name != fleet.GlobalSet {
			return name
		}
	}
	return fleet.GlobalSet
}

// suggestion ends a sentence with the nearest known name, or with a full stop.
func suggestion(name string, known []string) string {
	if text := excerpt.DidYouMean(name, known); text != "" {
		return text
	}
	return "."
}

// list are names between quotes, no more than a sentence can list.
func list(names []string) string {
	return excerpt.First(lists.Map(names, excerpt.Quote), excerpt.Items, ", ", 0)
}

func plural(names []string, one, many string) string {
	if len(names) == 1 {
		return one
	}
	return many
}

// sortedNames are the names of a set.
func sortedNames(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
