// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"cmp"
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// together is the configuration of several placements over one fleet.
type together struct {
	planner.Together
	planner.Fleet
	Manifests []string `json:"manifests,omitzero"`
}

// keys are those of the placements, in order.
func (c *together) keys() []string { return slices.Sorted(maps.Keys(c.Placements)) }

// at is the path of a placement.
func at(key string) *field.Path { return field.NewPath("placements").Key(key) }

// check sets the defaults, and checks what the arguments alone show.
func (c *together) check(r *tfvalue.Reader) {
	c.checkAll(r)
	for _, key := range c.keys() {
		if entry := c.Placements[key]; entry.MaxMoves != nil {
			r.Check(nil, c, field.ErrorList{field.Forbidden(at(key).Child("max_moves"),
				"only the resource multicluster_placements has it, which keeps the decisions")})
		}
	}
}

// checkAll is check for what a resource may have, too.
func (c *together) checkAll(r *tfvalue.Reader) {
	c.Fleet.SetDefaults()
	errs := append(c.ValidateSets(), c.ValidateTargets()...)
	if len(c.Placements) > planner.MaxTogether {
		errs = append(errs, field.TooMany(field.NewPath("placements"), len(c.Placements), planner.MaxTogether))
	}
	r.Check(nil, c, append(errs, c.clusterErrors(r)...))
	for _, key := range c.keys() {
		entry := c.Placements[key]
		if errs := placement.ValidateName(key, at(key)); len(errs) > 0 {
			r.Check(nil, c, errs)
			continue
		}
		entry.Name = cmp.Or(entry.Name, key)
		c.Placements[key] = entry
		placementconfig.CheckShared(r, c, at(key), &planner.Request{
			Placement: entry.Placement, Prior: entry.Prior, Fleet: planner.Fleet{Kind: c.Kind}, OnUnsatisfied: entry.OnUnsatisfied,
		})
		limit := planner.Limit{MaxMoves: entry.MaxMoves}
		r.Check(c.path(key), &entry, limit.Validate())
	}
}

// path is the path of a placement in the configuration.
func (c *together) path(key string) *tfvalue.Path { return tfvalue.Root("placements").Key(key) }

// clusterErrors are the mistakes in the clusters for the schedulers of the placements, each once. As long as a scheduler is not
// known, there are none.
func (c *together) clusterErrors(r *tfvalue.Reader) (errs field.ErrorList) {
	checked := map[placement.ClusterKind]bool{}
	for _, key := range c.keys() {
		entry := c.Placements[key]
		kind := planner.ClusterKind(entry.Dialect())
		if entry.Hybrid != nil {
			kind = c.Kind
		}
		known := framework.KindKnown(r)
		if len(entry.Dialects()) != 1 || !known(-1) {
			return nil
		}
		if checked[kind] {
			continue
		}
		checked[kind] = true
		for _, err := range fleet.ValidateClusters("clusters", c.Clusters, kind, known) {
			if !slices.ContainsFunc(errs, func(other *field.Error) bool { return other.Field == err.Field }) {
				errs = append(errs, err)
			}
		}
	}
	return errs
}

// usesFleetOfProvider reports whether the placements have no fleet of their own.
func (c *together) usesFleetOfProvider() bool {
	return c.Manifests == nil && c.Clusters == nil && c.Targets == nil
}

// warnings are what is accepted in placements but has no effect.
func (c *together) warnings(r *tfvalue.Reader, keys []string) diag.Diagnostics {
	for _, key := range keys {
		entry := c.Placements[key]
		request := planner.Request{Placement: entry.Placement, Prior: entry.Prior, Fleet: c.Fleet}
		r.Warn(c.path(key), &entry, request.Warnings())
	}
	return framework.Warnings(r, func(what string) string { return "A placement " + what })
}

// placement is the placement of a key in a world.
func (c *together) placement(key string) world.Placement {
	entry := c.Placements[key]
	return world.Placement{Placement: entry.Placement, Prior: entry.Prior, Kind: c.Kind, At: at(key).String()}
}

// settle decides placements together, and reads the fleet for that.
func (c *together) settle(
	ctx context.Context, source *providerdata.FleetSource, subjects []world.Placement, options world.Options,
) ([]world.Outcome, diag.Diagnostics) {
	var diags diag.Diagnostics
	c.Fleet.Manifests, diags = source.Read(ctx, c.Manifests, !c.usesFleetOfProvider())
	if diags.HasError() {
		return nil, diags
	}
	defer placementconfig.AskAll(ctx, source, subjects)()
	options.Now = c.Now
	w, findings := world.Unsettled(c.Fleet, subjects, options)
	diags.Append(framework.Findings[together](findings)...)
	if diags.HasError() {
		return nil, diags
	}
	outcomes, findings := w.Decide(ctx)
	return outcomes, append(diags, framework.Findings[together](findings)...)
}

// findings are findings about a placement as Terraform shows them. Those about the fleet are not at the placement.
func (c *together) findings(key string, findings planner.Findings) (diags diag.Diagnostics) {
	for _, f := range findings {
		located := tfvalue.Locate(nil, reflect.TypeFor[planner.Request](), f.At)
		switch name := firstName(located); {
		case name == "manifests" && c.Clusters != nil:
			f.At = "clusters"
		case name != "manifests" && name != "now":
			f.At = strings.TrimSuffix(at(key).String()+"."+f.At, ".")
		}
		diags.Append(framework.Findings[together](planner.Findings{f})...)
	}
	return diags
}

func firstName(path *tfvalue.Path) string {
	if steps := path.Steps(); len(steps) > 0 {
		return steps[0].Name
	}
	return ""
}
