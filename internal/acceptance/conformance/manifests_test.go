// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestConformanceManifests_kubeFleet reads recorded cases of KubeFleet from manifests that do not have the placement, and
// compares what the data source decides with what the real scheduler has decided. The policy snapshot says under which policy the
// bindings were made.
func TestConformanceManifests_kubeFleet(t *testing.T) {
	t.Parallel()
	cases, leftOut := kubeFleetHubCases(t)
	passed, failed := 0, 0
	for i := range cases {
		c := &cases[i]
		if !c.hasBindings() {
			leftOut["no binding"]++
			continue
		}
		config, err := c.config(t)
		if err != nil {
			leftOut["the provider refuses the arguments"]++
			continue
		}
		config["manifests"] = list{c.manifest(t)}
		switch difference := c.runManifests(t, config); {
		case strings.Contains(difference, "A manifest cannot be used"):
			leftOut["the provider refuses an object"]++
		case difference != "":
			if failed++; failed <= 5 {
				t.Errorf("%s: %s", c.name, difference)
			}
		default:
			passed++
		}
	}
	t.Logf("left out: %v", leftOut)
	fmt.Printf("conformance manifests kubefleet: %d passed, %d failed of %d\n", passed, failed, passed+failed)
	if failed > 0 || passed < hubCases {
		t.Errorf("%d passed and %d failed, want at least %d and none", passed, failed, hubCases)
	}
}

// hasBindings reports whether the hub has decided before.
func (c *hubCase) hasBindings() bool {
	return slices.ContainsFunc(c.objects, func(o *unstructured.Unstructured) bool {
		return strings.HasSuffix(o.GetKind(),
			"ResourceBinding")
	})
}

// manifest is a list of the objects of a case but for the placement.
func (c *hubCase) manifest(t *testing.T) string {
	t.Helper()
	items := make([]any, 0, len(c.objects))
	for _, o := range c.objects {
		if o != c.placement {
			items = append(items, o.Object)
		}
	}
	text, err := json.Marshal(map[string]any{"apiVersion": "v1", "kind": "List", "items": items})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// runManifests decides the placement of a case by the objects of its manifest.
func (c *hubCase) runManifests(t *testing.T, config object) string {
	t.Helper()
	outputs, diags := providertest.ReadWith(t, object{}, config)
	err := firstError(diags)
	if c.fails != (err != nil) {
		return fmt.Sprintf("recorded a failure: %t, got %v", c.fails, err)
	}
	if err != nil {
		return ""
	}
	var report placement.Report
	text, _ := outputs["report"].(string)
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		return err.Error()
	}
	return c.compare(outputs, &report)
}
