// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// dividePlaced is a placement with two clusters in a group, and one in a group without a name.
func dividePlaced() object {
	decision := func(name string, score any) object {
		return object{"cluster_name": name, "score": score, "reason": nil, "binding": nil}
	}
	byCluster := object{"kind": nil, "namespace": nil, "labels": nil, "claims": nil}
	return object{
		"decisions":            list{decision("a", int64(30)), decision("b", "10.5"), decision("c", int64(0))},
		"decision_groups":      object{"a": int64(0), "b": int64(0), "c": int64(1)},
		"decision_group_names": list{"canary", ""},
		"decisions_by_cluster": object{"a": byCluster, "b": byCluster, "c": byCluster},
		"report":               unknown{},
	}
}

// TestDivide divides by everything that there is, from all forms of decisions.
func TestDivide(t *testing.T) {
	placed := dividePlaced()
	fleet := list{
		object{"name": "a", "allocatable": object{"cpu": int64(4)}},
		object{"name": "b", "allocatable": object{"cpu": int64(4)}, "available": object{"cpu": "500m"}},
		object{"name": "c", "allocatable": object{"cpu": int64(4)}},
	}
	for name, tt := range map[string]struct {
		decisions, by any
		want          [3]int64
	}{
		"equally":      {placed, nil, [3]int64{3, 3, 3}},
		"an empty by":  {placed["decisions"], object{}, [3]int64{3, 3, 3}},
		"null":         {placed["decisions"], object{"weights": nil, "score": nil, "minimum": nil}, [3]int64{3, 3, 3}},
		"by weights":   {placed["decisions_by_cluster"], object{"weights": object{"a": int64(2), "b": "0.5", "c": "500m", "x": int64(1)}}, [3]int64{6, 2, 1}},
		"by quantity":  {placed["decisions"], object{"weights": object{"a": "1Gi", "b": "2Gi", "c": "0"}}, [3]int64{3, 6, 0}},
		"by score":     {placed, object{"score": true, "minimum": int64(1)}, [3]int64{6, 2, 1}},
		"by available": {placed, object{"available": "cpu", "clusters": fleet}, [3]int64{4, 1, 4}},
		"in bounds": {placed["decisions_by_cluster"], object{"cluster_bounds": object{"b": object{"maximum": int64(1)}}},
			[3]int64{4, 1, 4}},
		"in bounds of groups": {placed, object{
			"group_bounds": object{"canary": object{"maximum": int64(2)}, "1": object{"minimum": int64(7)}, "none": object{"maximum": int64(0)}}},
			[3]int64{1, 1, 7}},
	} {
		t.Run(name, func(t *testing.T) {
			got, mistake := providertest.Call(t, "divide", tftypes.Map{ElementType: tftypes.Number}, int64(9), tt.decisions, tt.by)
			if mistake != nil {
				t.Fatal(mistake.Text)
			}
			want := map[string]tftypes.Value{}
			for i, cluster := range []string{"a", "b", "c"} {
				want[cluster] = tftypes.NewValue(tftypes.Number, tt.want[i])
			}
			if want := tftypes.NewValue(tftypes.Map{ElementType: tftypes.Number}, want); !got.Equal(want) {
				t.Errorf("got %s\nwant %s", got, want)
			}
		})
	}
}

// TestDivideUnknown: what a division does not read may be unknown.
func TestDivideUnknown(t *testing.T) {
	placed := dividePlaced()
	for name, decisions := range map[string]any{
		"all": unknown{}, "the decisions": providertest.Merged(placed, object{"decisions": unknown{}}),
		"the groups":  providertest.Merged(placed, object{"decision_groups": unknown{}}),
		"a score":     list{object{"cluster_name": "a", "score": unknown{}}},
		"a decision":  list{unknown{}},
		"by clusters": object{"a": unknown{}},
	} {
		got, mistake := providertest.Call(t, "divide", tftypes.Map{ElementType: tftypes.Number}, int64(9), decisions, object{})
		if mistake != nil || got.IsKnown() {
			t.Errorf("%s: got %s, %+v", name, got, mistake)
		}
	}
	for _, decisions := range []any{nil, list{nil}} {
		if _, mistake := providertest.Call(t, "divide", tftypes.Map{ElementType: tftypes.Number}, int64(9), decisions, object{}); mistake == nil ||
			*mistake.FunctionArgument != 1 {
			t.Errorf("null: %+v", mistake)
		}
	}
}

// TestDivideMistakes has the argument and the path in it of every mistake.
func TestDivideMistakes(t *testing.T) {
	placed, nine := dividePlaced(), int64(9)
	for says, tt := range map[string]struct {
		at            int64
		replicas      any
		decisions, by any
	}{
		`weight: unsupported attribute; did you mean "weights"?`:                        {2, nine, placed, object{"weight": object{}}},
		`weights: must have a weight for the chosen cluster "a" (did you mean "A"?)`:    {2, nine, placed, object{"weights": object{"A": int64(1), "b": int64(1), "c": int64(1)}}},
		`weights["a"]: found "-1": must be a weight from 0 to 9P`:                       {2, nine, placed, object{"weights": object{"a": int64(-1), "b": int64(1), "c": int64(1)}}},
		`weights["a"]: found "10P": must be a weight`:                                   {2, nine, placed, object{"weights": object{"a": "10P", "b": int64(1), "c": int64(1)}}},
		`weights["a"]: found "much"; it must be a quantity`:                             {2, nine, placed, object{"weights": object{"a": "much"}}},
		"score: weights is also set":                                                    {2, nine, placed, object{"score": true, "weights": object{}}},
		"clusters: must be set with available":                                          {2, nine, placed, object{"available": "cpu"}},
		"available: must be set with clusters":                                          {2, nine, placed, object{"clusters": list{}}},
		`clusters: must have the chosen cluster "b"`:                                    {2, nine, placed, object{"available": "cpu", "clusters": list{object{"name": "a", "available": object{"cpu": int64(1)}}}}},
		`cluster "a" reports no resource of this name (did you mean "memory"?)`:         {2, nine, list{object{"cluster_name": "a"}}, object{"available": "memroy", "clusters": list{object{"name": "a", "available": object{"memory": int64(1)}}}}},
		"available: must be the name of a resource":                                     {2, nine, placed, object{"available": ""}},
		"weights: must have a weight for":                                               {2, nine, placed, object{"weights": object{}}},
		"minimum: found 3: must be at most the maximum, 2":                              {2, nine, placed, object{"minimum": int64(3), "maximum": int64(2)}},
		"minimum: found -1: must be a number from 0 to 1000000":                         {2, nine, placed, object{"minimum": int64(-1)}},
		`cluster_bounds["b"].minimum: found 3: must be at most the maximum, 2`:          {2, nine, placed, object{"cluster_bounds": object{"b": object{"minimum": int64(3)}}, "maximum": int64(2)}},
		`cluster_bounds["b"].min: unsupported attribute`:                                {2, nine, placed, object{"cluster_bounds": object{"b": object{"min": int64(3)}}}},
		`cluster_bounds["x1"].minimum: no chosen cluster is the cluster "x1"`:           {2, nine, placed, object{"cluster_bounds": object{"x1": object{"minimum": int64(3)}}}},
		`no chosen cluster is in the group "Canary" (did you mean "canary"?)`:           {2, nine, placed, object{"group_bounds": object{"Canary": object{"minimum": int64(3)}}}},
		`group_bounds["canary"]: the minimums of its clusters require 2, which is more`: {2, nine, placed, object{"minimum": int64(1), "group_bounds": object{"canary": object{"maximum": int64(1)}}}},
		"decisions have no groups":                                                      {1, nine, placed["decisions"], object{"group_bounds": object{"canary": object{"minimum": int64(3)}}}},
		"decisions_by_cluster has no scores":                                            {1, nine, placed["decisions_by_cluster"], object{"score": true}},
		`the decision for "a" has no score`:                                             {2, nine, list{object{"cluster_name": "a", "score": nil}}, object{"score": true}},
		`the score of "a" is -20, and a weight is at least 0`:                           {2, nine, list{object{"cluster_name": "a", "score": int64(-20)}}, object{"score": true}},
		`found "a", which another decision has already`:                                 {1, nine, list{object{"cluster_name": "a"}, object{"cluster_name": "a"}}, object{}},
		`found a string; it must be`:                                                    {1, nine, "eu-1", object{}},
		"decisions[0]: found a string; it must be an object":                            {1, nine, list{"eu-1"}, object{}},
		"found 1.5; it must be a whole number":                                          {0, 1.5, placed, object{}},
		"found -1; it must be a number from 0 to 1000000":                               {0, int64(-1), placed, object{}},
		"found 9; the clusters can have at most 6 replicas, by their maximums":          {0, nine, placed, object{"maximum": int64(2)}},
		"found 9; the minimums require 12 replicas":                                     {0, nine, placed, object{"minimum": int64(4)}},
		"found 9; the clusters can have at most 0 replicas: no cluster is chosen":       {0, nine, list{}, object{}},
	} {
		t.Run(says, func(t *testing.T) {
			got, mistake := providertest.Call(t, "divide", tftypes.Map{ElementType: tftypes.Number}, tt.replicas, tt.decisions, tt.by)
			if mistake == nil || !strings.Contains(mistake.Text, says) || *mistake.FunctionArgument != tt.at {
				t.Errorf("got %s, %+v", got, mistake)
			}
		})
	}
}
