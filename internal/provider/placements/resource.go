// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	datasource "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var (
	_ resource.ResourceWithValidateConfig = (*placementResource)(nil)
)

// placementResource decides a placement while Terraform plans, and remembers the decisions in its state: the next plan
// keeps to them as the scheduler of the hub would. On a hub, that scheduler decides it.
type placementResource struct {
	*hubresource.Resource[placed.Config]
}

var placementKind = hubresource.Kind[placed.Config]{
	Hub: placed.NewKind(), Attributes: placementAttributes, Version: placementVersion,
	Unordered: placementconfig.UnorderedAttributes,
	EmptyMap:  "decisions_by_cluster", Private: []string{placed.MemoryKey, FingerprintKey, PassKey}, PlanInState: planInState,
	Rewrite: rewriteOutputs,
}

// NewResource makes the resource.
func NewResource(read *framework.Readers) resource.Resource {
	return &placementResource{placementKind.Resource(read)}
}

// NewList makes the list resource.
func NewList(read *framework.Readers) list.ListResource { return placementKind.NewList(read) }

// ResourceSchema is the schema of the resource.
func ResourceSchema() schema.Schema { return placementKind.FullSchema() }

// placementAttributes are those of the data source, and what only something with a memory can have.
//
// # Resource placement
//
// Decides which clusters of a fleet get a workload, as the scheduler of the hub would, while Terraform plans, and stores the
// decisions. The next plan starts from them. A warning in the plan explains what moves and why. The decisions change only if the
// placement or the fleet does.
func placementAttributes() map[string]schema.Attribute {
	attributes := framework.ResourceAttributes(placementconfig.DataSourceSchema().Attributes)
	// A resource keeps its decisions; that clusters are missing is for the configuration that creates them.
	for _, name := range []string{"offers", "to_create", "consumers"} {
		delete(attributes, name)
	}
	name := framework.KeyAttribute(true, "The name of the placement. When the resource is created, PlacementDecisions and "+
		"bindings in `manifests` that carry it are its earlier decisions.")
	name.Validators = []validator.String{stringvalidator.LengthAtLeast(1)} // An empty name would be none at all.
	maps.Copy(attributes, map[string]schema.Attribute{
		"name":      name,
		"namespace": framework.KeyAttribute(false, framework.Describe[planner.Request]("namespace")),
		"now": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The time of the decision (RFC 3339). Without it, a decision that depends on the time " +
				"is an error. With `now = plantimestamp()`, a plan in which nothing else changes is empty.",
		},
	})
	maps.Copy(attributes, framework.ResourceAttributes(framework.Join(
		framework.Arguments[planner.Limit]("paused", "max_moves", "on_exceeded"),
		framework.Arguments[placed.Config]("wait_for_decisions"), placementconfig.ObjectAttributesSchema())))
	maps.Copy(attributes, framework.ResourceAttributes(map[string]datasource.Attribute{
		placed.ExpectedOutput: framework.ComputedAttribute(framework.TypeOf[hubdecision.Expected](), describeExpected),
	}))
	attributes["previous_decisions"] = framework.Dynamic(framework.WithExample[[]planner.PreviousDecision](
		"previous_decisions",
		"The decisions from before "+
			"this resource existed, in the form of `decisions`. They apply when it is created or imported, and `max_moves` compares with "+
			"them; afterwards the state has them."))
	return attributes
}

const describeExpected = "With a hub: what it is expected to decide for the last change of the placement, for saved plans and " +
	"policies. A warning says if the rest of the plan makes a difference. Unknown, and null after the apply, if the plan creates " +
	"or replaces the placement, or does not know an argument. Null without a hub, and if nothing can be predicted, with a warning."

// ValidateConfig finds every mistake that the configuration alone shows. Unknown values are no mistakes. The manifests
// are read once, by the plan.
func (r *placementResource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	config, reader, err := placementconfig.Read(ctx, r.Readers, req.Config.Raw, "manifests")
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	config.Check(reader)
	config.ValidateStrategy(reader)
	reader.Check(nil, &config.Limit, config.Limit.Validate())
	var arguments managed.Arguments
	if more, err := r.Readers.Config(ctx, req.Config.Raw, nil, &arguments); err == nil {
		more.Check(nil, &arguments, arguments.Validate())
		resp.Diagnostics.Append(framework.Diagnostics(more)...)
	}
	resp.Diagnostics.Append(framework.Diagnostics(reader)...)
}

// ReaderHints are what a reader knows of placements and their decisions. The structs have a placement: a whole resource or data
// source can be passed for them.
func ReaderHints(structs ...reflect.Type) tfvalue.Hints {
	additional := map[reflect.Type]tfvalue.AdditionalAttributes{
		reflect.TypeFor[planner.PreviousDecision](): {Names: tfvalue.Names(reflect.TypeFor[planner.Decision]())},
	}
	names := slices.Collect(maps.Keys(ResourceSchema().Attributes))
	names = slices.AppendSeq(names, maps.Keys(placementconfig.DataSourceSchema().Attributes))
	for _, typ := range append(structs, reflect.TypeFor[manifest.Placement]()) {
		additional[typ] = tfvalue.AdditionalAttributes{Only: "decisions", Names: names}
	}
	return tfvalue.Hints{
		Additional: additional,
		Selects: map[reflect.Type]string{
			reflect.TypeFor[ocm.Predicate]():                 "cluster",
			reflect.TypeFor[ocm.ClusterSelector]():           "cluster",
			reflect.TypeFor[ocm.CELSelector]():               "cluster",
			reflect.TypeFor[metav1.LabelSelector]():          "cluster",
			reflect.TypeFor[placement.ClaimSelector]():       "cluster",
			reflect.TypeFor[placement.GroupSelector]():       "cluster",
			reflect.TypeFor[kubefleet.ClusterSelectorTerm](): "cluster",
		},
		SelectsIn: map[reflect.Type]string{reflect.TypeFor[kubefleet.ResourceSelector](): "resource of the kind"},
		Instead: map[reflect.Type]func(first map[string]tfvalue.Input) string{
			reflect.TypeFor[planner.PreviousDecision](): framework.InsteadOfByCluster,
			reflect.TypeFor[placement.Cluster](): func(first map[string]tfvalue.Input) string {
				if _, isDecision := first["cluster_name"]; isDecision || framework.IsByCluster(first) {
					return "found the decisions of a placement; pass clusters, such as those that the placement chooses from"
				}
				return ""
			},
		},
	}
}
