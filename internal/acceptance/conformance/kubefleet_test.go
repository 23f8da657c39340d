// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package conformance

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// kubeFleetRecord is a recorded case of KubeFleet.
type kubeFleetRecord struct {
	Name  string    `json:"name"`
	Now   time.Time `json:"now"`
	Input struct {
		MemberClusters   []json.RawMessage `json:"memberClusters"`
		Placement        json.RawMessage   `json:"placement"`
		ExistingBindings []json.RawMessage `json:"existingBindings"`
		PolicySnapshot   struct {
			Name        string            `json:"name"`
			Generation  int64             `json:"generation"`
			Annotations map[string]string `json:"annotations"`
			Status      json.RawMessage   `json:"status"`
		} `json:"policySnapshot"`
	} `json:"input"`
	Expect struct {
		Error    *struct{} `json:"error"`
		Bindings []struct {
			// Name is empty for a new binding.
			Name string                     `json:"name"`
			Spec *placement.ResourceBinding `json:"spec"`
		} `json:"bindings"`
		PolicySnapshotStatus placement.PolicySnapshotStatus `json:"policySnapshotStatus"`
	} `json:"expect"`
}

// kubeFleetHubCases are the recorded cases that a hub can have, and how many are left out for which reason.
func kubeFleetHubCases(t *testing.T) (cases []hubCase, leftOut map[string]int) {
	t.Helper()
	leftOut = map[string]int{}
	conformance.EachFrom(t, filepath.Join("..", "..", "placement", "kubefleet"), "kubefleet", func(r *kubeFleetRecord) {
		c, isOfHub := r.hubCase(t)
		switch {
		case len(c.objects) > hubCaseObjects:
			leftOut["too many objects"]++
		case !isOfHub:
			leftOut["a policy snapshot that KubeFleet does not make of the placement"]++
		case c.hasPolicyWithoutType():
			leftOut["a policy to which the API server adds the type"]++
		default:
			cases = append(cases, c)
		}
	})
	return cases, leftOut
}

// hubCase returns the objects of a case, and whether the policy snapshot is one that KubeFleet makes of the placement.
func (r *kubeFleetRecord) hubCase(t *testing.T) (c hubCase, isOfHub bool) {
	t.Helper()
	const clusters, placements = "cluster.kubernetes-fleet.io/v1beta1", "placement.kubernetes-fleet.io/v1beta1"
	c = hubCase{name: r.Name, now: r.Now, fails: r.Expect.Error != nil, compare: r.compare}
	bindings, snapshots := "ClusterResourceBinding", "ClusterSchedulingPolicySnapshot"
	c.placement = recordedObject(t, r.Input.Placement, placements, "ClusterResourcePlacement")
	if c.placement.GetNamespace() != "" {
		bindings, snapshots = "ResourceBinding", "SchedulingPolicySnapshot"
		c.placement.SetKind("ResourcePlacement")
	}
	unstructured.RemoveNestedField(c.placement.Object, "metadata", "generation")
	policy, _, _ := unstructured.NestedMap(c.placement.Object, "spec", "policy")
	s := &r.Input.PolicySnapshot
	index, isIndexed := strings.CutPrefix(s.Name, c.placement.GetName()+"-")
	snapshot := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"policyHash": "aGFzaA=="}}}
	if len(s.Status) > 0 {
		snapshot.Object["status"] = recordedObject(t, s.Status, "", "").Object
		unstructured.RemoveNestedField(snapshot.Object, "status", "apiVersion")
		unstructured.RemoveNestedField(snapshot.Object, "status", "kind")
	}
	if policy != nil {
		_ = unstructured.SetNestedMap(snapshot.Object, policy, "spec", "policy")
	}
	snapshot.SetAPIVersion(placements)
	snapshot.SetKind(snapshots)
	snapshot.SetNamespace(c.placement.GetNamespace())
	snapshot.SetName(s.Name)
	snapshot.SetAnnotations(s.Annotations)
	snapshot.SetLabels(map[string]string{
		"kubernetes-fleet.io/parent-CRP": c.placement.GetName(), "kubernetes-fleet.io/is-latest-snapshot": "true",
		"kubernetes-fleet.io/policy-index": index,
	})
	c.objects = append(c.objects, c.placement, snapshot)
	for _, raw := range r.Input.MemberClusters {
		c.objects = append(c.objects, recordedObject(t, raw, clusters, "MemberCluster"))
	}
	for _, raw := range r.Input.ExistingBindings {
		c.objects = append(c.objects, recordedObject(t, raw, placements, bindings))
	}
	wanted, isNumbered, _ := unstructured.NestedInt64(policy, "numberOfClusters")
	number, hasNumber := s.Annotations[kubefleet.NumberOfClustersAnnotation]
	n, err := json.Number(number).Int64()
	return c, isIndexed && s.Generation == 1 && isNumbered == hasNumber && (!hasNumber || err == nil && n == wanted) &&
		s.Annotations[kubefleet.GenerationAnnotation] != ""
}

// hasPolicyWithoutType reports whether the placement has a policy without a type. The scheduler does nothing then, but the API
// server stores PickAll.
func (c *hubCase) hasPolicyWithoutType() bool {
	policy, isSet, _ := unstructured.NestedMap(c.placement.Object, "spec", "policy")
	text, _ := policy["placementType"].(string)
	return isSet && text == ""
}

// kubeFleetAnswer is what is compared: the live bindings by cluster, and the condition.
type kubeFleetAnswer struct {
	Bindings  []kubeFleetBinding
	Condition placement.Condition
}

type kubeFleetBinding struct {
	Cluster, State   string
	Affinity, Spread json.Number
}

func (r *kubeFleetRecord) compare(outputs map[string]any, report *placement.Report) string {
	want := kubeFleetAnswer{Condition: placement.Condition{
		Type: kubefleet.ConditionScheduled, Status: "Unknown", Reason: "SchedulePending", Message: "Scheduling has not completed",
	}}
	for _, condition := range r.Expect.PolicySnapshotStatus.Conditions {
		if condition.Type == kubefleet.ConditionScheduled {
			want.Condition.Status, want.Condition.Reason, want.Condition.Message = string(condition.Status),
				condition.Reason, condition.Message
		}
	}
	isScored := r.placementType() == kubefleet.PickN
	for i := range r.Expect.Bindings {
		b := &r.Expect.Bindings[i]
		if b.Spec == nil || r.isForeignOrDeleting(b.Name) || !b.Spec.Live() {
			continue
		}
		one := kubeFleetBinding{Cluster: b.Spec.TargetCluster, State: string(b.Spec.State), Spread: "0"}
		if isScored {
			one.Affinity = "0"
		}
		if score := b.Spec.ClusterDecision.ClusterScore; score != nil {
			one.Spread = numberOf(score.TopologySpreadScore)
			// The other types score nothing: what the binding has is from a PickN before.
			if isScored {
				one.Affinity = numberOf(score.AffinityScore)
			}
		}
		// Of two bindings of one cluster, the first one counts.
		if !slices.ContainsFunc(want.Bindings, func(other kubeFleetBinding) bool { return other.Cluster == one.Cluster }) {
			want.Bindings = append(want.Bindings, one)
		}
	}
	byCluster := cmpopts.SortSlices(func(a, b kubeFleetBinding) bool { return a.Cluster < b.Cluster })
	return cmp.Diff(want, kubeFleetAnswerOf(outputs, report), cmpopts.EquateEmpty(), byCluster)
}

// kubeFleetAnswerOf is the answer in the outputs of a data source.
func kubeFleetAnswerOf(outputs map[string]any, report *placement.Report) (got kubeFleetAnswer) {
	for _, c := range report.Conditions {
		if c.Type == kubefleet.ConditionScheduled {
			got.Condition = c
		}
	}
	decisions, _ := outputs["decisions"].([]any)
	for _, d := range decisions {
		decision, _ := d.(map[string]any)
		binding, _ := decision["binding"].(map[string]any)
		one := kubeFleetBinding{Spread: "0"}
		one.Cluster, _ = decision["cluster_name"].(string)
		one.State, _ = binding["state"].(string)
		one.Affinity, _ = decision["score"].(json.Number)
		if score, ok := binding["topology_spread_score"].(json.Number); ok {
			one.Spread = score
		}
		got.Bindings = append(got.Bindings, one)
	}
	return got
}

func (r *kubeFleetRecord) placementType() string {
	var of struct {
		Spec struct {
			Policy kubefleet.Spec `json:"policy"`
		} `json:"spec"`
	}
	_ = json.Unmarshal(r.Input.Placement, &of)
	return of.Spec.Policy.PlacementType
}

// isForeignOrDeleting reports whether a binding of the input belongs to another placement or is being deleted.
func (r *kubeFleetRecord) isForeignOrDeleting(name string) bool {
	var of struct {
		Metadata struct {
			Name string `json:"name"`
		} `json:"metadata"`
	}
	_ = json.Unmarshal(r.Input.Placement, &of)
	return slices.ContainsFunc(r.Input.ExistingBindings, func(raw json.RawMessage) bool {
		var o unstructured.Unstructured
		_ = json.Unmarshal(raw, &o.Object)
		return o.GetName() == name && (o.GetDeletionTimestamp() != nil ||
			o.GetLabels()["kubernetes-fleet.io/parent-CRP"] != of.Metadata.Name)
	})
}

func numberOf(n int32) json.Number {
	text, _ := json.Marshal(n)
	return json.Number(text)
}
