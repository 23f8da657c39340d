// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// RegistrationWebhook does for the ManagedClusters whose names begin with the prefix what the webhooks of Open Cluster
// Management's registration do, until the test ends: it puts a cluster that is in no set into the set "default", and sets
// timeAdded of new taints. It refuses a timeAdded that the user has set, a set that the user may not join or leave, and a cluster
// that the user may not accept.
func (h *Hub) RegistrationWebhook(t testing.TB, prefix string) {
	t.Helper()
	h.startWebhook(t, prefix, "", "managedclusters",
		func(request *admissionRequest) *admissionResponse { return h.admitCluster(t, request) })
}

// RegisterCluster creates a ManagedCluster as the agent of a cluster does that asks to join the hub: it is not accepted. After
// the test the cluster is deleted.
func (h *Hub) RegisterCluster(t testing.TB, name string) {
	t.Helper()
	agent, err := h.writer("registration-agent", ocmGroup+"/v1", "ManagedCluster", "")
	if err != nil {
		t.Fatal(err)
	}
	created, err := agent.create(t.Context(), name, map[string]any{"spec": map[string]any{
		"hubAcceptsClient": false, "leaseDurationSeconds": int64(60),
		"managedClusterClientConfigs": []any{map[string]any{"url": "https://" + name + ":6443", "caBundle": "Y2E="}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := remove(context.Background(), agent.client, created); err != nil {
			t.Error(err)
		}
	})
}

// namespaceDelay is how long after a cluster its namespace exists.
const namespaceDelay = 100 * time.Millisecond

// ClusterNamespaces creates the namespaces of the accepted ManagedClusters whose names begin with the prefix until the test ends,
// as the controller of registration does: a moment after the cluster.
func (h *Hub) ClusterNamespaces(t testing.TB, prefix string) {
	t.Helper()
	clusters, err := h.writer("registration", ocmGroup+"/v1", "ManagedCluster", "")
	if err != nil {
		t.Fatal(err)
	}
	namespaces := h.client.Resource(schema.GroupVersionResource{Version: "v1", Resource: "namespaces"})
	created := map[string]*unstructured.Unstructured{}
	t.Cleanup(func() {
		for _, namespace := range created {
			if err := remove(context.Background(), namespaces, namespace); err != nil {
				t.Error(err)
			}
		}
	})
	seen := map[string]time.Time{}
	h.repeat(t, func(ctx context.Context) error {
		list, err := clusters.client.List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		for i := range list.Items {
			name := list.Items[i].GetName()
			if created[name] != nil || !isDue(seen, &list.Items[i], prefix) {
				continue
			}
			namespace := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace",
				"metadata": map[string]any{"name": name}}}
			if created[name], err = namespaces.Create(ctx, namespace, metav1.CreateOptions{}); err != nil {
				return err
			}
		}
		return nil
	})
}

// isDue reports whether the namespace of a cluster is created now. Seen has the times at which accepted clusters were seen first.
func isDue(seen map[string]time.Time, cluster *unstructured.Unstructured, prefix string) bool {
	name := cluster.GetName()
	accepted, _, _ := unstructured.NestedBool(cluster.Object, "spec", "hubAcceptsClient")
	if !accepted || !strings.HasPrefix(name, prefix) {
		return false
	}
	if _, ok := seen[name]; !ok {
		seen[name] = time.Now()
	}
	return time.Since(seen[name]) >= namespaceDelay
}

// admitCluster answers like the webhooks of registration: the one that changes the cluster, then the one that validates it.
func (h *Hub) admitCluster(t testing.TB, request *admissionRequest) *admissionResponse {
	taints, mistake := datedTaints(request)
	if mistake == "" {
		mistake = h.forbidden(t, request)
	}
	if mistake != "" {
		answer := &admissionResponse{UID: request.UID}
		answer.Status.Message = mistake
		return answer
	}
	operations := withDefaultSet(request)
	if len(taints) > 0 {
		operations = append(operations, map[string]any{"op": "add", "path": "/spec/taints", "value": taints})
	}
	return patched(request, operations)
}

// forbidden says what the user may not do, or nothing.
func (h *Hub) forbidden(t testing.TB, request *admissionRequest) string {
	before, after := request.OldObject.Metadata.Labels[clusterSetLabel], request.Object.Metadata.Labels[clusterSetLabel]
	after = cmp.Or(after, "default")
	if before != after {
		for _, set := range []string{before, after} {
			if set != "" && !h.allows(t, request, map[string]any{"verb": "create", "group": ocmGroup, "resource": "managedclustersets",
				"subresource": "join", "name": set}) {
				return fmt.Sprintf("user %q cannot add/remove a ManagedCluster to/from ManagedClusterSet %q", request.UserInfo.Username, set)
			}
		}
	}
	accepts := request.Object.Spec.HubAcceptsClient && !request.OldObject.Spec.HubAcceptsClient
	if accepts && !h.allows(t, request, map[string]any{
		"verb": "update", "group": "register.open-cluster-management.io", "resource": "managedclusters", "subresource": "accept",
		"name": request.Name,
	}) {
		return fmt.Sprintf("user %q cannot update the HubAcceptsClient field", request.UserInfo.Username)
	}
	return ""
}

// allows asks the server whether the user of a request may do something.
func (h *Hub) allows(t testing.TB, request *admissionRequest, attributes map[string]any) bool {
	groups := make([]any, len(request.UserInfo.Groups))
	for i, group := range request.UserInfo.Groups {
		groups[i] = group
	}
	resource := schema.GroupVersionResource{Group: "authorization.k8s.io", Version: "v1", Resource: "subjectaccessreviews"}
	review, err := h.client.Resource(resource).Create(context.Background(), &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview",
		"spec": map[string]any{"user": request.UserInfo.Username, "groups": groups, "resourceAttributes": attributes},
	}}, metav1.CreateOptions{})
	if err != nil {
		t.Error(err)
		return false
	}
	allowed, _, _ := unstructured.NestedBool(review.Object, "status", "allowed")
	return allowed
}

// datedTaints returns the taints of a cluster if a timeAdded has to be set, or what is wrong with one that the user has set.
func datedTaints(request *admissionRequest) (taints []map[string]any, mistake string) {
	changed := false
	var wrong []string
	for _, taint := range request.Object.Spec.Taints {
		key, _ := taint["key"].(string)
		i := slices.IndexFunc(request.OldObject.Spec.Taints, func(old map[string]any) bool { return old["key"] == key })
		var before map[string]any
		if i >= 0 {
			before = request.OldObject.Spec.Taints[i]
		}
		isSame := before != nil && before["value"] == taint["value"] && before["effect"] == taint["effect"]
		switch {
		case taint["timeAdded"] != before["timeAdded"] && (isSame || taint["timeAdded"] != nil):
			wrong = append(wrong, key)
		case !isSame:
			taint, changed = maps.Clone(taint), true
			taint["timeAdded"] = time.Now().UTC().Format(time.RFC3339)
		}
		taints = append(taints, taint)
	}
	if len(wrong) > 0 {
		return nil, "It is not allowed to set TimeAdded of Taint " + strconv.Quote(strings.Join(wrong, ","))
	}
	if !changed {
		return nil, ""
	}
	return taints, ""
}

// withDefaultSet adds the label of the set "default" to a cluster in no set.
func withDefaultSet(request *admissionRequest) []any {
	labels := request.Object.Metadata.Labels
	switch {
	case labels[clusterSetLabel] != "":
		return nil
	case labels == nil:
		return []any{map[string]any{"op": "add", "path": "/metadata/labels", "value": map[string]string{clusterSetLabel: "default"}}}
	}
	return []any{map[string]any{"op": "add", "path": "/metadata/labels/" + strings.ReplaceAll(clusterSetLabel, "/", "~1"),
		"value": "default"}}
}
