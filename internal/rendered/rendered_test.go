// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
)

// web is a namespace with a Deployment and a Secret.
const web = `
{apiVersion: v1, kind: Namespace, metadata: {name: web}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: web}, spec: {replicas: 5}}
---
{apiVersion: v1, kind: Secret, metadata: {name: key, namespace: web}, data: {token: c2VjcmV0}}
`

// canary sets the replicas of the Deployment on the clusters of an environment.
const canary = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceOverride
metadata: {name: canary, namespace: web}
spec:
  resourceSelectors: [{group: apps, version: v1, kind: Deployment, name: web}]
  policy:
    overrideRules:
    - clusterSelector: {clusterSelectorTerms: [{labelSelector: {matchLabels: {env: canary}}}]}
      jsonPatchOverrides: [{op: replace, path: /spec/replicas, value: 1}]
`

// request places the namespace web on three clusters, of which us-1 is a canary.
func request(t *testing.T, texts ...string) *rendered.Question {
	t.Helper()
	r := &rendered.Question{
		Placement: resources.Placement{Name: "web", Selectors: []kubefleet.ResourceSelector{{Version: "v1", Kind: "Namespace", Name: "web"}}},
		Clusters: []placement.Cluster{
			{Name: "eu-1", Labels: map[string]string{"env": "prod"}}, {Name: "eu-2", Labels: map[string]string{"env": "prod"}},
			{Name: "us-1", Labels: map[string]string{"env": "canary"}},
		},
	}
	r.Decisions = []string{"us-1", "eu-2", "eu-1"}
	for i, text := range texts {
		if err := r.Objects.AddText(i, text); err != nil {
			t.Fatal(err)
		}
	}
	r.Arguments.Objects = r.Objects
	return r
}

func TestRender(t *testing.T) {
	r := request(t, web, canary)
	got, found := rendered.Render(t.Context(), r)
	if len(found) > 0 {
		t.Fatal(found)
	}
	digests := map[string]string{}
	for name, of := range got.ByCluster {
		digests[name] = of.Digest
	}
	if digests["eu-1"] != digests["eu-2"] || digests["eu-1"] == digests["us-1"] || len(digests["eu-1"]) != 16 {
		t.Errorf("the digests are %v", digests)
	}
	want := []rendered.Variant{
		{Digest: digests["eu-1"], ClusterNames: []string{"eu-1", "eu-2"}, Changed: 0},
		{Digest: digests["us-1"], ClusterNames: []string{"us-1"}, Changed: 1},
	}
	if diff := cmp.Diff(want, got.Variants); diff != "" {
		t.Errorf("variants: -want +got:\n%s", diff)
	}
	if diff := cmp.Diff(rendered.Cluster{Overrides: []string{"ResourceOverride/web/canary"}, Manifests: 3, Digest: digests["us-1"]},
		got.ByCluster["us-1"]); diff != "" {
		t.Errorf("us-1: -want +got:\n%s", diff)
	}
}

// TestRenderManifests asks for the manifests of one cluster. The values of a Secret are not among them.
func TestRenderManifests(t *testing.T) {
	r := request(t, web, canary)
	r.WithManifests, r.ManifestsOf = true, []string{"us-1"}
	got, found := rendered.Render(t.Context(), r)
	if len(found) > 0 {
		t.Fatal(found)
	}
	if got.Variants[0].Works != nil {
		t.Errorf("the other clusters have works: %v", got.Variants[0].Works)
	}
	want := []rendered.Work{{Name: "web-work", Manifests: []string{
		`{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"web"}}`,
		`{"apiVersion":"v1","data":{"token":"(hidden)"},"kind":"Secret","metadata":{"name":"key","namespace":"web"}}`,
		`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"web"},"spec":{"replicas":1}}`,
	}}}
	if diff := cmp.Diff(want, got.Variants[1].Works); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestFindings has a mistake, or something that is probably not meant, in each row.
func TestFindings(t *testing.T) {
	replace := func(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }
	for name, c := range map[string]struct {
		objects []string
		change  func(*rendered.Question)
		want    finding.Finding
	}{
		"a patch that does not fit on one cluster": {
			objects: []string{web, replace(canary, "/spec/replicas", "/spec/replica")},
			want: finding.Finding{Title: "Manifests cannot be made for 1 cluster", Text: `override "canary" on Deployment/web/web: replace ` +
				`operation does not apply: doc is missing key: /spec/replica: missing value. The hub would leave the cluster us-1 without an update.`},
		},
		"the same as a warning": {
			objects: []string{web, replace(canary, "/spec/replicas", "/spec/replica")},
			change:  func(r *rendered.Question) { r.OnFailure = rendered.FailureWarn },
			want: finding.Finding{Warning: true, Title: "Manifests cannot be made for 1 cluster", Text: `override "canary" on ` +
				`Deployment/web/web: replace operation does not apply: doc is missing key: /spec/replica: missing value. The hub would leave ` +
				`the cluster us-1 without an update.`},
		},
		"a label that a cluster lacks": {
			objects: []string{web, replace(canary, "value: 1", "value: '${MEMBER-CLUSTER-LABEL-KEY-size}'")},
			want: finding.Finding{Title: "Manifests cannot be made for 1 cluster", Text: `override "canary" on Deployment/web/web: label key ` +
				`size not found on cluster us-1. The hub would leave the cluster us-1 without an update.`},
		},
		"a label value that is none": {
			objects: []string{web, replace(canary, "replace", "add", "/spec/replicas", "/metadata/labels", "value: 1", "value: {a: 'b c'}")},
			want: finding.Finding{Title: "Manifests cannot be made for 1 cluster", Text: `Deployment/web/web: the API server would refuse the ` +
				`Work web-work: metadata.labels: a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ` +
				`and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation ` +
				`is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?'). The hub would leave the cluster us-1 without an update.`},
		},
		"an override of an object that is not selected": {
			objects: []string{web, replace(canary, "name: web}]", "name: wbe}]", "spec:\n", "spec:\n  placement: {name: web}\n")},
			want: finding.Finding{At: "objects[1]", Warning: true, Title: "An override selects nothing", Text: `ResourceOverride "canary" in ` +
				`namespace "web" is for the placement, and selects none of its resources. Group, version, kind and name have to be equal; a ` +
				`ClusterResourceOverride selects objects with a namespace through the Namespace.`},
		},
		"the same, of a ResourcePlacement by its namespace and name": {
			objects: []string{web, replace(canary, "name: web}]", "name: wbe}]", "spec:\n", "spec:\n  placement: {name: web/p}\n")},
			change: func(r *rendered.Question) {
				r.Placement = resources.Placement{Namespace: "web", Name: "p", Selectors: []kubefleet.ResourceSelector{
					{Group: "apps", Version: "v1", Kind: "Deployment", Name: "web"}}}
			},
			want: finding.Finding{At: "objects[1]", Warning: true, Title: "An override selects nothing", Text: `ResourceOverride "canary" in ` +
				`namespace "web" is for the placement, and selects none of its resources. Group, version, kind and name have to be equal; a ` +
				`ClusterResourceOverride selects objects with a namespace through the Namespace.`},
		},
		"an override that matches no chosen cluster": {
			objects: []string{web, replace(canary, "env: canary", "env: test")},
			want: finding.Finding{At: "objects[1]", Warning: true, Title: "An override matches no chosen cluster", Text: `ResourceOverride ` +
				`"canary" in namespace "web" selects resources of the placement, and none of its rules matches a cluster that the placement ` +
				`has chosen.`},
		},
		"an override of another placement": {
			objects: []string{web, replace(canary, "spec:\n", "spec:\n  placement: {name: api}\n")},
			want: finding.Finding{At: "objects[1]", Warning: true, Title: "An override is for another placement", Text: `ResourceOverride ` +
				`"canary" in namespace "web" selects resources of the placement, and its spec.placement is "api".`},
		},
		"two selectors of one resource": {
			objects: []string{web},
			change: func(r *rendered.Question) {
				r.Placement.Selectors = append(r.Placement.Selectors, kubefleet.ResourceSelector{Version: "v1", Kind: "Namespace"})
			},
			want: finding.Finding{At: "resourceSelectors", Title: "Nothing can be selected", Text: `The hub would report the reason ` +
				`InvalidResourceSelectors: found duplicate resource {Group: Version:v1 Kind:Namespace Name:web Namespace: Envelope:<nil>}.`},
		},
		"a selector that selects nothing": {
			objects: []string{web},
			change: func(r *rendered.Question) {
				r.Placement.Selectors = append(r.Placement.Selectors, kubefleet.ResourceSelector{Group: "rbac.authorization.k8s.io", Version: "v1", Kind: "ClusterRole"})
			},
			want: finding.Finding{At: "resourceSelectors[1]", Warning: true, Title: "A resource selector selects nothing",
				Text: "There is no ClusterRole that it matches. The hub reports no error for that."},
		},
		"a reserved namespace": {
			objects: []string{"{apiVersion: v1, kind: Namespace, metadata: {name: kube-system}}"},
			change:  func(r *rendered.Question) { r.Placement.Selectors[0].Name = "kube-system" },
			want: finding.Finding{At: "resourceSelectors", Title: "Nothing can be selected", Text: `The hub would report the reason ` +
				`InvalidResourceSelectors: invalid clusterRresourcePlacement web: namespace kube-system is not allowed to propagate.`},
		},
		"a kind with an effect on the hub": {
			objects: []string{web, "{apiVersion: v1, kind: ResourceQuota, metadata: {name: small, namespace: web}, spec: {hard: {pods: 1}}}"},
			want: finding.Finding{Warning: true, Title: "ResourceQuota has an effect on the hub", Text: `ResourceQuota "small" in namespace ` +
				`"web" also limits what the namespace can hold on the hub itself. To place it without that, put it into a ResourceEnvelope or ` +
				`ClusterResourceEnvelope.`},
		},
		"an envelope of an earlier version": {
			objects: []string{web, `{apiVersion: v1, kind: ConfigMap, metadata: {name: e, namespace: web, annotations: {
				kubernetes-fleet.io/envelope-configmap: "true"}}, data: {a: x}}`},
			want: finding.Finding{Warning: true, Title: "A ConfigMap is no longer an envelope", Text: `ConfigMap "e" in namespace "web": the ` +
				`annotation kubernetes-fleet.io/envelope-configmap has no effect in this version of KubeFleet. The clusters get the ConfigMap ` +
				`itself, and none of the objects in it. Put them into a ResourceEnvelope or ClusterResourceEnvelope.`},
		},
		"an object of another namespace in an envelope": {
			objects: []string{web, `{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ResourceEnvelope, metadata: {name: e, namespace: web},
				data: {a: {apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: api}}}}`},
			want: finding.Finding{Title: "Manifests cannot be made for 3 clusters", Text: `ConfigMap/api/c in ResourceEnvelope/web/e: a ` +
				`namespaced object a (api/c) in has been wrapped in a resource envelope from another namespace (web/e). The hub would leave the ` +
				`clusters eu-1, eu-2, us-1 without an update.`},
		},
		"a cluster that does not exist": {
			objects: []string{web},
			change:  func(r *rendered.Question) { r.Decisions = []string{"eu-1", "eu2"} },
			want:    finding.Finding{At: "decisions[1]", Title: "A cluster does not exist", Text: `The fleet has no cluster "eu2"; did you mean "eu-2"?`},
		},
		"an object twice": {
			objects: []string{web, "{apiVersion: v1, kind: Namespace, metadata: {name: web}}"},
			want:    finding.Finding{At: "objects[1]", Title: "Duplicate object", Text: `Found Namespace "web" twice. Remove one of them.`},
		},
		"an override with a misspelt field": {
			objects: []string{web, replace(canary, "resourceSelectors", "resourceSelector")},
			want: finding.Finding{At: "objects[1]", Title: "An override cannot be used", Text: `ResourceOverride "canary" in namespace "web": ` +
				`spec: json: unknown field "resourceSelector".`},
		},
		"a path that the hub refuses": {
			objects: []string{web, replace(canary, "/spec/replicas", "/status/replicas")},
			want: finding.Finding{At: "objects[1]", Title: "The hub does not take an override", Text: `ResourceOverride "canary" in namespace ` +
				`"web": spec.policy.overrideRules[0].jsonPatchOverrides[0].path: found "/status/replicas": an override cannot change the ` +
				`status, which is not placed.`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := request(t, c.objects...)
			if c.change != nil {
				c.change(r)
			}
			outputs, found := rendered.Render(t.Context(), r)
			if diff := cmp.Diff(finding.List{c.want}, found); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if (outputs == nil) != found.HasError() && !strings.HasPrefix(c.want.Title, "Manifests cannot be made") {
				t.Errorf("the outputs are %v", outputs)
			}
		})
	}
}

// TestChanges tells what overrides change: a field that is added, changed and removed, an object that is deleted, the same change of
// several objects, and nothing of a Secret.
func TestChanges(t *testing.T) {
	const rules = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourceOverride
metadata: {name: region}
spec:
  clusterResourceSelectors: [{group: "", version: v1, kind: Namespace, name: web}]
  policy:
    overrideRules:
    - clusterSelector: {clusterSelectorTerms: []}
      jsonPatchOverrides: [{op: add, path: /metadata/labels, value: {cluster: "${MEMBER-CLUSTER-NAME}"}}]
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceOverride
metadata: {name: key, namespace: web}
spec:
  resourceSelectors: [{group: "", version: v1, kind: Secret, name: key}]
  policy:
    overrideRules:
    - clusterSelector: {clusterSelectorTerms: [{labelSelector: {matchLabels: {env: canary}}}]}
      overrideType: Delete
    - clusterSelector: {clusterSelectorTerms: [{labelSelector: {matchLabels: {env: prod}}}]}
      jsonPatchOverrides: [{op: add, path: /data/token, value: b3RoZXI=}]
`
	r := request(t, web, rules)
	r.Decisions = []string{"eu-1", "us-1"}
	got, found := rendered.Render(t.Context(), r)
	if len(found) > 0 {
		t.Fatal(found)
	}
	both := []string{"ClusterResourceOverride/region", "ResourceOverride/web/key"}
	label := func(cluster string, count int, of ...string) rendered.Change {
		return rendered.Change{ClusterNames: []string{cluster}, Overrides: both[:1], Resources: of, ResourceCount: count,
			Path: "/metadata/labels", Planned: `{"cluster":"` + cluster + `"}`}
	}
	secret := label("eu-1", 1, "Secret/web/key")
	secret.Overrides = both
	want := []rendered.Change{
		label("eu-1", 2, "Namespace/web", "Deployment/web/web"), secret,
		label("us-1", 2, "Namespace/web", "Deployment/web/web"),
		{ClusterNames: []string{"us-1"}, Overrides: both, Resources: []string{"Secret/web/key"}, ResourceCount: 1},
	}
	if diff := cmp.Diff(want, got.Changes); diff != "" || !got.ChangesComplete {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestOverridesOfArgument takes an override of the arguments in place of the object of its name, and refuses a second one of an
// object at its path.
func TestOverridesOfArgument(t *testing.T) {
	replicas := func(name, value string) hubobject.Override {
		return hubobject.Override{Namespace: "web", Name: name, OverrideSpec: resources.OverrideSpec{
			ResourceSelectors: []resources.ObjectSelector{{Group: "apps", Version: "v1", Kind: "Deployment", Name: "web"}},
			Policy: &resources.OverridePolicy{OverrideRules: []resources.OverrideRule{{
				ClusterSelector:    &kubefleet.ClusterSelector{},
				JSONPatchOverrides: []resources.JSONPatch{{Op: "replace", Path: "/spec/replicas", Value: resources.PatchValue(value)}},
			}}},
		}}
	}
	r := request(t, web, canary)
	r.Overrides = []hubobject.Override{replicas("canary", "3")}
	got, found := rendered.Render(t.Context(), r)
	if len(found) > 0 || len(got.Variants) != 1 || got.Changes[0].Planned != "3" {
		t.Errorf("found %v, %+v", found, got)
	}
	r.Overrides[0].Name = "other"
	if _, found = rendered.Render(t.Context(), r); len(found) != 1 || found[0].At != "overrides[0]" {
		t.Errorf("found %v", found)
	}
}
