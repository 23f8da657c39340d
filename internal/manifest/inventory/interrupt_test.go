// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
)

// endingContext ends after a number of checks.
type endingContext struct {
	context.Context //nolint:containedctx // It is a context.
	left            int
}

func (c *endingContext) Err() error {
	if c.left <= 0 {
		return context.Canceled
	}
	c.left--
	return nil
}

// fleetTexts are texts of the given number of clusters in every form.
func fleetTexts(t *testing.T, clusters int) map[string]string {
	t.Helper()
	var items, documents []string
	for i := range clusters {
		item := fmt.Sprintf(`{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster","metadata":{"name":"c%d"}}`,
			i)
		document, err := yaml.JSONToYAML([]byte(item))
		if err != nil {
			t.Fatal(err)
		}
		items, documents = append(items, item), append(documents, string(document))
	}
	list := `{"apiVersion":"v1","kind":"List","items":[` + strings.Join(items, ",") + "]}"
	asYAML, err := yaml.JSONToYAML([]byte(list))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"a list, JSON": list, "documents, JSON": strings.Join(items, "\n"),
		"a list, YAML": string(asYAML), "documents, YAML": strings.Join(documents, "---\n"),
	}
}

// TestReadFleetInterrupted: reading ends at each check of the context. The context is checked when an object is found and
// when it is decoded.
func TestReadFleetInterrupted(t *testing.T) {
	const clusters = 20
	for form, text := range fleetTexts(t, clusters) {
		t.Run(form, func(t *testing.T) {
			for checks := range 2 * clusters {
				_, err := inventory.ReadFleet(&endingContext{Context: t.Context(), left: checks}, text)
				if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "reading the manifests was interrupted") {
					t.Fatalf("after %d checks: %v", checks, err)
				}
			}
		})
	}
}

// TestReadFleetInterruptedInYAML: the context is also checked while YAML is parsed, not only between objects.
func TestReadFleetInterruptedInYAML(t *testing.T) {
	text := "apiVersion: v1\nkind: ConfigMap\ndata:\n  x: |\n" + strings.Repeat("    a line of a large text\n", 10_000)
	_, err := inventory.ReadFleet(&endingContext{Context: t.Context(), left: 100}, text)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
