// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

func TestValidateObject(t *testing.T) {
	const required, forbidden, invalid, unsupported = ": FieldValueRequired", ": FieldValueForbidden", ": FieldValueInvalid",
		": FieldValueNotSupported"
	const namespace = `{group: "", version: v1, kind: Namespace, name: a, selectionScope: NamespaceWithResourceSelectors}`
	for name, tt := range map[string]struct {
		spec        string
		inNamespace bool
		want        []string
	}{
		"nothing":     {"{}", false, nil},
		"a selector":  {`{resourceSelectors: [{group: "", version: v1, kind: Namespace}]}`, false, nil},
		"no selector": {"{resourceSelectors: []}", false, []string{"resourceSelectors" + required}},
		"100 selectors": {
			"{resourceSelectors: [" + strings.Repeat("{group: a, version: v1, kind: B},", 100) + "]}", false, nil,
		},
		"too many": {
			"{resourceSelectors: [" + strings.Repeat("{group: a, version: v1, kind: B},", 101) +
				"]}", false, []string{"resourceSelectors: FieldValueTooMany"},
		},
		"an empty kind": {
			`{resourceSelectors: [{group: "", version: "", kind: ""}]}`, false, []string{"resourceSelectors[0].version" + required, "resourceSelectors[0].kind" + required},
		},
		"name and labels": {
			`{resourceSelectors: [{group: a, version: v1, kind: B, name: c, labelSelector: {}}]}`, false, []string{"resourceSelectors[0].labelSelector" + forbidden},
		},
		"a wrong selector": {
			`{resourceSelectors: [{group: a, version: v1, kind: B, labelSelector: {matchExpressions: [{key: a, operator: in}]}}]}`, false, []string{"resourceSelectors[0].labelSelector.matchExpressions[0].operator" + unsupported},
		},
		"a scope": {
			`{resourceSelectors: [{group: a, version: v1, kind: B, selectionScope: All}]}`, false, []string{"resourceSelectors[0].selectionScope" + unsupported},
		},
		"limits":       {"{revisionHistoryLimit: 1}", false, nil},
		"a low limit":  {"{revisionHistoryLimit: 0}", false, []string{"revisionHistoryLimit" + invalid}},
		"a high limit": {"{revisionHistoryLimit: 1001}", false, []string{"revisionHistoryLimit" + invalid}},
		"a status scope": {
			"{statusReportingScope: Cluster}", false, []string{"statusReportingScope" + unsupported},
		},
		"accessible": {
			`{statusReportingScope: NamespaceAccessible, resourceSelectors: [{group: "", version: v1, kind: Namespace, name: a}, {group: a, version: v1, kind: B}]}`, false, nil,
		},
		"accessible without selectors": {"{statusReportingScope: NamespaceAccessible}", false, nil},
		"accessible without a namespace": {
			"{statusReportingScope: NamespaceAccessible, resourceSelectors: [{group: a, version: v1, kind: B}]}", false,
			[]string{"resourceSelectors" + forbidden},
		},
		"accessible in a namespace": {
			"{statusReportingScope: NamespaceAccessible, resourceSelectors: [{group: a, version: v1, kind: B}]}", true, nil,
		},
		"with selectors": {
			"{resourceSelectors: [{group: apps, version: v1, kind: Deployment}, " + namespace + "]}", false, nil,
		},
		"with selectors, without a name": {
			"{resourceSelectors: [" + strings.Replace(namespace, ", name: a", "", 1) +
				"]}", false, []string{"resourceSelectors[0].name" + required},
		},
		"with selectors, another namespace": {
			`{resourceSelectors: [` + namespace + `, {group: "", version: v1, kind: Namespace, name: b}]}`, false, []string{"resourceSelectors[1]" + forbidden},
		},
		"with selectors, a namespace before": {
			`{resourceSelectors: [{group: "", version: v1, kind: Namespace, name: b}, ` + namespace + `]}`, false, []string{"resourceSelectors[1]" + forbidden},
		},
	} {
		t.Run(name, func(t *testing.T) {
			spec := objectSpec(t, tt.spec)
			if diff := cmp.Diff(tt.want, problems(kubefleet.ValidateObject(&spec, tt.inNamespace))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func objectSpec(t *testing.T, text string) kubefleet.ObjectSpec {
	t.Helper()
	var spec kubefleet.ObjectSpec
	if err := yaml.UnmarshalStrict([]byte(text), &spec); err != nil {
		t.Fatal(err)
	}
	return spec
}

// TestValidateKinds: the kinds of Kubernetes itself that the placement cannot select; others are not known.
func TestValidateKinds(t *testing.T) {
	const deployment, configMap = "{group: apps, version: v1, kind: Deployment}", `{group: "", version: v1, kind: ConfigMap}`
	const role, namespace = "{group: rbac.authorization.k8s.io, version: v1, kind: ClusterRole}",
		`{group: "", version: v1, kind: Namespace, name: a}`
	const custom = "{group: example.com, version: v1, kind: Deployment}"
	for name, tt := range map[string]struct {
		selectors               string
		ofCluster, ofNamespaced []string
	}{
		"without a namespace": {
			role + "," + namespace, nil, []string{"resourceSelectors[0].kind: FieldValueInvalid",
				"resourceSelectors[1].kind: FieldValueInvalid"},
		},
		"with a namespace": {
			deployment + "," + configMap, []string{"resourceSelectors[0].kind: FieldValueInvalid",
				"resourceSelectors[1].kind: FieldValueInvalid"}, nil,
		},
		"custom": {custom, nil, nil},
		"in a namespace that is selected": {
			strings.Replace(namespace, "}", ", selectionScope: NamespaceWithResourceSelectors}", 1) + "," + deployment, nil,
			[]string{"resourceSelectors[0].kind: FieldValueInvalid"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			spec := objectSpec(t, "{resourceSelectors: ["+tt.selectors+"]}")
			if diff := cmp.Diff(tt.ofCluster, problems(kubefleet.ValidateKinds(&spec, false))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff(tt.ofNamespaced, problems(kubefleet.ValidateKinds(&spec, true))); diff != "" {
				t.Errorf("in a namespace: -want +got:\n%s", diff)
			}
		})
	}
}
