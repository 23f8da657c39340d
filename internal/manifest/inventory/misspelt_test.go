// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory_test

import (
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
)

// TestMisspeltFields refuses a field that is almost one that is read. Any other unknown field may be one that a hub has.
func TestMisspeltFields(t *testing.T) {
	const cluster = "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata:\n  name: a\n"
	const member = "apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata:\n  name: a\n"
	for name, tt := range map[string]struct{ text, want string }{
		"labels": {
			cluster + "  lables: {}\n", `line 5, ManagedCluster/a, metadata.lables: unknown field; did you mean "labels"?`,
		},
		"spec": {cluster + "Spec: {}\n", `line 5, ManagedCluster/a, Spec: unknown field; did you mean "spec"?`},
		"taints": {
			cluster + "spec:\n  taint: []\n", `line 6, ManagedCluster/a, spec.taint: unknown field; did you mean "taints"?`,
		},
		"in a list": {
			cluster + "spec:\n  taints:\n  - key: a\n    effect: NoSelect\n    time_added: x\n",
			`line 9, ManagedCluster/a, spec.taints[0].time_added: unknown field; did you mean "timeAdded"?`,
		},
		"status": {
			member + "status:\n  agentStatuses: []\n",
			`line 6, MemberCluster/a, status.agentStatuses: unknown field; did you mean "agentStatus"?`,
		},
		"a field of hubs": {
			cluster + "  creationTimestamp: x\n  other: y\nspec:\n  hubAcceptsClient: true\n  another: [{ lables: z }]\n", "",
		},
		"keys of maps": {cluster + "  labels: { label: a, lables: b }\nstatus:\n  allocatable: { cpus: 1 }\n", ""},
	} {
		_, err := inventory.ReadFleet(t.Context(), tt.text)
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case tt.want != "" && (err == nil || !strings.HasSuffix(err.Error(), tt.want)):
			t.Errorf("%s: got %v, want %s", name, err, tt.want)
		}
	}
}
