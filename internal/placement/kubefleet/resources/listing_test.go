// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

func namespaceTerm(name, scope string) kubefleet.ResourceSelector {
	return kubefleet.ResourceSelector{Version: "v1", Kind: "Namespace", Name: name, SelectionScope: scope}
}

// namespacesOf are those of the namespaces a and b that lists of namespaces have.
func namespacesOf(list []resources.Listing) (namespaces []resources.Object) {
	for _, of := range list {
		for _, name := range []string{"a", "b"} {
			if of.Name == name || of.Name == "" {
				namespaces = append(namespaces, resources.NewObject(map[string]any{"apiVersion": "v1", "kind": "Namespace",
					"metadata": map[string]any{"name": name}}))
			}
		}
	}
	return namespaces
}

// TestListingsOnly: of what a placement selects, only what an override can change is listed.
func TestListingsOnly(t *testing.T) {
	kinds := []resources.Kind{
		{Version: "v1", Kind: "Namespace"}, {Version: "v1", Kind: "ConfigMap", Namespaced: true}, {Version: "v1", Kind: "Service", Namespaced: true},
		{Version: "v1", Kind: "Endpoints", Plural: "endpoints", Namespaced: true},
		{Group: "rbac.authorization.k8s.io", Version: "v1", Kind: "ClusterRole"},
		{Group: "placement.kubernetes-fleet.io", Version: "v1", Kind: "ResourceEnvelope", Namespaced: true},
		{Group: "placement.kubernetes-fleet.io", Version: "v1", Kind: "ClusterResourceEnvelope"},
	}
	namespaced := func(kind string) *resources.Override {
		return &resources.Override{Namespace: "a", Name: "o", Spec: resources.OverrideSpec{
			ResourceSelectors: []resources.ObjectSelector{{Version: "v1", Kind: kind, Name: "x"}}}}
	}
	wide := func(group, kind, name string) *resources.Override {
		return &resources.Override{Name: "o", Spec: resources.OverrideSpec{
			ClusterResourceSelectors: []kubefleet.ResourceSelector{{Group: group, Version: "v1", Kind: kind, Name: name}}}}
	}
	all := []kubefleet.ResourceSelector{
		namespaceTerm("a", ""), namespaceTerm("b", ""), {Group: "rbac.authorization.k8s.io", Version: "v1", Kind: "ClusterRole"},
		{Group: "placement.kubernetes-fleet.io", Version: "v1", Kind: "ClusterResourceEnvelope", Name: "e"},
	}
	byLabels := []kubefleet.ResourceSelector{{Version: "v1", Kind: "Namespace", LabelSelector: &metav1.LabelSelector{}}}
	inNamespace := []kubefleet.ResourceSelector{namespaceTerm("b", kubefleet.NamespaceWithResourceSelectors), all[2]}
	for name, c := range map[string]struct {
		selectors []kubefleet.ResourceSelector
		only      []*resources.Override
		want      []string
	}{
		"everything": {all, nil, []string{"Namespace //a", "Namespace //b", "ConfigMap a/", "Endpoints a/", "Service a/", "ResourceEnvelope a/",
			"ConfigMap b/", "Endpoints b/", "Service b/", "ResourceEnvelope b/", "ClusterRole /", "ClusterResourceEnvelope //e"}},
		"an object":          {all, []*resources.Override{namespaced("ConfigMap")}, []string{"Namespace //a", "ConfigMap a/", "ResourceEnvelope a/"}},
		"Endpoints":          {all, []*resources.Override{namespaced("Endpoints")}, []string{"Namespace //a", "Endpoints a/", "Service a/", "ResourceEnvelope a/"}},
		"a namespace":        {all, []*resources.Override{wide("", "Namespace", "b")}, []string{"Namespace //b", "ConfigMap b/", "Endpoints b/", "Service b/", "ResourceEnvelope b/"}},
		"without one":        {all, []*resources.Override{wide("rbac.authorization.k8s.io", "ClusterRole", "x")}, []string{"ClusterRole /", "ClusterResourceEnvelope //e"}},
		"another namespace":  {all, []*resources.Override{wide("", "Namespace", "c")}, nil},
		"by labels":          {byLabels, []*resources.Override{namespaced("ConfigMap")}, []string{"Namespace /", "ConfigMap a/", "ResourceEnvelope a/"}},
		"two overrides":      {all, []*resources.Override{namespaced("ConfigMap"), wide("rbac.authorization.k8s.io", "ClusterRole", "x")}, []string{"Namespace //a", "ConfigMap a/", "ResourceEnvelope a/", "ClusterRole /", "ClusterResourceEnvelope //e"}},
		"the one namespace":  {inNamespace, []*resources.Override{wide("rbac.authorization.k8s.io", "ClusterRole", "x")}, []string{"Namespace //b", "ClusterRole /"}},
		"nothing of a group": {all, []*resources.Override{wide("other", "ClusterRole", "x")}, []string{"ClusterResourceEnvelope //e"}},
	} {
		t.Run(name, func(t *testing.T) {
			listings, err := resources.NewListings(&resources.Placement{Name: "web", Selectors: c.selectors}, kinds, resources.Options{})
			if err != nil {
				t.Fatal(err)
			}
			listings.Only(c.only...)
			list := listings.Namespaces()
			more, err := listings.More(t.Context(), namespacesOf(list))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, of := range append(list, more...) {
				text := of.Kind.Kind + " " + of.Namespace + "/"
				if of.Name != "" {
					text += "/" + of.Name
				}
				got = append(got, text)
			}
			slices.Sort(got)
			slices.Sort(c.want)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestChangedSelectors: a selector that both lists have is left out, whatever its place, unless the others depend on it.
func TestChangedSelectors(t *testing.T) {
	a, b, c := namespaceTerm("a", ""), namespaceTerm("b", ""), namespaceTerm("c", "")
	defaulted, only := namespaceTerm("a", kubefleet.NamespaceWithResources), namespaceTerm("a", kubefleet.NamespaceOnly)
	in := namespaceTerm("a", kubefleet.NamespaceWithResourceSelectors)
	type terms = []kubefleet.ResourceSelector
	for name, tt := range map[string]struct{ before, after, removed, added terms }{
		"same":        {terms{a, b}, terms{b, defaulted}, nil, nil},
		"one":         {terms{a, b}, terms{c, a}, terms{b}, terms{c}},
		"scope":       {terms{a}, terms{only}, terms{a}, terms{only}},
		"depends":     {terms{in, b}, terms{in, c}, terms{in, b}, terms{in, c}},
		"independent": {terms{in, b}, terms{b, in}, nil, nil},
	} {
		removed, added := resources.ChangedSelectors(tt.before, tt.after)
		if diff := cmp.Diff([2]terms{tt.removed, tt.added}, [2]terms{removed, added}); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}

// TestOverrideReaches: an override is for the placement that it names, in one of the namespaces that PlacementNamespaces returns.
func TestOverrideReaches(t *testing.T) {
	key := func(namespace, name string) string { return namespace + "/" + name }
	for _, tt := range []struct {
		namespace string
		reference *resources.PlacementReference
		want      []string
	}{
		{"", nil, []string{"/web", "shop/web", "shop/other"}},
		{"shop", nil, []string{"/web", "shop/web", "shop/other"}},
		{"", &resources.PlacementReference{Name: "web"}, []string{"/web"}},
		{"shop", &resources.PlacementReference{Name: "web", Scope: resources.ClusterScope}, []string{"/web"}},
		{"shop", &resources.PlacementReference{Name: "web", Scope: resources.NamespacedScope}, []string{"shop/web"}},
		{"other", &resources.PlacementReference{Name: "web", Scope: resources.NamespacedScope}, nil},
		{"", &resources.PlacementReference{Name: "shop/web"}, []string{"shop/web"}},
		{"shop", &resources.PlacementReference{Name: "shop/web"}, []string{"shop/web"}},
		{"", &resources.PlacementReference{Name: "web", Scope: resources.NamespacedScope}, []string{"/web"}},
	} {
		o := &resources.Override{Namespace: tt.namespace, Name: "o", Spec: resources.OverrideSpec{Placement: tt.reference,
			ClusterResourceSelectors: []kubefleet.ResourceSelector{namespaceTerm("shop", "")}}}
		if tt.namespace != "" {
			o.Spec = resources.OverrideSpec{Placement: tt.reference, ResourceSelectors: []resources.ObjectSelector{{Version: "v1", Kind: "ConfigMap", Name: "x"}}}
		}
		var got []string
		for _, p := range []resources.Placement{{Name: "web"}, {Namespace: "shop", Name: "web"}, {Namespace: "shop", Name: "other"}} {
			if o.Reaches(&p) {
				got = append(got, key(p.Namespace, p.Name))
				if !slices.Contains(o.PlacementNamespaces(), p.Namespace) {
					t.Errorf("%+v: %q is not among the namespaces %q", tt, p.Namespace, o.PlacementNamespaces())
				}
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%+v: -want +got:\n%s", tt, diff)
		}
	}
}
