// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacement

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// unchecked are the findings about a change of which a part is not known yet. Terraform plans it once more during apply, when it
// is checked before anything is written. A replacement is not: its placement is deleted before that plan.
func (p *hubPlacement) unchecked(
	ctx context.Context, req *resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) diag.Diagnostics {
	immutable, names := p.knownImmutable(), p.mayBeReplaced()
	for _, f := range immutable {
		names = append(names, hubresource.ArgumentOf[Placement](&f))
	}
	for _, name := range names {
		resp.RequiresReplace.Append(path.Root(name))
	}
	diags := placementconfig.Findings(immutable)
	if diags.Append(p.unguarded(ctx, req, len(names) > 0)...); diags.HasError() {
		return diags
	}
	return append(diags, diag.NewWarningDiagnostic(p.What+" is checked during apply", "Some values are unknown until apply, "+
		"so the change cannot be validated, and what the hub is going to decide cannot be predicted."))
}

// unguarded refuses a replacement that cannot be checked, if max_moves limits the moves.
func (p *hubPlacement) unguarded(ctx context.Context, req *resource.ModifyPlanRequest, replaces bool) diag.Diagnostics {
	plan := planner.Change{Request: &p.config.Request, Limit: p.config.Limit}
	switch renamed := framework.IDOf(req.State.Raw, placementconfig.Keys) != framework.IDOf(req.Plan.Raw, placementconfig.Keys); {
	case req.State.Raw.IsNull():
		noted, diags := p.Private.GetKey(ctx, placementconfig.PredecessorKey)
		if diags.HasError() {
			return diags
		}
		plan.Replaced = framework.ReadNote[planner.Predecessor](noted)
	case p.last != nil && (replaces || renamed):
		plan.Replaced = p.last.Predecessor(false)
	}
	return placementconfig.Findings(plan.Unguarded(p.Reader.IsUnknown(tfvalue.Root("max_moves"))))
}

// notePredecessor keeps the clusters of the state for a plan without it.
func (p *hubPlacement) notePredecessor(ctx context.Context, resp *resource.ModifyPlanResponse) diag.Diagnostics {
	if p.last == nil || resp.Private == nil {
		return nil
	}
	return framework.Note(ctx, resp.Private, placementconfig.PredecessorKey,
		planner.Predecessor{Clusters: p.last.Predecessor(false).Clusters})
}

// knownImmutable are the changes that a hub refuses, of the arguments that are known as a whole.
func (p *hubPlacement) knownImmutable() planner.Findings {
	if p.Prior == nil {
		return nil
	}
	unknown := p.Reader.Unknown()
	return slices.DeleteFunc(p.config.ReplacesObject(&p.Prior.Config.Placement), func(f planner.Finding) bool {
		name := hubresource.ArgumentOf[Placement](&f)
		return slices.ContainsFunc(unknown, func(at *tfvalue.Path) bool { return at.Steps()[0].Name == name })
	})
}

// mayBeReplaced are the attributes that are not known yet and that a hub does not let change.
func (p *hubPlacement) mayBeReplaced() (names []string) {
	if p.Prior == nil {
		return nil
	}
	isUnknown := func(at *tfvalue.Path) bool { return p.Reader.IsUnknown(at) }
	kubeFleet := tfvalue.Root(placementconfig.DialectKubeFleet)
	switch last := tfvalue.Root(string(p.Prior.Dialect())); {
	case !isUnknown(last) && !slices.Contains(p.config.Dialects(), p.Prior.Dialect()):
		return placementconfig.Dialects
	case p.Prior.KubeFleet == nil:
		return nil
	case isUnknown(kubeFleet.Attribute("placement_type")):
		names = append(names, placementconfig.DialectKubeFleet)
	}
	if scope := tfvalue.Root("status_reporting_scope"); isUnknown(scope) {
		names = append(names, "status_reporting_scope")
	}
	return names
}
