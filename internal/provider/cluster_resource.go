// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// clusterKind is multicluster_cluster.
//
// # Resource cluster
//
// A cluster, as a ManagedCluster of Open Cluster Management or a MemberCluster of KubeFleet describes it. Keep more than a few
// hundred clusters in a file, for `manifests`: Terraform is slow with many resources.
//
// With the provider's `hub`, it is that object there, and what the agent reports, such as `claims` and `capacity`, cannot be set,
// but is read. Otherwise it is only in the state.
var clusterKind = hubresource.Kind[hubobject.Cluster]{
	Element: reflect.TypeFor[placement.Cluster](),
	Attributes: func() map[string]schema.Attribute {
		attributes := framework.ResourceAttributes(placementconfig.ClusterAttributes())
		attributes["cluster_set"] = framework.ComputedText("The exclusive cluster set of the cluster: its label `" +
			placement.ClusterSetLabel + "`; null without it. On a hub others may have set the label: a webhook of Open Cluster " +
			"Management sets `default`.")
		return attributes
	},
	Validate: func(c *hubobject.Cluster) field.ErrorList {
		var validator placement.Validator
		var kind placement.ClusterKind
		if slices.ContainsFunc(c.Taints, func(t placement.Taint) bool { return t.Effect == placement.NoSchedule }) {
			// Only KubeFleet has this effect.
			kind = placement.MemberCluster
		}
		mistakes := append(fleet.ValidateCluster(&validator, &c.Cluster, kind, nil), c.ClusterSpec.Validate(c.Kind)...)
		if kind == placement.MemberCluster || c.Kind == placement.MemberCluster {
			return mistakes
		}
		return append(mistakes, hubobject.ValidateTaintKeys(c.Taints)...)
	},
	Warnings: func(c *hubobject.Cluster) finding.List {
		// Only a MemberCluster has an identity.
		isMember := c.Kind == placement.MemberCluster || c.Identity != nil
		if mistake := kubefleet.MistakeInClusterName(c.Name); isMember && mistake != "" {
			return finding.List{finding.Warning("name", "KubeFleet cannot place on the cluster", mistake+".")}
		}
		return nil
	},
	Hub: managed.Kind[hubobject.Cluster]{
		Name: "cluster", Keys: []string{"name"},
		Kinds:    hubobject.ClusterKinds,
		Choose:   func(c *hubobject.Cluster) []*hubobject.Kind { return hubobject.ClusterKindsOf(c.Kind) },
		WhichOne: "To import one of them, set kind in the hub of the provider",
		Apply:    hubobject.ApplyCluster, Read: hubobject.ReadCluster,
		Validate: func(kind *hubobject.Kind, c *hubobject.Cluster) field.ErrorList {
			var validator placement.Validator
			return append(fleet.ValidateCluster(&validator, &c.Cluster, kind.ClusterKind(), nil),
				c.ValidateOnHub(kind.ClusterKind())...)
		},
		Created: func(kind *hubobject.Kind, c *hubobject.Cluster) field.ErrorList {
			return c.ValidateCreated(kind.ClusterKind())
		},
		Deletion:  ": the hub detaches the cluster and removes its workloads",
		Arguments: append([]string{"labels", "annotations", "taints"}, clusterSpecNames...),
		Reported:  reportedByAgents,
		Imported: func(c *hubobject.Cluster) {
			// They belong to what registers the cluster: its agent, or Azure's service.
			c.ClientConfigs, c.Identity = nil, nil
			c.Labels = withoutControllers(c.Labels, "feature.open-cluster-management.io/")
			c.Annotations = withoutControllers(c.Annotations, "kubectl.kubernetes.io/last-applied-configuration")
			c.Taints = slices.DeleteFunc(c.Taints, func(t placement.Taint) bool {
				return strings.HasPrefix(t.Key, "cluster.open-cluster-management.io/")
			})
			for i := range c.Taints {
				// The hub sets it.
				c.Taints[i].TimeAdded = time.Time{}
			}
		},
		Computed: func(_ context.Context, c *hubobject.Cluster, unknown *tfvalue.Reader) (map[string]any, error) {
			label := tfvalue.Root("labels").Key(placement.ClusterSetLabel)
			if unknown.IsUnknown(label) {
				return map[string]any{"cluster_set": tfvalue.Unknown}, nil
			}
			return clusterSetOutput(c.Labels[placement.ClusterSetLabel]), nil
		},
		Published: func(_ *hubobject.Cluster, o *hub.Object) map[string]any {
			return clusterSetOutput(o.Label(placement.ClusterSetLabel))
		},
		Releases: true,
	},
}

// clusterSetOutput is the output cluster_set for the label of a cluster.
func clusterSetOutput(label string) map[string]any {
	if label == "" {
		return map[string]any{"cluster_set": nil}
	}
	return map[string]any{"cluster_set": label}
}

// reportedByAgents are the attributes of a cluster that its agent reports to a hub, or that the hub itself sets.
var reportedByAgents = []string{
	"agent", "allocatable", "available", "capacity", "claims", "deleting", "kubernetes_version", "namespaces", "properties",
}

// clusterSpecNames are the attributes of a ClusterSpec, which make no difference to a placement.
var clusterSpecNames = tfvalue.Names(reflect.TypeFor[hubobject.ClusterSpec]())

// withoutControllers removes the keys that controllers of a hub maintain from labels or annotations.
func withoutControllers(texts map[string]string, prefixes ...string) map[string]string {
	kept := maps.Clone(texts)
	maps.DeleteFunc(kept, func(key, _ string) bool {
		return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
	})
	if len(kept) == 0 {
		return nil
	}
	return kept
}
