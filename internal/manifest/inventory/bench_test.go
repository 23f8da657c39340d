// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
)

// BenchmarkReadFleet reads 10 000 clusters as kubectl prints them. Compare two versions with
//
//	go test -run '^$' -bench ReadFleet -count 10 ./internal/manifest > new.txt
//	benchstat old.txt new.txt
func BenchmarkReadFleet(b *testing.B) {
	text := benchText(b, 10_000)
	asYAML, err := yaml.JSONToYAML([]byte(text))
	if err != nil {
		b.Fatal(err)
	}
	for name, text := range map[string]string{"json": text, "yaml": string(asYAML)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := inventory.ReadFleet(b.Context(), text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func benchText(b *testing.B, clusters int) string {
	b.Helper()
	type object = map[string]any
	var items []object
	for i := range clusters {
		name := fmt.Sprintf("cluster-%06d", i)
		resources := object{"cpu": fmt.Sprint(4 + i%252), "memory": fmt.Sprintf("%dGi", 8+i%1016)}
		items = append(items, object{
			"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
			"metadata": object{
				"name": name, "creationTimestamp": "2026-08-01T00:00:00Z", "resourceVersion": fmt.Sprint(i),
				"labels": object{
					"cluster.open-cluster-management.io/clusterset": "prod", "env": "prod", "vendor": "Kubernetes",
					"region": fmt.Sprintf("r%d", i%7), "cloud": "Amazon", "tier": fmt.Sprintf("t%d", i%4),
				},
			},
			"spec": object{"hubAcceptsClient": true, "leaseDurationSeconds": 60, "taints": []object{
				{"key": "gpu", "value": "true", "effect": "NoSelect", "timeAdded": "2026-08-01T00:00:00Z"},
				{"key": "spot", "effect": "PreferNoSelect", "timeAdded": "2026-08-01T00:00:00Z"},
			}},
			"status": object{
				"allocatable": resources, "capacity": resources, "version": object{"kubernetes": "v1.33.1"},
				"clusterClaims": []object{
					{"name": "id.k8s.io", "value": name}, {"name": "platform.open-cluster-management.io", "value": "aws"},
					{"name": "kubeversion.open-cluster-management.io", "value": "v1.33.1"},
					{"name": "region.open-cluster-management.io", "value": "eu"},
				},
				"conditions": []object{{
					"type": "ManagedClusterConditionAvailable", "status": "True", "reason": "ManagedClusterAvailable",
					"lastTransitionTime": "2026-08-01T00:00:00Z", "message": "Managed cluster is available",
				}},
			},
		})
	}
	text, err := json.Marshal(object{"apiVersion": "v1", "kind": "List", "items": items})
	if err != nil {
		b.Fatal(err)
	}
	return string(text)
}
