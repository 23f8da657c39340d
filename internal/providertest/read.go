// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placements"
)

// ReadClusters validates a configuration and, if it is right and known, reads the data source, as Terraform does.
func ReadClusters(t *testing.T, data any) (read bool, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	state, diags := ClustersState(t, data)
	return len(diags) == 0 && !state.IsNull() && state.IsFullyKnown(), diags
}

// ClustersState is the state that comes of it; null if there is none.
func ClustersState(t *testing.T, data any) (state tftypes.Value, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	server := NewServer()
	ConfigureWith(t, server, nil)
	typ := DataSchema("multicluster_clusters").Type
	config := Config(t, typ, data)
	encoded, err := tfprotov6.NewDynamicValue(typ, config)
	if err != nil {
		t.Fatal(err)
	}
	validated, err := server.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: "multicluster_clusters", Config: &encoded,
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(validated.Diagnostics) > 0 || !config.IsFullyKnown() {
		return state, validated.Diagnostics
	}
	resp, err := server.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
		TypeName: "multicluster_clusters", Config: &encoded,
	})
	if err != nil {
		t.Fatal(err)
	}
	diags = slices.DeleteFunc(resp.Diagnostics, func(d *tfprotov6.Diagnostic) bool {
		return d.Severity == tfprotov6.DiagnosticSeverityWarning // that no cluster matches
	})
	if len(diags) > 0 {
		return state, diags
	}
	if state, err = resp.State.Unmarshal(typ); err != nil {
		t.Fatal(err)
	}
	return state, nil
}

// ReadDecisions reads the data source of decisions, and returns its outputs as a state has them.
func ReadDecisions(t *testing.T, provider, config object) (map[string]any, []*tfprotov6.Diagnostic) {
	t.Helper()
	typ := placements.DecisionsSchema().Type().TerraformType(context.Background())
	state, diags := PlanDataWith(t, provider, "multicluster_placement_decisions", Config(t, typ, config))
	if state == nil {
		return nil, diags
	}
	outputs := map[string]any{}
	for name, value := range state {
		if _, isArgument := config[name]; !isArgument {
			outputs[name] = Plain(t, value)
		}
	}
	return outputs, diags
}

// ReadWith reads a data source of placements and returns its outputs as a state has them.
func ReadWith(t *testing.T, provider, config object) (map[string]any, []*tfprotov6.Diagnostic) {
	t.Helper()
	state, diags := PlanDataWith(t, provider, "multicluster_placement", Config(t, PlacementType(), config))
	if state == nil {
		return nil, diags
	}
	outputs := map[string]any{}
	for _, name := range placementconfig.ResultNames() {
		outputs[name] = Plain(t, state[name])
	}
	return outputs, diags
}

// ChosenOf are the clusters of the decisions, in their order.
func ChosenOf(outputs map[string]any) []string {
	decisions, _ := outputs["decisions"].([]any)
	names := make([]string, len(decisions))
	for i := range decisions {
		names[i], _ = decisions[i].(map[string]any)["cluster_name"].(string)
	}
	return names
}

// PlacementType is the type of the data source's configuration.
func PlacementType() tftypes.Type {
	return DataSchema("multicluster_placement").Type
}

// PlanPlacement plans the data source of placements.
func PlanPlacement(t testing.TB, config tftypes.Value) (state map[string]tftypes.Value, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	return PlanData(t, "multicluster_placement", config)
}

// PlanData validates a configuration and, if it is right and known, reads the data source, as Terraform does.
func PlanData(
	t testing.TB, typeName string, config tftypes.Value,
) (state map[string]tftypes.Value, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	return PlanDataWith(t, nil, typeName, config)
}

// PlanDataWith is PlanData with a configuration of the provider.
func PlanDataWith(
	t testing.TB, provider object, typeName string, config tftypes.Value,
) (state map[string]tftypes.Value, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	ctx, server := t.Context(), NewServer()
	if resp := ConfigureRaw(t, server, provider); len(resp.Diagnostics) > 0 {
		t.Fatalf("configuring the provider: %s", Shown(resp.Diagnostics[0]))
	}
	encoded, err := tfprotov6.NewDynamicValue(config.Type(), config)
	if err != nil {
		t.Fatal(err)
	}
	validated, err := server.ValidateDataResourceConfig(ctx, &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: typeName, Config: &encoded,
	})
	if err != nil {
		t.Fatal(err)
	}
	isError := func(d *tfprotov6.Diagnostic) bool { return d.Severity == tfprotov6.DiagnosticSeverityError }
	if slices.ContainsFunc(validated.Diagnostics, isError) || !config.IsFullyKnown() {
		return nil, validated.Diagnostics
	}
	read, err := server.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{
		TypeName: typeName, Config: &encoded,
	})
	if err != nil {
		t.Fatal(err)
	}
	if read.State == nil {
		return nil, read.Diagnostics
	}
	value, err := read.State.Unmarshal(config.Type())
	if err != nil {
		t.Fatal(err)
	}
	if err := value.As(&state); err != nil {
		t.Fatal(err)
	}
	return state, append(validated.Diagnostics, read.Diagnostics...)
}

// WorkloadStatus reads the data source, and returns its outputs.
func WorkloadStatus(t *testing.T, provider, config object) (map[string]any, []*tfprotov6.Diagnostic) {
	t.Helper()
	state, diags := PlanDataWith(t, provider, "multicluster_workload_status",
		Config(t, DataSchema("multicluster_workload_status").Type, config))
	outputs := map[string]any{}
	for name, value := range state {
		if _, isArgument := config[name]; !isArgument {
			outputs[name] = Plain(t, value)
		}
	}
	return outputs, diags
}

// StatesOf are the states of the clusters in the outputs, with their revisions.
func StatesOf(outputs map[string]any) map[string]string {
	states := map[string]string{}
	clusters, _ := outputs["cluster_status"].(map[string]any)
	for name, status := range clusters {
		of, _ := status.(map[string]any)
		states[name] = fmt.Sprint(of["status"], " ", of["revision"])
	}
	return states
}
