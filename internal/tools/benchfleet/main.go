// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Command benchfleet writes the fleet of the benchmarks in every form that a configuration supports.
//
//	go run ./internal/tools/benchfleet -clusters 10000 -form json > fleet.json
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"

	"sigs.k8s.io/yaml"
)

type object map[string]any

func main() {
	clusters := flag.Int("clusters", 10_000, "how many clusters")
	form := flag.String("form", "json", "json or yaml: manifests; typed: values for the argument clusters")
	flag.Parse()
	text, err := fleet(*clusters, *form)
	if err != nil {
		log.Fatal(err)
	}
	out := bufio.NewWriter(os.Stdout)
	if _, err := out.Write(text); err != nil {
		log.Fatal(err)
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

func fleet(clusters int, form string) ([]byte, error) {
	var items []object
	for i := range clusters {
		if form == "typed" {
			items = append(items, typed(i))
		} else {
			items = append(items, managedCluster(i))
		}
	}
	list := object{"apiVersion": "v1", "kind": "List", "items": items}
	switch form {
	case "typed":
		return json.Marshal(items)
	case "json":
		return json.Marshal(list)
	case "yaml":
		return yaml.Marshal(list)
	}
	return nil, fmt.Errorf("unsupported form %q", form)
}

func name(i int) string { return fmt.Sprintf("cluster-%06d", i) }

var (
	envs      = []string{"prod", "dev", "qa"}
	platforms = []string{"aws", "gcp", "azure", "baremetal"}
)

func resources(i int) object {
	return object{"cpu": fmt.Sprint(4 + (i*7919)%252), "memory": fmt.Sprintf("%dGi", 8+(i*104729)%1016)}
}

func taints(i int, added string) []object {
	var list []object
	if i%10 == 3 {
		list = append(list, object{"key": "gpu", "value": "true", "effect": "NoSelect", added: "2026-08-01T00:00:00Z"})
	}
	if i%25 == 7 {
		list = append(list, object{"key": "maintenance", "effect": "NoSelect", added: "2026-08-01T00:00:00Z"})
	}
	return list
}

// managedCluster is a cluster of the fleet of the recorded bench-* answers.
func managedCluster(i int) object {
	l := object{"cluster.open-cluster-management.io/clusterset": "prod", "env": envs[i%3], "region": fmt.Sprintf("r%d", i%7)}
	switch i % 20 {
	case 0:
		l["canary"] = "east"
	case 1:
		l["canary"] = "west"
	}
	spec := object{"hubAcceptsClient": true}
	if list := taints(i, "timeAdded"); len(list) > 0 {
		spec["taints"] = list
	}
	return object{
		"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
		"metadata": object{"name": name(i), "labels": l},
		"spec":     spec,
		"status": object{
			"allocatable": resources(i), "capacity": resources(i), "conditions": []object{},
			"clusterClaims": []object{
				{"name": "id.k8s.io", "value": name(i)},
				{"name": "platform.open-cluster-management.io", "value": platforms[i%4]},
			},
			"version": object{"kubernetes": "v1.33.1"},
		},
	}
}

// typed is a cluster with 6 labels, 4 claims, 2 taints and 4 quantities.
func typed(i int) object {
	return object{
		"name": name(i),
		"labels": object{
			"cluster.open-cluster-management.io/clusterset": "prod", "env": envs[i%3], "region": fmt.Sprintf("r%d", i%7),
			"tier": fmt.Sprintf("t%d", i%4), "vendor": "Kubernetes", "cloud": "Amazon",
		},
		"claims": object{
			"id.k8s.io": name(i), "platform.open-cluster-management.io": platforms[i%4],
			"kubeversion.open-cluster-management.io": "v1.33.1", "region.open-cluster-management.io": fmt.Sprintf("r%d", i%7),
		},
		"taints": []object{
			{"key": "gpu", "value": "true", "effect": "PreferNoSelect", "time_added": "2026-08-01T00:00:00Z"},
			{"key": "spot", "value": "true", "effect": "PreferNoSelect", "time_added": "2026-08-01T00:00:00Z"},
		},
		"allocatable": resources(i), "capacity": resources(i),
	}
}
