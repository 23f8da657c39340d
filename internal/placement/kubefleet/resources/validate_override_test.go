// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// covered finds where what a hub refuses of an override, and what is found of it before, are not about the same fields.
func covered(o *resources.Override, others []resources.Override) (differences []string) {
	found := o.Validate()
	if len(found) == 0 {
		found = o.ValidateBeside(others)
	} else {
		// The others matter when the override is right.
		others = nil
	}
	refused := o.Admit(others)
	for _, refusal := range refused {
		if !slices.ContainsFunc(found, func(err *field.Error) bool {
			return strings.HasPrefix(err.Field, refusal.Path) || strings.HasPrefix(refusal.Path, err.Field)
		}) {
			differences = append(differences, fmt.Sprintf("%s is refused and not found: %s", refusal.Path, refusal.Message))
		}
	}
	if len(refused) == 0 && len(found) > 0 {
		differences = append(differences, fmt.Sprintf("nothing is refused, and found is %v", found))
	}
	fields := map[string]int{}
	for _, err := range found {
		fields[err.Field]++
	}
	for name, n := range fields {
		if n > 1 && !strings.Contains(name, "labelSelector") {
			differences = append(differences, fmt.Sprintf("%d mistakes at %s: %v", n, name, found))
		}
	}
	return differences
}

// TestOverride_recorded: what real hubs have refused of overrides is found at the same fields, and nothing else.
func TestOverride_recorded(t *testing.T) {
	overrides, refused := 0, 0
	conformance.RunRender(t, func(_ []resources.Kind, c *recordedCase) (string, string) {
		var differences []string
		all := c.overrides()
		for i := range all {
			overrides++
			if len(all[i].Admit(all[:i])) > 0 {
				refused++
			}
			differences = append(differences, covered(&all[i], all[:i])...)
		}
		return c.Name, strings.Join(differences, "\n")
	})
	t.Logf("%d of %d overrides are refused", refused, overrides)
}

// TestOverride_property: the same for any overrides.
func TestOverride_property(t *testing.T) {
	text := func(values ...string) *rapid.Generator[string] { return rapid.SampledFrom(values) }
	selector := rapid.Custom(func(t *rapid.T) *metav1.LabelSelector {
		return rapid.SampledFrom([]*metav1.LabelSelector{
			nil, {}, {MatchLabels: map[string]string{"a": "b"}}, {MatchLabels: map[string]string{"a": "b c"}},
			{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "a", Operator: "Im"}}},
		}).Draw(t, "labels")
	})
	patch := rapid.Custom(func(t *rapid.T) resources.JSONPatch {
		return resources.JSONPatch{
			Op: text("add", "remove", "replace", "test").Draw(t, "op"),
			Path: text("", "spec", "/spec/a", "/spec//a", "/spec/", "/kind", "/apiVersion/x", "/metadata", "/metadata/labels/a",
				"/metadata/name",
				"/metadata/annotations", "/metadata/", "/status", "/status/a", "/ ").Draw(t, "path"),
			Value: resources.PatchValue(text("", "1", "null", `{"a":"b"}`).Draw(t, "value")),
		}
	})
	term := rapid.Custom(func(t *rapid.T) kubefleet.ClusterSelectorTerm {
		of := kubefleet.ClusterSelectorTerm{LabelSelector: selector.Draw(t, "labelSelector")}
		if rapid.IntRange(0, 9).Draw(t, "property") == 0 {
			of.PropertySorter = &kubefleet.PropertySorter{}
		}
		return of
	})
	rule := rapid.Custom(func(t *rapid.T) resources.OverrideRule {
		of := resources.OverrideRule{OverrideType: text("", "JSONPatch", "Delete", "Deleted").Draw(t, "type")}
		if rapid.Bool().Draw(t, "selects") {
			of.ClusterSelector = &kubefleet.ClusterSelector{ClusterSelectorTerms: rapid.SliceOfN(term, 0, 2).Draw(t, "terms")}
		}
		if rapid.Bool().Draw(t, "patches") {
			of.JSONPatchOverrides = rapid.SliceOfN(patch, 0, 21).Draw(t, "patches")
		}
		return of
	})
	object := rapid.Custom(func(t *rapid.T) kubefleet.ResourceSelector {
		of := kubefleet.ResourceSelector{Version: "v1", Kind: text("Namespace", "ClusterRole").Draw(t, "kind"),
			Name:           text("a", "b", "c").Draw(t, "name"),
			SelectionScope: text("", "", "NamespaceOnly", "NamespaceWithResources", "Namespace").Draw(t, "scope")}
		if rapid.IntRange(0, 9).Draw(t, "labels") == 0 {
			of.LabelSelector = selector.Draw(t, "labels")
		}
		return of
	})
	override := rapid.Custom(func(t *rapid.T) resources.Override {
		of := resources.Override{Name: text("x", "y", "z").Draw(t, "name"), Namespace: text("", "n", "m").Draw(t, "namespace")}
		if rapid.Bool().Draw(t, "placement") {
			of.Spec.Placement = &resources.PlacementReference{Name: "p", Scope: text("", "Cluster", "Namespaced", "Any").Draw(t, "scope")}
		}
		for _, s := range rapid.SliceOfN(object, 0, 21).Draw(t, "selectors") {
			if of.Namespace == "" {
				of.Spec.ClusterResourceSelectors = append(of.Spec.ClusterResourceSelectors, s)
			} else {
				of.Spec.ResourceSelectors = append(of.Spec.ResourceSelectors, resources.ObjectSelector{Version: s.Version,
					Kind: s.Kind, Name: s.Name})
			}
		}
		if rapid.IntRange(0, 9).Draw(t, "policy") > 0 {
			of.Spec.Policy = &resources.OverridePolicy{OverrideRules: rapid.SliceOfN(rule, 0, 21).Draw(t, "rules")}
		}
		return of
	})
	rapid.Check(t, func(t *rapid.T) {
		o, others := override.Draw(t, "override"), rapid.SliceOfN(override, 0, 3).Draw(t, "others")
		for _, difference := range covered(&o, others) {
			t.Error(difference)
		}
	})
}

// deploymentOverride is an override of a Deployment that a hub takes.
func deploymentOverride(change func(*resources.Override)) *resources.Override {
	o := &resources.Override{
		Namespace: "shop", Name: "web",
		Spec: resources.OverrideSpec{
			ResourceSelectors: []resources.ObjectSelector{{Group: "apps", Version: "v1", Kind: "Deployment", Name: "web"}},
			Policy: &resources.OverridePolicy{OverrideRules: []resources.OverrideRule{{
				ClusterSelector:    &kubefleet.ClusterSelector{ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{}},
				JSONPatchOverrides: []resources.JSONPatch{{Op: "replace", Path: "/spec/replicas", Value: resources.PatchValue("2")}},
			}}},
		},
	}
	change(o)
	return o
}

// TestOverride_Validate: a mistake says what was found and what to do.
func TestOverride_Validate(t *testing.T) {
	patched := func(change func(*resources.JSONPatch)) func(*resources.Override) {
		return func(o *resources.Override) { change(&o.Spec.Policy.OverrideRules[0].JSONPatchOverrides[0]) }
	}
	inCluster := func(o *resources.Override) {
		o.Namespace, o.Spec.ResourceSelectors = "", nil
		o.Spec.ClusterResourceSelectors = []kubefleet.ResourceSelector{{Version: "v1", Kind: "Namespace", Name: "shop"}}
	}
	for want, change := range map[string]func(*resources.Override){
		"": func(*resources.Override) {},
		`policy.overrideRules[0].jsonPatchOverrides[0].op: found "repalce": must be one of "add", "remove", "replace"; did you mean "replace"?`:             patched(func(p *resources.JSONPatch) { p.Op = "repalce" }),
		`policy.overrideRules[0].jsonPatchOverrides[0].path: found "spec": must start with a slash, such as /spec/replicas`:                                 patched(func(p *resources.JSONPatch) { p.Path = "spec" }),
		`policy.overrideRules[0].jsonPatchOverrides[0].value: the operation remove has no value; remove it, or use replace`:                                 patched(func(p *resources.JSONPatch) { p.Op = "remove" }),
		`policy.overrideRules[0].jsonPatchOverrides: a rule with the override_type Delete leaves the objects out; remove the patches, or the override_type`: func(o *resources.Override) { o.Spec.Policy.OverrideRules[0].OverrideType = "Delete" },
		`policy.overrideRules[0].jsonPatchOverrides: must have at least one patch`:                                                                          func(o *resources.Override) { o.Spec.Policy.OverrideRules[0].JSONPatchOverrides = nil },
		`policy: must be set: it has the rules of the override`:                                                                                             func(o *resources.Override) { o.Spec.Policy = nil },
		`clusterResourceSelectors[1]: found "v1 Namespace shop": clusterResourceSelectors[0] already has this value`: func(o *resources.Override) {
			inCluster(o)
			o.Spec.ClusterResourceSelectors = append(o.Spec.ClusterResourceSelectors, o.Spec.ClusterResourceSelectors[0])
		},
		`resourceSelectors: an override without a namespace is a ClusterResourceOverride, which has cluster_resource_selectors; set namespace to override objects in a namespace`: func(o *resources.Override) { o.Namespace = "" },
		`placement: an override without a namespace is a ClusterResourceOverride, whose placement has the scope Cluster; set namespace to override what a ResourcePlacement places`: func(o *resources.Override) {
			inCluster(o)
			o.Spec.Placement = &resources.PlacementReference{Name: "web", Scope: "Namespaced"}
		},
		`policy.overrideRules[0].clusterSelector.clusterSelectorTerms[0].labelSelector: must be set; a selector without terms matches every cluster`: func(o *resources.Override) {
			o.Spec.Policy.OverrideRules[0].ClusterSelector.ClusterSelectorTerms = []kubefleet.ClusterSelectorTerm{{}}
		},
		`policy.overrideRules[0].clusterSelector.clusterSelectorTerms: found 11: must have at most 10 items`: func(o *resources.Override) {
			o.Spec.Policy.OverrideRules[0].ClusterSelector.ClusterSelectorTerms = slices.Repeat(
				[]kubefleet.ClusterSelectorTerm{{LabelSelector: &metav1.LabelSelector{}}}, 11)
		},
	} {
		if got := sentences(deploymentOverride(change).Validate()); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func sentences(errs field.ErrorList) string {
	var list []string
	for _, err := range errs {
		list = append(list, err.Field+": "+excerpt.FoundAndWanted(err))
	}
	return strings.Join(list, "\n")
}

// TestOverride_ValidateBeside: an object has one override, and a namespace at most 100.
func TestOverride_ValidateBeside(t *testing.T) {
	named := func(name, of string) resources.Override {
		return *deploymentOverride(func(o *resources.Override) { o.Name, o.Spec.ResourceSelectors[0].Name = name, of })
	}
	var full []resources.Override
	for i := range 100 {
		full = append(full, named(fmt.Sprintf("o-%d", i), fmt.Sprintf("d-%d", i)))
	}
	o := named("web", "web")
	for name, tt := range map[string]struct {
		others []resources.Override
		want   string
	}{
		"none":           {nil, ""},
		"another object": {[]resources.Override{named("api", "api")}, ""},
		"itself":         {[]resources.Override{o}, ""},
		"another namespace": {
			[]resources.Override{*deploymentOverride(func(o *resources.Override) { o.Namespace, o.Name = "other", "api" })}, "",
		},
		"the same object": {
			[]resources.Override{named("a", "web"), named("b", "web")},
			`resourceSelectors[0]: found "apps/v1 Deployment web": the ResourceOverride ` +
				`"b" selects this object already, and KubeFleet allows one override of an object: add the rules to that one, or remove the object from it first`,
		},
		"99": {full[:99], ""},
		"100": {
			full, "name: a namespace has at most 100 ResourceOverrides, and there are 100 others: add the rules to one of them, or " +
				"remove one first",
		},
	} {
		if got := sentences(o.ValidateBeside(tt.others)); got != tt.want {
			t.Errorf("%s: got  %s\nwant %s", name, got, tt.want)
		}
	}
}
