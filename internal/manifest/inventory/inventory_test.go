// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

const cluster = `apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: { name: %s }
`

// TestReadFleetForms reads two clusters and a Secret from every form that a text can have.
func TestReadFleetForms(t *testing.T) {
	a, b := fmt.Sprintf(cluster, "a"), fmt.Sprintf(cluster, "b")
	const secret = "apiVersion: v1\nkind: Secret\nmetadata: { name: s }\n"
	const ja = `{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster","metadata":{"name":"a"}}`
	jb, js := strings.Replace(ja, `"a"`, `"b"`, 1), `{"apiVersion":"v1","kind":"Secret"}`
	tests := map[string][]string{
		"documents":                  {a + "---\n" + secret + "---\n" + b},
		"a separator first":          {"---\n" + a + "---\n" + b + "---\n" + secret},
		"separators with comments":   {"# fleet\n--- # first\n" + a + "--- # second\n" + b + "---\n# the rest\n" + secret},
		"a document end":             {a + "...\n" + b + "...\n---\n" + secret},
		"empty documents":            {"---\n---\n" + a + "---\n\n---\n" + b + "---\nnull\n---\n" + secret + "---\n"},
		"CRLF":                       {strings.ReplaceAll(a+"---\n"+b+"---\n"+secret, "\n", "\r\n")},
		"a byte order mark":          {"\ufeff" + a + "---\n" + b + "---\n" + secret},
		"a block scalar with a line": {a + "  \n---\n" + b + "---\n" + secret + "data:\n  text: |\n    ---\n    x\n"},
		"several texts":              {a, b, secret},
		"a List":                     {"apiVersion: v1\nkind: List\nitems:\n" + items(a, b, secret)},
		"JSON":                       {ja, jb, js},
		"JSON with escapes":          {strings.NewReplacer("/", `\/`, "Managed", `M\u0061naged`).Replace(ja), jb, js},
		"a List with escapes":        {`{"kind":"\u004cist","items":[` + ja + `,` + jb + `,` + js + `]}`},
		"several JSON objects":       {"\n " + ja + "\n" + jb + js},
		"a JSON List": {
			`{"apiVersion":"v1","items":[` + ja + `,` + jb + ", \n " + js + `],"kind":"List","metadata":{"resourceVersion":""}}`,
		},
		"JSON and YAML": {ja + "\n---\n" + b + "---\n" + secret},
		"flow style":    {"{apiVersion: v1, kind: List, items: [" + ja + "," + jb + "," + js + "]}"},
		"an anchor":     {"apiVersion: v1\nkind: List\nitems:\n- &s\n" + indent(secret) + items(a, b)},
		"a List and a typed list": {
			`{"apiVersion":"v1","kind":"List","items":[` + js + `]}` + "\n" + typedList(`{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}`),
		},
	}
	for name, texts := range tests {
		t.Run(name, func(t *testing.T) {
			fleet, err := inventory.ReadFleet(t.Context(), texts...)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, c := range fleet.Clusters {
				names = append(names, c.Name)
			}
			if diff := cmp.Diff([]string{"a", "b"}, names); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff([]inventory.SkippedKind{{Kind: "Secret", Count: 1}}, fleet.Skipped); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func indent(document string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(document, "\n"), "\n", "\n  ") + "\n"
}

func items(documents ...string) string {
	var list strings.Builder
	for _, document := range documents {
		list.WriteString("- " + indent(document)[2:])
	}
	return list.String()
}

func typedList(items string) string {
	return `{"kind":"ManagedClusterList","apiVersion":"cluster.open-cluster-management.io/v1","metadata":{},"items":[` + items + `]}`
}

// TestReadFleetKinds reads every field of every kind.
func TestReadFleetKinds(t *testing.T) {
	fleet, err := inventory.ReadFleet(t.Context(), `
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata:
  name: a
  labels: { env: prod }
  annotations: { note: "1" }
  deletionTimestamp: "2026-01-01T00:00:00Z"
spec:
  hubAcceptsClient: true
  taints:
    - { key: gpu, value: "true", effect: NoSelect, timeAdded: "2026-08-01T00:00:00Z" }
    - { key: soft, effect: PreferNoSelect, timeAdded: null }
status:
  version: { kubernetes: v1.33.1 }
  allocatable: { cpu: 3500m, memory: 16Gi }
  capacity: { cpu: 4, memory: 16Gi }
  clusterClaims: [{ name: platform, value: aws }, { name: platform, value: gcp }]
---
apiVersion: cluster.open-cluster-management.io/v1beta2
kind: ManagedClusterSet
metadata: { name: all }
spec: { clusterSelector: { selectorType: LabelSelector, labelSelector: {} } }
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: ManagedClusterSet
metadata: { name: prod }
spec: { clusterSelector: { selectorType: LegacyClusterSetLabel } }
---
apiVersion: cluster.open-cluster-management.io/v1beta2
kind: ManagedClusterSetBinding
metadata: { name: prod, namespace: default }
spec: { clusterSet: prod }
---
apiVersion: cluster.open-cluster-management.io/v1alpha1
kind: AddOnPlacementScore
metadata: { name: usage, namespace: a }
status: { scores: [{ name: cpu, value: -3 }], validUntil: "2026-08-02T00:00:00Z" }
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: PlacementDecision
metadata:
  name: p-decision-2
  namespace: default
  labels:
    cluster.open-cluster-management.io/placement: p
    cluster.open-cluster-management.io/decision-group-name: canary
    cluster.open-cluster-management.io/decision-group-index: "1"
status: { decisions: [{ clusterName: a, reason: "" }] }
---
apiVersion: cluster.open-cluster-management.io/v1alpha1
kind: PlacementDecision
metadata: { name: old, namespace: default }
spec: { decisions: [{ clusterName: b }] }
`)
	if err != nil {
		t.Fatal(err)
	}
	got := fleet.Inventory
	if len(got.Clusters) != 1 || len(got.Clusters[0].Object) == 0 {
		t.Fatalf("the cluster does not have its object: %+v", got.Clusters)
	}
	resources := ""
	for _, r := range append(got.Clusters[0].Allocatable, got.Clusters[0].Capacity...) {
		resources += r.Name + "=" + r.Amount() + " "
	}
	if want := "cpu=3500m memory=16Gi cpu=4 memory=16Gi "; resources != want {
		t.Errorf("resources: got %q, want %q", resources, want)
	}
	got.Clusters[0].Object, got.Clusters[0].Allocatable, got.Clusters[0].Capacity = nil, nil, nil
	want := placement.Inventory{
		Clusters: []placement.Cluster{{
			Kind: placement.ManagedCluster,
			Name: "a", Labels: map[string]string{"env": "prod"}, Annotations: map[string]string{"note": "1"},
			Claims: map[string]string{"platform": "gcp"}, KubernetesVersion: "v1.33.1", Deleting: true,
			Taints: []placement.Taint{
				{Key: "gpu", Value: "true", Effect: placement.NoSelect, TimeAdded: time.Date(2026, 8, 1, 0, 0, 0, 0, time.UTC)},
				{Key: "soft", Effect: placement.PreferNoSelect},
			},
		}},
		Sets: []placement.ClusterSet{
			{Name: "all", SelectorType: placement.LabelSelector, LabelSelector: got.Sets[0].LabelSelector},
			{Name: "prod", SelectorType: placement.ExclusiveClusterSetLabel},
		},
		Bindings: []placement.Binding{{Name: "prod", Namespace: "default"}},
		Scores: []placement.Score{{
			Cluster: "a", Name: "usage", Values: []placement.ScoreValue{{Name: "cpu", Value: -3}},
			ValidUntil: time.Date(2026, 8, 2, 0, 0, 0, 0, time.UTC),
		}},
		Decisions: []placement.PlacementDecision{
			{
				Name: "p-decision-2", Namespace: "default", Placement: "p", GroupName: "canary", GroupIndex: 1,
				Clusters: []string{"a"},
			},
			{Name: "old", Namespace: "default", Clusters: []string{"b"}},
		},
	}
	if got.Sets[0].LabelSelector == nil {
		t.Error("an empty selector must differ from a selector that is not set")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestReadFleetMistakes: every mistake has its position in the user's text.
func TestReadFleetMistakes(t *testing.T) {
	a := fmt.Sprintf(cluster, "a")
	tests := map[string]struct {
		texts []string
		want  document.Error
		says  string
	}{
		"broken YAML": {
			[]string{"# comment\n" + a + "---\nkind: [\nx: 1\n"},
			document.Error{Line: 7}, "flow sequence that begins in line 6",
		},
		"tab": {
			[]string{a + "---\n\tkind: x\n"}, document.Error{Line: 5}, "found a tab character where an indentation space is expected",
		},
		"duplicate key": {
			[]string{a, a + "metadata: { name: b }\n"}, document.Error{Text: 1, Several: true, Document: 1, Line: 4}, "already",
		},
		"broken JSON": {
			[]string{"{\n  \"kind\": \"A\",\n  \"apiVersion\": \"v1\" \"x\"\n}"},
			document.Error{Document: 1, Line: 3}, "invalid JSON",
		},
		"JSON that ends early": {[]string{"{\n\"kind\":"}, document.Error{Document: 1, Line: 2}, "EOF"},
		"not an object":        {[]string{"- a\n- b\n"}, document.Error{Document: 1, Line: 1}, "not a Kubernetes object"},
		"no kind": {
			[]string{a + "---\nmetadata: {}\n"}, document.Error{Document: 2, Line: 5}, "apiVersion and kind are required",
		},
		"text": {[]string{"fleet.yaml"}, document.Error{Document: 1, Line: 1}, "not a Kubernetes object"},
		"label that is a number": {
			[]string{strings.Replace(a, "name: a", "name: a, labels: { num: 5 }", 1)},
			document.Error{Document: 1, Line: 3, Object: "ManagedCluster/a", Field: "metadata.labels.num"},
			"found a number; it must be text, in quotes",
		},
		"taints that are an object": {
			[]string{a + "spec: { taints: { key: gpu } }\n"},
			document.Error{Document: 1, Line: 4, Object: "ManagedCluster/a", Field: "spec.taints"}, "found an object; it must be a list",
		},
		"quantity": {
			[]string{a + "status: { allocatable: { memory: 12Qi } }\n"},
			document.Error{Document: 1, Line: 4, Object: "ManagedCluster/a", Field: "status.allocatable.memory"}, `found "12Qi"`,
		},
		"score that is too large for anything": {
			[]string{`{"apiVersion":"cluster.open-cluster-management.io/v1alpha1","kind":"AddOnPlacementScore",` + "\n" +
				`"metadata":{"name":"s","namespace":"a"},` + "\n" + `"status":{"scores":[{"name":"x","value":99999999999}]}}`},
			document.Error{Document: 1, Line: 3, Object: "AddOnPlacementScore/s", Field: "status.scores[0].value"},
			"found 99999999999; it must be a whole number",
		},
		"time": {
			[]string{a + "spec: { taints: [{ key: gpu, effect: NoSelect, timeAdded: soon }] }\n"},
			document.Error{Document: 1, Line: 4, Object: "ManagedCluster/a", Field: "spec.taints[0].timeAdded"}, "soon",
		},
		"taint effect": {
			[]string{a + "spec: { taints: [{ key: gpu, effect: NoExecute }] }\n"},
			document.Error{Document: 1, Line: 4, Object: "ManagedCluster/a", Field: "spec.taints[0].effect"}, `"NoSelectIfNew"`,
		},
		"label value": {
			[]string{strings.Replace(a, "name: a", `name: a, labels: { num: "a b" }`, 1)},
			document.Error{Document: 1, Line: 3, Object: "ManagedCluster/a", Field: "metadata.labels[num]"}, `"a b"`,
		},
		"no name": {
			[]string{"apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n"},
			document.Error{Document: 1, Line: 1, Object: "ManagedCluster", Field: "metadata.name"}, "the object must have a name",
		},
		"a duplicate cluster": {
			[]string{a + "---\n" + a}, document.Error{Document: 2, Line: 5, Object: "ManagedCluster/a"}, "already defined in document 1",
		},
		"a duplicate cluster in another text": {
			[]string{"# nothing\n", a, a}, document.Error{Text: 2, Several: true, Document: 1, Line: 1, Object: "ManagedCluster/a"},
			"document 1 of manifests[1]",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := inventory.ReadFleet(t.Context(), test.texts...)
			var got *document.Error
			if !errors.As(err, &got) {
				t.Fatalf("got %v", err)
			}
			if !strings.Contains(got.Message, test.says) || strings.Contains(got.Message, "Go ") {
				t.Errorf("the message is %q, want %q", got.Message, test.says)
			}
			got.Message = ""
			if diff := cmp.Diff(test.want, *got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestReadFleetResources reads resources in every notation.
func TestReadFleetResources(t *testing.T) {
	read := func(text string) (placement.Resources, error) {
		fleet, err := inventory.ReadFleet(t.Context(), `{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster",`+
			`"metadata":{"name":"a"},"status":{"allocatable":`+text+`}}`)
		if err != nil {
			return nil, err
		}
		return fleet.Clusters[0].Allocatable, nil
	}
	for name, test := range map[string]struct{ text, want string }{
		"sorted by name":       {`{"memory": "16Gi", "cpu": "4"}`, "cpu=4 memory=16Gi "},
		"canonical notation":   {`{"cpu": "2000m", "memory": "1024Mi", "disk": "0.5"}`, "cpu=2 disk=500m memory=1Gi "},
		"numbers":              {`{"cpu": 4, "memory": 1.5e3, "gpu": -1}`, "cpu=4 gpu=-1 memory=1500 "},
		"a name with escapes":  {`{"a\u002fb": "1"}`, "a/b=1 "},
		"nothing":              {`{}`, ""},
		"null":                 {`null`, ""},
		"rounded up to nano":   {`{"cpu": "0.0000000001"}`, "cpu=1n "},
		"an escape in a value": {`{"cpu": "\u0034"}`, "cpu=4 "},
	} {
		resources, err := read(test.text)
		got := ""
		for _, r := range resources {
			got += r.Name + "=" + r.Amount() + " "
		}
		if err != nil || got != test.want {
			t.Errorf("%s: got %q (%v), want %q", name, got, err, test.want)
		}
	}
	for text, want := range map[string]string{
		`{"cpu": "4 cores"}`:       `status.allocatable.cpu: found "4 cores"; it must be a quantity`,
		`{"cpu": ""}`:              `status.allocatable.cpu: found ""; it must be a quantity`,
		`{"cpu": null}`:            `status.allocatable.cpu: found "null"; it must be a quantity`,
		`{"cpu": true}`:            `status.allocatable.cpu: found "true"; it must be a quantity`,
		`{"cpu": [1]}`:             `status.allocatable.cpu: found "[1]"; it must be a quantity`,
		`{"cpu": "1", "cpu": "2"}`: "cpu",
		`["cpu"]`:                  "status.allocatable: found a list; it must be an object of quantities, such as {",
		`"cpu"`:                    "status.allocatable: found text; it must be an object of quantities",
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}
