package objects

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubWorkloadStatus reads every source, with one list for all clusters.
func TestHubWorkloadStatus(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	for name, tt := range onhub.StatusSources(t, server) {
		t.Run(name, func(t *testing.T) {
			proxy := server.Proxy(t)
			outputs, diags := providertest.WorkloadStatus(t, object{"hub": object{"config_path": proxy.Kubeconfig}}, tt.Config)
			if diff := cmp.Diff(tt.Want, providertest.StatesOf(outputs)); diff != "" || providertest.Failed(diags) {
				t.Errorf("%s %s", diff, providertest.Said(diags))
			}
			warning := map[string]string{"no rules": "Clusters have no status", "nothing": "No cluster has the workload"}[name]
			if text := providertest.Said(diags); warning == "" && text != "" || !strings.Contains(text, warning) {
				t.Errorf("got %q, want %q", text, warning)
			}
			lists := len(proxy.Requests(hubtest.Match{Query: "limit="}))
			if lists != 1 {
				t.Errorf("%d lists, want 1", lists)
			}
		})
	}
}
