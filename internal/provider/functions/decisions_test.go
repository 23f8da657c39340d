// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// decided are the outputs of a placement that the function reads.
func decided() object {
	return object{
		"name": "web", "namespace": nil, "satisfied": true,
		"decisions":       list{object{"cluster_name": "a", "reason": "best"}},
		"decision_groups": object{"a": int64(0)}, "decision_group_names": list{"canary"},
	}
}

// TestEncodeDecisions: the elements of Argo CD, an unknown placement, and mistakes.
func TestEncodeDecisions(t *testing.T) {
	got, mistake := providertest.Call(t, "encode_decisions", tftypes.DynamicPseudoType, decided(), "argocd")
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	if want := providertest.DynamicOf(t, list{object{"cluster": "a", "group": "0", "groupName": "canary"}}); !got.Equal(want) {
		t.Errorf("got %s", got)
	}
	for _, placement := range []any{unknown{}, providertest.Merged(decided(), object{"decisions": unknown{}}),
		providertest.Merged(decided(), object{"name": unknown{}})} {
		if got, mistake := providertest.Call(t, "encode_decisions", tftypes.DynamicPseudoType, placement, "ocm"); mistake != nil ||
			got.IsKnown() {
			t.Errorf("got %s, %v", got, mistake)
		}
	}
	// Elements need the groups only.
	for name, value := range map[string]any{"name": unknown{}, "decisions": nil} {
		got, mistake = providertest.Call(t, "encode_decisions", tftypes.DynamicPseudoType, providertest.Merged(decided(),
			object{name: value}), "argocd")
		if mistake != nil || !got.IsFullyKnown() {
			t.Errorf("%s: got %s, %v", name, got, mistake)
		}
	}
	// So do the objects of Kueue need the decisions only, in their order.
	ranked := object{
		"name": "web", "decisions": list{object{"cluster_name": "b"}, object{"cluster_name": "a"}}, "decision_groups": unknown{},
	}
	got, mistake = providertest.Call(t, "encode_decisions", tftypes.DynamicPseudoType, ranked, "multikueue")
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	objects := providertest.Plain(t, got).([]any)
	config := objects[0].(map[string]any)["spec"].(map[string]any)["clusters"]
	if diff := cmp.Diff([]any{"b", "a"}, config); diff != "" || len(objects) != 3 {
		t.Errorf("%d objects: %s", len(objects), diff)
	}
	for says, arguments := range map[string][]any{
		"found no cluster":                     {providertest.Merged(decided(), object{"decisions": list{}}), "multikueue"},
		`did you mean "argocd"`:                {decided(), "argo-cd"},
		"has no name":                          {providertest.Merged(decided(), object{"name": nil}), "sig-multicluster"},
		"must be no more than 63 bytes":        {providertest.Merged(decided(), object{"name": strings.Repeat("w", 64)}), "ocm"},
		"found null":                           {nil, "ocm"},
		"decisions: the attribute must be set": {object{"name": "web"}, "ocm"},
		"found a list":                         {list{decided()}, "ocm"},
	} {
		if _, mistake := providertest.Call(t, "encode_decisions", tftypes.DynamicPseudoType, arguments...); mistake == nil ||
			!strings.Contains(mistake.Text, says) {
			t.Errorf("got %+v, want %q", mistake, says)
		}
	}
}

// TestDecodeManifests: documents and lists, nulls, and mistakes.
func TestDecodeManifests(t *testing.T) {
	got, mistake := providertest.Call(t, "decode_manifests", tftypes.DynamicPseudoType,
		"{a: 9007199254740993, b: null}\n---\n---\n{kind: List, apiVersion: v1, items: [{c: [x, null]}]}")
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	if want := providertest.DynamicOf(t, list{object{"a": int64(9007199254740993)}, object{"c": list{"x", nil}}}); !got.Equal(want) {
		t.Errorf("got %s\nwant %s", got, want)
	}
	for says, text := range map[string]string{
		"must be an object": "- a", "line 2": "a: 1\na: 2",
	} {
		if _, mistake := providertest.Call(t, "decode_manifests", tftypes.DynamicPseudoType, text); mistake == nil ||
			!strings.Contains(mistake.Text, says) {
			t.Errorf("got %+v, want %q", mistake, says)
		}
	}
}
