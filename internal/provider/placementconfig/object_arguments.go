// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementconfig

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// IsObjectAttribute reports whether a path is in an argument that no decision depends on.
func IsObjectAttribute(path *tfvalue.Path) bool {
	return slices.Contains(placed.ObjectAttributes, path.Steps()[0].Name)
}

// validateKinds checks the kinds of the selected resources, once all of the selectors are known, and what kind of object selects
// them.
func (c *Config) validateKinds(r *tfvalue.Reader) {
	unknown := slices.ContainsFunc(r.Unknown(), func(path *tfvalue.Path) bool {
		return slices.Contains([]string{"resource_selectors", "namespace"}, path.Steps()[0].Name)
	})
	if !unknown {
		r.Check(nil, c, c.ValidateKinds())
	}
}

// ValidateStrategy checks the strategy of a resource, which is that of the object of the placement: only a placement of KubeFleet
// has one, and its stages are in another object.
func (c *Config) ValidateStrategy(r *tfvalue.Reader) {
	if c.Strategy == nil || len(c.Dialects()) != 1 {
		return
	}
	path := tfvalue.Root("strategy")
	switch {
	case c.KubeFleet == nil:
		r.Add(tfvalue.Mistake{At: path, Summary: "Invalid value", Message: "it belongs to kubefleet: the object of a placement of " +
			string(c.Dialect()) + " has no strategy; multicluster_rollout rolls out its decisions"})
	case c.Strategy.Stages != nil:
		r.Add(tfvalue.Mistake{At: path.Attribute("stages"), Summary: "Invalid value", Message: "the stages are not in the placement, " +
			"but in a StagedUpdateStrategy or ClusterStagedUpdateStrategy; remove them here, and give them to multicluster_rollout"})
	default:
		ValidateRollout(r, &c.Placement)
	}
}

// ObjectAttributesSchema are the schema of [placed.ObjectAttributes].
func ObjectAttributesSchema() map[string]schema.Attribute {
	return framework.Join(framework.Arguments[planner.Request](
		"resource_selectors", "revision_history_limit", "status_reporting_scope",
	), map[string]schema.Attribute{
		"strategy": framework.Dynamic(framework.WithExample[rollout.Strategy]("strategy", framework.WithDefault(
			"How KubeFleet rolls out a change, and applies the resources: `spec.strategy` of the placement, without the stages "+
				"of type `External`.",
			"a rolling update"))),
	})
}

// ValidateRollout checks the strategy of a placement.
func ValidateRollout(reader *tfvalue.Reader, p *manifest.Placement) {
	if len(p.Dialects()) != 1 {
		return
	}
	if errs := p.ValidateRollout(); len(errs) > 0 || p.Strategy == nil {
		reader.Check(nil, p, errs)
		return
	}
	reader.Check(tfvalue.Root("strategy"), p.Strategy, p.Strategy.ValidateObject())
}
