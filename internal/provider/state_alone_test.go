// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestStateAlone: a new object that is in the state alone is told, once; and if the environment has a connection to a hub that the
// provider does not use, every plan of a new object says so, once for each type. An object that exists is planned without a
// warning.
func TestStateAlone(t *testing.T) {
	const created = `The cluster "a" was created in the Terraform state alone, as every object of a provider without hub.`
	for variable, want := range map[string]struct {
		planned int
		created []string
	}{"": {0, []string{created}}, "~/.kube/config": {1, nil}} {
		t.Run("KUBE_CONFIG_PATH="+variable, func(t *testing.T) {
			t.Setenv("KUBE_CONFIG_PATH", variable)
			cluster := providertest.NewObject(t, "cluster")
			createAlone(t, cluster, "a", want.planned)
			createAlone(t, cluster, "b", 0)
			if !slices.Equal(cluster.StateAlone, want.created) {
				t.Errorf("got the warnings %q", cluster.StateAlone)
			}
			set := providertest.NewObject(t, "cluster_set")
			set.Server = cluster.Server
			if got := ignoredConnections(set.Plan(providertest.Config(t, set.Type(), object{"name": "prod"})).Diags); got != want.planned {
				t.Errorf("%d warnings for another type, want %d", got, want.planned)
			}
		})
	}
}

// createAlone creates an object whose plan has so many warnings, and plans it again.
func createAlone(t *testing.T, l *providertest.Resource, name string, warnings int) {
	t.Helper()
	l.State = l.Nothing()
	config := providertest.Config(t, l.Type(), object{"name": name})
	plan := l.Plan(config)
	if got := ignoredConnections(plan.Diags); got != warnings {
		t.Errorf("%s: %d warnings of the plan, want %d: %s", name, got, warnings, providertest.Said(plan.Diags))
	}
	l.Apply(plan)
	if again := l.Plan(config); len(again.Diags) > 0 {
		t.Errorf("%s: the next plan has %s", name, providertest.Said(again.Diags))
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
