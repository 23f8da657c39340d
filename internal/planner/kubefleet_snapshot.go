package planner

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/finding"
)

// snapshot is the policy snapshot that the hub has once it has the placement as it is configured.
func (r *Request) snapshot(bindings []placement.ResourceBinding) *kubefleet.PolicySnapshot {
	req := kubefleet.Placement{Name: r.Name, Spec: *r.KubeFleet}
	latest := r.latestSnapshot()
	if !r.given() && (latest != nil || r.Manifests.FromHub) {
		return snapshotAfter(&req, latest)
	}
	index := r.latestIndex(bindings)
	if old := r.stored(); old != nil && !req.SamePolicy(old) {
		index++
	}
	return req.NewSnapshot(index)
}

// snapshotAfter is the policy snapshot that follows the latest one, which is nil if the hub has none yet.
func snapshotAfter(req *kubefleet.Placement, latest *manifest.PolicySnapshot) *kubefleet.PolicySnapshot {
	switch {
	case latest == nil:
		return req.NewSnapshot(0)
	case !req.SamePolicy(&latest.Policy):
		return req.NewSnapshot(latest.Index + 1)
	default:
		return req.UpdateSnapshot(&latest.PolicySnapshot)
	}
}

// latestSnapshot is the latest policy snapshot of the placement on the hub, or in the manifests; nil if there is none. If the manifests
// were read between two writes of KubeFleet, several snapshots or none are labeled as the latest: the highest index counts.
func (r *Request) latestSnapshot() (latest *manifest.PolicySnapshot) {
	if r.Manifests.FromHub {
		return r.Snapshot
	}
	for i := range r.Manifests.PolicySnapshots {
		s := &r.Manifests.PolicySnapshots[i]
		if !r.is(s.Namespace, s.Placement) || latest != nil && (latest.Latest && !s.Latest || latest.Latest == s.Latest && s.Index < latest.Index) {
			continue
		}
		latest = s
	}
	return latest
}

// latestIndex is the highest index of the policy snapshots that the placement's bindings name; 0 without any.
func (r *Request) latestIndex(bindings []placement.ResourceBinding) int {
	latest := 0
	for i := range bindings {
		if b := &bindings[i]; r.is(b.Namespace, b.Placement) {
			if text, ok := strings.CutPrefix(b.PolicySnapshot, r.Name+"-"); ok {
				if index, err := strconv.Atoi(text); err == nil {
					latest = max(latest, index)
				}
			}
		}
	}
	return latest
}

// lacksPolicy reports whether the manifests have live bindings of the placement, but not the policy that they were made under: neither a
// policy snapshot nor the placement.
func (r *Request) lacksPolicy() bool {
	if r.KubeFleet == nil || r.Manifests.FromHub || r.given() || r.stored() != nil || r.latestSnapshot() != nil {
		return false
	}
	return slices.ContainsFunc(r.Manifests.ResourceBindings, func(b placement.ResourceBinding) bool {
		return r.is(b.Namespace, b.Placement) && b.Live()
	})
}

// unknownPolicy are the findings about bindings in the manifests whose policy is not known: a warning, or an error if that leaves a limit
// unchecked.
func (r *Request) unknownPolicy(limit *Limit) Findings {
	if !r.lacksPolicy() {
		return nil
	}
	bindings, snapshots, placements, scope := "clusterresourcebindings", "clusterschedulingpolicysnapshots", "clusterresourceplacements", ""
	if r.Namespace != "" {
		bindings, snapshots, placements, scope = "resourcebindings", "schedulingpolicysnapshots", "resourceplacements", " -n "+r.Namespace
	}
	const ofPlacements = ".v1beta1.placement.kubernetes-fleet.io"
	text := fmt.Sprintf("The manifests have its bindings, but neither its policy snapshots nor the placement. If the hub has another policy, its "+
		"bindings have to compete again, and clusters can leave. Export all of it: kubectl get %s -o yaml%s", strings.Join([]string{
		"memberclusters.v1beta1.cluster.kubernetes-fleet.io", bindings + ofPlacements, snapshots + ofPlacements, placements + ofPlacements,
	}, ","), scope)
	if limit != nil && limit.MaxMoves != nil {
		return Findings{finding.Failure("max_moves", "max_moves cannot be checked", text)}
	}
	return Findings{finding.Warning(string(placement.DialectKubeFleet), r.Title("is decided as if the hub had the same policy"), text)}
}
