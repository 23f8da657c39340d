// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
)

// objectOf is the text of an object that has nothing but a name.
func objectOf(apiVersion, kind string) string {
	return fmt.Sprintf("apiVersion: %s\nkind: %s\nmetadata: { name: a, namespace: b }\nspec: { type: vm }\n", apiVersion, kind)
}

// TestFileNames: the name of a file in place of its content.
func TestFileNames(t *testing.T) {
	const read = ", which is not a Kubernetes object; to read a file, use "
	for text, want := range map[string]string{
		"fleet.yaml":                      `found the text "fleet.yaml"` + read + `file("${path.module}/fleet.yaml")`,
		"my fleet.yml\n":                  `found the text "my fleet.yml"` + read + `file("${path.module}/my fleet.yml")`,
		"./fleet.JSON":                    `found the text "./fleet.JSON"` + read + `file("${path.module}/fleet.JSON")`,
		"../fleets/prod":                  `found the text "../fleets/prod"` + read + `file("${path.module}/../fleets/prod")`,
		"/etc/fleet.yaml":                 `found the text "/etc/fleet.yaml"` + read + `file("/etc/fleet.yaml")`,
		`C:\fleet.yaml`:                   `found the text "C:\\fleet.yaml"` + read + `file("C:\\fleet.yaml")`,
		"https://example.com/fleet.yaml":  `found the text "https://example.com/fleet.yaml", which is not a Kubernetes object`,
		"fleets/*.yaml":                   `found the text "fleets/*.yaml", which is not a Kubernetes object`,
		"prod":                            `found the text "prod", which is not a Kubernetes object`,
		"a text with a slash / in it":     `found the text "a text with a slash / in it", which is not a Kubernetes object`,
		"3":                               "found a number, which is not a Kubernetes object",
		"- a":                             "found a list, which is not a Kubernetes object",
		`"fleet.yaml"`:                    `found the text "fleet.yaml"` + read + `file("${path.module}/fleet.yaml")`,
		strings.Repeat("x", 900) + ".yml": `found the text "` + strings.Repeat("x", 320) + `…", which is not a Kubernetes object`,
	} {
		_, err := inventory.ReadFleet(t.Context(), text)
		if err == nil || err.Error() != "document 1, line 1: "+want {
			t.Errorf("%q:\ngot  %v\nwant document 1, line 1: %s", text, err, want)
		}
		if _, again := manifest.ReadPlacement(t.Context(), text); again == nil || again.Error() != err.Error() {
			t.Errorf("%q as a placement: %v", text, again)
		}
	}
}

// TestVersions: a version that a kind never had is refused with those that it has or had, and an unknown kind is skipped.
func TestVersions(t *testing.T) {
	const ocm, member, fleet, hybrid = "cluster.open-cluster-management.io", "cluster.kubernetes-fleet.io",
		"placement.kubernetes-fleet.io", "core.hybridapp.io"
	for _, c := range []struct {
		group, kind string
		versions    []string
	}{
		{ocm, "ManagedCluster", []string{"v1"}},
		{ocm, "ManagedClusterSet", []string{"v1beta2", "v1beta1", "v1alpha1"}},
		{ocm, "ManagedClusterSetBinding", []string{"v1beta2", "v1beta1", "v1alpha1"}},
		{ocm, "AddOnPlacementScore", []string{"v1alpha1"}},
		{ocm, "PlacementDecision", []string{"v1beta1", "v1alpha1"}},
		{member, "MemberCluster", []string{"v1", "v1beta1"}},
		{fleet, "ClusterResourceBinding", []string{"v1", "v1beta1"}},
		{fleet, "ResourceBinding", []string{"v1", "v1beta1"}},
		{fleet, "ClusterResourcePlacement", []string{"v1", "v1beta1"}},
		{fleet, "ResourcePlacement", []string{"v1", "v1beta1"}},
		{hybrid, "PlacementRule", []string{"v1alpha1"}},
		{hybrid, "Deployer", []string{"v1alpha1"}},
	} {
		var quoted []string
		for _, version := range c.versions {
			quoted = append(quoted, fmt.Sprintf("%q", c.group+"/"+version))
			if _, err := inventory.ReadFleet(t.Context(), objectOf(c.group+"/"+version, c.kind)); err != nil {
				t.Error(err)
			}
		}
		wanted := strings.Join(quoted, ", ")
		if len(quoted) > 1 {
			wanted = "one of " + wanted
		}
		_, err := inventory.ReadFleet(t.Context(), objectOf(c.group+"/v9", c.kind))
		want := fmt.Sprintf("document 1, line 1, %s/a, apiVersion: found %q: must be %s", c.kind, c.group+"/v9", wanted)
		if err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	fleetOf, err := inventory.ReadFleet(t.Context(), objectOf(ocm+"/v9", "Placement"),
		objectOf("cluster.example.com/v9", "ManagedCluster"))
	if err != nil || len(fleetOf.Skipped) != 2 {
		t.Errorf("%v, skipped %v", err, fleetOf.Skipped)
	}
}

// TestSkippedKindDidYouMean suggests a kind of cluster.
func TestSkippedKindDidYouMean(t *testing.T) {
	const managed = `; did you mean "ManagedCluster.cluster.open-cluster-management.io"?`
	for kind, want := range map[string]string{
		"ManagedCluster.cluster.open-clusters-management.io": managed,
		"ManagedCluster": managed,
		"managedcluster.cluster.open-cluster-management.io":    managed,
		"ManagedClusters.cluster.open-cluster-management.io":   managed,
		"MemberCluster.fleet.azure.com":                        `; did you mean "MemberCluster.cluster.kubernetes-fleet.io"?`,
		"ManagedCluster.cluster.open-cluster-management.io":    "",
		"MemberCluster.cluster.kubernetes-fleet.io":            "",
		"InternalMemberCluster.cluster.kubernetes-fleet.io":    "",
		"Placement.cluster.open-cluster-management.io":         "",
		"ClusterClaim.cluster.open-cluster-management.io":      "",
		"ManagedClusterAddOn.addon.open-cluster-management.io": "",
		"ClusterStagedUpdateRun.placement.kubernetes-fleet.io": "",
		"Deployment.apps": "",
		"ManagedClusterImageRegistry.imageregistry.open-cluster-m.io": "",
	} {
		if got := (inventory.SkippedKind{Kind: kind}).DidYouMean(); got != want {
			t.Errorf("%s: got %q, want %q", kind, got, want)
		}
	}
}

// TestSeveralManifests: with several texts every mistake says in which one it is.
func TestSeveralManifests(t *testing.T) {
	good := objectOf("cluster.open-cluster-management.io/v1", "ManagedCluster")
	for text, want := range map[string]string{
		"kind: [":                      "line 1 of manifests[1]: invalid YAML",
		"---\nkind: A\n---\n{\"a\": 1": "line 4 of manifests[1]: ",
		"{":                            "of manifests[1]",
		"fleet.yaml":                   "document 1 of manifests[1], line 1: found the text",
		"# b\n" + good: "document 1 of manifests[1], line 2, ManagedCluster/a: duplicate object: already defined in " +
			"document 1 of manifests[0]",
		strings.Replace(good, "name: a", "name: A", 1): "document 1 of manifests[1], line 3, ManagedCluster/A, " +
			"metadata.name: found \"A\": a lowercase",
		strings.Replace(good, "name: a", "labels: 3, name: b", 1): "document 1 of manifests[1], line 3, ManagedCluster/b, " +
			"metadata.labels: found a number",
		strings.Replace(good, "io/v1\n", "io/v2\n", 1): "document 1 of manifests[1], line 1, ManagedCluster/a, " +
			"apiVersion: found",
		strings.Replace(good, "kind: ", "x: ", 1) + "---\n" +
			"a: b\n": "document 1 of manifests[1], line 1: not a Kubernetes object: apiVersion and kind",
	} {
		_, err := inventory.ReadFleet(t.Context(), good, text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}
