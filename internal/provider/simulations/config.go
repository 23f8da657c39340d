// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package simulations has multicluster_simulation and the function simulate, and what they read of a hub.
package simulations

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// config is the configuration of a simulation.
type config struct {
	question
	// Steps are the edits.
	Steps [][]edit.Edit `json:"steps"`
	// FailureDomains divide the fleet in the results.
	FailureDomains simulate.FailureDomains `json:"failureDomains,omitzero"`
	// DisruptionBudgets bound evictions.
	DisruptionBudgets []kubefleet.DisruptionBudget `json:"disruptionBudgets,omitzero"`
}

// question is the configuration of a fleet with its placements.
type question struct {
	simulate.Question
	planner.Fleet
	// Manifests are the texts of the fleet.
	Manifests []string `json:"manifests,omitzero"`

	// config and path are the configuration and the paths of its placements, if they are other ones.
	config any
	path   func(i int) *field.Path
}

// configuration is what the paths of the question are in.
func (c *question) configuration() any {
	if c.config != nil {
		return c.config
	}
	return c
}

// given are the placements that are given as values.
func (c *question) given() []simulate.Given {
	if c.Placement != nil {
		return []simulate.Given{*c.Placement}
	}
	return c.Placements
}

// isGiven reports whether the placements are those of the arguments.
func (c *question) isGiven() bool { return c.Placement != nil || c.Placements != nil }

// at is the path of a placement of the arguments.
func (c *question) at(i int) *field.Path {
	switch {
	case c.path != nil:
		return c.path(i)
	case c.Placement != nil:
		return field.NewPath("placement")
	}
	return field.NewPath("placements").Index(i)
}

// hasValues reports whether the fleet is given as values, at least in part.
func (c *question) hasValues() bool { return c.Clusters != nil || c.Targets != nil }

// check checks what the configuration alone shows.
func (c *config) check(r *tfvalue.Reader) {
	c.question.check(r)
	var errs field.ErrorList
	for _, err := range edit.ValidateSteps(c.Steps, field.NewPath("steps")) {
		// What is missing in an edit is there, misspelt.
		if err.Type != field.ErrorTypeRequired || !r.Flawed(tfvalue.Locate(nil, nil, err.Field)) {
			errs = append(errs, err)
		}
	}
	for i := range c.DisruptionBudgets {
		errs = append(errs, c.DisruptionBudgets[i].Validate(field.NewPath("disruptionBudgets").Index(i))...)
	}
	if c.Steps != nil && len(c.Steps) == 0 {
		errs = append(errs, field.Required(field.NewPath("steps"), "the list is empty; a simulation has at least one step"))
	}
	r.Check(nil, c, errs)
}

// check sets the defaults, and checks what the fleet and the placements alone show.
func (c *question) check(r *tfvalue.Reader) {
	root := c.configuration()
	if c.Placement != nil && c.Placement.Name == "" {
		c.Placement.Name = placementconfig.DefaultName
	}
	c.Fleet.SetDefaults()
	only := c.Fleet.Kind
	if given := c.given(); len(given) > 0 {
		only = planner.ClusterKind(given[0].Dialect())
	}
	known := framework.KindKnown(r)
	var errs field.ErrorList
	if known(-1) {
		errs = fleet.ValidateClusters("clusters", c.Clusters, only, known)
	}
	r.Check(nil, root, append(append(errs, c.ValidateSets()...), c.ValidateTargets()...))
	switch {
	case c.Placement != nil && c.Placements != nil:
		r.Check(nil, root, field.ErrorList{field.Forbidden(field.NewPath("placements"), "placement is also set; set one of them")})
	case c.isGiven() && c.Scheduler != "":
		r.Check(nil, root, field.ErrorList{field.Forbidden(field.NewPath("scheduler"),
			"it chooses from the placements of the manifests or of the hub, and the placements are given here")})
	case c.Scheduler != "" && !slices.Contains(placement.Dialects, c.Scheduler):
		r.Check(nil, root, field.ErrorList{excerpt.NotSupported(field.NewPath("scheduler"), c.Scheduler, placement.Dialects)})
	case !c.isGiven() && c.hasValues() && c.Manifests == nil && !r.IsUnknown(tfvalue.Root("placement")) &&
		!r.IsUnknown(tfvalue.Root("placements")):
		r.Check(nil, root, field.ErrorList{field.Required(field.NewPath("placement"),
			"a fleet of values has no placements; set placement or placements")})
	}
	c.checkPlacements(r)
}

// checkPlacements checks the placements that are given as values.
func (c *question) checkPlacements(r *tfvalue.Reader) {
	if c.Placements != nil && len(c.Placements) == 0 {
		r.Check(nil, c.configuration(), field.ErrorList{
			field.Required(field.NewPath("placements"), "the list is empty; give at least one placement"),
		})
	}
	for i, g := range c.given() {
		placementconfig.CheckShared(r, c.configuration(), c.at(i), &planner.Request{
			Placement: g.Placement, Prior: g.Prior, Fleet: planner.Fleet{Kind: c.Fleet.Kind},
		})
		if len(g.Dialects()) == 1 {
			r.Check(nil, c.configuration(), simulate.ValidateDemand(g.Demand, c.at(i).Child("demand")))
		}
	}
}

// readGiven are the placements of the arguments as subjects.
func (c *question) readGiven() []world.Placement {
	given := c.given()
	subjects := make([]world.Placement, len(given))
	for i := range given {
		subjects[i] = world.Placement{
			Placement: given[i].Placement, Prior: given[i].Prior, Kind: c.Fleet.Kind, At: c.at(i).String(),
		}
	}
	return subjects
}

// readManifests are the placements that the manifests have, of the dialect that is asked for.
func (c *question) readManifests(
	ctx context.Context, fleet *inventory.Fleet,
) (subjects []world.Placement, diags diag.Diagnostics) {
	for i := range fleet.Placements {
		object := &fleet.Placements[i]
		if ctx.Err() != nil {
			diags.AddError("The simulation was interrupted", excerpt.Sentence(ctx.Err().Error()))
			return nil, diags
		}
		p, err := manifest.ReadPlacementObject(&object.Object)
		if err != nil {
			text := excerpt.Sentence(err.Error())
			if c.Manifests == nil {
				diags.AddError("A placement of the provider's manifests cannot be used", text)
			} else {
				diags.AddAttributeError(path.Root("manifests").AtListIndex(object.Text), "A placement cannot be used", text)
			}
			return nil, diags
		}
		if c.Scheduler == "" || p.Dialect() == c.Scheduler {
			subjects = append(subjects, world.Placement{Placement: p, Kind: c.Fleet.Kind})
		}
	}
	if len(subjects) == 0 {
		diags.AddError("There are no placements", "The manifests have no placement"+ofDialect(c.Scheduler)+". Add the placements of "+
			"the hub to the manifests, or set placement or placements.")
	}
	return subjects, diags
}

func ofDialect(dialect placement.Dialect) string {
	if dialect == "" {
		return ""
	}
	return " of " + string(dialect)
}

// demanding are placements with their demands.
func (c *question) demanding(placements []world.Placement) []simulate.Subject {
	subjects := make([]simulate.Subject, len(placements))
	for i := range placements {
		subjects[i].Placement = placements[i]
	}
	for i, given := range c.given() {
		subjects[i].Demand = given.Demand
	}
	return subjects
}

// run simulates.
func (c *config) run(
	ctx context.Context, subjects []world.Placement, options world.Options,
) (simulate.Outputs, diag.Diagnostics) {
	c.Fleet.Manifests.DisruptionBudgets = slices.Concat(c.Fleet.Manifests.DisruptionBudgets, c.DisruptionBudgets)
	prior, findings2 := simulate.New(ctx, c.Fleet, c.demanding(subjects), options)
	if findings2.HasError() {
		return simulate.Outputs{}, findings(findings2)
	}
	if _, unknown := c.FailureDomains.Divide(ctx, prior); unknown.HasError() {
		return simulate.Outputs{}, findings(unknown)
	}
	steps, more := simulate.Run(ctx, prior, c.Steps, field.NewPath("steps"))
	if findings2 = append(findings2, more...); findings2.HasError() {
		return simulate.Outputs{}, findings(findings2)
	}
	outputs := simulate.OutputsOf(ctx, prior, steps, &c.FailureDomains)
	if ctx.Err() != nil {
		return simulate.Outputs{}, diag.Diagnostics{diag.NewErrorDiagnostic("The simulation was interrupted",
			excerpt.Sentence(ctx.Err().Error()))}
	}
	return outputs, findings(findings2)
}

// findings are the findings of a simulation as Terraform shows them.
func findings(more finding.List) diag.Diagnostics { return framework.Findings[config](more) }
