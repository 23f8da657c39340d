// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// FullObject has a value for every argument that is not about the decisions.
func FullObject() object {
	return object{
		"resource_selectors": list{
			object{"group": "", "version": "v1", "kind": "ConfigMap", "name": "settings", "selection_scope": "NamespaceWithResources"},
			object{"group": "apps", "version": "v1", "kind": "Deployment", "label_selector": object{
				"match_labels":      object{"app": "web"},
				"match_expressions": list{object{"key": "tier", "operator": "In", "values": list{"front"}}},
			}},
		},
		"strategy": object{
			"type":           "RollingUpdate",
			"rolling_update": object{"max_unavailable": int64(1), "max_surge": "50%", "unavailable_period_seconds": int64(5)},
			"apply_strategy": object{
				"type": "ServerSideApply", "comparison_option": "FullComparison", "when_to_apply": "IfNotDrifted",
				"when_to_take_over": "IfNoDiff", "allow_co_ownership": true, "server_side_apply_config": object{"force": true},
			},
			"delete_strategy":      object{"propagation_policy": "Abandon"},
			"report_back_strategy": object{"type": "Mirror", "destination": "WorkAPI"},
		},
		"revision_history_limit": int64(3), "status_reporting_scope": "ClusterScopeOnly",
	}
}

// FullResourceConfigs are FullConfigs with what only the resource has.
func FullResourceConfigs() map[string]object {
	configs := FullConfigs()
	for _, config := range configs {
		config["max_moves"], config["on_exceeded"], config["paused"] = "50%", "fail", false
	}
	maps.Copy(configs[placementconfig.DialectKubeFleet], FullObject())
	return configs
}

// TopAttribute is the attribute of the configuration that a place such as .ocm.predicates[0] is in.
func TopAttribute(at string) string {
	name := strings.TrimPrefix(at, ".")
	if end := strings.IndexAny(name, ".["); end >= 0 {
		name = name[:end]
	}
	return name
}

// Cluster is a cluster with labels.
func Cluster(name string, labels object) object {
	return object{"name": name, "labels": labels, "allocatable": object{"cpu": "10"}}
}

// DecidedClusters are the clusters of a plan or a state, in order.
func (l *Resource) DecidedClusters(of tftypes.Value) []string {
	l.T.Helper()
	var decisions []tftypes.Value
	if err := l.Attribute(of, "decisions").As(&decisions); err != nil {
		l.T.Fatal(err)
	}
	names := make([]string, len(decisions))
	for i, d := range decisions {
		if err := l.Attribute(d, "cluster_name").As(&names[i]); err != nil {
			l.T.Fatal(err)
		}
	}
	return names
}

// StickyConfigs are placements of two of three clusters, of which b and c come before a if nothing was decided before.
func StickyConfigs() map[string]func(clusters ...object) object {
	config := func(dialect string, placement object) func(clusters ...object) object {
		return func(clusters ...object) object {
			all := make([]any, len(clusters))
			for i := range clusters {
				all[i] = clusters[i]
			}
			return object{"name": "web", "clusters": all, dialect: placement, "with_report": true}
		}
	}
	rich := object{"match_labels": object{"rich": "yes"}}
	return map[string]func(clusters ...object) object{
		"ocm": config("ocm", object{"number_of_clusters": int64(2), "predicates": []any{object{"required_cluster_selector": object{
			"label_selector": object{"match_expressions": []any{object{"key": "off", "operator": "DoesNotExist"}}},
		}}}}),
		"kubefleet": config("kubefleet", object{
			"placement_type": "PickN", "number_of_clusters": int64(2),
			"affinity": object{"cluster_affinity": object{
				"required_during_scheduling_ignored_during_execution": object{"cluster_selector_terms": []any{object{
					"label_selector": object{"match_expressions": []any{object{"key": "off", "operator": "DoesNotExist"}}},
				}}},
				"preferred_during_scheduling_ignored_during_execution": []any{object{
					"weight": int64(10), "preference": object{"label_selector": rich},
				}},
			}},
		}),
		"hybrid": config("hybrid", object{
			"replicas":      int64(2),
			"target_labels": object{"match_expressions": []any{object{"key": "off", "operator": "DoesNotExist"}}},
		}),
	}
}

// TimedConfig is a placement whose cluster a is tolerated until 12:05.
func TimedConfig(now any) object {
	tainted := Cluster("a", object{})
	tainted["taints"] = []any{object{"key": "k", "effect": "NoSelect", "time_added": "2026-08-11T12:00:00Z"}}
	return object{
		"name": "web", "clusters": []any{tainted, Cluster("b", object{})}, "now": now,
		"ocm": object{"tolerations": []any{object{"key": "k", "operator": "Exists", "toleration_seconds": int64(300)}}},
	}
}

// FullConfig has a value for every argument.
func FullConfig() object {
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
			"cluster_name": "eu-1", "score": int64(1), "reason": "x",
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

// DataConfigs are FullConfigs with what only the data source and the function have.
func DataConfigs() map[string]object {
	configs := FullConfigs()
	for _, config := range configs {
		config["offers"] = list{object{"name": "eu-3", "labels": object{"env": "prod"}, "allocatable": object{"cpu": "40"}}}
	}
	return configs
}

// FullConfigs are configurations that together have a value for every argument, one for each dialect.
func FullConfigs() map[string]object {
	kubefleet := FullConfig()
	delete(kubefleet, "ocm")
	cluster := kubefleet["clusters"].(list)[0].(object)
	cluster["taints"].(list)[0].(object)["effect"] = "NoSchedule"
	cluster["properties"] = object{"kubernetes-fleet.io/node-count": "5"}
	cluster["available"] = object{"cpu": "10"}
	cluster["namespaces"] = list{"default"}
	kubefleet["previous_decisions"] = list{object{
		"cluster_name": "eu-1", "score": int64(10), "reason": "x",
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
	hybrid := FullConfig()
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
	return map[string]object{"ocm": FullConfig(), "kubefleet": kubefleet, "hybrid": hybrid}
}

// TogetherConfigs are configurations of several placements, with one placement each, that together have a value for every argument
// but those of the resource alone.
func TogetherConfigs() map[string]object {
	configs := FullConfigs()
	for dialect, config := range configs {
		entry := object{}
		for _, name := range []string{
			dialect, "decision_strategy", "namespace", "on_unsatisfied", "with_report", "with_labels", "with_claims", "previous_decisions",
		} {
			entry[name] = config[name]
			delete(config, name)
		}
		delete(config, "name")
		config["placements"] = object{"web": entry}
	}
	return configs
}
