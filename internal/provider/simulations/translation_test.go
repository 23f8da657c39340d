// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/translation"
)

func callTranslation(t *testing.T, arguments ...any) (tftypes.Value, *tfprotov6.FunctionError) {
	t.Helper()
	result := framework.TypeOf[translation.Outputs]().TerraformType(t.Context())
	return providertest.Call(t, "translate_placement", result, arguments...)
}

// translated is the value of an attribute of a translation.
func translated(t *testing.T, outputs tftypes.Value, attribute string) any {
	t.Helper()
	return providertest.Plain(t, providertest.AttributeOf(t, outputs, attribute))
}

// translationFleet has clusters of Open Cluster Management, which KubeFleet sees, too.
func translationFleet() object {
	return object{"now": "2026-01-01T00:00:00Z", "clusters": list{
		object{"name": "a", "kind": "ManagedCluster", "labels": object{"env": "prod"}},
		object{"name": "b", "kind": "ManagedCluster", "labels": object{"env": "dev"}},
		object{"name": "c", "kind": "ManagedCluster", "labels": object{"env": "prod"}, "taints": list{
			object{"key": "spot", "effect": "PreferNoSelect"},
		}},
	}}
}

// TestTranslation translates a text and an object, and what comes out is a placement that other functions accept.
func TestTranslation(t *testing.T) {
	const rule = `{"apiVersion": "app.ibm.com/v1alpha1", "kind": "PlacementRule", "metadata": {"name": "web", "namespace": "shop"},
		"spec": {"clusterConditions": [{"type": "OK"}], "policies": [{"name": "p"}],
			"clusterLabels": {"matchLabels": {"env": "prod"}}}}`
	fromRule, mistake := callTranslation(t, rule, "ocm", translationFleet())
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	listed := translated(t, fromRule, "untranslated").([]any)
	if len(listed) != 2 || listed[1].(map[string]any)["change"] != "not translated" ||
		translated(t, fromRule, "comparison") != nil {
		t.Errorf("%v", listed)
	}
	source := object{"name": "web", "ocm": object{"predicates": list{object{"required_cluster_selector": object{
		"label_selector": object{"match_labels": object{"env": "prod"}},
	}}}}}
	fromObject, mistake := callTranslation(t, source, "kubefleet", translationFleet())
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	if listed := translated(t, fromObject, "untranslated").([]any); len(listed) > 0 {
		t.Errorf("%v", listed)
	}
	// Only after a change: KubeFleet keeps what is chosen.
	if verdict := translated(t, fromObject, "comparison").(map[string]any)["verdict"]; verdict != "equal today" {
		t.Errorf("%v", verdict)
	}
	back, mistake := callTranslation(t, providertest.AttributeOf(t, fromObject, "placement"), "ocm", object{})
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	text := func(p any) string { return providertest.CallText(t, "encode_placement", p) }
	if diff := cmp.Diff(text(source), text(providertest.AttributeOf(t, back, "placement"))); diff != "" {
		t.Errorf("-source +there and back:\n%s", diff)
	}
}

// TestTranslation_prior: both start from earlier decisions.
func TestTranslation_prior(t *testing.T) {
	outputs, mistake := callTranslation(t, object{
		"name": "web", "hybrid": object{"replicas": int64(1)}, "previous_decisions": list{object{"cluster_name": "b"}},
	}, "ocm", translationFleet())
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	if verdict := translated(t, outputs, "comparison").(map[string]any)["verdict"]; verdict == "different" {
		t.Errorf("%v", translated(t, outputs, "comparison"))
	}
}

// TestTranslation_resource: a whole resource is a placement, and its fleet is not used.
func TestTranslation_resource(t *testing.T) {
	outputs, mistake := callTranslation(t, object{
		"name": "web", "ocm": object{}, "clusters": list{object{"name": "a"}}, "decisions": list{}, "max_moves": int64(0),
	}, "kubefleet")
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	if translated(t, outputs, "comparison") != nil {
		t.Error("it was compared")
	}
}

// TestTranslation_mistakes: each mistake is an error at its argument.
func TestTranslation_mistakes(t *testing.T) {
	web := object{"name": "web", "ocm": object{}}
	for name, test := range map[string]struct {
		arguments []any
		at        int64
		want      string
	}{
		"misspelt scheduler":   {[]any{web, "kubeflet"}, 1, `did you mean "kubefleet"?`},
		"hybrid":               {[]any{web, "hybrid"}, 1, `"ocm", "kubefleet"`},
		"misspelt attribute":   {[]any{object{"name": "web", "ocm": object{"number": nil}}, "ocm"}, 0, "ocm.number: unsupported"},
		"two schedulers":       {[]any{object{"ocm": object{}, "kubefleet": object{}}, "ocm"}, 0, "exactly one"},
		"no scheduler":         {[]any{object{"name": "web"}, "ocm"}, 0, "no scheduler is configured"},
		"a wrong value":        {[]any{object{"ocm": object{"number_of_clusters": int64(-1)}}, "ocm"}, 0, "ocm.number_of_clusters"},
		"no placement":         {[]any{"kind: Pod\napiVersion: v1", "ocm"}, 0, "exactly one placement"},
		"another scheduler":    {[]any{ruleOf("{schedulerName: mine}"), "ocm"}, 0, "the hub does not schedule the placement"},
		"an unknown option":    {[]any{web, "ocm", object{"cluster": list{}}}, 2, `did you mean "clusters"`},
		"a wrong option":       {[]any{web, "ocm", object{"clusters": list{object{"name": "A!"}}}}, 2, "clusters[0].name"},
		"two objects":          {[]any{web, "ocm", object{}, object{}}, 2, "more than one object"},
		"a fleet that is text": {[]any{web, "ocm", "x"}, 2, "object"},
	} {
		_, mistake := callTranslation(t, test.arguments...)
		if mistake == nil || !strings.Contains(mistake.Text, test.want) || *mistake.FunctionArgument != test.at {
			t.Errorf("%s: %+v", name, mistake)
		}
	}
}

func ruleOf(spec string) string {
	return "{apiVersion: mcm.ibm.com/v1alpha1, kind: PlacementRule, metadata: {name: web}, spec: " + spec + "}"
}
