// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"context"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// TestCreateAgain: an object is created although one of its name, of an earlier test, is still being deleted. One that stays is an
// error.
func TestCreateAgain(t *testing.T) {
	h := Start(t)
	name := h.Prefix(t) + "a"
	text := `{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: ` + name +
		`, finalizers: [example.com/hold]}, spec: {hubAcceptsClient: true}}`
	first := h.Create(t, text)
	if _, err := h.TryCreate(t, text); err == nil {
		t.Fatal("two objects of one name")
	}
	client, err := h.For(first)
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Delete(t.Context(), name, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(200*time.Millisecond, func() {
		_, _ = client.Patch(context.Background(), name, types.MergePatchType, []byte(`{"metadata":{"finalizers":null}}`),
			metav1.PatchOptions{})
	})
	second, err := h.TryCreate(t, text)
	if err != nil || second.GetUID() == first.GetUID() {
		t.Errorf("created %v: %v", second, err)
	}
}
