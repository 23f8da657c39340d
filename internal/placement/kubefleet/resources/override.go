// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// Override is a ClusterResourceOverride or, with a namespace, a ResourceOverride.
type Override struct {
	Namespace, Name string
	// Index is that of the latest snapshot: 0 for a new override, and one more for each change of its spec.
	Index int
	Spec  OverrideSpec
}

// OverrideSpec is the spec of an override. Its JSON form is that of the API.
type OverrideSpec struct {
	// The placement that the override is for. A change of its override is rolled out at once, of others with the next rollout.
	// Immutable on a hub: another one replaces the override. Defaults to every placement that selects one of the objects.
	Placement *PlacementReference `json:"placement,omitempty"`
	// The objects without a namespace, 1 to 20, each by its `name`; an override has no `label_selector`. A Namespace stands for
	// itself and **for every object in it**, and the patches have to fit all of them. Required without `namespace`. An object has at
	// most one override.
	ClusterResourceSelectors []kubefleet.ResourceSelector `json:"clusterResourceSelectors,omitempty"`
	// The objects in the namespace of the override, 1 to 20. Required with `namespace`. An object has at most one override.
	ResourceSelectors []ObjectSelector `json:"resourceSelectors,omitempty"`
	// The rules of the override.
	// +required
	Policy *OverridePolicy `json:"policy,omitempty"`
}

// PlacementReference names a placement.
//
// Example for resources/resource_override#placement:
//
//	{ name = "web" }
type PlacementReference struct {
	// The name of the placement.
	Name string `json:"name"`
	// `Cluster` for a ClusterResourcePlacement. `Namespaced` for a ResourcePlacement in the namespace of the override, which must
	// have one. Defaults to `Cluster`.
	Scope string `json:"scope,omitempty"`
}

// String is the kind and the name of the placement, as sentences name it.
func (r *PlacementReference) String() string {
	switch {
	case r == nil:
		return "every placement"
	case r.Scope == NamespacedScope:
		return "the ResourcePlacement " + excerpt.Quote(r.Name)
	}
	return "the ClusterResourcePlacement " + excerpt.Quote(r.Name)
}

// The scopes of a PlacementReference.
const (
	// ClusterScope is the scope of a ClusterResourcePlacement.
	ClusterScope = "Cluster"
	// NamespacedScope is the scope of a ResourcePlacement.
	NamespacedScope = "Namespaced"
)

// ObjectSelector selects the object of a name in the namespace of its ResourceOverride.
//
// Example for resources/resource_override#resource_selectors:
//
//	{ group = "apps", version = "v1", kind = "Deployment", name = "web" }
type ObjectSelector struct {
	// The API group; `""` for the core group.
	Group string `json:"group"`
	// The API version, such as `v1`.
	Version string `json:"version"`
	// The kind of the object.
	Kind string `json:"kind"`
	// The name of the object.
	Name string `json:"name"`
}

// OverridePolicy are the rules of an override, 1 to 20. All that match a cluster are applied, in their order.
//
// Example for resources/resource_override#policy:
//
//	{
//	  override_rules = [{
//	    cluster_selector     = { cluster_selector_terms = [{ label_selector = { match_labels = { region = "eu" } } }] }
//	    json_patch_overrides = [{ op = "replace", path = "/spec/replicas", value = 3 }]
//	  }]
//	}
type OverridePolicy struct {
	// 1 to 20 rules. All that match a cluster apply, each to the result of the one before.
	OverrideRules []OverrideRule `json:"overrideRules"`
}

// OverrideRule changes the selected objects on some clusters.
type OverrideRule struct {
	// The clusters that the rule applies to, by a `label_selector` in each term. `{ cluster_selector_terms = [] }` matches every
	// cluster. Defaults to no cluster.
	ClusterSelector *kubefleet.ClusterSelector `json:"clusterSelector,omitempty"`
	// `JSONPatch` to change the objects, or `Delete` to leave them out on these clusters. Defaults to `JSONPatch`.
	OverrideType string `json:"overrideType,omitempty"`
	// 1 to 20 patches (RFC 6902), with `JSONPatch`. All of a rule apply or none: one that fails keeps the whole cluster from any
	// update.
	JSONPatchOverrides []JSONPatch `json:"jsonPatchOverrides,omitempty"`
}

// The types of an OverrideRule.
const (
	// JSONPatchOverride changes the objects.
	JSONPatchOverride = "JSONPatch"
	// DeleteOverride leaves out the objects.
	DeleteOverride = "Delete"
)

// JSONPatch is an operation of RFC 6902. The value may contain variables.
type JSONPatch struct {
	// `add`, `remove` or `replace`. `add` needs the object or list around its path; the others the value at it.
	Op string `json:"op"`
	// The path, such as `/spec/replicas`. A slash in a name is `~1`, a tilde `~0`. Of the metadata, only `labels` and `annotations`
	// can be changed; `apiVersion`, `kind` and `status` cannot.
	Path string `json:"path"`
	// The value: any value, with attributes as Kubernetes has them. `${MEMBER-CLUSTER-NAME}` in a string is the name of the cluster,
	// and `${MEMBER-CLUSTER-LABEL-KEY-region}` its label `region`, which every cluster must have; write `$${` in HCL. `remove` has
	// none.
	Value PatchValue `json:"value,omitempty"`
}

// PatchValue is a value of JSON as it is written; empty for none.
type PatchValue json.RawMessage

// MarshalJSON returns the value.
func (v PatchValue) MarshalJSON() ([]byte, error) { return json.RawMessage(v).MarshalJSON() }

// UnmarshalJSON sets the value.
func (v *PatchValue) UnmarshalJSON(text []byte) error {
	return (*json.RawMessage)(v).UnmarshalJSON(text)
}

// SetJSON sets the value.
func (v *PatchValue) SetJSON(text json.RawMessage) { *v = PatchValue(text) }

// JSON returns the value.
func (v *PatchValue) JSON() json.RawMessage { return json.RawMessage(*v) }

// kind is the name of the kind, as messages of KubeFleet have it.
func (o *Override) kind() string {
	if o.Namespace == "" {
		return "ClusterResourceOverride"
	}
	return "ResourceOverride"
}

// Snapshot is the name of the override's latest snapshot.
func (o *Override) Snapshot() string { return o.Name + "-" + strconv.Itoa(o.Index) }

// compare is the order in which KubeFleet applies overrides: ClusterResourceOverrides, then ResourceOverrides by namespace, and
// among them by the name of the snapshot.
func (o *Override) compare(other *Override) int {
	return cmp.Or(strings.Compare(o.Namespace, other.Namespace), strings.Compare(o.Snapshot(), other.Snapshot()))
}

// Reaches reports whether the override is for a placement, whatever that selects.
func (o *Override) Reaches(p *Placement) bool {
	reference, key := o.Spec.Placement, p.key()
	switch {
	case reference == nil:
		return true
	case o.Namespace != "" && reference.Scope == NamespacedScope:
		return key == o.Namespace+"/"+reference.Name
	}
	return key == reference.Name
}

// PlacementNamespaces are the namespaces of the placements that the override may be for; the empty one is that of
// ClusterResourcePlacements.
func (o *Override) PlacementNamespaces() []string {
	reference := o.Spec.Placement
	switch {
	case reference == nil:
		namespaces := []string{""}
		for _, id := range o.targets() {
			if id.kind() == namespaceKind {
				namespaces = append(namespaces, id.Name)
			} else if id.Namespace != "" {
				namespaces = append(namespaces, id.Namespace)
			}
		}
		return namespaces
	case o.Namespace != "" && reference.Scope == NamespacedScope:
		return []string{o.Namespace}
	}
	namespace, _, hasNamespace := strings.Cut(reference.Name, "/")
	if !hasNamespace {
		namespace = ""
	}
	return []string{namespace}
}

// targets returns what the override selects, once for each selector. A selector of a ClusterResourceOverride matches an object
// with a namespace only through its Namespace.
func (o *Override) targets() []ID {
	return lists.Map(o.selectors(), func(s ObjectSelector) ID {
		return ID{Group: s.Group, Version: s.Version, Kind: s.Kind, Namespace: o.Namespace, Name: s.Name}
	})
}

// target is what overrides select an object by.
type target struct {
	// cluster is what a ClusterResourceOverride names: the object, or its Namespace.
	cluster ID
	// namespaced is what a ResourceOverride names; the zero ID for an object without a namespace.
	namespaced ID
}

// targetOf returns what overrides select an object by. The scope is that of the kind, not of the object.
func (x *kindIndex) targetOf(id ID) target {
	if x.clusterScoped(id.kind()) {
		id.Namespace = ""
		return target{cluster: id}
	}
	return target{cluster: namespaceID(id.Namespace), namespaced: id}
}

func namespaceID(name string) ID {
	return ID{Version: namespaceKind.Version, Kind: namespaceKind.Kind, Name: name}
}

// NeedsIndexes reports whether the order of overrides depends on the indexes of their snapshots: two of them select the same, and
// the name of one continues that of the other with a hyphen and a digit.
func NeedsIndexes(list []Override) bool {
	selecting := map[ID][]*Override{}
	for i := range list {
		for _, id := range list[i].targets() {
			if slices.ContainsFunc(selecting[id], list[i].continues) {
				return true
			}
			selecting[id] = append(selecting[id], &list[i])
		}
	}
	return false
}

// continues reports whether the name of one of two overrides continues that of the other with a hyphen and a digit.
func (o *Override) continues(other *Override) bool {
	short, long := o.Name, other.Name
	if len(short) > len(long) {
		short, long = long, short
	}
	rest, isLonger := strings.CutPrefix(long, short+"-")
	return isLonger && rest != "" && rest[0] >= '0' && rest[0] <= '9' && o.Namespace == other.Namespace
}

// sortOverrides returns the overrides in the order in which they are applied.
func sortOverrides(list []Override) []*Override {
	sorted := lists.Pointers(list)
	slices.SortStableFunc(sorted, (*Override).compare)
	return sorted
}
