// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/version"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// guessKinds are the kinds that a hub serves, as far as the objects tell: those of Kubernetes itself, those of the CRDs among the
// objects, and the kinds of the objects, which have a namespace if one of their objects has. A kind of a selector that no object
// has can be selected: nothing says that the hub does not serve it.
func guessKinds(objects Objects, placement *resources.Placement) []resources.Kind {
	var known grouped[schema.GroupVersionKind, resources.Kind]
	add := func(kind resources.Kind) {
		known.at(schema.GroupVersionKind{Group: kind.Group, Version: kind.Version, Kind: kind.Kind}, kind)
	}
	for i := range objects {
		for _, kind := range definedKinds(&objects[i]) {
			add(kind)
		}
	}
	for i := range objects {
		o := &objects[i]
		add(resources.Kind{Group: o.Group, Version: o.Version, Kind: o.Kind,
			Namespaced: namespaced(o.Group, o.Kind, o.Namespace != "")})
	}
	for i := range placement.Selectors {
		s := &placement.Selectors[i]
		add(resources.Kind{Group: s.Group, Version: s.Version, Kind: s.Kind,
			Namespaced: namespaced(s.Group, s.Kind, placement.Namespace != "" || resources.SelectsInNamespace(placement.Selectors))})
	}
	add(resources.Kind{Version: "v1", Kind: "Namespace"})
	return known.list
}

// namespaced returns the scope of a kind of Kubernetes itself, or the one that is assumed.
func namespaced(group, kind string, assumed bool) bool {
	if namespaced, known := kubefleet.IsNamespaced(group, kind); known {
		return namespaced
	}
	return assumed
}

// definedKinds are the versions of the kind that a CustomResourceDefinition defines. The hub prefers the most stable one.
func definedKinds(o *Object) []resources.Kind {
	if o.Group != "apiextensions.k8s.io" || o.Kind != "CustomResourceDefinition" {
		return nil
	}
	spec, _ := o.Content["spec"].(map[string]any)
	names, _ := spec["names"].(map[string]any)
	versions, _ := spec["versions"].([]any)
	group, _ := spec["group"].(string)
	kind, _ := names["kind"].(string)
	plural, _ := names["plural"].(string)
	var list []resources.Kind
	for _, version := range versions {
		fields, _ := version.(map[string]any)
		name, _ := fields["name"].(string)
		if served, _ := fields["served"].(bool); !served || name == "" || kind == "" {
			continue
		}
		list = append(list, resources.Kind{Group: group, Version: name, Kind: kind, Plural: plural,
			Namespaced: spec["scope"] == "Namespaced", NotPreferred: true})
	}
	slices.SortFunc(list, func(a, b resources.Kind) int { return version.CompareKubeAwareVersionStrings(b.Version, a.Version) })
	if len(list) > 0 {
		list[0].NotPreferred = false
	}
	return list
}
