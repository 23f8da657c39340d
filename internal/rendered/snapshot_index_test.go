// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered_test

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
)

// TestSnapshotIndexes: overrides are applied in the order of their snapshots' names. Where the name of one continues that of the
// other with a digit, the order depends on the indexes: a-0 is before a-1-0, and a-10 after it.
func TestSnapshotIndexes(t *testing.T) {
	override := func(name, scope, value string) string {
		return `{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourceOverride, metadata: {name: ` + name + `}, spec: {
			clusterResourceSelectors: [{group: "", version: v1, kind: Namespace, name: web, selectionScope: ` + scope + `}], policy: {overrideRules: [
			{clusterSelector: {clusterSelectorTerms: []}, jsonPatchOverrides: [{op: add, path: /metadata/labels, value: {last: ` + value + `}}]}]}}}`
	}
	snapshot := func(name string) string {
		return `{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourceOverrideSnapshot, metadata: {name: ` + name + `}}`
	}
	for name, c := range map[string]struct {
		snapshots []string
		want      string
	}{
		"no snapshots":   {nil, `"a-1"`},
		"first ones":     {[]string{snapshot("a-0"), snapshot("a-1-0")}, `"a-1"`},
		"a later one":    {[]string{snapshot("a-9"), snapshot("a-10"), snapshot("a-1-0")}, `"a"`},
		"of another":     {[]string{snapshot("b-10"), snapshot("a-x")}, `"a-1"`},
		"of both, later": {[]string{snapshot("a-10"), snapshot("a-1-1")}, `"a"`},
	} {
		t.Run(name, func(t *testing.T) {
			r := request(t, append([]string{web, override("a", "NamespaceOnly", "a"), override("a-1", "NamespaceWithResources", "a-1")}, c.snapshots...)...)
			if !r.Objects.NeedSnapshots() || r.Objects[:2].NeedSnapshots() {
				t.Error("the snapshots are not needed, or for one override")
			}
			outputs, found := rendered.Render(t.Context(), r)
			if len(found) > 0 || len(outputs.Changes) != 1 || outputs.Changes[0].Planned != `{"last":`+c.want+`}` {
				t.Errorf("%v %+v", found, outputs.Changes)
			}
		})
	}
}
