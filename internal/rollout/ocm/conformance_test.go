// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance/recorded"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// TestConformance compares every recorded rollout of Open Cluster Management.
func TestConformance(t *testing.T) {
	conformance.RunRollout(t, "ocm", func(c *recorded.OCM) (string, string) {
		groups, err := c.Groups()
		var got ocm.Result
		if err == nil {
			got, err = ocm.Pass(ocm.Request{Strategy: c.Input.Strategy, Groups: groups, Statuses: c.Input.Statuses, Now: c.Now})
		}
		return c.Name, cmp.Diff(c.Expect, answerOf(got, err, c.Now), cmpopts.EquateEmpty(), cmp.FilterPath(func(p cmp.Path) bool {
			return p.Last().String() == ".Error"
		}, cmp.Comparer(sameError)))
	})
}

// sameError compares messages without what the Go library says of a number or a duration.
func sameError(recorded, got string) bool {
	for _, library := range []string{"strconv.", "time: "} {
		if before, _, found := strings.Cut(recorded, library); found {
			return strings.HasPrefix(got, before) && got != ""
		}
	}
	return recorded == got
}

func answerOf(r ocm.Result, err error, now time.Time) recorded.OCMAnswer {
	answer := recorded.OCMAnswer{
		Rollout: recordedOf(r.Rollout), TimedOut: recordedOf(r.TimedOut), Removed: recordedOf(r.Removed),
		MaxFailureBreach: r.MaxFailureBreach,
	}
	if wait := recheckAfter(r.Rollout, now); wait != 0 {
		answer.RecheckAfter = wait.String()
	}
	if err != nil {
		answer.Error = err.Error()
		if wrong, ok := err.(*placement.Misconfiguration); ok {
			answer.Error = wrong.Message
		}
	}
	return answer
}

// recheckAfter is when upstream's controllers ask again: the time until the first RecheckTime, 0 if there is none.
func recheckAfter(rollout []ocm.ClusterStatus, now time.Time) (first time.Duration) {
	for _, s := range rollout {
		if wait := s.RecheckTime.Sub(now); !s.RecheckTime.IsZero() && (first == 0 || wait < first) {
			first = wait
		}
	}
	return first
}

// recordedOf has the times as they are recorded, in seconds.
func recordedOf(list []ocm.ClusterStatus) []recorded.OCMStatus {
	statuses := make([]recorded.OCMStatus, len(list))
	for i, s := range list {
		statuses[i] = recorded.OCMStatus{ClusterStatus: s, Recheck: s.RecheckTime.Truncate(time.Second)}
		statuses[i].RecheckTime = time.Time{}
	}
	return statuses
}
