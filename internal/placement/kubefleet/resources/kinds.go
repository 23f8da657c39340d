// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Kind is a kind that the hub serves in a version.
type Kind struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
	// Plural is the name of the resource, such as "deployments". It defaults to the regular plural of the kind.
	Plural     string `json:"plural"`
	Namespaced bool   `json:"namespaced"`
	// NotPreferred says that the hub prefers another version of the kind. KubeFleet follows preferred versions only.
	NotPreferred bool `json:"otherVersion"`
}

func (k *Kind) id() schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: k.Group, Version: k.Version, Kind: k.Kind}
}

// Options are those of the hub agent of KubeFleet that say what is placed.
//
// Example for data-sources/rendered_manifests#hub_agent:
//
//	{ skipped_propagating_namespaces = ["kube-system"] }
type Options struct {
	// Namespaces that no ClusterResourcePlacement places with their content, beside `default`, `kube-*` and `fleet-*`.
	SkippedNamespaces []string `json:"skippedPropagatingNamespaces,omitempty"`
	// APIs that are not placed: `group`, `group/version` or `group/version/Kind,Kind`, separated by semicolons; for the core group
	// `v1/Kind,Kind`.
	// ---
	// Others are never placed.
	SkippedAPIs string `json:"skippedPropagatingApis,omitempty"`
	// The only APIs that are placed, in the same form. It excludes `skipped_propagating_apis`, and places kinds that are never
	// placed otherwise.
	AllowedAPIs string `json:"allowedPropagatingApis,omitempty"`
	// Whether the hub runs workloads itself. PersistentVolumeClaims are not placed then.
	Workload bool `json:"enableWorkload,omitempty"`
}

// apis are APIs that an option names.
type apis struct {
	groups   map[string]bool
	versions map[schema.GroupVersion]bool
	kinds    map[schema.GroupVersionKind]bool
}

func (a *apis) has(kind schema.GroupVersionKind) bool {
	return a.groups[kind.Group] || a.versions[kind.GroupVersion()] || a.kinds[kind]
}

// parseAPIs reads the form of [Options.SkippedAPIs].
func parseAPIs(option, text string) (apis, error) {
	list := apis{map[string]bool{}, map[schema.GroupVersion]bool{}, map[schema.GroupVersionKind]bool{}}
	for entry := range strings.SplitSeq(text, ";") {
		parts := strings.Split(strings.TrimSpace(entry), "/")
		// A version of the core group comes without its group.
		if len(parts) == 2 && strings.HasPrefix(parts[0], "v1") {
			parts = []string{"", "v1", parts[1]}
		}
		switch {
		case len(parts) == 1 && parts[0] == "":
		case len(parts) == 1:
			list.groups[parts[0]] = true
		case len(parts) == 2:
			list.versions[schema.GroupVersion{Group: parts[0], Version: parts[1]}] = true
		case len(parts) == 3:
			for kind := range strings.SplitSeq(parts[2], ",") {
				list.kinds[schema.GroupVersionKind{Group: parts[0], Version: parts[1], Kind: strings.TrimSpace(kind)}] = true
			}
		default:
			return apis{}, fmt.Errorf(`%s: found %q; write "group", "group/version" or "group/version/Kind,Kind"`, option, entry)
		}
	}
	return list, nil
}

// kindIndex answers questions about the kinds of a hub.
type kindIndex struct {
	served            map[schema.GroupVersionKind]*Kind
	followed          []*Kind
	skipped, allowed  apis
	replaced          bool
	skippedNamespaces []string
}

func newKindIndex(kinds []Kind, options *Options) (*kindIndex, error) {
	index := &kindIndex{
		served: make(map[schema.GroupVersionKind]*Kind, len(kinds)), replaced: options.AllowedAPIs != "",
		skippedNamespaces: options.SkippedNamespaces,
	}
	var err error
	if index.skipped, err = parseAPIs("skipped APIs", options.SkippedAPIs); err != nil {
		return nil, err
	}
	if index.allowed, err = parseAPIs("allowed APIs", options.AllowedAPIs); err != nil {
		return nil, err
	}
	if index.replaced && options.SkippedAPIs != "" {
		return nil, fmt.Errorf("the options have skipped APIs and allowed APIs; the hub agent takes one of them")
	}
	for i := range kinds {
		kind := kinds[i]
		if kind.Plural == "" {
			plural, _ := meta.UnsafeGuessKindToResource(kind.id())
			kind.Plural = plural.Resource
		}
		index.served[kind.id()] = &kind
	}
	for _, kind := range index.served {
		if !kind.NotPreferred && !index.disabled(kind.id()) {
			index.followed = append(index.followed, kind)
		}
	}
	slices.SortFunc(index.followed, func(a, b *Kind) int { return strings.Compare(a.id().String(), b.id().String()) })
	return index, nil
}

// disabled reports whether KubeFleet never places objects of a kind.
func (x *kindIndex) disabled(kind schema.GroupVersionKind) bool {
	if x.replaced {
		return !x.allowed.has(kind)
	}
	return neverPlaced(kind) || x.skipped.has(kind)
}

// clusterScoped reports whether the hub knows that the kind has no namespace. It knows the scope of only the kinds that it
// follows: all others count as namespaced.
func (x *kindIndex) clusterScoped(kind schema.GroupVersionKind) bool {
	served := x.served[kind]
	return served != nil && !served.NotPreferred && !served.Namespaced && !x.disabled(kind)
}

// comesWithNamespace reports whether objects of a followed kind come along with their namespace. A kind of the core group does
// not if a disabled kind has the same plural and version, as the events of events.k8s.io have.
func (x *kindIndex) comesWithNamespace(kind *Kind) bool {
	if !kind.Namespaced {
		return false
	}
	if kind.Group != "" {
		return true
	}
	for _, other := range x.served {
		if other.Plural == kind.Plural && other.Version == kind.Version && x.disabled(other.id()) {
			return false
		}
	}
	return true
}

// reservedNamespace reports whether a ClusterResourcePlacement cannot place a namespace with its content.
func (x *kindIndex) reservedNamespace(name string) bool {
	return name == "default" || strings.HasPrefix(name, "kube-") || strings.HasPrefix(name, "fleet-") ||
		slices.Contains(x.skippedNamespaces, name)
}

const (
	placementGroup = "placement.kubernetes-fleet.io"
	clusterGroup   = "cluster.kubernetes-fleet.io"
)

// neverPlaced reports whether KubeFleet leaves out a kind unless the options of its hub agent allow it. The kinds of KubeFleet
// are left out in every version.
func neverPlaced(kind schema.GroupVersionKind) bool {
	switch kind.Group {
	case clusterGroup, "events.k8s.io", "coordination.k8s.io", "metrics.k8s.io":
		return true
	case "":
		return kind.Version == "v1" && (kind.Kind == "Pod" || kind.Kind == "Node")
	case "networking.fleet.azure.com":
		return kind.Kind == "ServiceImport" || kind.Kind == "TrafficManagerProfile" || kind.Kind == "TrafficManagerBackend"
	case placementGroup:
		return slices.Contains(neverPlacedOfFleet, kind.Kind)
	}
	return false
}

var neverPlacedOfFleet = []string{
	"ClusterResourcePlacement", "ResourcePlacement", "ClusterResourceBinding", "ResourceBinding", "ClusterResourceSnapshot",
	"ResourceSnapshot", "ClusterSchedulingPolicySnapshot", "SchedulingPolicySnapshot", "Work", "ClusterStagedUpdateRun",
	"ClusterStagedUpdateStrategy", "ClusterApprovalRequest", "StagedUpdateRun", "StagedUpdateStrategy", "ApprovalRequest",
	"ClusterResourcePlacementEviction", "ClusterResourcePlacementDisruptionBudget", "ClusterResourceOverride",
	"ClusterResourceOverrideSnapshot", "ResourceOverride", "ResourceOverrideSnapshot", "ClusterResourcePlacementStatus",
}
