package provider

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// unknown stands for an unknown value in test data.
type unknown struct{}

// object is test data of an object or a map.
type object = map[string]any

// list is test data of a list.
type list = []any

// configOf makes a configuration of test data; attributes that are not given are null.
func configOf(t testing.TB, typ tftypes.Type, data any) tftypes.Value {
	t.Helper()
	if typ.Is(tftypes.DynamicPseudoType) {
		return dynamicOf(t, data)
	}
	switch v := data.(type) {
	case nil:
		return tftypes.NewValue(typ, nil)
	case unknown:
		return tftypes.NewValue(typ, tftypes.UnknownValue)
	case list:
		of, ok := typ.(tftypes.List)
		if !ok {
			t.Fatalf("found a list; it must be %s", typ)
		}
		values := make([]tftypes.Value, len(v))
		for i := range v {
			values[i] = configOf(t, of.ElementType, v[i])
		}
		return tftypes.NewValue(typ, values)
	case object:
		return tftypes.NewValue(typ, membersOf(t, typ, v))
	}
	return tftypes.NewValue(typ, data)
}

func membersOf(t testing.TB, typ tftypes.Type, data object) map[string]tftypes.Value {
	t.Helper()
	values := map[string]tftypes.Value{}
	switch of := typ.(type) {
	case tftypes.Map:
		for key, item := range data {
			values[key] = configOf(t, of.ElementType, item)
		}
	case tftypes.Object:
		for name, attribute := range of.AttributeTypes {
			values[name] = configOf(t, attribute, data[name])
		}
		for name := range data {
			if _, ok := of.AttributeTypes[name]; !ok {
				t.Fatalf("there is no attribute %q", name)
			}
		}
	}
	return values
}

// placementType is the type of the data source's configuration.
func placementType() tftypes.Type {
	return dataSchema("multicluster_placement").typ
}

// plan plans the data source of placements.
func plan(t testing.TB, config tftypes.Value) (state map[string]tftypes.Value, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	return planData(t, "multicluster_placement", config)
}

// planData validates a configuration and, if it is right and known, reads the data source, as Terraform does.
func planData(
	t testing.TB, typeName string, config tftypes.Value,
) (state map[string]tftypes.Value, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	return planDataWith(t, nil, typeName, config)
}

// planDataWith is planData with a configuration of the provider.
func planDataWith(
	t testing.TB, provider object, typeName string, config tftypes.Value,
) (state map[string]tftypes.Value, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	ctx, server := t.Context(), testServer()
	if resp := configureRaw(t, server, provider); len(resp.Diagnostics) > 0 {
		t.Fatalf("configuring the provider: %s", shown(resp.Diagnostics[0]))
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

// shown is a diagnostic as one line: where, title, text.
func shown(d *tfprotov6.Diagnostic) string {
	return fmt.Sprintf("%s: %s: %s: %s", d.Severity, pathOf(d.Attribute), d.Summary, d.Detail)
}

// lineOf is what Terraform finds the line of a path with: the attribute and the first step below it.
func lineOf(at string) string {
	end := strings.IndexAny(at, ".[")
	if end < 0 {
		return at
	}
	root, rest := at[:end], at[end:]
	if rest[0] == '[' {
		return root + rest[:strings.IndexByte(rest, ']')+1]
	}
	rest = rest[1:]
	if end = strings.IndexAny(rest, ".["); end >= 0 {
		rest = rest[:end]
	}
	return fmt.Sprintf("%s[%q]", root, rest)
}

func pathOf(at *tftypes.AttributePath) string {
	var text strings.Builder
	for _, step := range at.Steps() {
		switch s := step.(type) {
		case tftypes.AttributeName:
			if text.Len() > 0 {
				text.WriteByte('.')
			}
			text.WriteString(string(s))
		case tftypes.ElementKeyInt:
			fmt.Fprintf(&text, "[%d]", s)
		case tftypes.ElementKeyString:
			fmt.Fprintf(&text, "[%q]", s)
		}
	}
	return text.String()
}

// fullConfig has a value for every argument.
func fullConfig() object {
	selector := func() object {
		return object{
			"match_labels": object{"env": "prod"},
			"match_expressions": list{
				object{"key": "tier", "operator": "In", "values": list{"gold", "silver"}},
			},
		}
	}
	claims := func() object {
		return object{"match_expressions": list{
			object{"key": "platform.open-cluster-management.io", "operator": "In", "values": list{"aws"}},
		}}
	}
	return object{
		"name": "web", "namespace": "default", "now": "2026-08-11T12:00:00Z", "on_unsatisfied": "error",
		"with_report": true, "with_labels": list{"env", "tier"}, "with_claims": list{"platform.open-cluster-management.io"},
		"manifests": list{`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"}}`},
		"clusters": list{object{
			"name": "eu-1", "labels": object{"env": "prod", "tier": "gold"}, "annotations": object{"note": "x"},
			"claims":      object{"platform.open-cluster-management.io": "aws"},
			"allocatable": object{"cpu": "40", "memory": "64Gi"}, "capacity": object{"cpu": "48", "memory": "64Gi"},
			"kubernetes_version": "v1.33.1",
			"taints": list{object{
				"key": "gpu", "value": "true", "effect": "NoSelect", "time_added": "2026-08-11T11:59:00Z",
			}},
		}},
		"cluster_sets": list{object{
			"name": "prod", "selector_type": "LabelSelector", "label_selector": selector(),
		}},
		"cluster_set_bindings": list{object{"name": "prod", "namespace": "default"}},
		"scores": list{object{
			"cluster": "eu-1", "name": "usage", "valid_until": "2026-08-12T00:00:00Z",
			"scores": list{object{"name": "cpuratio", "value": int64(50)}},
		}},
		"placement_decisions": list{object{"placement": "other", "namespace": "default", "clusters": list{"eu-2"}}},
		"previous_decisions": list{object{
			"cluster_name": "eu-1", "score": int64(1), "group": int64(0), "reason": "x",
		}},
		"ocm": object{
			"cluster_sets": list{"prod"}, "number_of_clusters": int64(1),
			"spread_policy": object{"spread_constraints": list{}}, "sort_by": "ClusterName", "score_rate_limit": "1m",
			"predicates": list{object{"required_cluster_selector": object{
				"label_selector": selector(), "claim_selector": claims(),
				"cel_selector": object{"cel_expressions": list{`managedCluster.status.version.kubernetes.startsWith("v1.33")`}},
			}}},
			"tolerations": list{object{
				"key": "gpu", "operator": "Equal", "value": "true", "effect": "NoSelect", "toleration_seconds": int64(300),
			}},
			"prioritizer_policy": object{"mode": "Additive", "configurations": list{object{
				"weight": int64(3),
				"score_coordinate": object{
					"type": "AddOn", "built_in": "", "add_on": object{"resource_name": "usage", "score_name": "cpuratio"},
				},
			}}},
		},
		"decision_strategy": object{"group_strategy": object{
			"clusters_per_decision_group": "50%",
			"decision_groups": list{object{
				"group_name":             "canary",
				"group_cluster_selector": object{"label_selector": selector(), "claim_selector": claims()},
			}},
		}},
	}
}

// fullConfigs are configurations that together have a value for every argument, one for each dialect.
func fullConfigs() map[string]object {
	kubefleet := fullConfig()
	delete(kubefleet, "ocm")
	cluster := kubefleet["clusters"].(list)[0].(object)
	cluster["taints"].(list)[0].(object)["effect"] = "NoSchedule"
	cluster["properties"] = object{"kubernetes-fleet.io/node-count": "5"}
	cluster["available"] = object{"cpu": "10"}
	cluster["namespaces"] = list{"default"}
	kubefleet["previous_decisions"] = list{object{
		"cluster_name": "eu-1", "score": int64(10), "group": int64(0), "reason": "x",
		"binding": object{"state": "Bound", "policy": "abc", "topology_spread_score": int64(0)},
	}}
	labels := object{
		"match_labels":      object{"env": "prod"},
		"match_expressions": list{object{"key": "tier", "operator": "In", "values": list{"gold"}}},
	}
	kubefleet["kubefleet"] = object{
		"placement_type": "PickN", "number_of_clusters": int64(1),
		"affinity": object{"cluster_affinity": object{
			"required_during_scheduling_ignored_during_execution": object{"cluster_selector_terms": list{object{
				"label_selector": labels,
				"property_selector": object{"match_expressions": list{object{
					"name": "kubernetes-fleet.io/node-count", "operator": "Ge", "values": list{"3"},
				}}},
			}}},
			"preferred_during_scheduling_ignored_during_execution": list{object{
				"weight": int64(20),
				"preference": object{
					"label_selector":  labels,
					"property_sorter": object{"name": "resources.kubernetes-fleet.io/available-cpu", "sort_order": "Descending"},
				},
			}},
		}},
		"topology_spread_constraints": list{object{
			"topology_key": "region", "max_skew": int64(1), "when_unsatisfiable": "DoNotSchedule",
		}},
		"tolerations": list{object{"key": "gpu", "operator": "Equal", "value": "true", "effect": "NoSchedule"}},
	}
	hybrid := fullConfig()
	delete(hybrid, "ocm")
	hybrid["kind"] = "ManagedCluster"
	hybrid["clusters"].(list)[0].(object)["kind"] = "ManagedCluster"
	hybrid["targets"] = list{object{
		"kind": "deployer", "name": "vm", "namespace": "ops", "deployer_type": "ibminfra", "placement_target": "virtualmachines",
		"labels": object{"env": "prod"},
	}}
	hybrid["hybrid"] = object{
		"deployer_type": "kubernetes", "replicas": int64(1), "decision_weight": int64(50),
		"targets": list{object{"name": "eu-1", "namespace": ""}}, "target_labels": labels,
		"advisors": list{
			object{
				"name": "cost", "type": "priority", "weight": int64(50), "on_failure": "ignore", "fail_open": true,
				"rules": `{"costs":{"eu-1":"0.5"}}`,
			},
			object{"name": "mine", "recommendations": list{object{
				"name": "eu-1", "namespace": "", "score": int64(20), "reason": "near",
			}}},
		},
	}
	return map[string]object{"ocm": fullConfig(), "kubefleet": kubefleet, "hybrid": hybrid}
}
