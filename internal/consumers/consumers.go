// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package consumers

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// fate is what becomes of a consumer that some clusters have if one of them leaves.
type fate int

const (
	deletedWhole fate = iota
	deletedAlone
	kept
	keptByController
	keptWork
	labeled
)

// fates are the consumers of each fate in sentences.
var fates = [...]struct{ noun, singular, plural string }{
	deletedWhole:     {"Application", "is deleted with its resources", "are deleted with their resources"},
	deletedAlone:     {"Application", "is deleted, its resources stay", "are deleted, their resources stay"},
	kept:             {"Application", "stays", "stay"},
	keptByController: {"Application", "stays by the policy of the controller", "stay by the policy of the controller"},
	keptWork:         {"work", "stays", "stay"},
	labeled:          {"labeled work", "stays until it is deleted", "stay until they are deleted"},
}

// noun is what a consumer is in sentences, and what is said behind its name.
type noun struct{ singular, plural, remark string }

// The consumers that are removed from a cluster that leaves, in the order of sentences.
var (
	policy       = noun{"policy", "policies", ""}
	policySet    = noun{"policy set", "policy sets", ""}
	addOn        = noun{"add-on", "add-ons", ""}
	work         = noun{"work", "works", ""}
	subscription = noun{"subscription", "subscriptions", ""}
	orphan       = noun{"work", "works", " (resources stay)"}
	nouns        = []*noun{&policy, &policySet, &addOn, &work, &subscription, &orphan}
)

// Consumers are what follows the decisions of a placement.
type Consumers struct {
	// sets are the ApplicationSets, and placed what some clusters have.
	sets   []string
	placed map[placed][]string
	// removed are what each cluster has, but for what another placement keeps there.
	removed map[*noun][]string
	kept    map[keeps]bool
	// awaits says that consumers stay because they find no placement.
	awaits bool
	// objects are how many KubeFleet brings to each cluster, and kinds their kinds. Others is what else is told.
	objects       int
	kinds, others []string
	// lacks are kinds that the hub does not have, and notes what else is not known.
	lacks, notes []string
}

// placed is where consumers are, and what becomes of them. Without a cluster they are on all of them.
type placed struct {
	cluster string
	becomes fate
}

// keeps is a consumer that another placement keeps on a cluster.
type keeps struct {
	*noun
	name, cluster string
}

// Fleet are the consumers of a placement of KubeFleet: the kinds of the objects that it brings to each cluster, its runs in
// progress and its overrides. Notes say what is not known of them.
func Fleet(kinds, runs, overrides, notes []string) *Consumers {
	c := &Consumers{objects: len(kinds), notes: notes}
	counts := map[string]int{}
	for _, kind := range kinds {
		counts[kind]++
	}
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		c.kinds = append(c.kinds, fmt.Sprintf("%d %s", counts[kind], kind))
	}
	if n := len(runs); n > 0 {
		c.others = append(c.others, excerpt.Agree(n, "update run", "is", "are")+" in progress ("+short(runs)+")")
	}
	if n := len(overrides); n > 0 {
		c.others = append(c.others, excerpt.Agree(n, "override", "changes", "change")+" what clusters get ("+short(overrides)+")")
	}
	return c
}

func (c *Consumers) note(text string) { c.notes = append(c.notes, excerpt.Text(text)) }

// follow adds consumers that follow the placement itself or, if they do, are kept on clusters by another one.
func (c *Consumers) follow(consumer *noun, isOwn bool, clusters []string, names ...string) {
	for _, name := range names {
		switch known := slices.Contains(c.removed[consumer], name); {
		case isOwn && !known:
			c.removed[consumer] = append(c.removed[consumer], name)
		case !isOwn && known:
			for _, cluster := range clusters {
				c.kept[keeps{consumer, name, cluster}] = true
			}
		}
	}
}

const (
	// shownClusters is how many clusters a text names, and shownNames how many consumers of a kind.
	shownClusters, shownNames = 10, 3
)

// Move are the clusters that leave a placement and join it. IsDeleted says that the placement is deleted, and IsPast that the
// hub has moved already.
type Move struct {
	Left, Joined      []string
	IsDeleted, IsPast bool
}

// Text says what becomes of the consumers with a move; empty if nothing can be said.
func (c *Consumers) Text(move *Move) string {
	left, joined := move.Left, move.Joined
	if len(left)+len(joined) == 0 {
		return ""
	}
	var text strings.Builder
	verb := "leaves"
	if move.IsPast {
		verb = "has left"
	}
	for _, line := range c.leaving(left, verb, shownClusters) {
		text.WriteString("- " + line + "\n")
	}
	if arriving := c.arriving(); arriving != "" && len(joined) > 0 {
		fmt.Fprintf(&text, "- each cluster that joins gets %s\n", arriving)
	}
	if move.IsPast && len(c.sets) > 0 {
		text.WriteString("- Applications that are deleted already are not named\n")
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

// Line is what becomes of the consumers on the first of some clusters that leave; empty if nothing is known.
func (c *Consumers) Line(left []string) string {
	return strings.Join(c.leaving(left, "leaves", shownNames), "; ")
}

// leaving says so of some clusters at most, each with a verb.
func (c *Consumers) leaving(left []string, verb string, shown int) (lines []string) {
	if c.arriving() == "" && len(c.placed) == 0 {
		return nil
	}
	for _, name := range left[:min(len(left), shown)] {
		lines = append(lines, excerpt.Text(name)+" "+verb+": "+c.Leaving(name))
	}
	if more := len(left) - shown; more > 0 {
		lines = append(lines, "and "+excerpt.Count(more, "more cluster"))
	}
	return lines
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
	for becomes, row := range fates {
		names := slices.Concat(c.placed[placed{cluster, fate(becomes)}], c.placed[placed{"", fate(becomes)}])
		if len(names) > 0 {
			parts = append(parts, excerpt.Agree(len(names), row.noun, row.singular, row.plural)+" ("+short(names)+")")
		}
	}
	switch list, n := c.onEach(cluster); {
	case n == 1:
		parts = append(parts, list+" is removed")
	case n > 1:
		parts = append(parts, list+" are removed")
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
	if list, n := c.onEach(""); n > 0 {
		parts = append(parts, list)
	}
	return strings.Join(parts, ", ")
}

// onEach is what each cluster of the placement has and no other placement keeps on a cluster, and how many.
func (c *Consumers) onEach(cluster string) (list string, n int) {
	var parts []string
	for _, consumer := range nouns {
		names := lists.Filter(c.removed[consumer], func(name string) (string, bool) {
			return name, !c.kept[keeps{consumer, name, cluster}]
		})
		if n += len(names); len(names) > 0 {
			parts = append(parts, consumer.of(names))
		}
	}
	if n += c.objects; c.objects > 0 {
		parts = append(parts, excerpt.Count(c.objects, "object")+" ("+excerpt.List(c.kinds, ", ")+")")
	}
	if n := len(parts) - 1; n > 0 {
		parts = []string{strings.Join(parts[:n], ", ") + " and " + parts[n]}
	}
	return strings.Join(parts, ""), n
}

// of is one by its name, or how many there are.
func (n *noun) of(names []string) string {
	if len(names) == 1 {
		return "the " + n.singular + " " + excerpt.Text(names[0]) + n.remark
	}
	return fmt.Sprintf("%d %s%s", len(names), n.plural, n.remark)
}

// short are the first names of a list, by name.
func short(names []string) string {
	names = slices.Sorted(slices.Values(names))
	if len(names) > shownNames {
		return excerpt.List(names[:shownNames], ", ") + ", ..."
	}
	return excerpt.List(names, ", ")
}
