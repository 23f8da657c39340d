// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"context"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
)

// TestOverrides: the snapshots of overrides are listed only if the order of the overrides depends on them.
func TestOverrides(t *testing.T) {
	const group = "placement.kubernetes-fleet.io"
	override := func(name, selects string) string {
		return `{apiVersion: ` + group + `/v1beta1, kind: ClusterResourceOverride, metadata: {name: ` + name + `}, spec: {
			clusterResourceSelectors: [{group: "", version: v1, kind: Namespace, name: ` + selects + `}], policy: {overrideRules: [
			{clusterSelector: {clusterSelectorTerms: []}, overrideType: Delete}]}}}`
	}
	for name, c := range map[string]struct{ texts, want string }{
		"none":                  {"", "ClusterResourceOverride"},
		"other names":           {override("a", "web") + "\n---\n" + override("b", "web"), "ClusterResourceOverride"},
		"other objects":         {override("a", "web") + "\n---\n" + override("a-1", "db"), "ClusterResourceOverride"},
		"a name that continues": {override("a-1", "web") + "\n---\n" + override("a", "web"), "ClusterResourceOverride ClusterResourceOverrideSnapshot"},
		"one that is no override": {strings.Replace(override("a-1", "web"), "policy", "polisy", 1) + "\n---\n" + override("a", "web"),
			"ClusterResourceOverride"},
	} {
		t.Run(name, func(t *testing.T) {
			var listed []string
			r := &ResourceReader{Kinds: []resources.Kind{{Group: group, Version: "v1beta1", Kind: "ClusterResourceOverride"},
				{Group: group, Version: "v1alpha1", Kind: "ClusterResourceOverride", NotPreferred: true},
				{Group: group, Version: "v1beta1", Kind: "ClusterResourceOverrideSnapshot"}, {Version: "v1", Kind: "Namespace"}}}
			r.list = func(_ context.Context, listing resources.Listing) (objects rendered.Objects, err error) {
				listed = append(listed, listing.Kind.Kind)
				text := c.texts
				if listing.Kind.Kind != "ClusterResourceOverride" {
					text = `{apiVersion: ` + group + `/v1beta1, kind: ClusterResourceOverrideSnapshot, metadata: {name: a-10}}`
				}
				return objects, objects.AddText(0, text)
			}
			objects, err := r.Overrides(t.Context())
			if got := strings.Join(listed, " "); err != nil || got != c.want {
				t.Fatalf("%v, listed %s, want %s", err, got, c.want)
			}
			if len(listed) == 1 {
				return
			}
			overrides, err := objects.Overrides()
			if err != nil || len(overrides) != 2 || overrides[0].Index+overrides[1].Index != 10 {
				t.Errorf("%v, with the indexes of %+v", err, overrides)
			}
		})
	}
}
