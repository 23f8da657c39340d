// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// Outputs are what Terraform gets. They grow with the differences between clusters.
type Outputs struct {
	// SelectedResources are the resources in the order of KubeFleet.
	SelectedResources []Resource `json:"selectedResources"`
	// ByCluster is what each chosen cluster gets, by its name.
	ByCluster map[string]Cluster `json:"manifestsByCluster"`
	// Variants are the clusters that get the same manifests, the largest variant first.
	Variants []Variant `json:"variants"`
	// Changes are what overrides change, by variant. ChangesComplete says whether they are all.
	Changes         []Change `json:"changes"`
	ChangesComplete bool     `json:"changesComplete"`
	// Failures are why the hub would not update clusters.
	Failures []Failure `json:"failures"`
	// ResourceHash is the hash of the selected resources that the hub writes.
	ResourceHash string `json:"resourceHash"`
}

// Resource identifies a selected resource.
type Resource struct {
	Group     string `json:"group"`
	Version   string `json:"version"`
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	Namespace string `json:"namespace,omitempty"`
}

// Cluster is what a cluster gets.
type Cluster struct {
	// Overrides are those that apply, in their order.
	Overrides []string `json:"overrides"`
	// Manifests is their number; 0 for a cluster that the hub would not update.
	Manifests int `json:"manifests"`
	// Digest changes only if the manifests do; empty for a cluster that the hub would not update.
	Digest string `json:"digest,omitempty"`
}

// Variant are clusters that get the same.
type Variant struct {
	Digest       string   `json:"digest"`
	ClusterNames []string `json:"clusterNames"`
	// Changed is how many objects overrides are applied to.
	Changed int `json:"changed"`
	// Works are the objects that bring the manifests; nil unless they are asked for.
	Works []Work `json:"works,omitempty"`
}

// Work is an object of the hub with manifests.
type Work struct {
	Name string `json:"name"`
	// Envelope is the envelope whose manifests it has; empty for selected resources.
	Envelope string `json:"envelope,omitempty"`
	// Manifests are JSON.
	Manifests []string `json:"manifests"`
}

// Failure is why the hub would not update clusters.
type Failure struct {
	ClusterNames []string `json:"clusterNames"`
	// Resource is the object that fails; empty if no object does.
	Resource string `json:"resource,omitempty"`
	// Override is the override that fails; empty if none does.
	Override string `json:"override,omitempty"`
	Message  string `json:"message"`
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
		id := r.rendering.Resources[i].ID
		outputs.SelectedResources = append(outputs.SelectedResources, Resource{id.Group, id.Version, id.Kind, id.Name, id.Namespace})
	}
	variants := map[string]*resources.ClusterManifests{}
	for i := range r.rendering.Clusters {
		c := &r.rendering.Clusters[i]
		of := Cluster{Overrides: overrideNames(&c.Overrides)}
		if !fails(c) {
			of.Digest = digest(c.Digest)
			for w := range c.Works {
				of.Manifests += len(c.Works[w].Manifests)
			}
			variants[of.Digest] = c
		}
		outputs.ByCluster[c.Cluster] = of
	}
	if err := r.addVariants(ctx, outputs, variants); err != nil {
		return nil, err
	}
	outputs.Failures = failuresOf(r.rendering.Clusters)
	return outputs, ctx.Err()
}

func digest(sum [sha256.Size]byte) string { return hex.EncodeToString(sum[:digestBytes]) }

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
	if at := strings.LastIndexByte(snapshot, '-'); at >= 0 {
		return snapshot[:at]
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
		of := outputs.ByCluster[name].Digest
		if of == "" {
			continue
		}
		at := slices.IndexFunc(outputs.Variants, func(v Variant) bool { return v.Digest == of })
		if at < 0 {
			variant := Variant{Digest: of, Changed: changed(variants[of])}
			outputs.Variants, at = append(outputs.Variants, variant), len(outputs.Variants)
		}
		outputs.Variants[at].ClusterNames = append(outputs.Variants[at].ClusterNames, name)
	}
	slices.SortStableFunc(outputs.Variants, func(a, b Variant) int { return len(b.ClusterNames) - len(a.ClusterNames) })
	if err := r.addChanges(ctx, outputs, variants); err != nil || !r.WithManifests {
		return err
	}
	for i := range outputs.Variants {
		v := &outputs.Variants[i]
		if r.ManifestsOf != nil && !slices.ContainsFunc(v.ClusterNames, r.wantsManifests) {
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

func (r *rendition) wantsManifests(cluster string) bool {
	return slices.Contains(r.ManifestsOf, cluster)
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
		of := &c.Works[w]
		work := Work{Name: of.Name, Manifests: []string{}}
		if of.Envelope != nil {
			work.Envelope = ObjectName(*of.Envelope)
		}
		for _, m := range of.Manifests {
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
