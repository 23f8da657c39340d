// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// sample is an object of testdata/objects.yaml, in one of its versions.
type sample struct {
	group, version, kind string
	object               map[string]any
}

// samples are the objects, each in its version, and those of a version v1 in v1beta1 and v1alpha1 too.
func samples(t *testing.T, crds []crd) []sample {
	t.Helper()
	text, err := os.ReadFile("testdata/objects.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var found []sample
	for _, version := range []string{"", "v1beta1", "v1alpha1"} {
		var objects []map[string]any
		if err := yaml.Unmarshal(text, &objects); err != nil {
			t.Fatal(err)
		}
		for _, object := range objects {
			u := unstructured.Unstructured{Object: object}
			kind := u.GroupVersionKind()
			if version != "" {
				if kind.Version != "v1" || !serves(crds, kind.Group, kind.Kind, version) {
					continue
				}
				kind.Version = version
				u.SetGroupVersionKind(kind)
			}
			found = append(found, sample{group: kind.Group, version: kind.Version, kind: kind.Kind, object: object})
		}
	}
	return found
}

func serves(crds []crd, group, kind, version string) bool {
	return slices.ContainsFunc(crds, func(c crd) bool {
		return c.Spec.Group == group && c.Spec.Names.Kind == kind &&
			slices.ContainsFunc(c.Spec.Versions, func(v crdVersion) bool { return v.Name == version && v.Served })
	})
}

// TestSamples: the samples set every field that the CRDs of the project have, in every version.
func TestSamples(t *testing.T) {
	crds, err := projectCRDs()
	if err != nil {
		t.Fatal(err)
	}
	set := map[string]bool{}
	for _, s := range samples(t, crds) {
		for _, root := range []string{"spec", "status"} {
			paths(s.object[root], s.kind+"."+s.group+"/"+s.version+" "+root, set)
		}
	}
	fields := 0
	for _, c := range crds {
		for _, version := range c.Spec.Versions {
			version.Schema.OpenAPIV3Schema.walk("", func(path string, _ *property) {
				// The rules of the CRD refuse a wait before a stage, with either type of a task.
				if !strings.HasPrefix(path, "spec.") && !strings.HasPrefix(path, "status.") || strings.HasSuffix(path, ".beforeStageTasks[].waitTime") {
					return
				}
				fields++
				if at := c.Spec.Names.Kind + "." + c.Spec.Group + "/" + version.Name + " " + path; !set[strings.ReplaceAll(at, "{}", "[]")] {
					t.Errorf("no object sets %s", at)
				}
			})
		}
	}
	if fields < 500 {
		t.Errorf("the CRDs have only %d fields", fields)
	}
	t.Logf("%d CRDs, %d fields", len(crds), fields)
}

// paths adds the paths of everything in a value. What is in a map is found as if the map were a list, too, because the value
// does not tell which of the two an object is.
func paths(value any, at string, set map[string]bool) {
	set[at] = true
	switch v := value.(type) {
	case map[string]any:
		for name, field := range v {
			paths(field, at+"."+name, set)
			paths(field, at+"[]", set)
		}
	case []any:
		for _, item := range v {
			paths(item, at+"[]", set)
		}
	}
}

// TestObjects creates the samples on a server that has the CRDs, and reads back what they set.
func TestObjects(t *testing.T) {
	project, err := projectCRDs()
	if err != nil {
		t.Fatal(err)
	}
	used, err := usedCRDs()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("used", func(t *testing.T) { testObjects(t, Start(t), used) })
	if os.Getenv(crdsVariable) == "" {
		return
	}
	t.Run("project", func(t *testing.T) { testObjects(t, startOwn(t, project), project) })
}

func testObjects(t *testing.T, hub *Hub, crds []crd) {
	namespace := hub.Namespace(t)
	prefix := hub.Prefix(t)
	for i, s := range samples(t, crds) {
		t.Run(s.kind+"/"+s.version, func(t *testing.T) {
			name := prefix + strconv.Itoa(i)
			object := s.named(t, namespace, name)
			created := hub.Create(t, object)
			read := hub.Get(t, created.GetAPIVersion(), s.kind, created.GetNamespace(), name)
			if lost := missing(Parse(t, object).Object, read.Object, ""); len(lost) > 0 {
				t.Errorf("what was written is not what is read: %s", strings.Join(lost, "; "))
			}
		})
	}
}

// missing says what of the sent value is not in the read one, which may have more: defaults and metadata.
func missing(sent, read any, at string) []string {
	switch s := sent.(type) {
	case map[string]any:
		r, ok := read.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s is %v", at, read)}
		}
		var lost []string
		for name, value := range s {
			lost = append(lost, missing(value, r[name], at+"."+name)...)
		}
		return lost
	case []any:
		r, ok := read.([]any)
		if !ok || len(r) != len(s) {
			return []string{fmt.Sprintf("%s is %v", at, read)}
		}
		var lost []string
		for i := range s {
			lost = append(lost, missing(s[i], r[i], at+"["+strconv.Itoa(i)+"]")...)
		}
		return lost
	}
	if !reflect.DeepEqual(sent, read) {
		return []string{fmt.Sprintf("%s is %v and not %v", at, read, sent)}
	}
	return nil
}

// TestRefusals: the server refuses what the kinds exclude, and fills in what they have as default.
func TestRefusals(t *testing.T) {
	hub := Start(t)
	prefix, namespace := hub.Prefix(t), hub.Namespace(t)
	const ocmGroup, fleet = "cluster.open-cluster-management.io", "placement.kubernetes-fleet.io"
	crp := func(rest string) string {
		return "{apiVersion: " + fleet + "/v1, kind: ClusterResourcePlacement, metadata: {name: " + prefix + "a}, spec: {" + rest + "}}"
	}
	placement := func(rest string) string {
		return "{apiVersion: " + ocmGroup + "/v1beta1, kind: Placement, metadata: {name: a, namespace: " + namespace +
			"}, spec: {" + rest + "}}"
	}
	cluster := func(rest string) string {
		return "{apiVersion: " + ocmGroup + "/v1, kind: ManagedCluster, metadata: {name: " + prefix + "a}, spec: {" + rest + "}}"
	}
	const selectors = `resourceSelectors: [{group: "", version: v1, kind: Namespace, name: a}]`
	for name, test := range map[string]struct{ object, refusal string }{
		"taint effect":  {cluster("taints: [{key: a, effect: NoSchedule}]"), "spec.taints[0].effect: Unsupported value"},
		"taint key":     {cluster("taints: [{key: a b, effect: NoSelect}]"), "spec.taints[0].key: Invalid value"},
		"unknown field": {cluster("hubAccepts: true"), `unknown field "spec.hubAccepts"`},
		"wrong type":    {cluster("hubAcceptsClient: 1"), "spec.hubAcceptsClient: Invalid value"},
		"weight": {
			placement("prioritizerPolicy: {configurations: [{scoreCoordinate: {builtIn: Steady}, weight: 11}]}"),
			"should be less than or equal to 10",
		},
		"short group name": {
			placement("decisionStrategy: {groupStrategy: {decisionGroups: [{groupName: a, groupClusterSelector: {}}]}}"),
			"groupName: Invalid value",
		},
		"no selectors": {crp("policy: {placementType: PickAll}"), "spec.resourceSelectors: Required value"},
		"PickAll with count": {
			crp(selectors + ", policy: {placementType: PickAll, numberOfClusters: 1}"), "spec.policy: Invalid value",
		},
		"PickN without": {crp(selectors + ", policy: {placementType: PickN}"), "spec.policy: Invalid value"},
		"toleration": {
			crp(selectors + ", policy: {tolerations: [{operator: Exists, value: a}]}"), "spec.policy.tolerations: Invalid value",
		},
		"two namespaces": {
			crp(`statusReportingScope: NamespaceAccessible, resourceSelectors: [{group: "", version: v1, kind: Namespace, name: a}, {group: "", version: v1, kind: Namespace, name: b}]`),
			"spec: Invalid value",
		},
		"a namespace that is not there": {
			"{apiVersion: " + ocmGroup + "/v1beta1, kind: Placement, metadata: {name: a, namespace: " + namespace +
				"-not}, spec: {}}", "not found",
		},
		"a long name": {
			"{apiVersion: cluster.kubernetes-fleet.io/v1, kind: MemberCluster, metadata: {name: " + prefix + strings.Repeat("a", 64) +
				"}, spec: {identity: {kind: User, name: a}}}",
			"metadata.name max length is 63",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := hub.TryCreate(t, test.object); err == nil || !strings.Contains(err.Error(), test.refusal) {
				t.Errorf("got %v", err)
			}
		})
	}

	created := hub.Create(t, placement("prioritizerPolicy: {configurations: [{scoreCoordinate: {builtIn: Steady}}]}, "+
		"tolerations: [{key: a}]"))
	want := Parse(t, `{spec: {
		prioritizerPolicy: {mode: Additive, configurations: [{scoreCoordinate: {type: BuiltIn, builtIn: Steady}, weight: 1}]},
		tolerations: [{key: a, operator: Equal}], sortBy: ClusterName, scoreRateLimit: 1m}}`)
	if diff := cmp.Diff(want.Object["spec"], created.Object["spec"]); diff != "" {
		t.Errorf("defaults (-want +got):\n%s", diff)
	}
}

// TestImmutable: a placement of KubeFleet keeps its type and its policy.
func TestImmutable(t *testing.T) {
	hub := Start(t)
	created := hub.Create(t, `{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourcePlacement, metadata: {name: `+hub.Prefix(t)+`a}, spec: {
		resourceSelectors: [{group: "", version: v1, kind: Namespace, name: a}], policy: {placementType: PickN, numberOfClusters: 1}, strategy: {type: External}}}`)
	client, err := hub.For(created)
	if err != nil {
		t.Fatal(err)
	}
	for path, value := range map[string]any{
		"spec.policy.placementType": "PickAll", "spec.policy": nil, "spec.strategy.type": "RollingUpdate",
		"spec.statusReportingScope": "NamespaceAccessible",
	} {
		changed := created.DeepCopy()
		if err := unstructured.SetNestedField(changed.Object, value, strings.Split(path, ".")...); err != nil {
			t.Fatal(err)
		}
		if path == "spec.policy.placementType" {
			unstructured.RemoveNestedField(changed.Object, "spec", "policy", "numberOfClusters")
		}
		if _, err := client.Update(t.Context(), changed, metav1.UpdateOptions{}); err == nil {
			t.Errorf("%s can become %v", path, value)
		}
	}
}

// TestStatusSubresource: a write of the object does not change its status, and a write of the status nothing else.
func TestStatusSubresource(t *testing.T) {
	crds, err := usedCRDs()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range crds {
		for _, version := range c.Spec.Versions {
			_, has := version.Subresources["status"]
			if _, ok := version.Schema.OpenAPIV3Schema.Properties["status"]; ok && !has {
				t.Errorf("%s %s has no subresource status", c.Metadata.Name, version.Name)
			}
		}
	}
	hub := Start(t)
	created := hub.Create(t, `{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: `+hub.Prefix(t)+`a}, spec: {hubAcceptsClient: true}}`)
	patch := "{spec: {leaseDurationSeconds: 5}, status: {version: {kubernetes: v1.33.1}}}"
	got := hub.MergePatch(t, "test", created.GetAPIVersion(), "ManagedCluster", "", created.GetName(), patch)
	if status := got.Object["status"]; status != nil {
		t.Errorf("the status is %v", status)
	}
	got = hub.MergePatch(t, "test", created.GetAPIVersion(), "ManagedCluster", "", created.GetName(),
		"{spec: {leaseDurationSeconds: 6}, status: {version: {kubernetes: v1.33.1}}}", "status")
	want := Parse(t, "{spec: {hubAcceptsClient: true, leaseDurationSeconds: 5}, status: {version: {kubernetes: v1.33.1}}}")
	if lost := missing(want.Object, got.Object, ""); len(lost) > 0 {
		t.Error(lost)
	}
}

// TestKnownFields: the CRDs have every field of the structs that the provider reads placements into.
func TestKnownFields(t *testing.T) {
	crds, err := projectCRDs()
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		crd, root string
		spec      reflect.Type
		// extra are fields that an object does not have.
		extra []string
	}{
		"ocm":       {"placements.cluster.open-cluster-management.io", "spec", reflect.TypeFor[ocm.Spec](), nil},
		"kubefleet": {"clusterresourceplacements.placement.kubernetes-fleet.io", "spec.policy", reflect.TypeFor[kubefleet.Spec](), nil},
		"hybrid": {
			"placementrules.core.hybridapp.io", "spec", reflect.TypeFor[hybrid.Spec](),
			[]string{"spec.advisors[].onFailure", "spec.advisors[].failOpen", "spec.advisors[].recommendations"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			at := slices.IndexFunc(crds, func(c crd) bool { return c.Metadata.Name == test.crd })
			declared := map[string]bool{}
			crds[at].Spec.Versions[0].Schema.OpenAPIV3Schema.walk("", func(path string, _ *property) { declared[path] = true })
			known := 0
			structFields(test.spec, test.root, func(path string) bool {
				if slices.Contains(test.extra, path) {
					return false
				}
				known++
				if !declared[path] {
					t.Errorf("the CRD has no %s", path)
				}
				return true
			})
			if known < 10 {
				t.Errorf("only %d fields were found", known)
			}
		})
	}
}

// structFields calls visit for every field with a JSON name, and for those below it if visit returns true.
func structFields(typ reflect.Type, at string, visit func(path string) bool) {
	switch typ.Kind() {
	case reflect.Pointer:
		structFields(typ.Elem(), at, visit)
	case reflect.Slice:
		structFields(typ.Elem(), at+"[]", visit)
	case reflect.Struct:
		for i := range typ.NumField() {
			name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			switch {
			case name == "" && typ.Field(i).Anonymous:
				structFields(typ.Field(i).Type, at, visit)
			case name != "" && name != "-" && visit(at+"."+name):
				structFields(typ.Field(i).Type, at+"."+name, visit)
			}
		}
	}
}
