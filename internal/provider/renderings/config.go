// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package renderings has the data source and the function that render the manifests of a placement of KubeFleet.
package renderings

import (
	"cmp"
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// config is what a rendering depends on.
type config struct {
	placementconfig.Config
	rendered.Arguments
}

// dataSourceSchema describes the data source.
//
// # Data source rendered_manifests
//
// What each cluster gets of a placement of KubeFleet, before anything is applied. It is the content of the Work objects that the
// hub would write, with the selected resources, the overrides of each cluster and opened envelopes.
//
// A mistake that the hub tells after the fact, if at all, is an error or a warning of the plan, such as a patch that does not fit
// on one of the clusters. Clusters without the latest resources of a placement on the hub are a warning. The values of Secrets
// are not in the results.
func dataSourceSchema() schema.Schema {
	placements := placementconfig.DataSourceSchema().Attributes
	attributes := framework.Join(framework.ComputedAttributes[rendered.Outputs](), framework.Arguments[rendered.Arguments](
		"overrides", "objects", "hub_agent", "decisions", "with_manifests", "manifests_of", "on_failure",
	), map[string]schema.Attribute{
		"resource_selectors": framework.Dynamic(framework.WithExample[[]kubefleet.ResourceSelector]("resource_selectors",
			framework.WithDefault("1 to 100 selectors, as in the resource `multicluster_placement`.",
				"those of the placement of this name"))),
		"manifests": framework.OptionalList("Texts of Kubernetes objects, YAML or JSON, as `kubectl get -o yaml` prints them: the " +
			"fleet of MemberClusters and, unless `objects` is set, everything else that the hub has: the placement, the resources, " +
			"overrides, envelopes and CRDs. Without it, the fleet is that of `clusters` or of the provider."),
	})
	for _, name := range []string{"name", "namespace", "now", "clusters", "previous_decisions", placementconfig.DialectKubeFleet} {
		attributes[name] = placements[name]
	}
	return schema.Schema{Attributes: attributes}
}

// check sets what the configuration leaves out, and finds the mistakes that it alone shows.
func (c *config) check(r *tfvalue.Reader) {
	c.SetDefaults()
	c.OnUnsatisfied = cmp.Or(c.OnUnsatisfied, planner.UnsatisfiedWarn)
	if c.OCM != nil || c.Hybrid != nil {
		r.Refuse(tfvalue.Root(string(c.Dialect())), "only placements of KubeFleet are rendered; set kubefleet, or leave it out for a "+
			"placement that is among the objects")
		return
	}
	r.Check(nil, c, c.ValidateNames())
	errs := placement.ValidateOneOf(c.OnFailure, []string{rendered.FailureError, rendered.FailureWarn}, field.NewPath("onFailure"))
	if c.ManifestsOf != nil && !c.WithManifests && !r.IsUnknown(tfvalue.Root("with_manifests")) {
		errs = append(errs, field.Invalid(field.NewPath("manifestsOf"), excerpt.Count(len(c.ManifestsOf), "cluster"),
			"it has no effect without with_manifests = true"))
	}
	r.Check(nil, c, errs)
	if c.KubeFleet != nil {
		r.Check(nil, c, c.Request.Validate(framework.KindKnown(r)))
	}
}

// textObjects are the objects of the manifests. The fleet is read apart, so its objects are not kept twice.
func (c *config) textObjects(ctx context.Context) (rendered.Objects, diag.Diagnostics) {
	var objects rendered.Objects
	for i, text := range c.Manifests {
		if err := objects.AddTextUntil(ctx, i, text); err != nil {
			return nil, diag.Diagnostics{diag.NewAttributeErrorDiagnostic(path.Root("manifests").AtListIndex(i),
				"A manifest cannot be used", excerpt.Sentence(err.Error()))}
		}
	}
	return slices.DeleteFunc(objects, func(o rendered.Object) bool { return o.Kind == string(placement.MemberCluster) }), nil
}

// givenObjects are those of the arguments. The placement is completed by them.
func (c *config) givenObjects(ctx context.Context) (rendered.Objects, diag.Diagnostics) {
	objects := c.Arguments.Objects
	if objects == nil {
		var diags diag.Diagnostics
		if objects, diags = c.textObjects(ctx); diags.HasError() {
			return nil, diags
		}
	}
	stored, err := objects.Placement(ctx, c.Namespace, c.Name)
	if err != nil {
		return nil, diag.Diagnostics{diag.NewErrorDiagnostic("The placement cannot be used", excerpt.Sentence(err.Error()))}
	}
	return objects, c.complete(stored)
}

// complete takes what the configuration leaves out from the placement of its name among the objects.
func (c *config) complete(stored *manifest.Placement) diag.Diagnostics {
	if c.ResourceSelectors == nil && stored == nil {
		return diag.Diagnostics{diag.NewAttributeErrorDiagnostic(path.Root("resource_selectors"), "There is no placement",
			"The objects have no placement "+excerpt.Quote(c.FullName())+". Set resource_selectors, or the name and namespace of a "+
				"placement that is among the objects.")}
	}
	if c.ResourceSelectors == nil {
		c.ResourceSelectors = stored.ResourceSelectors
	}
	if c.KubeFleet == nil && stored != nil {
		c.KubeFleet = stored.KubeFleet
	}
	c.KubeFleet = cmp.Or(c.KubeFleet, &kubefleet.Spec{PlacementType: kubefleet.PickAll})
	return nil
}

// placement is what selects the resources.
func (c *config) placement() *resources.Placement {
	return &resources.Placement{Namespace: c.Namespace, Name: c.Name, Selectors: c.ResourceSelectors}
}

// request is what is rendered. The fleet has been read.
func (c *config) request(
	ctx context.Context, objects rendered.Objects, kinds []resources.Kind,
) (*rendered.Question, diag.Diagnostics) {
	request := &rendered.Question{
		Placement: *c.placement(), Objects: objects, Kinds: kinds, Arguments: c.Arguments,
	}
	clusters, findings := c.Fleet.Seen(placement.MemberCluster)
	if findings.HasError() {
		return nil, placementconfig.Findings(findings)
	}
	request.Clusters = clusters
	diags := placementconfig.Findings(findings)
	if request.Decisions == nil {
		answer, findings := planner.Decide(ctx, &c.Config.Request)
		diags = append(diags, placementconfig.Findings(findings)...)
		if answer == nil || findings.HasError() {
			return nil, diags
		}
		request.Decisions = answer.Result.ClusterNames()
	}
	return request, diags
}
