package manifest

import (
	"strconv"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// The labels of a policy snapshot.
const (
	policyIndexLabel    = "kubernetes-fleet.io/policy-index"
	latestSnapshotLabel = "kubernetes-fleet.io/is-latest-snapshot"
)

// PolicySnapshot is a ClusterSchedulingPolicySnapshot or SchedulingPolicySnapshot of KubeFleet.
type PolicySnapshot struct {
	kubefleet.PolicySnapshot
	// Namespace and Placement identify the placement.
	Namespace, Placement string
	// Latest says that the label of the latest snapshot is set.
	Latest bool
	// Index is the number of the snapshot among those of its placement.
	Index int
	// Policy is the policy that the snapshot was made of.
	Policy kubefleet.Spec
}

// LatestSnapshot is a label selector for the latest policy snapshot of a placement.
func LatestSnapshot(placement string) string {
	return BindingsOf(placement) + "," + LatestSnapshots
}

// LatestSnapshots is a label selector for the latest policy snapshots of all placements.
const LatestSnapshots = latestSnapshotLabel + "=true"

// ReadPolicySnapshot reads a policy snapshot that an API server listed.
func ReadPolicySnapshot(raw []byte) (PolicySnapshot, error) { return policySnapshot(decodeListed, raw) }

func policySnapshot(decode objectDecoder, raw []byte) (PolicySnapshot, error) {
	var o struct {
		Metadata struct {
			metadata
			Generation int64 `json:"generation"`
		} `json:"metadata"`
		Spec struct {
			Policy *kubefleet.Spec `json:"policy"`
		} `json:"spec"`
		Status placement.PolicySnapshotStatus `json:"status"`
	}
	err := decode(raw, &o)
	snapshot := PolicySnapshot{
		Namespace: o.Metadata.Namespace, Placement: o.Metadata.Labels[parentLabel],
		Latest: o.Metadata.Labels[latestSnapshotLabel] == "true",
		PolicySnapshot: kubefleet.PolicySnapshot{
			Name: o.Metadata.Name, Generation: o.Metadata.Generation, Annotations: o.Metadata.Annotations, Status: o.Status,
		},
		Policy: kubefleet.Spec{PlacementType: kubefleet.PickAll},
	}
	if o.Spec.Policy != nil {
		snapshot.Policy = *o.Spec.Policy
	}
	// KubeFleet sets the label; without it the snapshot is the first.
	snapshot.Index, _ = strconv.Atoi(o.Metadata.Labels[policyIndexLabel])
	return snapshot, err
}

func (r *reader) addPolicySnapshot(raw []byte) (added, error) {
	snapshot, err := policySnapshot(r.decode, raw)
	if err == nil {
		r.fleet.PolicySnapshots = append(r.fleet.PolicySnapshots, snapshot)
	}
	return added{namespace: snapshot.Namespace, name: snapshot.Name}, err
}
