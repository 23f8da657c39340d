package rollout

import (
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// RollingUpdate is the spec.strategy.rollingUpdate of a KubeFleet placement
// (placement.kubernetes-fleet.io/v1beta1). A field that is not set has the default of the API server.
type RollingUpdate struct {
	// MaxUnavailable is how many clusters below the target number may be without ready resources: a number of at least 0,
	// or a percentage of the target number, rounded up. It defaults to 25%.
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty"`
	// MaxSurge is how many clusters above the target number may have the resources: a number of at least 0, or a
	// percentage of the target number, rounded up. It defaults to 25%.
	MaxSurge *intstr.IntOrString `json:"maxSurge,omitempty"`
	// UnavailablePeriodSeconds is how long resources whose availability cannot be tracked have to be applied until they
	// are ready, in seconds, at least 0. It defaults to 60.
	UnavailablePeriodSeconds *int `json:"unavailablePeriodSeconds,omitempty"`
}

// The defaults of a RollingUpdate.
const (
	RollingUpdateDefaultPercent = "25%"
	RollingUpdateDefaultPeriod  = 60
)

// RollingUpdateRequest is what one pass of the rollout controller looks at.
type RollingUpdateRequest struct {
	Strategy RollingUpdate
	// TargetNumber is the number of clusters of PickN, or the number of names of PickFixed. Nil means PickAll, whose target
	// number is that of the Scheduled and Bound bindings.
	TargetNumber *int
	// ResourceSnapshot is the name of the latest resource snapshot, which is rolled out.
	ResourceSnapshot string
	// Now is the time of the pass.
	Now time.Time
	// Bindings are all bindings of the placement, in any order. Their names must be different.
	Bindings []RollingUpdateBinding
}

// RollingUpdateBinding is a binding and how far its cluster is.
type RollingUpdateBinding struct {
	placement.ResourceBinding
	// Generation is the metadata.generation. A condition applies only if it was observed at this generation.
	Generation int64
	// Conditions are the status.conditions.
	Conditions []metav1.Condition
}

// RollingUpdateAction says what a pass does to a binding.
type RollingUpdateAction string

// The actions of a pass.
const (
	// RollingUpdateBind: the binding changes from Scheduled to Bound, on the latest snapshot.
	RollingUpdateBind RollingUpdateAction = "bind"
	// RollingUpdateUpdate: the Bound binding gets the latest snapshot.
	RollingUpdateUpdate RollingUpdateAction = "update"
	// RollingUpdateRemove: the Unscheduled binding is deleted.
	RollingUpdateRemove RollingUpdateAction = "remove"
)

// RollingUpdateStep is one binding that a pass changes.
type RollingUpdateStep struct {
	Binding string
	Cluster string
	Action  RollingUpdateAction
}

// RollingUpdateResult is what one pass does. Bindings are in the order of their names within a class.
type RollingUpdateResult struct {
	// WaitForCleanUp says that a cluster with a new binding still has one that is being deleted. The pass does nothing, the
	// other fields are zero, and the controller tries again after [RollingUpdateCleanUpInterval].
	WaitForCleanUp bool
	// NeedRoll says that a binding is outdated, new or unscheduled.
	NeedRoll bool
	// Roll are the bindings to change now: failed ones, removals, updates, new ones.
	Roll []RollingUpdateStep
	// Stale are the names of the outdated and new bindings that the budget holds back: updates, then new ones.
	Stale []string
	// UpToDate are the names of the Bound bindings that have the latest snapshot already.
	UpToDate []string
	// Recheck is after which time the next pass can find more ready clusters; 0 if all are ready.
	Recheck time.Duration
	// TargetNumber is the number of clusters that the percentages refer to.
	TargetNumber int
}

// RollingUpdateCleanUpInterval is when the controller tries again after [RollingUpdateResult.WaitForCleanUp].
const RollingUpdateCleanUpInterval = 5 * time.Second

// RollingUpdatePass chooses the bindings that KubeFleet's rollout controller changes in one pass
// (pickBindingsToRoll in pkg/controllers/rollout). An error means that the strategy is invalid or, as a
// [*RollingUpdateConflict], that the controller refuses to continue.
func RollingUpdatePass(req RollingUpdateRequest) (RollingUpdateResult, error) {
	bindings := make([]*RollingUpdateBinding, len(req.Bindings))
	for i := range req.Bindings {
		bindings[i] = &req.Bindings[i]
	}
	byName := func(a, b *RollingUpdateBinding) int { return strings.Compare(a.Name, b.Name) }
	if !slices.IsSortedFunc(bindings, byName) {
		slices.SortFunc(bindings, byName)
	}
	if wait, err := waitForCleanUp(bindings); wait || err != nil {
		return RollingUpdateResult{WaitForCleanUp: wait}, err
	}
	period, err := req.Strategy.period()
	if err != nil {
		return RollingUpdateResult{}, err
	}
	census := newRollingCensus(req.ResourceSnapshot, req.Now.Add(-period), period)
	for _, b := range bindings {
		census.add(b)
	}
	target := census.wanted
	if req.TargetNumber != nil {
		target = *req.TargetNumber
	}
	budget, err := req.Strategy.budget(target, census)
	if err != nil {
		return RollingUpdateResult{}, err
	}
	result := RollingUpdateResult{
		TargetNumber: target, UpToDate: census.upToDate, Recheck: census.recheck(), NeedRoll: census.candidates() > 0,
	}
	if result.NeedRoll {
		budget.spend(census, &result)
	}
	return result, nil
}

// A RollingUpdateConflict is two bindings on one cluster that the scheduler never makes.
type RollingUpdateConflict struct {
	Cluster string
	// First and Second are the names of the bindings.
	First, Second string
	// Deleting says that one of them is being deleted while the other one is, or was, Bound.
	Deleting bool
}

// Error returns what was found.
func (c *RollingUpdateConflict) Error() string {
	if c.Deleting {
		return fmt.Sprintf("cluster %q has the bound binding %q and the binding %q, which is being deleted", c.Cluster, c.First, c.Second)
	}
	return fmt.Sprintf("cluster %q has two bindings: %q and %q", c.Cluster, c.First, c.Second)
}

// previousState is the annotation that holds the state of a binding before it became Unscheduled.
const previousState = "kubernetes-fleet.io/previous-binding-state"

// waitForCleanUp reports whether a cluster has to lose a binding before it can get its new one. Two live bindings on one
// cluster are a mistake, and so is a binding that became Bound before the cluster was clean. Upstream looks at the
// clusters in no particular order; here a mistake is found before a reason to wait.
func waitForCleanUp(bindings []*RollingUpdateBinding) (wait bool, err error) {
	deleting, live := map[string]string{}, make(map[string]struct{}, len(bindings))
	for i, b := range bindings {
		if b.Deleting {
			deleting[b.TargetCluster] = b.Name
			continue
		}
		if _, twice := live[b.TargetCluster]; twice {
			first := slices.IndexFunc(bindings[:i], func(other *RollingUpdateBinding) bool {
				return !other.Deleting && other.TargetCluster == b.TargetCluster
			})
			return false, &RollingUpdateConflict{Cluster: b.TargetCluster, First: bindings[first].Name, Second: b.Name}
		}
		live[b.TargetCluster] = struct{}{}
	}
	if len(deleting) == 0 {
		return false, nil
	}
	for _, b := range bindings {
		other, found := deleting[b.TargetCluster]
		if b.Deleting || !found {
			continue
		}
		wasBound := b.State == placement.BindingUnscheduled && b.Annotations[previousState] == string(placement.BindingBound)
		if b.State == placement.BindingBound || wasBound {
			return false, &RollingUpdateConflict{Cluster: b.TargetCluster, First: b.Name, Second: other, Deleting: true}
		}
		wait = true
	}
	return wait, nil
}
