// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

const (
	// namesShown is how many warnings report names that the fleet does not have. A similar name is searched for no more names,
	// because each is compared with all that the fleet has.
	namesShown = finding.Shown
	// titleNameBytes is how much of a name a title repeats.
	titleNameBytes = 100
)

// absentName is a name in the request that nothing in the fleet has: most likely it is misspelt. A scheduler says nothing of
// it, because a cluster without a property or a score is a normal thing.
type absentName struct {
	// at is where the request has the name first.
	at string
	// what is the kind of the named thing; absence is the clause that says the fleet lacks it: "no cluster has".
	what, name, absence string
	// effect is what the scheduler makes of it.
	effect string
	// known are the names that there are, of which the nearest is suggested; nil if there is nothing to suggest.
	known func() []string
	// mayBeNew says that the name may be one that clusters do not have yet: it is reported only if there is a similar one.
	mayBeNew bool
}

// AbsentNames warns about the names in the request that nothing in the fleet has. It looks for each name until it has found it:
// where the fleet has them all, that costs no more than a look at some clusters.
func (r *Request) AbsentNames(ctx context.Context, inv *placement.Inventory, result *placement.Result) (finding.List, error) {
	if len(inv.Clusters)+len(inv.Targets) == 0 {
		return nil, nil
	}
	var absent []absentName
	if r.OCM != nil {
		absent = append(r.absentSets(inv, result), absentScores(ctx, r.OCM, inv)...)
	}
	return r.absentWarnings(ctx, slices.Concat(absent, r.absentFromClusters(ctx, inv), r.absentOwners(inv)))
}

// absentWarnings has one warning for each name, and one for all that are too many.
func (r *Request) absentWarnings(ctx context.Context, absent []absentName) (finding.List, error) {
	var findings finding.List
	var more []string
	for i := range absent {
		a, near := &absent[i], ""
		if i < namesShown && a.known != nil && ctx.Err() == nil {
			near = nearestName(a.name, a.known())
		}
		switch {
		case a.mayBeNew && near == "":
		case len(findings) < namesShown:
			findings = append(findings, r.absentWarning(a, near))
		default:
			more = append(more, a.name)
		}
	}
	if len(more) > 0 {
		findings[namesShown-1].Text += fmt.Sprintf(" The placement uses %s that the fleet does not have: %s.",
			excerpt.Count(len(more), "more name"), list(more))
	}
	return findings, placement.Interrupted(ctx, 0)
}

func (r *Request) absentWarning(a *absentName, near string) finding.Finding {
	end := "."
	if near != "" {
		end = "; did you mean " + excerpt.Quote(near) + "?"
	}
	title := fmt.Sprintf("uses the %s %s, which %s", a.what, strconv.Quote(excerpt.Truncate(a.name, titleNameBytes)), a.absence)
	return finding.Warning(a.at, Title(r.Placement, title), fmt.Sprintf("%s the %s %s%s %s", a.absence, a.what,
		excerpt.Quote(a.name), end, a.effect))
}

// nearestName is the known name that was probably meant. The part before the last slash is the domain of an owner, and part of a
// name by its whole length: two different names of one owner are not near, and the same name of another owner is.
func nearestName(name string, known []string) string {
	domain, base := splitName(name)
	var bases, domains []string
	for _, other := range known {
		switch d, b := splitName(other); {
		case d == domain:
			bases = append(bases, b)
		case b == base:
			domains = append(domains, d)
		}
	}
	if near := excerpt.Nearest(base, bases); near != "" {
		return domain + near
	}
	if len(domains) == 0 {
		return ""
	}
	if near := excerpt.Nearest(domain, domains); near != "" {
		return near + base
	}
	return slices.Min(domains) + base
}

// splitName cuts a name behind its last slash.
func splitName(name string) (domain, base string) {
	index := strings.LastIndexByte(name, '/') + 1
	return name[:index], name[index:]
}

// AbsentDetails warns about the labels and claims that the outputs are to have and that no cluster has. An interruption ends it
// without findings.
func (r *Request) AbsentDetails(ctx context.Context, inv *placement.Inventory, labels, claims []string) finding.List {
	const effect = "decisions_by_cluster has it of no cluster."
	var m mentions
	for i, name := range labels {
		m.add(mention{fmt.Sprintf("withLabels[%d]", i), labelKeys, name, effect, false})
	}
	for i, name := range claims {
		m.add(mention{fmt.Sprintf("withClaims[%d]", i), claimNames, name, effect, false})
	}
	if len(inv.Clusters)+len(inv.Targets) == 0 {
		return nil
	}
	findings, err := r.absentWarnings(ctx, m.absent(ctx, inv))
	if err != nil {
		return nil
	}
	return findings
}

// absentOwners finds the scores in the configuration whose cluster the fleet does not have.
func (r *Request) absentOwners(inv *placement.Inventory) (absent []absentName) {
	if len(r.Scores) == 0 {
		return nil
	}
	names := fleet.Names(inv.Clusters)
	slices.Sort(names)
	reported := map[string]bool{"": true}
	for i := range r.Scores {
		name := r.Scores[i].Cluster
		if _, ok := slices.BinarySearch(names, name); ok || reported[name] {
			continue
		}
		reported[name] = true
		absent = append(absent, absentName{
			at: fmt.Sprintf("scores[%d].cluster", i), what: "cluster", name: name, absence: "the fleet does not have",
			effect: "Its scores are not used.", known: func() []string { return names },
		})
	}
	return absent
}
