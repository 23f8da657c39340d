// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

func TestGroupSize(t *testing.T) {
	number, text := intstr.FromInt32, intstr.FromString
	for _, c := range []struct {
		per   intstr.IntOrString
		total int
		want  int
	}{
		{number(150), 310, 150},
		{number(310), 310, 310},
		{number(311), 310, 310},
		{number(1), 310, 1},
		{number(0), 310, 310},
		{number(-1), 310, 310},
		{number(3), 0, 0},
		{text("100%"), 310, 310},
		{text("25%"), 310, 78},
		{text("50%"), 3, 2},
		{text("1%"), 3, 1},
		{text("1%"), 0, 0},
		// The percentage is computed in float64, and nothing corrects the noise.
		{text("7%"), 100, 8},
		{text("14%"), 100, 15},
		{text("28%"), 100, 29},
		{text("55%"), 100, 56},
		{text("56%"), 100, 57},
		{text("29%"), 100, 29},
		{text("8%"), 100, 8},
		{text("10%"), 100, 10},
		// The CRD forbids these; the scheduler's arithmetic takes them.
		{text("0%"), 310, 310},
		{text("-5%"), 310, 310},
		{text("200%"), 310, 310},
		{text("0.5%"), 310, 2},
		{text("NaN%"), 310, 310},
		{text("Inf%"), 310, 310},
		{text("-Inf%"), 310, 310},
	} {
		strategy := placement.GroupStrategy{ClustersPerDecisionGroup: &c.per}
		if got, err := strategy.GroupSize(c.total); err != nil || got != c.want {
			t.Errorf("%s of %d is %d (%v), want %d", c.per.String(), c.total, got, err, c.want)
		}
	}
	for _, strategy := range []*placement.GroupStrategy{nil, {}} {
		if got, err := strategy.GroupSize(310); err != nil || got != 310 {
			t.Errorf("%v of 310 is %d (%v), want all", strategy, got, err)
		}
	}
	for _, per := range []string{"3", "", "%", "a%", "5%%", " 5%", "5 %", "100"} {
		strategy := placement.GroupStrategy{ClustersPerDecisionGroup: &intstr.IntOrString{Type: intstr.String, StrVal: per}}
		want := per + " invalid type: string is not a percentage"
		if _, err := strategy.GroupSize(310); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %q", per, err, want)
		}
	}
}

// FuzzGroupSize checks that every accepted strategy gives a size from 0 to the total. Run it with
//
//	go test -run '^$' -fuzz FuzzGroupSize -fuzztime 1m ./internal/placement
func FuzzGroupSize(f *testing.F) {
	for _, per := range []string{"7%", "100%", "1e300%", "NaN%", "-1%", "0x1p-2%", "3", "%", ""} {
		f.Add(per, int32(3), uint16(310))
	}
	f.Fuzz(func(t *testing.T, text string, number int32, total uint16) {
		for _, per := range []intstr.IntOrString{intstr.FromString(text), intstr.FromInt32(number)} {
			strategy := placement.GroupStrategy{ClustersPerDecisionGroup: &per}
			size, err := strategy.GroupSize(int(total))
			if err != nil && per.Type == intstr.String {
				continue
			}
			if err != nil || size < 0 || size > int(total) || size == 0 && total > 0 {
				t.Errorf("%s of %d is %d (%v)", per.String(), total, size, err)
			}
		}
	})
}

func decisions(names ...string) placement.Result {
	var r placement.Result
	for _, name := range names {
		r.Decisions = append(r.Decisions, placement.Decision{Candidate: placement.Candidate{Cluster: name}})
	}
	return r
}

func TestDivide(t *testing.T) {
	first := func(letters string) placement.PredefinedGroup {
		return placement.PredefinedGroup{Name: letters, Matches: func(cluster string) bool {
			return strings.ContainsAny(cluster[:1], letters)
		}}
	}
	group := func(index int, name string, clusters ...string) placement.Group {
		return placement.Group{Index: index, Name: name, Clusters: clusters}
	}
	for name, c := range map[string]struct {
		size       int
		predefined []placement.PredefinedGroup
		decisions  []string
		want       []placement.Group
		groupOf    []int
	}{
		"one group, by name": {
			3, []placement.PredefinedGroup{placement.Remainder}, []string{"c", "a", "b"},
			[]placement.Group{group(0, "", "a", "b", "c")}, []int{0, 0, 0},
		},
		"chunks": {
			2, []placement.PredefinedGroup{placement.Remainder}, []string{"c", "a", "b"},
			[]placement.Group{group(0, "", "a", "b"), group(1, "", "c")}, []int{1, 0, 0},
		},
		"the first group that matches takes a cluster": {
			9, []placement.PredefinedGroup{first("bc"), first("ab"), placement.Remainder}, []string{"d", "c", "b", "a"},
			[]placement.Group{group(0, "bc", "b", "c"), group(1, "ab", "a"), group(2, "", "d")}, []int{2, 0, 0, 1},
		},
		"a predefined group that is too large is split": {
			1, []placement.PredefinedGroup{first("ab"), placement.Remainder}, []string{"a", "b", "c"},
			[]placement.Group{group(0, "ab", "a"), group(1, "ab", "b"), group(2, "", "c")}, []int{0, 1, 2},
		},
		"a group without members is omitted": {
			9, []placement.PredefinedGroup{first("x"), first("a"), placement.Remainder}, []string{"a"},
			[]placement.Group{group(0, "a", "a")}, []int{0},
		},
		"without a remainder the rest is in no group": {
			9, []placement.PredefinedGroup{first("a")}, []string{"a", "b"},
			[]placement.Group{group(0, "a", "a")}, []int{0, 0},
		},
		"no decisions": {
			0, []placement.PredefinedGroup{first("a"), placement.Remainder}, nil,
			nil, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := decisions(c.decisions...)
			_ = r.Divide(t.Context(), c.size, c.predefined)
			if diff := cmp.Diff(c.want, r.Groups, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			for i, d := range r.Decisions {
				if d.Cluster != c.decisions[i] || d.Group != c.groupOf[i] {
					t.Errorf("decision %d is %s in group %d, want %s in %d", i, d.Cluster, d.Group, c.decisions[i], c.groupOf[i])
				}
			}
		})
	}
}

func TestSlice(t *testing.T) {
	for _, c := range []struct {
		clusters int
		want     []int
	}{
		{0, nil},
		{1, []int{1}},
		{99, []int{99}},
		{100, []int{100}},
		{101, []int{100, 1}},
		{200, []int{100, 100}},
		{250, []int{100, 100, 50}},
	} {
		names := make([]string, c.clusters)
		for i := range names {
			names[i] = fmt.Sprintf("c%03d", i)
		}
		r := decisions(names...)
		_ = r.Divide(t.Context(), c.clusters, []placement.PredefinedGroup{placement.Remainder})
		r.Slice("p", "ns")
		var sizes []int
		var clusters []string
		for i, s := range r.PlacementDecisions {
			sizes = append(sizes, len(s.Clusters))
			clusters = append(clusters, s.Clusters...)
			if want := fmt.Sprintf("p-decision-%d", i+1); s.Name != want || r.Groups[0].PlacementDecisions[i] != want {
				t.Errorf("%d clusters: slice %d is %q and %q, want %q", c.clusters, i, s.Name, r.Groups[0].PlacementDecisions[i], want)
			}
			if s.Placement != "p" || s.Namespace != "ns" || s.GroupIndex != 0 || s.GroupName != "" {
				t.Errorf("%d clusters: slice %d is %+v", c.clusters, i, s)
			}
		}
		if diff := cmp.Diff(c.want, sizes); diff != "" {
			t.Errorf("%d clusters: -want +got:\n%s", c.clusters, diff)
		}
		if diff := cmp.Diff(names, clusters, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%d clusters: -want +got:\n%s", c.clusters, diff)
		}
	}
}

// TestSlicesAreNumberedThroughAllGroups has groups of 101 and 2 clusters.
func TestSlicesAreNumberedThroughAllGroups(t *testing.T) {
	var names []string
	for i := range 103 {
		names = append(names, fmt.Sprintf("c%03d", i))
	}
	r := decisions(names...)
	_ = r.Divide(t.Context(), 101, []placement.PredefinedGroup{placement.Remainder})
	r.Slice("p", "ns")
	want := []placement.Group{
		{Index: 0, Clusters: names[:101], PlacementDecisions: []string{"p-decision-1", "p-decision-2"}},
		{Index: 1, Clusters: names[101:], PlacementDecisions: []string{"p-decision-3"}},
	}
	if diff := cmp.Diff(want, r.Groups); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := r.PlacementDecisions[2]; got.GroupIndex != 1 {
		t.Errorf("the third slice belongs to group %d", got.GroupIndex)
	}
}
