// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/shortfall"
)

// Answer is what a scheduler has decided, and what belongs to it.
type Answer struct {
	// Placement is the full name of the placement.
	Placement string
	Result    placement.Result
	// Bindings are those of a KubeFleet placement by cluster.
	Bindings map[string]*PreviousBinding
	// Skipped are the objects of the manifests that the scheduler does not look at.
	Skipped []inventory.SkippedKind
	// Misconfigured says why the scheduler refuses the placement, so that it chooses nothing; empty if it does not. Only [Again] has
	// an answer then.
	Misconfigured string

	// Shortfall is what the placement lacks; nil if it is satisfied, or was not asked.
	Shortfall *shortfall.Shortfall

	// Moves are the changes from the earlier decisions, if these are known. They are empty for a placement that is created.
	Moves diff.Changes

	request *Request
	// earlier are the decisions from before the pass that the request and the manifests have; nil if they have none.
	earlier []PreviousDecision
	// toCreate are the names of the offers that are chosen, and of those that exist.
	toCreate []string
	// awaited are the names of the offers that exist and are not ready: as they were offered, they would be chosen.
	awaited []string
	// isKept says that earlier decisions were kept in the place of what the scheduler chose.
	isKept bool
	// inventory is what the pass decided over.
	inventory placement.Inventory
}

// Pass is what later answers are compared with, encoded and compressed. It is empty for an answer that is too large.
func (a *Answer) Pass() []byte { return diff.PassOf(&a.Result).Encode() }

// epoch is the instant of a pass that must not depend on the time: before everything that a cluster has ever
// recorded, and later than no time at all, which stands for long ago.
var epoch = time.Unix(0, 0).UTC()

// Decide runs the scheduler. The answer is nil if one of the findings is an error, unless it is the answer itself that is
// not what OnUnsatisfied wants. The request is a valid one: see [Request.Validate].
func Decide(ctx context.Context, r *Request) (*Answer, Findings) {
	asked, findings := r.replacing()
	answer, more := asked.decideOffered(ctx)
	if findings = append(findings, more...); findings.HasError() {
		return nil, findings
	}
	if asked != r {
		answer.earlier = r.EarlierDecisions(&r.Manifests.Inventory)
	}
	return answer, append(findings, r.conclude(ctx, answer, answer.Predecessor())...)
}

// conclude completes the answer of a placement that nothing remembers. Prior is what was decided before; nil if nothing tells
// that.
func (r *Request) conclude(ctx context.Context, answer *Answer, prior *Predecessor) Findings {
	if prior != nil {
		answer.Moves = prior.Compare(&answer.Result)
	}
	return append(r.unknownPolicy(false), r.Unsatisfied(ctx, answer, "")...)
}

func (r *Request) decide(ctx context.Context) (*Answer, Findings) {
	inv, findings := r.inventory()
	if len(findings) > 0 {
		return nil, findings
	}
	answer, err := r.pass(ctx, &inv)
	if err != nil {
		return nil, Findings{r.scheduleError(err)}
	}
	if untimed := r.untimed(answer); untimed != nil {
		return nil, untimed
	}
	if findings = answer.review(ctx); findings.HasError() {
		return nil, findings
	}
	return answer, findings
}

// review completes the answer with what was skipped, and finds what the placement probably does not mean.
func (a *Answer) review(ctx context.Context) Findings {
	r := a.request
	a.Skipped = fleet.Skipped(r.clusterKind(), r.Manifests.Skipped, r.Manifests.Clusters, r.Clusters)
	warnings, err := r.lint().Warnings(ctx, &a.inventory, &a.Result)
	if err != nil {
		return Findings{r.scheduleError(err)}
	}
	return append(r.warnings(r.unsaid(&a.Result)), warnings...)
}

// pass runs the scheduler over an inventory. Beside a [placement.Misconfiguration] there is an answer.
func (r *Request) pass(ctx context.Context, inv *placement.Inventory) (*Answer, error) {
	prior := r.EarlierDecisions(inv)
	result, err := r.dialect().schedule(ctx, r, *inv, prior)
	var misconfigured *placement.Misconfiguration
	if err != nil && !errors.As(err, &misconfigured) {
		return nil, err
	}
	return &Answer{
		request: r, Placement: r.FullName(), Result: result, Bindings: r.bindings(&result), earlier: prior,
		inventory: *inv,
	}, err
}

// untimed is the error of an answer that depends on the time and was decided without one; nil for any other.
func (r *Request) untimed(answer *Answer) Findings {
	next := answer.Result.NextChange
	if !r.Now.IsZero() || next.IsZero() {
		return nil
	}
	return Findings{finding.Failure("now", "The decision depends on the time", fmt.Sprintf(
		"Tolerations, scores or heartbeats expire: at %s the decision may change. A resource or function cannot use the clock: "+
			"Terraform evaluates it again during apply and requires the same result. Set now, for example "+
			"now = plantimestamp().", next.UTC().Format(time.RFC3339)))}
}

// Schedule runs the scheduler and nothing else. What prevents a decision, and what the scheduler refuses, is the error.
func (r *Request) Schedule(ctx context.Context) (placement.Result, error) {
	inv, findings := r.inventory()
	if len(findings) > 0 {
		return placement.Result{}, errors.New(findings[0].Text)
	}
	return r.dialect().schedule(ctx, r, inv, r.EarlierDecisions(&inv))
}

// Predecessor is what the answer is compared with if there is no state: the earlier decisions, nil without any.
// PlacementDecisions also have their groups.
func (a *Answer) Predecessor() *Predecessor {
	if a.earlier == nil {
		return nil
	}
	prior := &Predecessor{Clusters: clusterNames(a.earlier)}
	if a.request.IsGiven() {
		return prior
	}
	prior.Slices, _ = a.request.Own(a.inventory.Decisions)
	return prior
}

// rollOut marks every binding as bound: after an apply the resources are on the clusters.
func (a *Answer) rollOut() {
	for _, b := range a.Bindings {
		if b != nil {
			b.State = placement.BindingBound
		}
	}
}

// scheduleError puts an error of the scheduler to the argument that it is about.
func (r *Request) scheduleError(err error) Finding {
	path, message := string(r.Dialect()), err.Error()
	var misconfigured *placement.Misconfiguration
	if errors.As(err, &misconfigured) {
		if root, _, _ := strings.Cut(misconfigured.Field, "."); root == "decisionStrategy" || root == "name" {
			path = misconfigured.Field
		} else if misconfigured.Field != "" {
			path += "." + misconfigured.Field
		}
		message = excerpt.Line(misconfigured.Message, finding.MessageBytes)
	}
	return finding.Failure(path, "The placement cannot be scheduled", excerpt.Sentence(message))
}

// warnings are the first warnings of the scheduler, and how many more there are. Their titles are numbered, because Terraform
// shows only the first of several warnings of the same title.
func (r *Request) warnings(list []string) Findings {
	var findings Findings
	path := string(r.Dialect())
	for i, text := range list[:min(len(list), finding.Shown)] {
		title := r.Title("has a warning")
		if len(list) > 1 {
			title = r.Title(fmt.Sprintf("has warning %d of %d", i+1, len(list)))
		}
		findings = append(findings, finding.Warning(path, title, excerpt.Sentence(excerpt.Line(text, finding.MessageBytes))))
	}
	if more := excerpt.Count(len(list)-finding.Shown, "more warning"); len(list) > finding.Shown {
		findings = append(findings, finding.Warning(path, r.Title("has "+more), more+": see the report."))
	}
	return findings
}

// unsaid are the warnings of the scheduler but for those about names that [lint.Request.Unsatisfied] lists.
func (r *Request) unsaid(result *placement.Result) []string {
	if r.OnUnsatisfied == UnsatisfiedAccept || len(result.Unknown) == 0 {
		return result.Warnings
	}
	said := lists.Set(result.Unknown, func(r placement.Rejection) string { return r.Reason() })
	return slices.DeleteFunc(slices.Clone(result.Warnings), func(text string) bool { return said[text] })
}

// Among is the answer in a fleet with more clusters, which were rejected before the scheduler saw them.
func (a *Answer) Among(rejected []placement.Cluster) *Answer {
	answer := *a
	answer.inventory.Clusters = slices.Concat(a.inventory.Clusters, rejected)
	return &answer
}

// WhyUnsatisfied says what was chosen and what is wanted, and why the others were not chosen.
func (r *Request) WhyUnsatisfied(ctx context.Context, answer *Answer) string {
	result := &answer.Result
	if len(result.Decisions)+len(result.NotPicked)+len(result.Rejected) == 0 {
		return r.EmptyText(r.clusterKind())
	}
	request := r.lint()
	request.Opens = answer.Shortfall.Opens()
	return request.Unsatisfied(ctx, &answer.inventory, result)
}

// Unsatisfied reports that the placement did not get what it asks for, as OnUnsatisfied says. No decision at all is never
// intended, although a placement of type PickAll is always satisfied: it would empty every for_each. WayOut ends the error of a
// resource: see [WithoutDeciding].
func (r *Request) Unsatisfied(ctx context.Context, answer *Answer, wayOut string) Findings {
	if shortfall.IsSatisfied(&answer.Result) {
		return nil
	}
	if answer.Shortfall == nil {
		var err error
		if answer.Shortfall, err = shortfall.Find(ctx, answer.lacking()); err != nil {
			return Findings{r.scheduleError(err)}
		}
	}
	if r.OnUnsatisfied == UnsatisfiedAccept {
		return nil
	}
	text, path := r.WhyUnsatisfied(ctx, answer), string(r.Dialect())
	text += r.offersText(answer)
	if ways := answer.Shortfall.String(); ways != "" {
		text += "\n\n" + ways
	}
	if r.OnUnsatisfied == UnsatisfiedWarn {
		return Findings{finding.Warning(path, r.Title("is not satisfied"), text)}
	}
	return Findings{finding.Failure(path, "The placement is not satisfied", fmt.Sprintf(
		"%s\n\nChange the placement or the fleet, or set on_unsatisfied to %q or %q to go on with these decisions.%s",
		text, UnsatisfiedWarn, UnsatisfiedAccept, strings.TrimRight(" "+wayOut, " ")))}
}
