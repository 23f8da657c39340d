// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

var noon = time.Date(2026, 8, 11, 12, 0, 0, 0, time.UTC)

func genSize(t *rapid.T, label string) intstr.IntOrString {
	if rapid.Bool().Draw(t, label+" is a percentage") {
		return intstr.FromString(fmt.Sprintf("%d%%", rapid.IntRange(0, 100).Draw(t, label)))
	}
	return intstr.FromInt32(rapid.Int32Range(0, 12).Draw(t, label))
}

func genMandatory(t *rapid.T) []ocm.MandatoryGroup {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) ocm.MandatoryGroup {
		return ocm.MandatoryGroup{
			GroupName:  rapid.SampledFrom([]string{"", "", "canary", "prod", "none"}).Draw(t, "name"),
			GroupIndex: rapid.IntRange(0, 5).Draw(t, "index"),
		}
	}), 0, 2).Draw(t, "mandatory")
}

func genStrategy(t *rapid.T, types ...string) ocm.Strategy {
	limits := ocm.Limits{
		MinSuccessTime:   metav1.Duration{Duration: time.Duration(rapid.IntRange(0, 3).Draw(t, "soak")) * time.Minute},
		ProgressDeadline: rapid.SampledFrom([]string{"", "None", "0s", "1m", "5m", "1h30m"}).Draw(t, "deadline"),
		MaxFailures:      genSize(t, "max failures"),
	}
	return ocm.Strategy{
		Type: rapid.SampledFrom(types).Draw(t, "type"),
		All:  &ocm.All{Limits: limits},
		Progressive: &ocm.Progressive{
			Limits: limits, MandatoryDecisionGroups: genMandatory(t), MaxConcurrency: genSize(t, "concurrency"),
		},
		ProgressivePerGroup: &ocm.ProgressivePerGroup{Limits: limits, MandatoryDecisionGroups: genMandatory(t)},
	}
}

// genRequest is a request with every cluster in at most one group. Sometimes a group is missing.
func genRequest(t *rapid.T, types ...string) ocm.Request {
	req := ocm.Request{Strategy: genStrategy(t, types...), Now: noon}
	groups := rapid.IntRange(0, 5).Draw(t, "groups")
	for i := range groups {
		if rapid.IntRange(0, 9).Draw(t, "missing") > 0 {
			name := rapid.SampledFrom([]string{"", "canary", "prod"}).Draw(t, "group name")
			req.Groups = append(req.Groups, placement.Group{Index: i, Name: name})
		}
	}
	for i := range rapid.IntRange(0, 20).Draw(t, "clusters") {
		name := fmt.Sprintf("c%02d", i)
		if len(req.Groups) > 0 && rapid.IntRange(0, 9).Draw(t, "removed") > 0 {
			g := &req.Groups[rapid.IntRange(0, len(req.Groups)-1).Draw(t, "group")]
			g.Clusters = append(g.Clusters, name)
		}
		if rapid.Bool().Draw(t, "has a status") {
			s := ocm.ClusterStatus{Cluster: name, Status: rapid.SampledFrom(statuses).Draw(t, "status")}
			if rapid.IntRange(0, 9).Draw(t, "without a transition") > 0 {
				s.LastTransitionTime = noon.Add(-time.Duration(rapid.IntRange(0, 400).Draw(t, "age")) * time.Second)
			}
			req.Statuses = append(req.Statuses, s)
		}
	}
	return req
}

func runPass(t *rapid.T, req ocm.Request) ocm.Result {
	got, err := ocm.Pass(req)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func anyRequest(t *rapid.T) ocm.Request { return genRequest(t, ocm.Types...) }

func TestConcurrencyIsNotExceeded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req := genRequest(t, ocm.TypeProgressive)
		req.Strategy.Progressive.MandatoryDecisionGroups = nil
		limit := rapid.IntRange(1, 20).Draw(t, "limit")
		req.Strategy.Progressive.MaxConcurrency = intstr.FromInt(limit)
		got := runPass(t, req)
		total := len(got.Clusters) - len(got.Removed)
		if limit <= total && len(got.Rollout) > limit || len(got.Rollout) > max(total, 1) {
			t.Fatalf("%d clusters are rolled out", len(got.Rollout))
		}
	})
}

func TestNoClusterIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req := anyRequest(t)
		var want []string
		for _, g := range req.Groups {
			want = append(want, g.Clusters...)
		}
		for _, s := range req.Statuses {
			want = append(want, s.Cluster)
		}
		slices.Sort(want)
		want = slices.Compact(want)
		got := runPass(t, req)
		var names []string
		outcomes := map[string]ocm.Outcome{}
		for _, c := range got.Clusters {
			names = append(names, c.Cluster)
			outcomes[c.Cluster] = c.Outcome
			if c.Outcome == "" || c.Reason.String() == "" {
				t.Fatalf("%s has no reason: %v", c.Cluster, c)
			}
		}
		if !slices.Equal(want, names) {
			t.Fatalf("got %q, want %q", names, want)
		}
		checkLists(t, got, outcomes)
	})
}

// checkLists compares the handler's lists with the outcomes of the clusters.
func checkLists(t *rapid.T, got ocm.Result, outcomes map[string]ocm.Outcome) {
	rolled := map[string]bool{}
	for _, s := range got.Rollout {
		rolled[s.Cluster] = true
		if o := outcomes[s.Cluster]; o != ocm.Starts && o != ocm.Continues {
			t.Fatalf("%s is rolled out and %s", s.Cluster, o)
		}
	}
	for _, s := range got.TimedOut {
		if outcomes[s.Cluster] != ocm.TimedOut || rolled[s.Cluster] {
			t.Fatalf("%s is timed out and %s", s.Cluster, outcomes[s.Cluster])
		}
	}
	for _, s := range got.Removed {
		// The handler can find a group behind a gap if it is mandatory, and then rolls out what it has removed.
		if outcomes[s.Cluster] != ocm.Leaves && !rolled[s.Cluster] {
			t.Fatalf("%s is removed and %s", s.Cluster, outcomes[s.Cluster])
		}
	}
}

var statuses = []ocm.Status{ocm.ToApply, ocm.Progressing, ocm.Succeeded, ocm.Failed, ocm.TimeOut, ocm.Skip}

func TestOrderOfTheInputsHasNoMeaning(t *testing.T) {
	byCluster := func(a, b ocm.ClusterStatus) int { return cmp.Compare(a.Cluster, b.Cluster) }
	sorted := func(r ocm.Result) ocm.Result {
		for _, list := range [][]ocm.ClusterStatus{r.Rollout, r.TimedOut, r.Removed} {
			slices.SortFunc(list, byCluster)
		}
		return r
	}
	rapid.Check(t, func(t *rapid.T) {
		req := anyRequest(t)
		shuffled := req
		shuffled.Groups = rapid.Permutation(req.Groups).Draw(t, "groups")
		shuffled.Statuses = rapid.Permutation(req.Statuses).Draw(t, "statuses")
		for i := range shuffled.Groups {
			g := &shuffled.Groups[i]
			g.Clusters = rapid.Permutation(g.Clusters).Draw(t, "clusters")
		}
		progressive, perGroup := *req.Strategy.Progressive, *req.Strategy.ProgressivePerGroup
		progressive.MandatoryDecisionGroups = rapid.Permutation(progressive.MandatoryDecisionGroups).Draw(t, "mandatory")
		perGroup.MandatoryDecisionGroups = rapid.Permutation(perGroup.MandatoryDecisionGroups).Draw(t, "mandatory")
		shuffled.Strategy.Progressive, shuffled.Strategy.ProgressivePerGroup = &progressive, &perGroup
		want, got := runPass(t, req), runPass(t, shuffled)
		if diff := gocmp.Diff(sorted(want), sorted(got)); diff != "" {
			t.Fatalf("-in order +shuffled:\n%s", diff)
		}
	})
}

// TestBreachStopsTheRollout: with max_failures breached, no cluster starts that has no status. Clusters of the group in
// which the breach is found, and of groups before it, are the exception that the handler makes.
func TestBreachStopsTheRollout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req := anyRequest(t)
		got := runPass(t, req)
		if !got.MaxFailureBreach {
			return
		}
		last := -1
		for _, c := range got.Clusters {
			if c.Outcome == ocm.TimedOut || c.Status == ocm.Failed {
				last = max(last, groupOf(&req, c.Cluster))
			}
		}
		for _, s := range got.Rollout {
			started := slices.ContainsFunc(req.Statuses, func(e ocm.ClusterStatus) bool { return e.Cluster == s.Cluster })
			if !started && (req.Strategy.Type == ocm.TypeAll || s.GroupIndex > last) {
				t.Fatalf("%s of group %d starts; the last failure is in group %d", s.Cluster, s.GroupIndex, last)
			}
		}
	})
}

// groupOf is the index of the decision group of a cluster; 0 if it is in none.
func groupOf(req *ocm.Request, cluster string) int {
	for _, g := range req.Groups {
		if slices.Contains(g.Clusters, cluster) {
			return g.Index
		}
	}
	return 0
}

func TestBreachStopsAProgressiveRollout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req := genRequest(t, ocm.TypeProgressive)
		req.Strategy.Progressive.MandatoryDecisionGroups = nil
		got := runPass(t, req)
		for _, s := range got.Rollout {
			started := slices.ContainsFunc(req.Statuses, func(e ocm.ClusterStatus) bool { return e.Cluster == s.Cluster })
			if got.MaxFailureBreach && !started {
				t.Fatalf("%s starts", s.Cluster)
			}
		}
	})
}

// TestNextChange: until NextChange, time changes nothing; then it does.
func TestNextChange(t *testing.T) {
	type lists struct {
		Rollout, TimedOut, Removed []string
		Breach                     bool
	}
	of := func(r ocm.Result) lists {
		names := func(list []ocm.ClusterStatus) (names []string) {
			for _, s := range list {
				names = append(names, s.Cluster)
			}
			return names
		}
		return lists{names(r.Rollout), names(r.TimedOut), names(r.Removed), r.MaxFailureBreach}
	}
	rapid.Check(t, func(t *rapid.T) {
		req := anyRequest(t)
		first := runPass(t, req)
		next := first.NextChange
		if next.IsZero() {
			next = req.Now.Add(1000 * time.Hour)
		}
		req.Now = next.Add(-1)
		if diff := gocmp.Diff(of(first), of(runPass(t, req))); diff != "" {
			t.Fatalf("before %v:\n%s", next, diff)
		}
		req.Now = next
		changed := gocmp.Diff(of(first), of(runPass(t, req))) != ""
		if changed == first.NextChange.IsZero() {
			t.Fatalf("at %v: changed: %v", next, changed)
		}
	})
}
