// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
)

func drawnSize(t *rapid.T, label string, least int) intstr.IntOrString {
	if rapid.Bool().Draw(t, label+" is a percentage") {
		return intstr.FromString(fmt.Sprintf("%d%%", rapid.IntRange(least, 100).Draw(t, label)))
	}
	return intstr.FromInt(rapid.IntRange(least, 8).Draw(t, label))
}

// drawnStrategy draws the settings of a type. Those of RollingUpdate make the update of at least one cluster possible.
func drawnStrategy(t *rapid.T, typ string) rollout.Strategy {
	s := strategyOf(typ)
	limits := ocm.Limits{
		MinSuccessTime:   metav1.Duration{Duration: time.Duration(rapid.IntRange(0, 2).Draw(t, "soak")) * time.Minute},
		ProgressDeadline: rapid.SampledFrom([]string{"", "None", "0s", "1m", "90s"}).Draw(t, "deadline"),
		MaxFailures:      drawnSize(t, "max failures", 0),
	}
	mandatory := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) ocm.MandatoryGroup {
		return ocm.MandatoryGroup{
			GroupName:  rapid.SampledFrom([]string{"", "", "canary", "none"}).Draw(t, "name"),
			GroupIndex: rapid.IntRange(0, 4).Draw(t, "index"),
		}
	}), 0, 2).Draw(t, "mandatory")
	switch typ {
	case ocm.TypeAll:
		s.All = &ocm.All{Limits: limits}
	case ocm.TypeProgressive:
		s.Progressive = &ocm.Progressive{Limits: limits, MandatoryDecisionGroups: mandatory,
			MaxConcurrency: drawnSize(t, "concurrency", 0)}
	case ocm.TypeProgressivePerGroup:
		s.ProgressivePerGroup = &ocm.ProgressivePerGroup{Limits: limits, MandatoryDecisionGroups: mandatory}
	case rollout.TypeRollingUpdate:
		unavailable, surge := drawnSize(t, "unavailable", 1), drawnSize(t, "surge", 0)
		period := rapid.IntRange(0, 90).Draw(t, "period")
		s.RollingUpdate = &rollingupdate.Config{MaxUnavailable: &unavailable, MaxSurge: &surge, UnavailablePeriodSeconds: &period}
	case rollout.TypeExternal:
		s.Stages = drawnStages(t)
	}
	return s
}

// drawnPass draws a valid request: clusters in groups without a gap, or in stages, some that are not chosen any more, and states
// of two revisions.
func drawnPass(t *rapid.T, typ string) *PassRequest {
	r := &PassRequest{Revision: "2", Request: Request{Strategy: drawnStrategy(t, typ), ClusterStatus: map[string]ClusterStatus{},
		Now: noon}}
	for i := range rapid.IntRange(0, 4).Draw(t, "groups") {
		name := rapid.SampledFrom([]string{"", "canary", "prod"}).Draw(t, "group name")
		r.DecisionGroups = append(r.DecisionGroups, Group{Index: i, Name: name, ClusterNames: []string{}})
	}
	if len(r.DecisionGroups) == 0 {
		r.Decisions = []Decision{}
	}
	for i := range rapid.IntRange(0, 25).Draw(t, "clusters") {
		name := fmt.Sprintf("c%02d", i*7%25)
		if len(r.DecisionGroups) == 0 {
			r.Decisions = append(r.Decisions, Decision{ClusterName: name})
		} else {
			g := &r.DecisionGroups[rapid.IntRange(0, len(r.DecisionGroups)-1).Draw(t, "group")]
			g.ClusterNames = append(g.ClusterNames, name)
		}
		labels := map[string]string{"rank": fmt.Sprint(rapid.IntRange(0, 5).Draw(t, "rank"))}
		if typ == rollout.TypeExternal {
			labels["stage"] = rapid.SampledFrom(r.Strategy.Stages).Draw(t, "stage").Name
		}
		r.Fleet = append(r.Fleet, Member{Name: name, Labels: labels})
		if rapid.Bool().Draw(t, "has a state") {
			r.ClusterStatus[name] = drawnState(t, &r.Strategy)
		}
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "not chosen") {
		r.ClusterStatus[fmt.Sprint("gone", i)] = drawnState(t, &r.Strategy)
	}
	var approved []string
	for _, name := range approvalNames(&r.Strategy) {
		if strings.Contains(name, "-") && rapid.Bool().Draw(t, "approved") {
			approved = append(approved, name)
		}
	}
	r.ApprovedStages = map[string][]string{r.Revision: approved}
	if errs := r.Validate(); len(errs) > 0 {
		t.Fatal(errs)
	}
	return r
}

func drawnState(t *rapid.T, s *rollout.Strategy) ClusterStatus {
	return ClusterStatus{
		Status:             rapid.SampledFrom(statuses(s)).Draw(t, "status"),
		LastTransitionTime: noon.Add(-time.Duration(rapid.IntRange(0, 200).Draw(t, "age")) * time.Second),
		Revision:           rapid.SampledFrom([]string{"1", "2"}).Draw(t, "revision"),
	}
}

// checkClusters: every cluster is there once, with an outcome and a reason, and in exactly one wave.
func checkClusters(t *rapid.T, r *PassRequest, result *result) {
	chosen := r.chosen()
	want := slices.Collect(maps.Keys(chosen))
	for name := range r.ClusterStatus {
		if !chosen[name] {
			want = append(want, name)
		}
	}
	slices.Sort(want)
	waves := map[string][]int{}
	for i, w := range result.Waves {
		for _, name := range w.ClusterNames {
			waves[name] = append(waves[name], i)
			if (w.Name == Removal && i == len(result.Waves)-1) == chosen[name] {
				t.Fatalf("%s is in wave %d of %+v; chosen: %v", name, i, result.Waves, chosen[name])
			}
		}
	}
	var got []string
	for _, c := range result.Clusters {
		got = append(got, c.Name)
		if !slices.Contains([]Outcome{Starts, Continues, Finished, TimedOut, Waits, Leaves}, c.Outcome) || c.Reason == "" ||
			strings.HasSuffix(c.Reason, ".") {
			t.Fatalf("%+v", c)
		}
		if !slices.Equal(waves[c.Name], []int{c.Wave}) {
			t.Fatalf("%s has wave %d and is in %v", c.Name, c.Wave, waves[c.Name])
		}
	}
	if !slices.Equal(want, got) || len(waves) != len(got) {
		t.Fatalf("found %q, want %q; in waves are %d", got, want, len(waves))
	}
	static, err := WavesOf(&r.Request)
	if diff := cmp.Diff(static, result.Waves); err != nil || diff != "" {
		t.Fatalf("%v: -waves +pass:\n%s", err, diff)
	}
}

// shuffled is the same request in another order.
func shuffled(t *rapid.T, r *PassRequest) *PassRequest {
	other := *r
	random := rand.New(rand.NewPCG(1, rapid.Uint64Range(0, 1000).Draw(t, "order"))) //nolint:gosec // a test
	other.Decisions, other.DecisionGroups, other.Fleet = slices.Clone(r.Decisions), slices.Clone(r.DecisionGroups),
		slices.Clone(r.Fleet)
	approved := slices.Clone(r.ApprovedStages[r.Revision])
	other.ClusterStatus, other.ApprovedStages = maps.Clone(r.ClusterStatus), map[string][]string{r.Revision: approved}
	mix := func(n int, swap func(i, k int)) { random.Shuffle(n, swap) }
	mix(len(other.Decisions), swapper(other.Decisions))
	mix(len(other.DecisionGroups), swapper(other.DecisionGroups))
	mix(len(other.Fleet), swapper(other.Fleet))
	mix(len(approved), swapper(approved))
	for i := range other.DecisionGroups {
		g := &other.DecisionGroups[i]
		g.ClusterNames = slices.Clone(g.ClusterNames)
		mix(len(g.ClusterNames), swapper(g.ClusterNames))
	}
	return &other
}

func swapper[T any](list []T) func(i, k int) {
	return func(i, k int) { list[i], list[k] = list[k], list[i] }
}

// checkLimits: a pass starts nothing that its strategy does not allow.
func checkLimits(t *rapid.T, r *PassRequest, result *result) {
	switch s := &r.Strategy; s.Type {
	case ocm.TypeProgressive:
		checkProgressive(t, r, result)
	case rollout.TypeRollingUpdate:
		checkRolling(t, r, result)
	case rollout.TypeExternal:
		for i := range s.Stages {
			wave := result.Waves[i]
			limit := s.Stages[i].Concurrency(len(wave.ClusterNames))
			count := map[Outcome]int{}
			for _, c := range result.Clusters {
				if c.Wave == i {
					count[c.Outcome]++
				}
			}
			if count[Starts] > 0 && count[Starts]+count[Continues] > limit {
				t.Fatalf("stage %s updates %v clusters, allowed are %d", wave.Name, count, limit)
			}
		}
	}
}

// checkProgressive leaves out two exceptions of the handler: clusters of mandatory groups start together, and clusters with the
// status ToApply start before it knows of those behind them.
func checkProgressive(t *rapid.T, r *PassRequest, result *result) {
	toApply := func(s ClusterStatus) bool { return s.Status == ToApply }
	if len(r.Strategy.Progressive.MandatoryDecisionGroups) > 0 ||
		slices.ContainsFunc(slices.Collect(maps.Values(r.ClusterStatus)), toApply) {
		return
	}
	count := outcomesOf(result)
	limit := r.Strategy.Progressive.Concurrency(len(r.chosen()))
	if count[Starts] > 0 && count[Starts]+count[Continues] > limit {
		t.Fatalf("%v clusters are rolled out, allowed are %d", count, limit)
	}
	if result.Breach != "" && count[Starts] > 0 {
		t.Fatalf("%d clusters start although %s", count[Starts], result.Breach)
	}
}

func checkRolling(t *rapid.T, r *PassRequest, result *result) {
	target := len(r.chosen())
	unavailable, _ := r.Strategy.RollingUpdate.Unavailable(target)
	surge, _ := r.Strategy.RollingUpdate.Surge(target)
	ready, have, taken, added := 0, 0, 0, 0
	for _, c := range result.Clusters {
		s, has := r.ClusterStatus[c.Name]
		period := time.Duration(*r.Strategy.RollingUpdate.UnavailablePeriodSeconds) * time.Second
		isReady := s.Status == Available || s.Status == NotTrackable && r.Now.Sub(s.LastTransitionTime) > period
		if has && s.Status != Failed {
			have++
		}
		if isReady {
			ready++
		}
		switch {
		case c.Outcome == Leaves, c.Outcome == Starts && has && s.Status != Failed:
			taken++
			if isReady {
				ready--
			}
		case c.Outcome == Starts && !has:
			added++
		}
	}
	if taken > 0 && ready < target-unavailable {
		t.Fatalf("%d clusters stay ready of %d, and max_unavailable is %d", ready, target, unavailable)
	}
	if added > 0 && have+added > target+surge {
		t.Fatalf("%d clusters have the workload, the target is %d, and max_surge is %d", have+added, target, surge)
	}
}

// checkTime: until NextChange, time changes nothing.
func checkTime(t *rapid.T, r *PassRequest, result *result) {
	later := *r
	later.Now = noon.Add(1000 * time.Hour)
	if next := result.NextChange; !next.IsZero() {
		if !next.After(r.Now) {
			t.Fatalf("the next change is at %v", next)
		}
		later.Now = next.Add(-time.Second) // Times are in seconds.
	}
	if diff := cmp.Diff(result, checkedPass(t, &later)); diff != "" {
		t.Fatalf("the next change is at %v; -now +at %v:\n%s", result.NextChange, later.Now, diff)
	}
}

func TestPassProperties(t *testing.T) {
	for _, typ := range rollout.StrategyTypes {
		t.Run(typ, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				r := drawnPass(t, typ)
				result := checkedPass(t, r)
				checkClusters(t, r, result)
				checkLimits(t, r, result)
				checkTime(t, r, result)
				if diff := cmp.Diff(result, checkedPass(t, shuffled(t, r))); diff != "" {
					t.Fatalf("-in order +shuffled:\n%s", diff)
				}
			})
		})
	}
}

// TestPassEnds feeds success step by step: what starts or continues is finished after each pass, and time goes to the next
// change.
func TestPassEnds(t *testing.T) {
	for _, typ := range rollout.StrategyTypes {
		t.Run(typ, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				r := drawnPass(t, typ)
				success := r.succeed()
				bound := 3*len(r.ClusterStatus) + 3*len(r.chosen()) + 2*len(r.Strategy.Stages) + 5
				for i := 0; !r.advance(t, success); i++ {
					if i > bound {
						t.Fatalf("not finished after %d passes: %+v", i, checkedPass(t, r))
					}
				}
			})
		})
	}
}

// succeed turns all states into the one of success and gives all approvals. What failed or timed out before can stop a rollout,
// and so can, in KubeFleet, what is not available.
func (r *PassRequest) succeed() Status {
	success := Available
	if r.Strategy.IsOCM() {
		success = Succeeded
	}
	for name, s := range r.ClusterStatus {
		if s.Status != Skip {
			s.Status = success
		}
		r.ClusterStatus[name] = s
	}
	r.ApprovedStages = map[string][]string{r.Revision: slices.DeleteFunc(approvalNames(&r.Strategy), func(name string) bool {
		return !strings.Contains(name, "-")
	})}
	return success
}

// advance does what a pass says, and reports whether the rollout is done.
func (r *PassRequest) advance(t *rapid.T, success Status) (done bool) {
	result := checkedPass(t, r)
	count := outcomesOf(result)
	if count[Finished] == len(result.Clusters) {
		if len(result.Clusters) != len(r.chosen()) || result.Breach != "" {
			t.Fatalf("%+v", result)
		}
		return true
	}
	for _, c := range result.Clusters {
		switch c.Outcome {
		case Starts:
			r.ClusterStatus[c.Name] = ClusterStatus{Status: success, LastTransitionTime: r.Now, Revision: r.Revision}
		case Leaves:
			delete(r.ClusterStatus, c.Name)
		}
	}
	if count[Starts]+count[Leaves] > 0 {
		return false
	}
	if result.NextChange.IsZero() {
		t.Fatalf("nothing happens any more: %+v", result)
	}
	r.Now = result.NextChange
	return false
}
