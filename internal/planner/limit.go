// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
)

// What on_exceeded may be.
const (
	ExceededFail = "fail"
	ExceededKeep = "keep"
)

// Limit says from how many of its clusters a placement may be taken in one plan.
type Limit struct {
	// Keeps the decisions, whatever changes, even of clusters that left the fleet. A warning says what would move. The first
	// decisions are made anyway. A paused placement cannot be replaced. Defaults to `false`.
	Paused bool `json:"paused,omitempty"`
	// How many of the chosen clusters one plan may drop, with those that left the fleet: a number, or a percentage such as `"25%"`,
	// rounded down. It also applies when Terraform replaces the placement, and when it is created or imported with
	// `previous_decisions` or its own decisions in `manifests`; an import without them is an error. A tainted placement is not
	// compared: use `-replace`. On a hub its decisions are compared with the state, and a replacement drops every cluster, unless
	// the delete strategy of KubeFleet is `Abandon`. Defaults to no limit.
	MaxMoves *intstr.IntOrString `json:"maxMoves,omitempty"`
	// Beyond `max_moves`, `fail` stops a plan with the list of the moves. `keep` warns and keeps the decisions until the placement
	// or the fleet changes: only clusters that left the fleet leave, and their places go to clusters that the scheduler chose; if
	// all are filled, `satisfied` stays as it was. In a replacement, `keep` acts as `fail`. Defaults to `fail`.
	OnExceeded string `json:"onExceeded,omitempty"`
}

// Validate finds the mistakes in the limit.
func (l *Limit) Validate() field.ErrorList {
	errs := validateOneOf("on_exceeded", l.OnExceeded, ExceededFail, ExceededKeep)
	if l.MaxMoves == nil {
		return errs
	}
	percent, err := intstr.GetScaledValueFromIntOrPercent(l.MaxMoves, 100, false)
	if err != nil || percent < 0 || l.MaxMoves.Type == intstr.String && percent > 100 {
		errs = append(errs, field.Invalid(field.NewPath("max_moves"), l.MaxMoves.String(),
			`must be a number of clusters of at least 0, or a percentage from "0%" to "100%", such as "25%"`))
	}
	return errs
}

// keeps reports whether the decisions are kept if the limit would be exceeded.
func (l *Limit) keeps() bool { return l.MaxMoves != nil && l.OnExceeded == ExceededKeep }

// allows reports whether a number of the decided clusters may lose the workload, and how many may if there is a limit.
func (l *Limit) allows(left, decided int) (allowed int, isAllowed bool) {
	if l.MaxMoves == nil {
		return decided, true
	}
	allowed, err := intstr.GetScaledValueFromIntOrPercent(l.MaxMoves, decided, false)
	return allowed, err == nil && left <= allowed
}

// ExceededBy says that too many of the decided clusters would lose the workload: so many are left. It is empty within the limit.
func (l *Limit) ExceededBy(left, decided int) string {
	allowed, isAllowed := l.allows(left, decided)
	if isAllowed {
		return ""
	}
	return fmt.Sprintf("%d of %s would lose the workload; max_moves = %q allows %d.",
		left, excerpt.Count(decided, "cluster"), l.MaxMoves.String(), allowed)
}

// Predecessor is what a new pass is compared with.
type Predecessor struct {
	Clusters []string `json:"clusters"`
	// Pass is the encoded pass that chose the clusters; empty if it is not known. It is not used if it chose other clusters.
	Pass []byte `json:"pass,omitempty"`
	// Known is the pass itself, if it was made in this process; then Pass is not used.
	Known *diff.Pass `json:"-"`
	// PolicyChanged says that the request is not the same as then.
	PolicyChanged bool `json:"-"`
	// Slices are the PlacementDecisions with the groups of the clusters; empty if these are not known. Without names they are
	// numbered as those of a result.
	Slices []placement.PlacementDecision `json:"-"`
}

// named are the PlacementDecisions with names, which those of a result have in the same order.
func (p *Predecessor) named(result *placement.Result) []placement.PlacementDecision {
	named := slices.Clone(p.Slices)
	for i := range named {
		if named[i].Name == "" && i < len(result.PlacementDecisions) {
			named[i].Name = result.PlacementDecisions[i].Name
		}
	}
	return named
}

// Compare finds the clusters that join, leave and change their group with a new result.
func (p *Predecessor) Compare(result *placement.Result) (moves diff.Changes) {
	prior := p.Known
	if prior == nil {
		// What cannot be read is not known.
		prior, _ = diff.DecodePass(p.Pass)
	}
	if prior == nil || !prior.Chosen(p.Clusters) {
		moves = diff.CompareNames(p.Clusters, result)
	} else {
		moves = diff.Compare(prior, result, p.PolicyChanged)
	}
	var shifted []string
	moves.Regrouped, shifted = diff.CompareGroups(p.named(result), result.PlacementDecisions, p.PolicyChanged)
	if dialects[result.Dialect].published.Groups {
		moves.Shifted = shifted
	}
	return moves
}

// TooManyMoves is the title of the error of a plan that exceeds the limit.
const TooManyMoves = "Too many clusters would lose the workload"

// WithoutDeciding is how to destroy a placement whose plan fails: Terraform plans it once more before it destroys.
const WithoutDeciding = "To destroy the placement anyway, run terraform destroy -refresh=false."

// Moved reports whether a cluster joined, left or changed its group.
func Moved(moves *diff.Changes) bool {
	return len(moves.Joined)+len(moves.Left)+len(moves.Regrouped) > 0
}

// tooFar is the error of a plan that exceeds the limit.
func (l *Limit) tooFar(exceeded string, moves *diff.Changes, replaced bool) Finding {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n%s\n\nCheck the fleet. If the moves are intended, raise max_moves", exceeded, moves)
	switch {
	case replaced && l.keeps():
		text.WriteString(". A replaced placement cannot keep its decisions: on_exceeded = \"keep\" acts as \"fail\".")
	case replaced:
		text.WriteString(".")
	default:
		text.WriteString("; on_exceeded = \"keep\" keeps the current decisions.")
	}
	text.WriteString(" " + WithoutDeciding)
	return finding.Failure("max_moves", TooManyMoves, text.String())
}

// keepsClusters is the warning of decisions that are kept. It says what the pass wanted.
func (r *Request) keepsClusters(exceeded string, moves *diff.Changes) Finding {
	if exceeded != "" {
		exceeded += "\n\n"
	}
	return finding.Warning("max_moves", r.Title("keeps its clusters"), fmt.Sprintf(
		"%sWithout the limit: %s\n\non_exceeded = \"keep\" keeps the decisions until the placement or the fleet changes. Only "+
			"clusters that are no longer in the fleet leave, and others replace them. Raise max_moves to allow the other moves.",
		exceeded, moves))
}

// movesClusters is the warning of moves within the limit; nil if nothing moves.
func (r *Request) movesClusters(moves *diff.Changes) Findings {
	if !Moved(moves) {
		return nil
	}
	title := "moves"
	if len(moves.Joined)+len(moves.Left) == 0 {
		title = "changes the groups of its clusters"
	}
	return Findings{finding.Warning(string(r.Dialect()), r.Title(title), moves.String())}
}
