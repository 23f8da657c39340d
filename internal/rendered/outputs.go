// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"maps"
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

// variant is a variant with the manifests that its clusters get.
type variant struct {
	Variant
	manifests *resources.ClusterManifests
}

func (r *rendition) outputs(ctx context.Context) (*Outputs, error) {
	outputs := &Outputs{ByCluster: map[string]Cluster{}, ResourceHash: r.rendering.Hash, Failures: failuresOf(r.rendering.Clusters)}
	for i := range r.rendering.Resources {
		outputs.SelectedResources = append(outputs.SelectedResources, r.rendering.Resources[i].ID)
	}
	var variants grouped[string, variant]
	for i := range r.rendering.Clusters {
		c := &r.rendering.Clusters[i]
		cluster := Cluster{Overrides: overrideNames(&c.Overrides)}
		if !fails(c) {
			cluster.Digest = hex.EncodeToString(c.Digest[:digestBytes])
			for w := range c.Works {
				cluster.Manifests += len(c.Works[w].Manifests)
			}
			v := variants.at(cluster.Digest, variant{Variant: Variant{Digest: cluster.Digest}})
			v.ClusterNames, v.manifests = append(v.ClusterNames, c.Cluster), c
		}
		outputs.ByCluster[c.Cluster] = cluster
	}
	slices.SortStableFunc(variants.list, func(a, b variant) int { return len(b.ClusterNames) - len(a.ClusterNames) })
	var changes changeList
	for i := range variants.list {
		v := &variants.list[i]
		v.Changed = changed(v.manifests)
		if err := changes.addVariant(ctx, v); err != nil {
			return nil, err
		}
		if r.shows(v) {
			if err := v.addWorks(ctx); err != nil {
				return nil, err
			}
		}
		outputs.Variants = append(outputs.Variants, v.Variant)
	}
	outputs.Changes, outputs.ChangesComplete = changes.changes()
	return outputs, ctx.Err()
}

// shows reports whether the manifests of a variant are asked for.
func (r *rendition) shows(v *variant) bool {
	isAsked := func(cluster string) bool { return slices.Contains(r.ManifestsOf, cluster) }
	return r.WithManifests && (r.ManifestsOf == nil || slices.ContainsFunc(v.ClusterNames, isAsked))
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
	isRefused := func(m *resources.Manifest) bool { return len(m.Refused) > 0 }
	return len(c.Failures) > 0 || slices.ContainsFunc(c.Works, func(w resources.Work) bool {
		return slices.ContainsFunc(w.Manifests, isRefused)
	})
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

// addWorks adds the Work objects with the manifests.
func (v *variant) addWorks(ctx context.Context) error {
	for w := range v.manifests.Works {
		work := Work{Name: v.manifests.Works[w].Name, Manifests: []string{}}
		if envelope := v.manifests.Works[w].Envelope; envelope != nil {
			work.Envelope = ObjectName(*envelope)
		}
		for _, m := range v.manifests.Works[w].Manifests {
			text, err := manifestText(ctx, m)
			if err != nil {
				return err
			}
			work.Manifests = append(work.Manifests, text)
		}
		v.Works = append(v.Works, work)
	}
	return nil
}

// hidden stands for a value of a Secret, which must not be in a state.
const hidden = "(hidden)"

// manifestText is a manifest as JSON. The values of a Secret are hidden.
func manifestText(ctx context.Context, m *resources.Manifest) (string, error) {
	content, err := m.Content(ctx)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(withoutSecrets(content))
	return string(text), err
}

// withoutSecrets is the content of an object without the values of a Secret.
func withoutSecrets(content map[string]any) map[string]any {
	if content["kind"] != "Secret" || content["apiVersion"] != "v1" {
		return content
	}
	content = maps.Clone(content)
	for _, name := range []string{"data", "stringData"} {
		values, ok := content[name].(map[string]any)
		if !ok {
			continue
		}
		shown := make(map[string]any, len(values))
		for key := range values {
			shown[key] = hidden
		}
		content[name] = shown
	}
	return content
}
