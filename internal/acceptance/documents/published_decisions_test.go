// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// TestAccPublishedDecisions runs the script of the example published_decisions: PlacementDecisions get their status, also when
// they change, and those that are no longer needed are deleted. Kueue has the clusters by rank.
func TestAccPublishedDecisions(t *testing.T) {
	cli.NeedAcceptance(t)
	kubectl, err := exec.LookPath("kubectl")
	if err != nil {
		t.Skip("the script needs kubectl")
	}
	server := hubtest.StartOwn(t)
	server.InstallConsumers(t)
	server.CreateNamespace(t, "decisions")
	folder, bins := cli.CopyExample(t, "../../../examples/published_decisions", cli.Mirror(t), "", server), t.TempDir()
	binary, err := exec.LookPath(cli.Binary())
	if err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"terraform": binary, "kubectl": kubectl} {
		if err := os.WriteFile(filepath.Join(bins, name), []byte("#!/bin/sh\nexec \""+path+"\" \"$@\"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	defer cli.Tool(t, folder, "destroy", "-input=false", "-auto-approve")
	for _, c := range []struct {
		fleet string
		want  map[string][]string
	}{
		{"tier: canary", map[string][]string{"web-decision-1": {"eu-1"}, "web-decision-2": {"eu-2", "us-1"}}},
		{"tier: none", map[string][]string{"web-decision-1": {"eu-1", "eu-2", "us-1"}}},
	} {
		name := filepath.Join(folder, "fleet.yaml")
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(name, []byte(strings.ReplaceAll(string(text), "tier: canary", c.fleet)), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		cli.Tool(t, folder, "apply", "-input=false", "-auto-approve")
		command := exec.CommandContext(t.Context(), "sh", "./publish.sh")
		command.Dir = folder
		command.Env = append(os.Environ(), "PATH="+bins+":"+os.Getenv("PATH"), "KUBECONFIG="+server.Kubeconfig)
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		got := map[string][]string{}
		for _, object := range server.List(t, "cluster.open-cluster-management.io/v1beta1", "PlacementDecision", "decisions", "") {
			decisions, _, _ := unstructured.NestedSlice(object.Object, "status", "decisions")
			for _, decision := range decisions {
				cluster, _, _ := unstructured.NestedString(decision.(map[string]any), "clusterName")
				got[object.GetName()] = append(got[object.GetName()], cluster)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Error(diff)
		}
		checkMultiKueue(t, server)
	}
}

// checkMultiKueue wants Kueue to have the clusters by rank.
func checkMultiKueue(t *testing.T, server *hubtest.Hub) {
	t.Helper()
	config := server.Get(t, "kueue.x-k8s.io/v1beta2", "MultiKueueConfig", "", "web")
	clusters, _, _ := unstructured.NestedStringSlice(config.Object, "spec", "clusters")
	if diff := cmp.Diff([]string{"eu-1", "eu-2", "us-1"}, clusters); diff != "" {
		t.Error(diff)
	}
}
