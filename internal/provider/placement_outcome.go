package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// outcome is what a plan decides.
type outcome struct {
	// outputs are the computed attributes: new ones, or the last ones where these stand.
	outputs map[string]any
	// asked is the question that they answer.
	asked question
}

// outcome decides, and tells what moves and whether that is too far.
func (r *placementResource) outcome(ctx context.Context, c *placementChange) (*outcome, diag.Diagnostics) {
	asked, err := r.question(ctx, c.config)
	if err != nil {
		return nil, diag.Diagnostics{diag.NewErrorDiagnostic("The configuration cannot be read", err.Error())}
	}
	c.last.remind(c.config, c.askedLast.KubeFleet)
	decided, diags := c.config.decide(ctx, r.provider, nil)
	if diags.HasError() {
		return nil, diags
	}
	asked, stands, more := c.guard(ctx, decided, asked)
	if diags.Append(more...); diags.HasError() {
		return nil, diags
	}
	diags.Append(c.config.unsatisfied(&decided.result)...)
	if stands {
		return &outcome{outputs: c.last.outputs, asked: c.askedLast}, diags
	}
	decided.rollOut()
	outputs, err := decided.outputs()
	if err != nil {
		diags.AddError("The result cannot be written", err.Error())
		return nil, diags
	}
	return &outcome{outputs: outputs, asked: asked}, diags
}

// guard compares the new decisions with those that are in force, and keeps these if the configuration says so. It returns the
// question that the decisions answer now, and whether the last answer stands as it is.
func (c *placementChange) guard(ctx context.Context, decided *decided, asked question) (question, bool, diag.Diagnostics) {
	config := c.config
	before, diags := c.before(decided, asked)
	if diags.HasError() {
		return asked, false, diags
	}
	stands := c.stands(asked)
	if stands && c.askedLast.Whole == asked.Whole {
		return asked, true, diags
	}
	if before != nil {
		moves := before.moves(&decided.result)
		exceeded := config.limit.exceeded(&moves, len(before.Clusters))
		switch {
		case exceeded != "" && !config.limit.keeps():
			diags.Append(config.tooFar(exceeded, &moves, false))
			return asked, false, diags
		case stands, exceeded != "" && holdsBack(&decided.result, decided.earlier):
			if len(moves.Joined)+len(moves.Left) > 0 {
				diags.Append(config.keepsClusters(exceeded, &moves))
			}
			asked = asked.held(&config.limit, c.askedLast)
			if err := decided.hold(ctx, config, decided.earlier, c.last); err != nil {
				diags.Append(config.scheduleError(err))
			}
		case c.replaced == nil:
			diags.Append(config.movesClusters(&moves)...)
		}
	}
	diags.Append(c.guardReplacement(decided, asked)...)
	return asked, stands, diags
}

// before is what the new decisions are compared with: the last ones, or what is known of the time before there were any. It is
// nil for a placement that nothing is known of.
func (c *placementChange) before(decided *decided, asked question) (*predecessor, diag.Diagnostics) {
	switch {
	case c.last != nil:
		return c.last.predecessor(asked.policyChanged(c.askedLast)), nil
	case decided.earlier != nil:
		return &predecessor{Clusters: clusterNames(decided.earlier)}, nil
	case c.imported && c.config.limit.MaxMoves != nil:
		return nil, diag.Diagnostics{diag.NewAttributeErrorDiagnostic(path.Root("previous_decisions"), "The moves cannot be counted",
			"The placement is imported, and nothing says what was decided before, so max_moves cannot limit the moves. Set "+
				"previous_decisions to the decisions that are in force, to [] if there are none, or set max_moves after the import.")}
	}
	return nil, nil
}

// stands reports whether the last answer still is the answer to what is asked.
func (c *placementChange) stands(asked question) bool {
	if c.last == nil || !c.last.holdsAt(c.config.Now) {
		return false
	}
	return c.askedLast.Whole == asked.Whole ||
		c.config.limit.keeps() && c.askedLast.Whole == asked.held(&c.config.limit, c.askedLast).Whole
}

// guardReplacement compares the decisions of a placement with those of the one that it replaces.
func (c *placementChange) guardReplacement(decided *decided, asked question) diag.Diagnostics {
	if c.replaced == nil {
		return nil
	}
	c.replaced.policyChanged = asked.policyChanged(c.askedLast)
	moves := c.replaced.moves(&decided.result)
	if exceeded := c.config.limit.exceeded(&moves, len(c.replaced.Clusters)); exceeded != "" {
		return diag.Diagnostics{c.config.tooFar(exceeded, &moves, true)}
	}
	return c.config.movesClusters(&moves)
}

// unguarded refuses a replacement that is decided only during apply: there is nothing to compare it with then.
func (c *placementChange) unguarded() diag.Diagnostics {
	if c.replaced == nil || len(c.replaced.Clusters) == 0 || c.config.limit.MaxMoves == nil {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeErrorDiagnostic(path.Root("max_moves"), "The moves cannot be counted",
		"Terraform replaces the placement, and decides the new one only during apply, when the decisions of the old one are not known "+
			"any more. Give the placement values that are known while Terraform plans, or leave max_moves out. "+withoutDeciding)}
}
