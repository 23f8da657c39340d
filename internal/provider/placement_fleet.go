package provider

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// globalSet is the cluster set of every hub that selects all clusters.
const globalSet = "global"

// inventory puts together what the placement may know of the world. The clusters of a kind that it does not see are counted
// with what was skipped in the fleet.
func (c *placementConfig) inventory(fleet *manifest.Fleet, now time.Time) (placement.Inventory, diag.Diagnostics) {
	diags := c.twins(fleet)
	inv, only := fleet.Inventory, c.clusterKind()
	fleet.Skipped = skipped(only, fleet.Skipped, fleet.Clusters, c.Clusters)
	inv.Clusters = append(seen(only, fleet.Clusters), seen(only, c.Clusters)...)
	inv.Sets = slices.Concat(inv.Sets, c.ClusterSets)
	inv.Bindings = slices.Concat(inv.Bindings, c.Bindings)
	inv.Scores = slices.Concat(inv.Scores, c.Scores)
	inv.Targets = slices.Concat(inv.Targets, c.Targets)
	inv.Decisions = slices.Concat(inv.Decisions, c.PlacementDecisions)
	inv.Now = now
	if c.knowsItsDecisions() {
		inv.Decisions = slices.DeleteFunc(inv.Decisions, func(d placement.PlacementDecision) bool {
			return c.is(d.Namespace, d.Placement)
		})
	}
	if len(c.PreviousDecisions) > 0 {
		own := placement.PlacementDecision{Namespace: c.Namespace, Placement: c.Name}
		for _, d := range c.PreviousDecisions {
			own.Clusters = append(own.Clusters, d.ClusterName)
		}
		inv.Decisions = append(inv.Decisions, own)
	}
	if len(inv.Sets) == 0 {
		inv.Sets = impliedSets(inv.Clusters)
	}
	if c.Namespace == "" {
		inv.Bindings = bindAll(inv.Sets)
	}
	if len(inv.Clusters)+len(inv.Targets) == 0 && c.OnUnsatisfied != unsatisfiedAccept {
		diags.Append(emptyFleet(c, fleet.Skipped))
	}
	return inv, diags
}

// fleet reads the manifests: the placement's own, or the provider's if the placement has neither manifests nor
// clusters.
func (c *placementConfig) fleet(ctx context.Context, provider *providerData) (manifest.Fleet, diag.Diagnostics) {
	var diags diag.Diagnostics
	switch {
	case c.Manifests != nil:
		fleet, err := manifest.ReadFleet(ctx, c.Manifests...)
		if err != nil {
			at := manifestsPath
			var mistake *manifest.Error
			if errors.As(err, &mistake) {
				at = at.AtListIndex(mistake.Text)
			}
			diags.AddAttributeError(at, "A manifest cannot be used", sentence(err.Error()))
		}
		return fleet, diags
	case !c.usesFleetOfProvider():
		return manifest.Fleet{}, diags
	case provider.fleet == nil: // a function
		diags.AddError("There is no fleet", "The placement has neither clusters nor manifests. Set one of them.")
		return manifest.Fleet{}, diags
	case !provider.configured:
		diags.AddError("There is no fleet",
			"The placement has neither clusters nor manifests, and the provider has no manifests either. "+
				"Set one of them, for example manifests = [file(\"${path.module}/fleet.yaml\")].")
		return manifest.Fleet{}, diags
	}
	fleet, err := provider.fleet(ctx)
	if err != nil {
		text := err.Error()
		var mistake *manifest.Error
		if errors.As(err, &mistake) {
			text = fmt.Sprintf("manifests[%d]: %s", mistake.Text, text)
		}
		diags.AddError("A manifest of the provider cannot be used", sentence(text))
	}
	return fleet, diags
}

// usesFleetOfProvider reports whether the placement says nothing of a fleet of its own.
func (c *placementConfig) usesFleetOfProvider() bool {
	return c.Manifests == nil && c.Clusters == nil && c.Targets == nil
}

func emptyFleet(c *placementConfig, skipped []manifest.SkippedKind) diag.Diagnostic {
	detail := noClusters(skipped) + fmt.Sprintf(" An empty fleet would leave nothing decided; set on_unsatisfied to %q if that is right.",
		unsatisfiedAccept)
	at := path.Root("clusters")
	if c.Clusters == nil {
		at = manifestsPath
	}
	return diag.NewAttributeErrorDiagnostic(at, "The fleet has no clusters", detail)
}

// noClusters says what is there instead of clusters.
func noClusters(skipped []manifest.SkippedKind) string {
	text := "There is no cluster to choose from."
	for _, kind := range skipped {
		text += fmt.Sprintf(" %d objects of kind %s were skipped.", kind.Count, kind.Kind)
	}
	return text
}

// impliedSets are the sets of a fleet that comes without any: those that the clusters name in their labels, and the
// set that every hub has for all clusters.
func impliedSets(clusters []placement.Cluster) []placement.ClusterSet {
	names := map[string]bool{}
	for i := range clusters {
		if name := clusters[i].Labels[placement.ClusterSetLabel]; name != "" && name != globalSet {
			names[name] = true
		}
	}
	sets := []placement.ClusterSet{allClusters()}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		sets = append(sets, placement.ClusterSet{Name: name, SelectorType: placement.ExclusiveClusterSetLabel})
	}
	return sets
}

// allClusters is the set that every hub has for all clusters.
func allClusters() placement.ClusterSet {
	return placement.ClusterSet{Name: globalSet, SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{}}
}

// bindAll opens every set to a placement that lives in no namespace.
func bindAll(sets []placement.ClusterSet) []placement.Binding {
	bindings := make([]placement.Binding, len(sets))
	for i := range sets {
		bindings[i] = placement.Binding{Name: sets[i].Name}
	}
	return bindings
}
