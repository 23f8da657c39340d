// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
)

// TestNotRolledOut: of a placement of the hub, the clusters are found that do not have the latest resources.
func TestNotRolledOut(t *testing.T) {
	const root, parent = "/apis/placement.kubernetes-fleet.io/v1beta1/", `"kubernetes-fleet.io/parent-CRP": "web"`
	binding := func(cluster, state string, index int) json.RawMessage {
		return json.RawMessage(fmt.Sprintf(`{"metadata": {"name": "web-%s", "labels": {%s}}, "spec": {"state": %q, "targetCluster": %q,
			"resourceSnapshotName": "web-%d-snapshot"}}`, cluster, parent, state, cluster, index))
	}
	snapshot := func(label string) []json.RawMessage {
		return []json.RawMessage{json.RawMessage(`{"metadata": {"name": "web-x", "labels": {` + parent + `, "` + label + `": "2",
			"kubernetes-fleet.io/is-latest-snapshot": "true"}}, "spec": {}}`)}
	}
	h := fakehub.New(t, map[string][]json.RawMessage{
		root + "clusterresourceplacements": {json.RawMessage(`{"apiVersion": "placement.kubernetes-fleet.io/v1beta1",
			"kind": "ClusterResourcePlacement", "metadata": {"name": "web", "generation": 1}, "spec": {"resourceSelectors": []}}`)},
		root + "clusterresourcebindings": {
			binding("b", "Bound", 1), binding("a", "Bound", 1), binding("new", "Bound", 2), binding("gone", "Unscheduled", 1),
		},
		root + "clusterschedulingpolicysnapshots": snapshot("kubernetes-fleet.io/policy-index"),
		root + "clusterresourcesnapshots":         snapshot("kubernetes-fleet.io/resource-index"),
	})
	ref := hub.Reference{Kind: hubobject.ClusterResourcePlacement, Name: "web"}
	latest, clusters, err := hubview.New(h.Client(t, nil)).NotRolledOut(t.Context(), ref)
	if err != nil || latest != "web-2-snapshot" || !slices.Equal(clusters, []string{"a", "b"}) {
		t.Errorf("got %s, %s, %v", latest, clusters, err)
	}
	h.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		isSnapshots := r.URL.Path == root+"clusterresourcesnapshots"
		if isSnapshots {
			fakehub.Status(w, http.StatusForbidden, "Forbidden", "no")
		}
		return isSnapshots
	}
	if _, _, err := hubview.New(h.Client(t, nil)).NotRolledOut(t.Context(), ref); !apierrors.IsForbidden(err) {
		t.Errorf("without the permission: %v", err)
	}
}
