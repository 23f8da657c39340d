// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// randomKinds are what the hub of the random requests serves.
var randomKinds = []resources.Kind{
	{Version: "v1", Kind: "Namespace"}, {Version: "v1", Kind: "ConfigMap", Namespaced: true},
	{Group: "apps", Version: "v1", Kind: "Deployment", Namespaced: true},
	{Group: "rbac.authorization.k8s.io", Version: "v1", Kind: "ClusterRole"},
	{Group: fleetGroup, Version: "v1beta1", Kind: "ResourceEnvelope", Namespaced: true},
	{Group: fleetGroup, Version: "v1beta1", Kind: "ClusterResourceEnvelope"},
}

// oneOf draws an element; the first ones are the simplest.
func oneOf[T any](t *rapid.T, label string, elements ...T) T {
	return elements[rapid.IntRange(0, len(elements)-1).Draw(t, label)]
}

func object(t fataler, text string) resources.Object {
	content, err := resources.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return resources.NewObject(content)
}

type fataler interface{ Fatal(values ...any) }

func drawObjects(t *rapid.T) []resources.Object {
	drawnMetadata := func(namespace, name string) string {
		text := `{"name":"` + name + `","uid":"1"`
		if namespace != "" {
			text += `,"namespace":"` + namespace + `"`
		}
		return text + oneOf(t, "metadata", ``, `,"labels":{"app":"web"}`, `,"labels":{},"annotations":{}`,
			`,"annotations":{"a":"${MEMBER-CLUSTER-NAME}","b":"<&>"}`, `,"labels":null,"annotations":{"n":"1"}`) + "}"
	}
	configMap := func(namespace, name string) string {
		return `{"apiVersion":"v1","kind":"ConfigMap","metadata":` + drawnMetadata(namespace, name) +
			oneOf(t, "data", `}`, `,"data":{"k":"v"}}`, `,"data":{"k":"${HOME}","list":[1,null,{"a":2.50}]}}`)
	}
	role := func(name string) string {
		return `{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":` + drawnMetadata("", name) + `,"rules":[]}`
	}
	var list []resources.Object
	add := func(text string) { list = append(list, object(t, text)) }
	for _, namespace := range []string{"a", "b"} {
		add(`{"apiVersion":"v1","kind":"Namespace","metadata":` + drawnMetadata("", namespace) + `}`)
		for i := range rapid.IntRange(0, 3).Draw(t, "config maps") {
			add(configMap(namespace, []string{"m", "n", "kube-root-ca.crt"}[i]))
		}
		if rapid.Bool().Draw(t, "deployment") {
			add(`{"apiVersion":"apps/v1","kind":"Deployment","metadata":` + drawnMetadata(namespace, "m") +
				`,"spec":{"replicas":1,"list":["x","y"],"null":null},"status":{"x":1}}`)
		}
		if rapid.Bool().Draw(t, "envelope") {
			add(`{"apiVersion":"placement.kubernetes-fleet.io/v1beta1","kind":"ResourceEnvelope","metadata":` +
				drawnMetadata(namespace, "m") + `,"data":{"one":` + configMap(namespace, "m") + `,"two":` +
				configMap(oneOf(t, "inner", namespace, namespace, namespace, "", "b"), "x") + `}}`)
		}
	}
	add(role("m"))
	if rapid.Bool().Draw(t, "cluster envelope") {
		add(`{"apiVersion":"placement.kubernetes-fleet.io/v1beta1","kind":"ClusterResourceEnvelope","metadata":` + drawnMetadata("", "m") +
			`,"data":{"one":` + role("m") + `}}`)
	}
	return list
}

func drawSelector(t *rapid.T, kinds []resources.Kind) kubefleet.ResourceSelector {
	kind := oneOf(t, "kind", kinds...)
	selector := kubefleet.ResourceSelector{Group: kind.Group, Version: kind.Version, Kind: kind.Kind,
		Name: oneOf(t, "name", "", "m", "a", "none")}
	if selector.Name == "" && rapid.Bool().Draw(t, "by labels") {
		selector.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"app": "web"}}
	}
	return selector
}

func drawPlacement(t *rapid.T) resources.Placement {
	p := resources.Placement{Name: "p", Namespace: oneOf(t, "namespace of the placement", "", "", "a")}
	kinds := slices.DeleteFunc(slices.Clone(randomKinds), func(k resources.Kind) bool { return k.Namespaced != (p.Namespace != "") })
	for range rapid.IntRange(1, 3).Draw(t, "selectors") {
		p.Selectors = append(p.Selectors, drawSelector(t, kinds))
	}
	return p
}

var randomPaths = []string{"/metadata/labels/x", "/metadata/annotations/a", "/spec/replicas", "/data/k", "/data", "/metadata/labels",
	"/spec/list/0", "/spec/list/-", "/spec/list/-1", "/spec/list/-3", "/spec/list/5", "/spec/list/01", "/spec/list/word", "/spec/null/x",
	"/spec/null", "/data/list/2/a", "/data/list/-/a", "/data/k/x", "/data/a~1b", "/data/${MEMBER-CLUSTER-NAME}", "/metadata/name",
	"/apiVersion", "/metadata/labels/x y"}

var randomValues = []string{`"x"`, `5`, `null`, `"${MEMBER-CLUSTER-NAME}"`, `"${MEMBER-CLUSTER-LABEL-KEY-region}"`,
	`{"a":"${MEMBER-CLUSTER-NAME}","b":["v-${MEMBER-CLUSTER-LABEL-KEY-region}-${MEMBER-CLUSTER-NAME}",1.0,1e3]}`, `{"x":"y","app":"z"}`,
	`{"${MEMBER-CLUSTER-NAME}":1,"c1":2}`, `"${MEMBER-CLUSTER-LABEL-KEY-${MEMBER-CLUSTER-NAME}}"`, `"${MEMBER-CLUSTER-LABEL-KEY-region"`,
	`{"a":"${MEMBER-CLUSTER-LABEL-KEY-region","b":1}`, `"$${MEMBER-CLUSTER-NAME}<"`, `"${${MEMBER-CLUSTER-NAME}}"`,
	`"${MEMBER-CLUSTER-LABEL-KEY-}"`, `"${MEMBER-CLUSTER-KIND}${MEMBER-CLUSTER-NAME}"`, `"\"${MEMBER-CLUSTER-LABEL-KEY-region}\\"`}

func drawOverrides(t *rapid.T) []resources.Override {
	var list []resources.Override
	for i := range rapid.IntRange(0, 4).Draw(t, "overrides") {
		o := resources.Override{Name: fmt.Sprintf("o-%d", i), Index: rapid.IntRange(0, 1).Draw(t, "index"),
			Namespace: oneOf(t, "namespace of the override", "", "", "a", "b"), Spec: resources.OverrideSpec{Policy: &resources.OverridePolicy{}}}
		for range rapid.IntRange(1, 2).Draw(t, "override selectors") {
			s := drawSelector(t, randomKinds)
			s.LabelSelector = nil
			if o.Namespace == "" {
				s.Name = oneOf(t, "cluster name", "a", "b", "m")
				o.Spec.ClusterResourceSelectors = append(o.Spec.ClusterResourceSelectors, s)
			} else {
				o.Spec.ResourceSelectors = append(o.Spec.ResourceSelectors, resources.ObjectSelector{Group: s.Group, Version: s.Version,
					Kind: s.Kind, Name: oneOf(t, "object name", "m", "n", "x")})
			}
		}
		if rapid.IntRange(0, 3).Draw(t, "reference") == 3 {
			o.Spec.Placement = &resources.PlacementReference{Name: oneOf(t, "placement", "p", "a/p", "other"),
				Scope: oneOf(t, "scope", "", resources.ClusterScope, resources.NamespacedScope)}
		}
		for range rapid.IntRange(1, 2).Draw(t, "rules") {
			o.Spec.Policy.OverrideRules = append(o.Spec.Policy.OverrideRules, drawRule(t))
		}
		list = append(list, o)
	}
	return list
}

func drawRule(t *rapid.T) resources.OverrideRule {
	byLabel := func(key, value string) *kubefleet.ClusterSelector {
		return &kubefleet.ClusterSelector{ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{
			LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{key: value}}}, {}}}
	}
	rule := resources.OverrideRule{ClusterSelector: oneOf(t, "cluster selector", &kubefleet.ClusterSelector{}, &kubefleet.ClusterSelector{},
		byLabel("env", "prod"), byLabel("region", "eu"), nil)}
	if rapid.IntRange(0, 5).Draw(t, "delete") == 5 {
		rule.OverrideType = resources.DeleteOverride
		return rule
	}
	for range rapid.IntRange(0, 3).Draw(t, "patches") {
		rule.JSONPatchOverrides = append(rule.JSONPatchOverrides, resources.JSONPatch{Op: oneOf(t, "op", "add", "add", "replace", "remove"),
			Path: oneOf(t, "path", randomPaths...), Value: resources.PatchValue(oneOf(t, "value", randomValues...))})
	}
	return rule
}

func drawClusters(t *rapid.T) []resources.Cluster {
	var list []resources.Cluster
	for i := range rapid.IntRange(1, 5).Draw(t, "clusters") {
		c := resources.Cluster{Name: fmt.Sprintf("c%d", i), Labels: map[string]string{"env": oneOf(t, "env", "prod", "test")}}
		region := oneOf(t, "region", "eu", "eu", "us", "", "eu/1", `a"b`, `<x>`, "${MEMBER-CLUSTER-NAME}", "missing",
			"MEMBER-CLUSTER-NAME", `x","y":"z`)
		if region != "missing" {
			c.Labels["region"] = region
		}
		if rapid.Bool().Draw(t, "own label") {
			c.Labels[c.Name] = "own"
		}
		list = append(list, c)
	}
	return list
}

// random is a hub and a request.
type random struct {
	objects []resources.Object
	request resources.Question
}

func drawRandom(t *rapid.T) random {
	if rapid.Bool().Draw(t, "variables") {
		return drawVariables(t)
	}
	return random{drawObjects(t), resources.Question{Placement: drawPlacement(t), Overrides: drawOverrides(t), Clusters: drawClusters(t)}}
}

// drawVariables draws a request whose patches fit nearly always, so that what variables become is seen.
func drawVariables(t *rapid.T) random {
	content := `"labels":{"app":"web"},"annotations":{"a":"` + oneOf(t, "annotation", "b", "b", "b", "${MEMBER-CLUSTER-NAME}") +
		`"}},"data":{"k":"v","list":["${HOME}","x"]}}`
	r := random{request: resources.Question{Clusters: drawClusters(t), Placement: resources.Placement{Name: "p",
		Selectors: []kubefleet.ResourceSelector{{Version: "v1", Kind: "Namespace", Name: "a"}}}}}
	r.objects = []resources.Object{object(t, `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a",`+content),
		object(t, `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"m","namespace":"a",`+content)}
	for i := range rapid.IntRange(1, 3).Draw(t, "overrides") {
		rule := resources.OverrideRule{ClusterSelector: &kubefleet.ClusterSelector{}}
		for range rapid.IntRange(1, 2).Draw(t, "patches") {
			rule.JSONPatchOverrides = append(rule.JSONPatchOverrides, resources.JSONPatch{
				Op: oneOf(t, "op", "add", "replace"), Value: resources.PatchValue(oneOf(t, "value", randomValues...)),
				Path: oneOf(t, "path", "/metadata/labels/app", "/metadata/annotations/a", "/data/k", "/data/list/0", "/data/list/-1",
					"/metadata/name", "/apiVersion", "/kind", "/metadata/labels", "/data")})
		}
		if rapid.IntRange(0, 5).Draw(t, "odd path") == 5 {
			rule.JSONPatchOverrides[0].Op, rule.JSONPatchOverrides[0].Path = "add", oneOf(t, "path", "/metadata/labels/x y", "/data/${MEMBER-CLUSTER-NAME}", "/metadata/name", "/data/none/x", "/metadata/labels/b")
		}
		r.request.Overrides = append(r.request.Overrides, resources.Override{Name: fmt.Sprintf("o-%d", i), Spec: resources.OverrideSpec{
			ClusterResourceSelectors: []kubefleet.ResourceSelector{{Version: "v1", Kind: "Namespace", Name: "a"}},
			Policy:                   &resources.OverridePolicy{OverrideRules: []resources.OverrideRule{rule}}}})
	}
	return r
}

func (r *random) render(t *rapid.T) *resources.Rendering {
	hub, err := resources.NewHub(t.Context(), r.objects, randomKinds, resources.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rendered, err := hub.Render(t.Context(), &r.request)
	if err != nil {
		t.Fatal(err)
	}
	return rendered
}

// textsOf are the manifests of a cluster with the names of their Works.
func textsOf(t *rapid.T, c *resources.ClusterManifests) string {
	var all strings.Builder
	for _, work := range c.Works {
		fmt.Fprintln(&all, work.Name, len(work.Manifests))
		for _, m := range work.Manifests {
			text, err := m.Text(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if sha256.Sum256(text) != m.Digest {
				t.Fatalf("the digest is not that of %s", text)
			}
			fmt.Fprintln(&all, string(text), m.Refused)
		}
	}
	return all.String()
}

// TestNaive compares with an implementation that goes by the rules and keeps nothing.
func TestNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRandom(t)
		rendered := r.render(t)
		n := naive{r.objects, &r.request}
		selected, err := n.selected()
		if (err != nil) != (rendered.Failure != nil) {
			t.Fatalf("got %v, want %v", rendered.Failure, err)
		}
		if err != nil {
			return
		}
		for i := range rendered.Clusters {
			want := n.cluster(selected, &r.request.Clusters[i])
			got := naiveOf(t, &rendered.Clusters[i])
			got.shorten(want.Failures)
			if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("cluster %s: -want +got:\n%s", want.Overrides, diff)
			}
		}
	})
}

// shorten leaves of each failure the cause, if it has the one that is expected.
func (c *naiveCluster) shorten(causes []string) {
	for i, why := range causes {
		if i < len(c.Failures) && strings.Contains(c.Failures[i], why) {
			c.Failures[i] = why
		}
	}
}

func naiveOf(t *rapid.T, c *resources.ClusterManifests) naiveCluster {
	got := naiveCluster{Overrides: slices.Concat(c.Overrides.Cluster, c.Overrides.Namespaced), Works: map[string][]string{},
		Refused: map[string][]string{}}
	for _, f := range c.Failures {
		text := f.Why
		if f.Override != nil && f.Resource != (resources.ID{}) {
			text = fmt.Sprintf("%q failed to apply on %s: %s", f.Override.Snapshot(), f.Resource, f.Why)
		}
		got.Failures = append(got.Failures, text)
	}
	for _, work := range c.Works {
		name := work.Name
		if work.Envelope != nil {
			name = work.Envelope.String()
		}
		got.Works[name] = nil
		for _, m := range work.Manifests {
			text, err := m.Text(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got.Works[name] = append(got.Works[name], string(text))
			got.Refused[name] = append(got.Refused[name], fmt.Sprint(m.Refused))
		}
	}
	return got
}

// TestAlone renders for every cluster alone, which gives the same as for all of them.
func TestAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRandom(t)
		rendered := r.render(t)
		for i := range rendered.Clusters {
			one := r
			one.request.Clusters = r.request.Clusters[i : i+1]
			want, got := one.render(t).Clusters[0], rendered.Clusters[i]
			if textsOf(t, &want) != textsOf(t, &got) || want.Digest != got.Digest || !reflect.DeepEqual(want.Failures, got.Failures) ||
				!reflect.DeepEqual(want.Overrides, got.Overrides) {
				t.Fatalf("cluster %s: alone it gets\n%s%v\namong all\n%s%v", got.Cluster, textsOf(t, &want), want.Failures,
					textsOf(t, &got), got.Failures)
			}
		}
	})
}

// TestDigest compares digests and manifests of every two clusters.
func TestDigest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRandom(t)
		for i := range r.request.Clusters {
			r.request.Clusters = append(r.request.Clusters, resources.Cluster{Name: fmt.Sprintf("d%d", i),
				Labels: r.request.Clusters[i].Labels})
		}
		rendered := r.render(t)
		for i := range rendered.Clusters {
			for j := range i {
				a, b := &rendered.Clusters[i], &rendered.Clusters[j]
				if len(a.Failures)+len(b.Failures) == 0 && (a.Digest == b.Digest) != (textsOf(t, a) == textsOf(t, b)) {
					t.Fatalf("equal digests: %v\n%s\n%s", a.Digest == b.Digest, textsOf(t, a), textsOf(t, b))
				}
			}
		}
	})
}

// TestOrder renders with objects, overrides and clusters in another order, which gives the same.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRandom(t)
		want := r.render(t)
		other := random{rapid.Permutation(r.objects).Draw(t, "objects"), r.request}
		other.request.Overrides = rapid.Permutation(r.request.Overrides).Draw(t, "other overrides")
		other.request.Clusters = rapid.Permutation(r.request.Clusters).Draw(t, "other clusters")
		got := other.render(t)
		if diff := gocmp.Diff(want.Selection, got.Selection, cmpopts.IgnoreUnexported(resources.Resource{})); diff != "" {
			t.Fatalf("selection: -want +got:\n%s", diff)
		}
		for i := range want.Clusters {
			w := &want.Clusters[i]
			at := slices.IndexFunc(got.Clusters, func(c resources.ClusterManifests) bool { return c.Cluster == w.Cluster })
			if g := &got.Clusters[at]; textsOf(t, w) != textsOf(t, g) || w.Digest != g.Digest || !reflect.DeepEqual(w.Failures, g.Failures) {
				t.Fatalf("cluster %s: got\n%s%v\nwant\n%s%v", w.Cluster, textsOf(t, g), g.Failures, textsOf(t, w), w.Failures)
			}
		}
	})
}

// TestInputStays renders twice, reads every manifest, and finds the input as it was.
func TestInputStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRandom(t)
		before, err := json.Marshal([]any{r.objects, r.request})
		if err != nil {
			t.Fatal(err)
		}
		first, second := r.render(t), r.render(t)
		for i := range first.Clusters {
			if textsOf(t, &first.Clusters[i]) != textsOf(t, &second.Clusters[i]) {
				t.Fatal("the second rendering differs")
			}
		}
		if after, err := json.Marshal([]any{r.objects, r.request}); err != nil || string(before) != string(after) {
			t.Fatalf("the input has changed (%v):\n%s\n%s", err, before, after)
		}
	})
}
