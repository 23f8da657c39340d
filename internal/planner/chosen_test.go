// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// TestRememberGroups: Terraform compares lists of one length by position, so the clusters that stay in a group keep theirs.
func TestRememberGroups(t *testing.T) {
	group := func(index int, name, clusters string) planner.Group {
		return planner.Group{Index: index, Name: name, Clusters: strings.Fields(clusters)}
	}
	for name, tt := range map[string]struct{ was, is, want planner.Group }{
		"nothing moves":           {group(0, "", "a b c"), group(0, "", "a b c"), group(0, "", "a b c")},
		"one replaced":            {group(0, "", "a b c"), group(0, "", "b c d"), group(0, "", "d b c")},
		"one leaves":              {group(0, "", "d b c"), group(0, "", "c d"), group(0, "", "d c")},
		"one joins":               {group(0, "", "d b c"), group(0, "", "a b c d"), group(0, "", "d b c a")},
		"two of three replaced":   {group(0, "", "b c d"), group(0, "", "a d e"), group(0, "", "a e d")},
		"more join than leave":    {group(0, "", "b c"), group(0, "", "a c d"), group(0, "", "a c d")},
		"more leave than join":    {group(0, "", "b c d"), group(0, "", "a d"), group(0, "", "a d")},
		"all leave":               {group(0, "", "a"), group(0, "", ""), group(0, "", "")},
		"another group":           {group(0, "canary", "c b"), group(0, "", "b c"), group(0, "", "b c")},
		"another index":           {group(1, "canary", "c b"), group(0, "canary", "b c"), group(0, "canary", "b c")},
		"a group that was empty":  {group(0, "canary", ""), group(0, "canary", "a b"), group(0, "canary", "a b")},
		"the order of before too": {group(0, "", "c b a"), group(0, "", "a b c"), group(0, "", "c b a")},
	} {
		t.Run(name, func(t *testing.T) {
			o := planner.Outputs{DecisionGroups: planner.GroupsByIndex([]planner.Group{tt.is})}
			o.Remember(&planner.State{Groups: []planner.Group{tt.was}}, nil)
			if got := o.DecisionGroups[strconv.Itoa(tt.is.Index)].Clusters; !slices.Equal(got, tt.want.Clusters) {
				t.Errorf("got %v, want %v", got, tt.want.Clusters)
			}
		})
	}
}
