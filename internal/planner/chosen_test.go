// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// TestGroups: groups as outputs are the same groups again, with their clusters by name. A hub can number them with gaps.
func TestGroups(t *testing.T) {
	group := func(index int, name, clusters string) planner.Group {
		return planner.Group{Index: index, Name: name, Clusters: strings.Fields(clusters)}
	}
	for name, tt := range map[string]struct{ groups, want []planner.Group }{
		"none":       {nil, nil},
		"one empty":  {[]planner.Group{group(0, "", "")}, []planner.Group{group(0, "", "")}},
		"names":      {[]planner.Group{group(0, "canary", "b"), group(1, "canary", "a"), group(2, "", "d c")}, nil},
		"with a gap": {[]planner.Group{group(0, "", "a"), group(1<<30, "far", "b")}, []planner.Group{group(0, "", "a"), group(1, "", ""), group(1<<30, "", "b")}},
		"negative":   {[]planner.Group{group(-1, "before", "a")}, []planner.Group{group(-1, "", "a"), group(0, "", "")}},
	} {
		t.Run(name, func(t *testing.T) {
			want := tt.want
			if want == nil {
				want = tt.groups
			}
			groups := planner.GroupsOf(tt.groups)
			sorted := cmpopts.SortSlices(func(a, b string) bool { return a < b })
			if diff := cmp.Diff(want, groups.List(), cmpopts.EquateEmpty(), sorted); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
