package provider_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestStateAlone: a new object that is in the state alone is told, once; and if the environment has a connection to a hub that the
// provider does not use, every plan of a new object says so, once for each type. An object that exists is planned without a warning.
func TestStateAlone(t *testing.T) {
	for name, tt := range map[string]struct {
		value            string
		planned, created int
	}{"no variable": {"", 0, 1}, "a kubeconfig that is not used": {"~/.kube/config", 1, 0}} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("KUBE_CONFIG_PATH", tt.value)
			cluster := providertest.NewObject(t, "cluster")
			for _, name := range []string{"a", "b"} {
				cluster.State = cluster.Nothing()
				config := providertest.Config(t, cluster.Type(), object{"name": name})
				plan := cluster.Plan(config)
				want := tt.planned
				if name == "b" {
					want = 0 // Terraform has seen the warning.
				}
				if got := ignoredConnections(plan.Diags); got != want {
					t.Errorf("%s: %d warnings of the plan, want %d: %s", name, got, want, providertest.Said(plan.Diags))
				}
				cluster.Apply(plan)
				again := cluster.Plan(config)
				if len(again.Diags) > 0 {
					t.Errorf("%s: the next plan has %s", name, providertest.Said(again.Diags))
				}
			}
			want := []string{`The cluster "a" was created in the Terraform state alone, as every object of a provider without hub.`}
			if !slices.Equal(cluster.StateAlone, want[:tt.created]) {
				t.Errorf("got the warnings %q", cluster.StateAlone)
			}
			set := providertest.NewResource(t, t, "multicluster_cluster_set")
			set.Server = cluster.Server
			plan := set.Plan(providertest.Config(t, set.Type(), object{"name": "prod"}))
			if got := ignoredConnections(plan.Diags); got != tt.planned {
				t.Errorf("%d warnings for another type, want %d: %s", got, tt.planned, providertest.Said(plan.Diags))
			}
		})
	}
}

func ignoredConnections(diags []*tfprotov6.Diagnostic) (count int) {
	for _, d := range diags {
		if strings.HasPrefix(d.Detail, "KUBE_CONFIG_PATH is set, but hub is not set") {
			count++
		}
	}
	return count
}
