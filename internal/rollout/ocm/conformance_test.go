// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// recordedCase is one recorded answer of the handler of the OCM SDK. The placement is default/p.
type recordedCase struct {
	Name  string    `json:"name"`
	Now   time.Time `json:"now"`
	Input struct {
		Strategy           ocm.Strategy `json:"rolloutStrategy"`
		PlacementDecisions []struct {
			Metadata struct {
				Namespace string            `json:"namespace"`
				Labels    map[string]string `json:"labels"`
			} `json:"metadata"`
			Status struct {
				Decisions []struct {
					ClusterName string `json:"clusterName"`
				} `json:"decisions"`
			} `json:"status"`
		} `json:"placementDecisions"`
		Statuses []ocm.ClusterStatus `json:"existingClusterRolloutStatus"`
	} `json:"input"`
	Expect recordedAnswer `json:"expect"`
}

// recordedAnswer is what is compared.
type recordedAnswer struct {
	Rollout          []recordedStatus `json:"clustersToRollout"`
	TimedOut         []recordedStatus `json:"clustersTimeOut"`
	Removed          []recordedStatus `json:"clustersRemoved"`
	MaxFailureBreach bool             `json:"maxFailureBreach"`
	RecheckAfter     string           `json:"recheckAfter"`
	Error            string           `json:"error"`
}

// recordedStatus is a status in an answer.
type recordedStatus struct {
	ocm.ClusterStatus
	Recheck time.Time `json:"recheckTime"`
}

// TestConformance compares every recorded rollout of Open Cluster Management.
func TestConformance(t *testing.T) {
	conformance.RunRollout(t, "ocm", func(c *recordedCase) (string, string) {
		req, err := c.request()
		var got ocm.Result
		if err == nil {
			got, err = ocm.Pass(req)
		}
		return c.Name, cmp.Diff(c.Expect, answerOf(got, err), cmpopts.EquateEmpty(), cmp.FilterPath(func(p cmp.Path) bool {
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

func (c *recordedCase) request() (ocm.Request, error) {
	const prefix = "cluster.open-cluster-management.io/"
	req := ocm.Request{Strategy: c.Input.Strategy, Statuses: c.Input.Statuses, Now: c.Now}
	for _, d := range c.Input.PlacementDecisions {
		if d.Metadata.Namespace != "default" || d.Metadata.Labels[prefix+"placement"] != "p" {
			continue
		}
		// Without a number there, the handler refuses the whole placement.
		index, err := strconv.Atoi(d.Metadata.Labels[prefix+"decision-group-index"])
		if err != nil {
			return ocm.Request{}, fmt.Errorf("incorrect group index: %w", err)
		}
		group := placement.Group{Name: d.Metadata.Labels[prefix+"decision-group-name"], Index: int(int32(index))} // upstream's type
		for _, cluster := range d.Status.Decisions {
			group.Clusters = append(group.Clusters, cluster.ClusterName)
		}
		req.Groups = append(req.Groups, group)
	}
	return req, nil
}

func answerOf(r ocm.Result, err error) recordedAnswer {
	answer := recordedAnswer{
		Rollout: recordedOf(r.Rollout), TimedOut: recordedOf(r.TimedOut), Removed: recordedOf(r.Removed),
		MaxFailureBreach: r.MaxFailureBreach,
	}
	if r.RecheckAfter != 0 {
		answer.RecheckAfter = r.RecheckAfter.String()
	}
	if err != nil {
		answer.Error = err.Error()
		if wrong, ok := err.(*placement.Misconfiguration); ok {
			answer.Error = wrong.Message
		}
	}
	return answer
}

// recordedOf has the times as they are recorded, in seconds.
func recordedOf(list []ocm.ClusterStatus) []recordedStatus {
	recorded := make([]recordedStatus, len(list))
	for i, s := range list {
		recorded[i] = recordedStatus{s, s.RecheckTime.Truncate(time.Second)}
		recorded[i].RecheckTime = time.Time{}
	}
	return recorded
}
