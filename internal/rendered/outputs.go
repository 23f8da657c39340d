// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered

import (
	"context"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// Outputs are what Terraform gets. They grow with the differences between clusters.
type Outputs struct {
	// The selected resources in the order of KubeFleet.
	SelectedResources []Resource `json:"selectedResources"`
	// What each chosen cluster gets, by its name.
	ByCluster map[string]Cluster `json:"manifestsByCluster"`
	// The clusters that get the same manifests, together; the variant with most clusters first.
	Variants []Variant `json:"variants"`
	// What overrides change, up to 200: a field of one or more resources, on the clusters on which they change it alike.
	Changes []Change `json:"changes"`
	// Whether `changes` has every change.
	ChangesComplete bool `json:"changesComplete"`
	// Why the hub would leave clusters without an update. Equal failures are together.
	Failures []Failure `json:"failures"`
	// The hash of the selected resources, which the hub writes into the annotation `kubernetes-fleet.io/resource-hash`. It does not
	// depend on overrides.
	ResourceHash string `json:"resourceHash"`
}

// Resource identifies a selected resource.
type Resource = resources.ID

// Cluster is what a cluster gets.
type Cluster struct {
	// The overrides that apply, in their order, as `Kind/name` or `Kind/namespace/name`.
	Overrides []string `json:"overrides"`
	// How many manifests the cluster gets. 0 for a cluster that the hub would not update.
	Manifests int `json:"manifests"`
	// A digest that changes only if the manifests do. Equal clusters have the same. Null for a cluster that the hub would not
	// update.
	Digest string `json:"digest,omitempty"`
}

// Variant are clusters that get the same.
type Variant struct {
	// The digest of its clusters.
	Digest string `json:"digest"`
	// The names of the clusters.
	ClusterNames []string `json:"clusterNames"`
	// How many objects overrides are applied to.
	Changed int `json:"changed"`
	// The Work objects that the hub would make. Null unless they are asked for.
	Works []Work `json:"works,omitempty"`
}

// Work is an object of the hub with manifests.
type Work struct {
	// The name in the namespace of the cluster, `fleet-member-NAME`.
	Name string `json:"name"`
	// The envelope whose manifests it has. Null for selected resources.
	Envelope string `json:"envelope,omitempty"`
	// The manifests in their order, JSON each, for `jsondecode`. The values of Secrets are `(hidden)`.
	Manifests []string `json:"manifests"`
}

// Failure is why the hub would not update clusters.
type Failure struct {
	// The names of the clusters.
	ClusterNames []string `json:"clusterNames"`
	// The object that fails, and the envelope that it is in. Null if no object fails.
	Resource string `json:"resource,omitempty"`
	// The name of the override that fails. Null if none does.
	Override string `json:"override,omitempty"`
	// Why.
	Message string `json:"message"`
}

// ObjectName is an object as outputs have it: Kind/name or Kind/namespace/name.
func ObjectName(id resources.ID) string {
	if id.Namespace == "" {
		return id.Kind + "/" + id.Name
	}
	return id.Kind + "/" + id.Namespace + "/" + id.Name
}

// digestBytes is how much of a SHA-256 tells variants apart.
const digestBytes = 8

func (r *rendition) outputs(ctx context.Context) (*Outputs, error) {
	outputs := &Outputs{ByCluster: map[string]Cluster{}, ResourceHash: r.rendering.Hash}
	for i := range r.rendering.Resources {
		outputs.SelectedResources = append(outputs.SelectedResources, r.rendering.Resources[i].ID)
	}
	variants := map[string]*resources.ClusterManifests{}
	for i := range r.rendering.Clusters {
		c := &r.rendering.Clusters[i]
		cluster := Cluster{Overrides: overrideNames(&c.Overrides)}
		if !fails(c) {
			cluster.Digest = hex.EncodeToString(c.Digest[:digestBytes])
			for w := range c.Works {
				cluster.Manifests += len(c.Works[w].Manifests)
			}
			variants[cluster.Digest] = c
		}
		outputs.ByCluster[c.Cluster] = cluster
	}
	if err := r.addVariants(ctx, outputs, variants); err != nil {
		return nil, err
	}
	outputs.Failures = failuresOf(r.rendering.Clusters)
	return outputs, ctx.Err()
}

// overrideNames are the kinds and names of overrides by their snapshots.
func overrideNames(named *resources.Named) []string {
	list := make([]string, 0, len(named.Cluster)+len(named.Namespaced))
	for _, snapshot := range named.Cluster {
		list = append(list, hubobject.ClusterResourceOverride.Kind+"/"+withoutIndex(snapshot))
	}
	for _, snapshot := range named.Namespaced {
		list = append(list, hubobject.ResourceOverride.Kind+"/"+withoutIndex(snapshot))
	}
	return list
}

// withoutIndex is the name of an override of a snapshot.
func withoutIndex(snapshot string) string {
	if end := strings.LastIndexByte(snapshot, '-'); end >= 0 {
		return snapshot[:end]
	}
	return snapshot
}

// fails reports whether the hub would not update a cluster wholly: an override fails, or the API server refuses a Work.
func fails(c *resources.ClusterManifests) bool {
	if len(c.Failures) > 0 {
		return true
	}
	for w := range c.Works {
		for _, m := range c.Works[w].Manifests {
			if len(m.Refused) > 0 {
				return true
			}
		}
	}
	return false
}

func (r *rendition) addVariants(ctx context.Context, outputs *Outputs, variants map[string]*resources.ClusterManifests) error {
	for i := range r.rendering.Clusters {
		name := r.rendering.Clusters[i].Cluster
		digest := outputs.ByCluster[name].Digest
		if digest == "" {
			continue
		}
		index := slices.IndexFunc(outputs.Variants, func(v Variant) bool { return v.Digest == digest })
		if index < 0 {
			index = len(outputs.Variants)
			outputs.Variants = append(outputs.Variants, Variant{Digest: digest, Changed: changed(variants[digest])})
		}
		outputs.Variants[index].ClusterNames = append(outputs.Variants[index].ClusterNames, name)
	}
	slices.SortStableFunc(outputs.Variants, func(a, b Variant) int { return len(b.ClusterNames) - len(a.ClusterNames) })
	if err := r.addChanges(ctx, outputs, variants); err != nil || !r.WithManifests {
		return err
	}
	for i := range outputs.Variants {
		v := &outputs.Variants[i]
		isAsked := func(cluster string) bool { return slices.Contains(r.ManifestsOf, cluster) }
		if r.ManifestsOf != nil && !slices.ContainsFunc(v.ClusterNames, isAsked) {
			continue
		}
		works, err := worksOf(ctx, variants[v.Digest])
		if err != nil {
			return err
		}
		v.Works = works
	}
	return nil
}

// changed is how many objects of a cluster overrides are applied to.
func changed(c *resources.ClusterManifests) int {
	count := 0
	for w := range c.Works {
		count += len(c.Works[w].Deleted)
		for _, m := range c.Works[w].Manifests {
			if m.Changed {
				count++
			}
		}
	}
	return count
}

func worksOf(ctx context.Context, c *resources.ClusterManifests) ([]Work, error) {
	var list []Work
	for w := range c.Works {
		work := Work{Name: c.Works[w].Name, Manifests: []string{}}
		if envelope := c.Works[w].Envelope; envelope != nil {
			work.Envelope = ObjectName(*envelope)
		}
		for _, m := range c.Works[w].Manifests {
			text, err := manifestText(ctx, m)
			if err != nil {
				return nil, err
			}
			work.Manifests = append(work.Manifests, text)
		}
		list = append(list, work)
	}
	return list, nil
}
