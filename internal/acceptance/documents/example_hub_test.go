// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// decidedExamples are the examples that need the decisions of KubeFleet about a placement.
var decidedExamples = map[string]struct {
	placement string
	clusters  []string
}{
	filepath.Join("resources", "multicluster_staged_update_run"): {"web", []string{"staged-run-1"}},
	"hub_kubefleet": {"shop", []string{"member-westeurope", "member-northeurope"}},
}

// exampleHub creates the objects of an example that has a hub, and returns the API server; nil for an example without a hub.
// Without an API server the test is skipped, or fails if the variable CI is set.
func exampleHub(t *testing.T, folder string) *hubtest.Hub {
	name, err := filepath.Rel(filepath.Join("..", "..", "..", "examples"), folder)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("testdata", "example_hub", name+".yaml"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	start := hubtest.Start
	if name == "hcp_terraform_hub" {
		// Its output counts all clusters of the hub, so no other test may have some there.
		start = hubtest.StartOwn
	}
	server := start(t)
	server.InstallConsumers(t)
	for object := range strings.SplitSeq(string(text), "\n---\n") {
		server.Create(t, object)
	}
	if name == filepath.Join("resources", "multicluster_resource_override") {
		server.FleetOverrides(t, "admins", "store")
	}
	if decided := decidedExamples[name]; decided.placement != "" {
		server.FleetScheduler(t, "", func(placement *unstructured.Unstructured) (decisions []hubtest.FleetDecision, ok bool) {
			for _, cluster := range decided.clusters {
				decisions = append(decisions, hubtest.FleetDecision{Cluster: cluster, Selected: true})
			}
			return decisions, placement.GetName() == decided.placement
		})
	}
	return server
}
