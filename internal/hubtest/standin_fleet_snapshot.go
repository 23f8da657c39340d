// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// writeSnapshot writes the policy that the placement has now. Another number of clusters keeps the snapshot.
func (s *fleetScheduler) writeSnapshot(
	ctx context.Context, placement *unstructured.Unstructured,
) (*unstructured.Unstructured, error) {
	policy, _, _ := unstructured.NestedMap(placement.Object, "spec", "policy")
	annotations := map[string]any{fleetPrefix + "CRP-generation": strconv.FormatInt(placement.GetGeneration(), 10)}
	if n, ok := policy["numberOfClusters"]; ok {
		annotations[fleetPrefix+"number-of-clusters"] = fmt.Sprint(n)
	}
	hash, err := hashPolicy(policy)
	if err != nil {
		return nil, err
	}
	list, err := s.snapshots.client.List(ctx, metav1.ListOptions{LabelSelector: parentLabel + "=" + placement.GetName()})
	if err != nil {
		return nil, err
	}
	index := 0
	for i := range list.Items {
		old := &list.Items[i]
		number, err := strconv.Atoi(old.GetLabels()[fleetPrefix+"policy-index"])
		if err != nil {
			return nil, err
		}
		index = max(index, number+1)
		if old.GetLabels()[fleetPrefix+"is-latest-snapshot"] != "true" {
			continue
		}
		if found, _, _ := unstructured.NestedString(old.Object, "spec", "policyHash"); found == hash {
			if sameJSON(old.GetAnnotations(), annotations) {
				return old, nil
			}
			return old, s.snapshots.patch(ctx, old, map[string]any{"metadata": map[string]any{"annotations": annotations}})
		}
		latest := map[string]any{latestLabel: "false"}
		if err := s.snapshots.patch(ctx, old, map[string]any{"metadata": map[string]any{"labels": latest}}); err != nil {
			return nil, err
		}
	}
	spec := map[string]any{"policyHash": hash}
	if policy != nil {
		spec["policy"] = policy
	}
	labels := map[string]any{
		parentLabel: placement.GetName(), latestLabel: "true", fleetPrefix + "policy-index": strconv.Itoa(index),
	}
	return s.snapshots.create(ctx, fmt.Sprintf("%s-%d", placement.GetName(), index), map[string]any{
		"metadata": map[string]any{"labels": labels, "annotations": annotations, "ownerReferences": controlledBy(placement)},
		"spec":     spec,
	})
}

// hashPolicy identifies a policy but for its number of clusters. KubeFleet's own hash is another one.
func hashPolicy(policy map[string]any) (string, error) {
	rest := map[string]any{}
	for name, value := range policy {
		if name != "numberOfClusters" {
			rest[name] = value
		}
	}
	text, err := json.Marshal(rest)
	sum := sha256.Sum256(text)
	return base64.StdEncoding.EncodeToString(sum[:]), err
}
