package rollout_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// ocmCase is one recorded answer of the handler of the OCM SDK. The placement is default/p.
type ocmCase struct {
	Name  string    `json:"name"`
	Now   time.Time `json:"now"`
	Input struct {
		Strategy           rollout.OCMStrategy `json:"rolloutStrategy"`
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
		Statuses []rollout.OCMClusterStatus `json:"existingClusterRolloutStatus"`
	} `json:"input"`
	Expect ocmAnswer `json:"expect"`
}

// ocmAnswer is what is compared.
type ocmAnswer struct {
	Rollout          []ocmRecorded `json:"clustersToRollout"`
	TimedOut         []ocmRecorded `json:"clustersTimeOut"`
	Removed          []ocmRecorded `json:"clustersRemoved"`
	MaxFailureBreach bool          `json:"maxFailureBreach"`
	RecheckAfter     string        `json:"recheckAfter"`
	Error            string        `json:"error"`
}

// ocmRecorded is a status in an answer.
type ocmRecorded struct {
	rollout.OCMClusterStatus
	Recheck time.Time `json:"recheckTime"`
}

// TestConformanceOCM compares every recorded rollout of Open Cluster Management.
func TestConformanceOCM(t *testing.T) {
	conformance.RunRollout(t, "ocm", func(c *ocmCase) (string, string) {
		req, err := c.request()
		var got rollout.OCMResult
		if err == nil {
			got, err = rollout.OCM(req)
		}
		return c.Name, cmp.Diff(c.Expect, ocmAnswerOf(got, err), cmpopts.EquateEmpty(), cmp.FilterPath(func(p cmp.Path) bool {
			return p.Last().String() == ".Error"
		}, cmp.Comparer(sameOCMError)))
	})
}

// sameOCMError compares messages without what the Go library says of a number or a duration.
func sameOCMError(recorded, got string) bool {
	for _, library := range []string{"strconv.", "time: "} {
		if before, _, found := strings.Cut(recorded, library); found {
			return strings.HasPrefix(got, before) && got != ""
		}
	}
	return recorded == got
}

func (c *ocmCase) request() (rollout.OCMRequest, error) {
	const prefix = "cluster.open-cluster-management.io/"
	var decisions []placement.PlacementDecision
	for _, d := range c.Input.PlacementDecisions {
		if d.Metadata.Namespace != "default" || d.Metadata.Labels[prefix+"placement"] != "p" {
			continue
		}
		index, err := rollout.OCMGroupIndex(d.Metadata.Labels[prefix+"decision-group-index"])
		if err != nil {
			return rollout.OCMRequest{}, err
		}
		decision := placement.PlacementDecision{GroupName: d.Metadata.Labels[prefix+"decision-group-name"], GroupIndex: index}
		for _, cluster := range d.Status.Decisions {
			decision.Clusters = append(decision.Clusters, cluster.ClusterName)
		}
		decisions = append(decisions, decision)
	}
	return rollout.OCMRequest{
		Strategy: c.Input.Strategy, Groups: rollout.OCMGroups(decisions), Statuses: c.Input.Statuses, Now: c.Now,
	}, nil
}

func ocmAnswerOf(r rollout.OCMResult, err error) ocmAnswer {
	answer := ocmAnswer{
		Rollout: ocmRecordedOf(r.Rollout), TimedOut: ocmRecordedOf(r.TimedOut), Removed: ocmRecordedOf(r.Removed),
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

// ocmRecordedOf has the times as they are recorded, in seconds.
func ocmRecordedOf(list []rollout.OCMClusterStatus) []ocmRecorded {
	recorded := make([]ocmRecorded, len(list))
	for i, s := range list {
		recorded[i] = ocmRecorded{s, s.RecheckTime.Truncate(time.Second)}
		recorded[i].RecheckTime = time.Time{}
	}
	return recorded
}
