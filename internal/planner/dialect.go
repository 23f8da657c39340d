// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// dialect is what is particular to the placements of one dialect. Every function is set. A rule that only one dialect has asks
// for that one where it applies.
type dialect struct {
	// kind is the only kind of cluster that it places on; empty if it places on all.
	kind placement.ClusterKind
	// targets says that it places on other targets than clusters, too.
	targets bool
	// published is what a hub publishes of its decisions.
	published Published
	// scale is how many points of a result are one of the score that is an output.
	scale float64

	// validate finds the mistakes in the spec of the placement. The paths are those of arguments.
	validate func(r *Request) field.ErrorList
	// schedule runs the scheduler. Earlier are the earlier decisions.
	schedule func(ctx context.Context, r *Request, inv placement.Inventory, earlier []PreviousDecision) (placement.Result, error)
	// earlier are the decisions that the manifests or the hub have of the placement. It also reports whether they have any.
	earlier func(r *Request, inv *placement.Inventory) (decisions []PreviousDecision, found bool)
	// depends is what an answer depends on among the clusters.
	depends func(ctx context.Context, a *Answer) (placement.Dependence, error)
}

// Published is what is particular to what the hubs of a dialect publish of their decisions.
type Published struct {
	// Groups says that a hub publishes the groups of its decisions.
	Groups bool
	// Generation says that a hub publishes which generation of the placement it has decided.
	Generation bool
	// Contradiction is how what a hub publishes contradicts itself while it writes.
	Contradiction string
}

// slicesContradict is the contradiction of a hub that publishes a status and the decisions apart from it.
const slicesContradict = "the status of the placement and its PlacementDecisions have other clusters or groups"

// dialects has a row for each of [placement.Dialects].
var dialects = map[placement.Dialect]*dialect{
	placement.DialectOCM: &ofOCM, placement.DialectKubeFleet: &ofKubeFleet, placement.DialectHybrid: &ofHybrid,
}

func (r *Request) dialect() *dialect { return dialects[r.Dialect()] }

// PublishedOn is what the hubs of a dialect publish of their decisions.
func PublishedOn(dialect placement.Dialect) *Published { return &dialects[dialect].published }

// ClusterKind is the only kind of cluster that a dialect places on; empty if it places on all.
func ClusterKind(dialect placement.Dialect) placement.ClusterKind { return dialects[dialect].kind }

// clusterKind is the only kind of cluster that the placement sees; empty if it sees all.
func (r *Request) clusterKind() placement.ClusterKind { return cmp.Or(r.dialect().kind, r.Kind) }

// Validate finds what the arguments alone show, and what is accepted but has no effect. The paths are those of the arguments.
// Exactly one dialect is set. kindKnown reports whether the kind of a cluster, or of all with -1, is known already.
func (r *Request) Validate(kindKnown func(cluster int) bool) field.ErrorList {
	errs := r.validateKind()
	if len(errs) == 0 && kindKnown(-1) {
		errs = fleet.ValidateClusters("clusters", r.Clusters, r.clusterKind(), kindKnown)
	}
	errs = append(append(errs, r.Prior.validate()...), r.ValidateSets()...)
	errs = append(append(errs, r.dialect().validate(r)...), r.ValidateObjectSpec()...)
	return append(errs, r.DecisionStrategy.Validate(field.NewPath("decisionStrategy"))...)
}

// Warnings find what is accepted but has no effect. The paths are those of the arguments. Exactly one dialect is set. A fleet may
// have what another dialect uses: placements of several dialects share it.
func (r *Request) Warnings() field.ErrorList {
	var warnings field.ErrorList
	if r.OCM != nil {
		warnings = below(field.NewPath(string(placement.DialectOCM)), r.OCM.Warnings())
	}
	warnings = append(append(warnings, r.ObjectWarnings()...), below(field.NewPath("strategy"), r.Strategy.BudgetWarnings())...)
	return append(warnings, r.DecisionStrategy.Warnings(field.NewPath("decisionStrategy"))...)
}

// ValidateNames finds the mistakes in what does not depend on the dialect.
func (r *Request) ValidateNames() field.ErrorList {
	errs := placement.ValidateName(r.Name, field.NewPath("name"))
	if r.Namespace != "" {
		errs = append(errs, placement.ValidateName(r.Namespace, field.NewPath("namespace"))...)
	}
	return append(errs, validateOneOf("on_unsatisfied", r.OnUnsatisfied, UnsatisfiedError, UnsatisfiedWarn, UnsatisfiedAccept)...)
}

// validateKind checks the kind of cluster that is asked for. Only a hybrid placement rule has a choice.
func (r *Request) validateKind() field.ErrorList {
	path := field.NewPath("kind")
	switch {
	case r.Kind == "":
		return nil
	case r.dialect().kind != "":
		return field.ErrorList{field.Invalid(path, r.Kind, fmt.Sprintf("only %s supports it; %s always chooses from clusters of "+
			"kind %s", placement.DialectHybrid, r.Dialect(), r.clusterKind()))}
	case !slices.Contains(placement.ClusterKinds, r.Kind):
		return field.ErrorList{excerpt.NotSupported(path, r.Kind, placement.ClusterKinds)}
	}
	return nil
}

// WithDecided is the request with what the hub has decided for the placement in the place of what the lists of the hub have of
// it, which may be older. The lists are shared and stay as they are.
func (r *Request) WithDecided(d *decisions.Decided) *Request {
	request := *r
	request.Prior = Prior{Snapshot: d.Snapshot}
	request.Manifests.FromHub = true
	request.Manifests.KubeFleetPlacements, request.Manifests.PlacementRules = nil, nil
	request.Manifests.ResourceBindings = d.ResourceBindings
	_, others := r.Own(r.Manifests.Decisions)
	request.Manifests.Decisions = append(others, d.PlacementDecisions...)
	if d.Rule != nil {
		request.Manifests.PlacementRules = []apiobject.PlacementRule{*d.Rule}
	}
	return &request
}

// Predictable finds out whether the decisions of the hub can be predicted. The error says why they cannot.
func (r *Request) Predictable(d *decisions.Decided) error {
	if d.SpecError != nil {
		return fmt.Errorf("the spec of the placement is of a later version than the provider knows: %w", d.SpecError)
	}
	if err := d.Placement.NotScheduled(); err != nil {
		return err
	}
	return r.isAnswered(d.Rule)
}

// replacing is the request for a new placement in the place of the one that the hub has, with a warning, if the hub refuses to
// change that one; else it is the request itself.
func (r *Request) replacing() (*Request, Findings) {
	if !r.Manifests.FromHub {
		return r, nil
	}
	mistake := r.refusedUpdate(r.stored())
	if mistake == nil {
		return r, nil
	}
	return r.WithDecided(&decisions.Decided{}), Findings{finding.Warning(string(r.Dialect())+"."+mistake.Field,
		r.Title("must be replaced on the hub"), excerpt.FoundAndWanted(mistake)+". The hub refuses that. The prediction is what the "+
			"hub decides once the placement was deleted and created again, as Terraform does with a multicluster_placement of this name.")}
}

// Replaces warns of a change from an earlier policy of KubeFleet that a hub refuses, so that the placement has to be replaced.
// There is nothing to find if the hub accepts it.
func (r *Request) Replaces(old *kubefleet.Spec) Findings {
	mistake := r.refusedUpdate(old)
	if mistake == nil {
		return nil
	}
	path := string(r.Dialect()) + "." + mistake.Field
	return Findings{finding.Warning(path, r.Title("is replaced"),
		fmt.Sprintf("%s. A hub refuses that, so Terraform replaces the placement.", excerpt.FoundAndWanted(mistake)))}
}

// ReplacesObject warns of a change of an object of KubeFleet that a hub refuses, so that the placement has to be replaced. There
// is nothing to find if the hub accepts it.
func (r *Request) ReplacesObject(old *Placement) (findings Findings) {
	for _, mistake := range r.refusedObjectUpdate(old) {
		findings = append(findings, finding.Warning(mistake.Field, r.Title("is replaced"),
			excerpt.FoundAndWanted(mistake)+". The hub refuses that, so Terraform deletes the placement and creates it again. Unless "+
				"its delete strategy says otherwise, the hub removes the resources from the clusters in between."))
	}
	return findings
}

// unknownPolicy are the findings about earlier decisions in the manifests whose policy is not known: a warning, or an error if
// that leaves a limit unchecked.
func (r *Request) unknownPolicy(isLimited bool) Findings {
	text := r.lacksPolicy()
	switch {
	case text == "":
		return nil
	case isLimited:
		return Findings{finding.Failure("max_moves", "max_moves cannot be checked", text)}
	}
	return Findings{finding.Warning(string(r.Dialect()), r.Title("is decided as if the hub had the same policy"), text)}
}

// Dependence is what the answer depends on among the clusters, if its decisions are those from before the next pass.
func (a *Answer) Dependence(ctx context.Context) (placement.Dependence, error) {
	return a.request.dialect().depends(ctx, a)
}
