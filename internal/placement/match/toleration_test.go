// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match_test

import (
	"math"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

func TestTolerates(t *testing.T) {
	gpu := placement.Taint{Key: "gpu", Value: "true", Effect: placement.NoSelect}
	bare := placement.Taint{Key: "gpu", Effect: placement.NoSelect}
	for name, c := range map[string]struct {
		toleration match.Toleration
		taint      placement.Taint
		want       bool
	}{
		"Equal, same value":          {match.Toleration{Key: "gpu", Operator: "Equal", Value: "true"}, gpu, true},
		"Equal by default":           {match.Toleration{Key: "gpu", Value: "true"}, gpu, true},
		"Equal, other value":         {match.Toleration{Key: "gpu", Operator: "Equal", Value: "false"}, gpu, false},
		"Equal, value missing":       {match.Toleration{Key: "gpu", Operator: "Equal"}, gpu, false},
		"Equal, no value at all":     {match.Toleration{Key: "gpu"}, bare, true},
		"Equal, taint has no value":  {match.Toleration{Key: "gpu", Value: "true"}, bare, false},
		"Exists":                     {match.Toleration{Key: "gpu", Operator: "Exists"}, gpu, true},
		"Exists for another key":     {match.Toleration{Key: "cpu", Operator: "Exists"}, gpu, false},
		"Exists for every key":       {match.Toleration{Operator: "Exists"}, gpu, true},
		"every key, but no operator": {match.Toleration{Value: "true"}, gpu, true},
		"same effect":                {match.Toleration{Operator: "Exists", Effect: placement.NoSelect}, gpu, true},
		"other effect":               {match.Toleration{Operator: "Exists", Effect: placement.NoSelectIfNew}, gpu, false},
		"unknown operator":           {match.Toleration{Key: "gpu", Operator: "In", Value: "true"}, gpu, false},
		"operator in lower case":     {match.Toleration{Key: "gpu", Operator: "exists"}, gpu, false},
	} {
		if got := c.toleration.Tolerates(&c.taint); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestDeadline(t *testing.T) {
	added := time.Date(2022, 2, 21, 8, 11, 6, 0, time.UTC)
	const most = math.MaxInt64 / int64(time.Second)
	seconds := func(n int64) *int64 { return &n }
	for name, c := range map[string]struct {
		seconds *int64
		added   time.Time
		want    time.Time
		ends    bool
	}{
		"no seconds":            {nil, added, time.Time{}, false},
		"five minutes":          {seconds(300), added, added.Add(5 * time.Minute), true},
		"0":                     {seconds(0), added, added, true},
		"negative":              {seconds(-1), added, added.Add(-time.Second), true},
		"the most that fits":    {seconds(most), added, time.Date(2314, 6, 3, 7, 58, 22, 0, time.UTC), true},
		"one more wraps around": {seconds(most + 1), added, time.Date(1729, 11, 12, 8, 23, 49, 290448384, time.UTC), true},
		"never added":           {seconds(300), time.Time{}, time.Time{}.Add(5 * time.Minute), true},
	} {
		toleration := match.Toleration{Key: "a", TolerationSeconds: c.seconds}
		got, ends := toleration.Deadline(&placement.Taint{Key: "a", TimeAdded: c.added})
		if !got.Equal(c.want) || ends != c.ends {
			t.Errorf("%s: %s, %t; want %s, %t", name, got.UTC(), ends, c.want, c.ends)
		}
	}
}
