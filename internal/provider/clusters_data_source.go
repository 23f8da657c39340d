// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// clusters lists clusters of a fleet.
var clusters = framework.Question[providerdata.Data, clustersConfig]{
	Name: "clusters", Schema: clustersSchema, Check: (*clustersConfig).check, Answer: selectedClusters,
}

// clustersConfig is the configuration of the data source.
type clustersConfig struct {
	// The fleet as texts of Kubernetes objects, as in `multicluster_placement`. Defaults to the provider's `manifests` or `hub`.
	Manifests []string `json:"manifests,omitempty"`
	// Only clusters of this kind: `ManagedCluster` or `MemberCluster`. On a hub also `ClusterProfile` (SIG Multicluster), or
	// `Secret` for the clusters of Argo CD. These are read only if they are asked for here. Defaults to the hub's `kind` if set;
	// otherwise `ManagedCluster` and `MemberCluster`.
	Kind placement.ClusterKind `json:"kind,omitempty"`
	// With the kinds `ClusterProfile` and `Secret`: the namespace that is read. `Secret` requires it. Defaults to all namespaces.
	Namespace string `json:"namespace,omitempty"`
	// Only ManagedClusters that are in one of these cluster sets. If the fleet defines no cluster sets, one is implied for each
	// value of the cluster set label. This does not apply on a hub. Defaults to all clusters of both kinds.
	ClusterSets []string `json:"clusterSets,omitempty"`
	// Only clusters whose labels match.
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
	// Only clusters whose claims match.
	ClaimSelector *placement.ClaimSelector `json:"claimSelector,omitempty"`
	// Only clusters that CEL expressions match.
	CELSelector *ocm.CELSelector `json:"celSelector,omitempty"`
}

func (c *clustersConfig) selector() ocm.ClusterSelector {
	return ocm.ClusterSelector{LabelSelector: c.LabelSelector, ClaimSelector: c.ClaimSelector, CELSelector: c.CELSelector}
}

// ReadFleet reads the manifests, or the hub or the manifests of the provider.
func (c *clustersConfig) readFleet(ctx context.Context, provider *providerdata.Data) (inventory.Fleet, diag.Diagnostics) {
	if provider.Hub == nil && inventoryKinds[c.Kind] != nil {
		return inventory.Fleet{}, diag.Diagnostics{diag.NewAttributeErrorDiagnostic(path.Root("kind"), "There is no hub",
			"Objects of the kind "+string(c.Kind)+" are read from the hub alone by their kind; of manifests, they are read without it.")}
	}
	if provider.Hub == nil || c.Manifests != nil {
		return provider.Source.Read(ctx, c.Manifests, false)
	}
	return c.readHub(ctx, provider.Hub)
}

// clustersSchema describes the data source.
//
// # Data source clusters
//
// The clusters of a fleet, filtered by selectors, as values for HCL. A reference to a resource with pending changes [defers
// it](../guides/decisions-at-plan-time#when-a-data-source-is-deferred).
//
// A placement does not need it: it reads `manifests` or the `hub` of the provider itself, which is much faster for thousands of
// clusters.
func clustersSchema() schema.Schema {
	return schema.Schema{Attributes: framework.Join(framework.Arguments[clustersConfig](
		"manifests", "kind", "namespace", "cluster_sets", "label_selector", "claim_selector", "cel_selector",
	), framework.ComputedAttributes[selection]())}
}

// check finds every mistake in the selectors.
func (c *clustersConfig) check(r *tfvalue.Reader) {
	asked := ocm.Spec{Predicates: []ocm.Predicate{{RequiredClusterSelector: c.selector()}}}
	errs := append(asked.Validate(), c.validateKind(!r.IsUnknown(tfvalue.Root("kind")))...)
	for _, e := range errs {
		e.Field = strings.TrimPrefix(e.Field, "predicates[0].requiredClusterSelector.")
	}
	r.Check(nil, c, errs)
}

// inventoryKinds are the kinds of clusters that belong to no scheduler.
var inventoryKinds = map[placement.ClusterKind]*hubobject.Kind{
	api.ClusterProfileKind: hubobject.ClusterProfile, api.SecretKind: hubobject.Secret,
}

// validateKind finds the mistakes in the kind, and in the arguments that depend on it.
func (c *clustersConfig) validateKind(isKnown bool) (errs field.ErrorList) {
	_, isInventory := inventoryKinds[c.Kind]
	kinds := append(slices.Clone(placement.ClusterKinds), api.ClusterProfileKind, api.SecretKind)
	switch {
	case c.Kind != "" && !slices.Contains(kinds, c.Kind):
		errs = append(errs, excerpt.NotSupported(field.NewPath("kind"), c.Kind, kinds))
	case isInventory && c.Manifests != nil:
		errs = append(errs, field.Forbidden(field.NewPath("kind"), "objects of the kind "+string(c.Kind)+" are read from the hub "+
			"alone by their kind; of manifests, they are read without it"))
	case isInventory && len(c.ClusterSets) > 0:
		errs = append(errs, field.Forbidden(field.NewPath("clusterSets"), "only ManagedClusters of the hub are in its cluster sets; "+
			"select clusters of the kind "+string(c.Kind)+" by labels"))
	case c.Kind == api.SecretKind && c.Namespace == "":
		errs = append(errs, field.Required(field.NewPath("namespace"), "the kind Secret requires the namespace of Argo CD, in which "+
			"the credentials of the hub may list Secrets"))
	case isKnown && !isInventory && c.Namespace != "":
		errs = append(errs, field.Forbidden(field.NewPath("namespace"), "only the kinds ClusterProfile and Secret have a namespace"))
	}
	if c.Namespace != "" {
		for _, message := range validation.IsDNS1123Label(c.Namespace) {
			errs = append(errs, field.Invalid(field.NewPath("namespace"), c.Namespace, message))
		}
	}
	return errs
}

// selection has the outputs.
type selection struct {
	// The clusters that match, sorted by name, in the form of `multicluster_placement`. If clusters of both kinds have the same
	// name, the ManagedCluster comes first.
	Clusters []placement.Cluster `json:"clusters"`
	// The names of the clusters that match, sorted and without duplicates.
	Names []string `json:"names"`
}

// selectedClusters reads the fleet and selects.
func selectedClusters(
	ctx context.Context, c *clustersConfig, provider *providerdata.Data, r *tfvalue.Reader,
) (any, diag.Diagnostics) {
	diags := framework.Warnings(r, func(what string) string { return "multicluster_clusters " + what })
	if c.Manifests == nil && !provider.Source.IsSet && provider.Hub == nil {
		diags.AddError("There is no fleet", "manifests is not set, and the provider has neither manifests nor a hub. Set "+
			"one of them, for example manifests = [file(\"${path.module}/fleet.yaml\")].")
		return nil, diags
	}
	choice, more := c.readFleet(ctx, provider)
	if diags.Append(more...); diags.HasError() {
		return nil, diags
	}
	selected, findings := fleet.Select(ctx, &choice, fleet.Selection{
		Kind: c.Kind, ClusterSets: c.ClusterSets, Selector: c.selector(),
	})
	if diags.Append(placementconfig.Findings(findings)...); diags.HasError() {
		return nil, diags
	}
	if len(selected) == 0 {
		diags.AddWarning("No cluster matches", fmt.Sprintf("The selectors match none of the %s of the fleet: a for_each "+
			"over them is empty.", excerpt.Count(len(choice.Clusters), "cluster")))
	}
	return selection{selected, slices.Compact(fleet.Names(selected))}, diags
}

// readHub reads the clusters and what the selectors use from the hub. The kind of clusters in the hub's configuration is the
// default of the argument kind.
func (c *clustersConfig) readHub(ctx context.Context, h *managed.Hub) (inventory.Fleet, diag.Diagnostics) {
	p := path.Empty()
	if c.Kind != "" {
		p = path.Root("kind")
	}
	c.Kind = cmp.Or(c.Kind, h.Kind)
	fleet, err := c.listHub(ctx, h)
	if err != nil {
		return inventory.Fleet{}, diag.Diagnostics{providerdata.HubDiagnostic(p, err)}
	}
	return fleet, nil
}

// ListHub lists the kinds that the arguments need. Only ManagedClusters are in cluster sets and have scores.
func (c *clustersConfig) listHub(ctx context.Context, h *managed.Hub) (inventory.Fleet, error) {
	client, err := providerdata.Connected(h)
	if err != nil {
		return inventory.Fleet{}, err
	}
	if kind := inventoryKinds[c.Kind]; kind != nil {
		selected := hub.Selection{Namespace: c.Namespace}
		if kind == hubobject.Secret {
			selected.Labels = api.ArgoCDClusterLabel + "=" + api.ArgoCDCluster
		}
		return client.Shared.Fleet(ctx, hubview.FleetQuery{Kinds: []*hubobject.Kind{kind}, Selected: selected})
	}
	only := c.Kind
	if len(c.ClusterSets) > 0 {
		only = cmp.Or(only, placement.ManagedCluster)
	}
	kinds, err := client.ClusterKinds(ctx, only)
	if err != nil {
		return inventory.Fleet{}, err
	}
	selector := c.selector()
	if selector.ReadsScores() && slices.Contains(kinds, hubobject.OCM.Clusters) {
		kinds = append(kinds, hubobject.OCM.Scores)
	}
	if len(c.ClusterSets) > 0 {
		kinds = append(kinds, hubobject.OCM.Sets)
	}
	return client.Shared.Fleet(ctx, hubview.FleetQuery{Kinds: kinds, WithObjects: selector.ReadsObjects()})
}
