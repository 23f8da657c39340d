// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// UsersKubeconfig is the path that examples with a hub have.
const UsersKubeconfig = "~/.kube/config"

// exampleKubeconfig returns a kubeconfig with the contexts that examples use: both are the current one.
func exampleKubeconfig(t *testing.T, server *hubtest.Hub) string {
	t.Helper()
	text, err := os.ReadFile(server.Kubeconfig)
	var config map[string]any
	if err == nil {
		err = yaml.Unmarshal(text, &config)
	}
	contexts, _ := config["contexts"].([]any)
	for _, entry := range slices.Clone(contexts) {
		if of, _ := entry.(map[string]any); of["name"] == config["current-context"] {
			for _, name := range []string{"hub-eu", "hub-us"} {
				contexts = append(contexts, map[string]any{"name": name, "context": of["context"]})
			}
		}
	}
	config["contexts"] = contexts
	if err == nil {
		text, err = yaml.Marshal(config)
	}
	name := filepath.Join(t.TempDir(), "kubeconfig")
	if err == nil {
		err = os.WriteFile(name, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// writeVariables sets the variables of an example that has no kubeconfig.
func writeVariables(t *testing.T, folder string, server *hubtest.Hub) {
	t.Helper()
	certificates := server.Config.CAData
	if len(certificates) == 0 {
		var err error
		if certificates, err = os.ReadFile(server.Config.CAFile); err != nil {
			t.Fatal(err)
		}
	}
	text, err := json.Marshal(map[string]string{
		"hub_host": server.Config.Host, "hub_ca_certificate": string(certificates), "hub_token": server.Config.BearerToken,
	})
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "hub.auto.tfvars.json"), text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
