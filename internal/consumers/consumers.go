// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package consumers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// fate is what becomes of an Application on a cluster that leaves.
type fate int

const (
	deletedWhole fate = iota
	deletedAlone
	kept
)

// noun is what a consumer is in sentences.
type noun struct{ singular, plural string }

// The consumers that are removed from a cluster that leaves, in the order of sentences.
var (
	policy       = noun{"policy", "policies"}
	policySet    = noun{"policy set", "policy sets"}
	addOn        = noun{"add-on", "add-ons"}
	work         = noun{"work", "works"}
	subscription = noun{"subscription", "subscriptions"}
	nouns        = []*noun{&policy, &policySet, &addOn, &work, &subscription}
)

// Consumers are what follows the decisions of a placement.
type Consumers struct {
	// sets are the ApplicationSets, and applications what they have on clusters.
	sets         []string
	applications map[placed][]string
	// removed are what each cluster has.
	removed map[*noun][]string
	// orphans are works whose resources stay on a cluster that leaves.
	orphans []string
	// objects are what KubeFleet brings to each cluster, by kind, and others is what else is told.
	objects []Count
	others  []string
	// lacks are kinds that the hub does not have, and notes what else is not known.
	lacks, notes []string
}

// placed is where Applications are, and what becomes of them.
type placed struct {
	cluster string
	becomes fate
}

// Count is a number of objects of a kind.
type Count struct {
	Kind string
	N    int
}

// Fleet are the consumers of a placement of KubeFleet: what it brings to each cluster, its runs in progress and its overrides.
// Notes say what is not known of them.
func Fleet(objects []Count, runs, overrides, notes []string) *Consumers {
	c := &Consumers{objects: objects, notes: notes}
	if n := len(runs); n > 0 {
		c.others = append(c.others, excerpt.Agree(n, "update run", "is", "are")+" in progress ("+short(runs)+")")
	}
	if n := len(overrides); n > 0 {
		c.others = append(c.others, excerpt.Agree(n, "override", "changes", "change")+" what clusters get ("+short(overrides)+")")
	}
	return c
}

func (c *Consumers) note(text string) { c.notes = append(c.notes, excerpt.Text(text)) }

func (c *Consumers) remove(consumer *noun, names ...string) {
	for _, name := range names {
		if !slices.Contains(c.removed[consumer], name) {
			c.removed[consumer] = append(c.removed[consumer], name)
		}
	}
}

const (
	// shownClusters is how many clusters a text names, and shownNames how many consumers of a kind.
	shownClusters, shownNames = 10, 3
)

// Text says what becomes of the consumers if some clusters leave and others join; empty if nothing can be said.
func (c *Consumers) Text(left, joined []string) string {
	if len(left)+len(joined) == 0 {
		return ""
	}
	var text strings.Builder
	if arriving := c.arriving(); arriving != "" {
		for _, name := range left[:min(len(left), shownClusters)] {
			fmt.Fprintf(&text, "- %s leaves: %s\n", excerpt.Text(name), c.Leaving(name))
		}
		if more := len(left) - shownClusters; more > 0 {
			fmt.Fprintf(&text, "- and %s\n", excerpt.Count(more, "more cluster"))
		}
		if len(joined) > 0 {
			fmt.Fprintf(&text, "- each cluster that joins gets %s\n", arriving)
		}
	}
	for _, other := range c.others {
		text.WriteString("- " + other + "\n")
	}
	switch unread := c.Unread(); {
	case text.Len() > 0:
		return "What follows these decisions:\n" + strings.TrimSuffix(text.String()+unread, "\n")
	case unread != "" && (len(left) > 0 || len(c.notes) > 0):
		return "Nothing is known to follow these decisions. " + unread
	}
	// That a hub lacks a kind is no news for those that join.
	return ""
}

// Unread says what is not known of the consumers, as a sentence; empty if all is known.
func (c *Consumers) Unread() string {
	notes := c.notes
	if len(c.lacks) > 0 {
		notes = append(slices.Clip(notes), "the hub has no kind "+excerpt.List(c.lacks, ", "))
	}
	if len(notes) == 0 {
		return ""
	}
	return "Not read: " + excerpt.List(notes, "; ") + "."
}

// ByCluster says of clusters what becomes of the consumers if they leave, with what is not known; nil if the consumers are nil.
func (c *Consumers) ByCluster(clusters []string) map[string]string {
	if c == nil {
		return nil
	}
	texts, unread := make(map[string]string, len(clusters)), c.Unread()
	for _, name := range clusters {
		texts[name] = c.Leaving(name)
		if unread != "" {
			texts[name] += ". " + unread
		}
	}
	return texts
}

// Leaving says what becomes of the consumers on a cluster that leaves.
func (c *Consumers) Leaving(cluster string) string {
	var parts []string
	for becomes, verbs := range []string{
		"is deleted with its resources|are deleted with their resources",
		"is deleted, its resources stay|are deleted, their resources stay", "stays|stay",
	} {
		singular, plural, _ := strings.Cut(verbs, "|")
		if names := c.applications[placed{cluster, fate(becomes)}]; len(names) > 0 {
			parts = append(parts, excerpt.Agree(len(names), "Application", singular, plural)+" ("+short(names)+")")
		}
	}
	if list, isOne := c.everywhere(); list != "" {
		parts = append(parts, list+ending(isOne, " is removed", " are removed"))
	}
	if n := len(c.orphans); n > 0 {
		stay := ending(n == 1, " is removed, its resources stay", " are removed, their resources stay")
		parts = append(parts, work.of(c.orphans)+stay)
	}
	if len(parts) == 0 {
		return "nothing is known to leave with it"
	}
	return strings.Join(parts, ", ")
}

// arriving is what a cluster that joins gets.
func (c *Consumers) arriving() string {
	var parts []string
	if n := len(c.sets); n > 0 {
		parts = append(parts, "Applications of "+excerpt.Count(n, "ApplicationSet"))
	}
	if list, _ := c.everywhere(); list != "" {
		parts = append(parts, list)
	}
	if len(c.orphans) > 0 {
		parts = append(parts, work.of(c.orphans))
	}
	return strings.Join(parts, ", ")
}

// everywhere is what each cluster of the placement has, and whether that is one thing.
func (c *Consumers) everywhere() (list string, isOne bool) {
	var parts []string
	all := 0
	for _, consumer := range nouns {
		names := c.removed[consumer]
		if all += len(names); len(names) > 0 {
			parts = append(parts, consumer.of(names))
		}
	}
	if len(c.objects) > 0 {
		var kinds []string
		n := 0
		for _, count := range c.objects {
			n += count.N
			kinds = append(kinds, fmt.Sprintf("%d %s", count.N, count.Kind))
		}
		all += n
		parts = append(parts, excerpt.Count(n, "object")+" ("+excerpt.List(kinds, ", ")+")")
	}
	if last := len(parts) - 1; last > 0 {
		parts = []string{strings.Join(parts[:last], ", ") + " and " + parts[last]}
	}
	return strings.Join(parts, ""), all == 1
}

// of is one by its name, or how many there are.
func (n *noun) of(names []string) string {
	if len(names) == 1 {
		return "the " + n.singular + " " + excerpt.Text(names[0])
	}
	return fmt.Sprintf("%d %s", len(names), n.plural)
}

func ending(isOne bool, singular, plural string) string {
	if isOne {
		return singular
	}
	return plural
}

// short are the first names of a list, by name.
func short(names []string) string {
	names = slices.Sorted(slices.Values(names))
	if len(names) > shownNames {
		return excerpt.List(names[:shownNames], ", ") + ", ..."
	}
	return excerpt.List(names, ", ")
}
