// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// longText is longer than anything that a diagnostic may repeat.
var longText = strings.Repeat("x", 20000)

// TestDiagnosticsDoNotRepeatTheConfig puts a long text in the place of every value of the configurations, and a long key
// beside every key of a map.
func TestDiagnosticsDoNotRepeatTheConfig(t *testing.T) {
	t.Parallel()
	check := func(where string, diags []*tfprotov6.Diagnostic) {
		for _, d := range diags {
			if len(d.Summary) > 400 || len(d.Detail) > providertest.LongestDetail {
				t.Errorf("%s: a diagnostic has %d and %d bytes: %.600s", where, len(d.Summary), len(d.Detail), providertest.Shown(d))
			}
		}
	}
	texts := 0
	for dialect, config := range providertest.FullConfigs() {
		for at, variant := range providertest.Replaced(config, longText) {
			if value, ok := providertest.ConfigIfTyped(t, providertest.PlacementType(), variant); ok {
				texts++
				_, diags := providertest.PlanPlacement(t, value)
				check(dialect+at, diags)
			}
			_, mistake := providertest.Call(t, "place", placementconfig.ResultType.TerraformType(t.Context()), variant)
			if mistake != nil && len(mistake.Text) > providertest.LongestDetail {
				t.Errorf("%s%s: the error of the function has %d bytes: %.600s", dialect, at, len(mistake.Text), mistake.Text)
			}
		}
		for _, name := range []string{"labels", "claims", "annotations", "allocatable"} {
			config["clusters"].(list)[0].(object)[name] = object{longText: longText}
			_, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), config))
			check(dialect+" key of "+name, diags)
		}
	}
	if texts < 100 {
		t.Errorf("only %d places take a text", texts)
	}
}

// TestMistakesAreCounted tells the first mistakes of a fleet that has one in every cluster.
func TestMistakesAreCounted(t *testing.T) {
	var clusters list
	for range 1000 {
		clusters = append(clusters, object{"name": "WRONG"})
	}
	_, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(),
		object{"clusters": clusters, "ocm": object{}}))
	if len(diags) != framework.MistakesShown+1 || diags[framework.MistakesShown].Summary != "More errors" {
		t.Errorf("there are %d diagnostics", len(diags))
	}
}

// warningsReported is how many warnings of a scheduler are reported.
const warningsReported = 20

// TestWarningsAreCounted tells the first warnings of a placement that has many.
func TestWarningsAreCounted(t *testing.T) {
	names := list{"eu-1"}
	for i := range 99 {
		names = append(names, fmt.Sprintf("gone-%d", i))
	}
	_, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), object{
		"name": "web", "clusters": list{object{"name": "eu-1"}}, "on_unsatisfied": "accept",
		"kubefleet": object{"placement_type": "PickFixed", "cluster_names": names},
	}))
	if len(diags) != warningsReported+1 || !strings.HasPrefix(diags[warningsReported].Detail, "79 more warnings") {
		t.Errorf("there are %d diagnostics: %s", len(diags), providertest.Shown(diags[len(diags)-1]))
	}
}

// TestTooLarge has results that a message just takes, and such as it does not.
func TestTooLarge(t *testing.T) {
	const room = 40000
	fleet := func(clusters int) object {
		names := list{}
		for i := range clusters {
			names = append(names, object{"name": fmt.Sprintf("c%03d", i)})
		}
		return object{"name": "web", "clusters": names, "ocm": object{}, "with_report": true}
	}
	bounded := func() tfprotov6.ProviderServer {
		s := providertest.Guarded(1<<20+room, 0)
		providertest.ConfigureWith(t, s, nil)
		return s
	}
	encode := func(v tftypes.Value) *tfprotov6.DynamicValue {
		encoded, err := tfprotov6.NewDynamicValue(v.Type(), v)
		if err != nil {
			t.Fatal(err)
		}
		return &encoded
	}
	for what, ask := range map[string]func(clusters int) (size int, mistake string){
		"data source multicluster_placement": func(clusters int) (int, string) {
			resp, err := bounded().ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
				TypeName: "multicluster_placement", Config: encode(providertest.Config(t, providertest.PlacementType(), fleet(clusters))),
			})
			if err != nil {
				t.Fatal(err)
			}
			return sizeOf(resp.State), errorOf(resp.Diagnostics)
		},
		"resource multicluster_placement": func(clusters int) (int, string) {
			typ := providertest.ResourceSchema("multicluster_placement").Type
			config := encode(providertest.Config(t, typ, fleet(clusters)))
			resp, err := bounded().PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
				TypeName: "multicluster_placement", Config: config, ProposedNewState: config, PriorState: encode(tftypes.NewValue(typ, nil)),
			})
			if err != nil {
				t.Fatal(err)
			}
			return sizeOf(resp.PlannedState), errorOf(resp.Diagnostics)
		},
		"result of place": func(clusters int) (int, string) {
			argument := encodeDynamic(t, providertest.DynamicOf(t, fleet(clusters)))
			resp, err := bounded().CallFunction(t.Context(), &tfprotov6.CallFunctionRequest{
				Name: "place", Arguments: []*tfprotov6.DynamicValue{argument},
			})
			if err != nil {
				t.Fatal(err)
			}
			if resp.Error != nil {
				return sizeOf(resp.Result), resp.Error.Text
			}
			return sizeOf(resp.Result), ""
		},
	} {
		if size, mistake := ask(10); size == 0 || mistake != "" {
			t.Errorf("%s of 10 clusters: %d bytes, %s", what, size, mistake)
		}
		size, mistake := ask(200)
		if size != 0 || !strings.HasPrefix(mistake, "The "+what+" takes a message of") ||
			!strings.Contains(mistake, "manifests of the provider") {
			t.Errorf("%s of 200 clusters: %d bytes, %q", what, size, mistake)
		}
	}
}

func sizeOf(v *tfprotov6.DynamicValue) int {
	if v == nil {
		return 0
	}
	return len(v.MsgPack)
}

// errorOf is the detail of the first error.
func errorOf(diags []*tfprotov6.Diagnostic) string {
	for _, d := range diags {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			return d.Detail
		}
	}
	return ""
}

func encodeDynamic(t testing.TB, v tftypes.Value) *tfprotov6.DynamicValue {
	t.Helper()
	encoded, err := tfprotov6.NewDynamicValue(tftypes.DynamicPseudoType, v)
	if err != nil {
		t.Fatal(err)
	}
	return &encoded
}
