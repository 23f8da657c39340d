// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// manifestState is the state of a kubernetes_manifest of hashicorp/kubernetes, schema version 1, with an object of the hub.
func manifestState(t *testing.T, object map[string]any) []byte {
	t.Helper()
	state, err := json.Marshal(map[string]any{
		"computed_fields": nil, "field_manager": []any{}, "timeouts": []any{}, "wait": []any{}, "wait_for": nil,
		"manifest": map[string]any{"type": "dynamic", "value": map[string]any{
			"apiVersion": object["apiVersion"], "kind": object["kind"], "metadata": map[string]any{"name": "of the manifest"},
		}},
		"object": map[string]any{"type": "dynamic", "value": object},
	})
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// move moves a state here, as Terraform does: the provider is not configured yet.
func move(t *testing.T, r *onhub.Run, change func(*tfprotov6.MoveResourceStateRequest)) []*tfprotov6.Diagnostic {
	t.Helper()
	request := &tfprotov6.MoveResourceStateRequest{
		SourceProviderAddress: "registry.terraform.io/hashicorp/kubernetes", SourceTypeName: "kubernetes_manifest",
		SourceSchemaVersion: 1, TargetTypeName: r.TypeName,
	}
	change(request)
	resp, err := providertest.NewServer().MoveResourceState(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.Diagnostics) == 0 {
		r.State, r.Private, r.Identity = r.Decode(resp.TargetState), resp.TargetPrivate, resp.TargetIdentity
	}
	return resp.Diagnostics
}

// TestHubMoved moves an object of every kind from a kubernetes_manifest: after the refresh it is the same as after an import.
func TestHubMoved(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	objects := onhub.LiveObjects(t, server)
	maps.Copy(objects, onhub.LivePlacements(t))
	for what, o := range objects {
		t.Run(what, func(t *testing.T) {
			server.Create(t, o.Imports)
			r := onhub.NewRun(t, o.Noun, onhub.Provider(server))
			if diags := r.ImportID(o.ID()); providertest.Failed(diags) {
				t.Fatal(providertest.Said(diags))
			}
			imported, identity := r.State, r.Identity
			state := manifestState(t, o.Get(t, server).Object)
			r.Has(move(t, r, func(m *tfprotov6.MoveResourceStateRequest) { m.SourceState = &tfprotov6.RawState{JSON: state} }))
			if diff := cmp.Diff(identity, r.Identity); diff != "" {
				t.Errorf("the identity is not that of the import (-) but (+):\n%s", diff)
			}
			r.Start()
			if diags := r.Refresh(); providertest.Failed(diags) {
				t.Fatal(providertest.Said(diags))
			}
			if !r.State.Equal(imported) {
				t.Errorf("the state is not that of an import: %s", r.Changed(imported, r.State))
			}
			// The next refresh is one of an object that Terraform manages.
			if diags := r.Refresh(); providertest.Failed(diags) {
				t.Fatal(providertest.Said(diags))
			}
		})
	}
}

// TestAccMoved moves a cluster set from a kubernetes_manifest with the tool. Nothing runs of hashicorp/kubernetes, which the tool
// wants to have installed: the provider itself takes its place in the mirror.
func TestAccMoved(t *testing.T) {
	cli.NeedAcceptance(t)
	if regexp.MustCompile(`OpenTofu v1\.[0-9]\.`).MatchString(cli.Tool(t, t.TempDir(), "version")) {
		t.Skip("OpenTofu moves to another type of resource since 1.10")
	}
	t.Parallel()
	server := hubtest.Start(t)
	name := server.Prefix(t) + "set"
	created := server.Create(t, "{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSet, metadata: "+
		"{name: "+name+"}, spec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {matchLabels: {env: prod}}}}}")
	c := cli.Folder{T: t, Path: t.TempDir()}
	host := registryHost()
	state := fmt.Sprintf(`{"version": 4, "terraform_version": "1.8.0", "serial": 1, "lineage": "moved", "resources": [{
		"mode": "managed", "type": "kubernetes_manifest", "name": "prod",
		"provider": "provider[\"%s/hashicorp/kubernetes\"]",
		"instances": [{"schema_version": 1, "attributes": %s}]}]}`, host, manifestState(t, created.Object))
	if err := os.WriteFile(filepath.Join(c.Path, "terraform.tfstate"), []byte(state), 0o600); err != nil {
		t.Fatal(err)
	}
	c.Start(mirrorAs(t, cli.Mirror(t), host, "hashicorp", "kubernetes"), `
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}
provider "multicluster" {
  hub = { config_path = "`+server.Kubeconfig+`" }
}
moved {
  from = kubernetes_manifest.prod
  to   = multicluster_cluster_set.prod
}
resource "multicluster_cluster_set" "prod" {
  name           = "`+name+`"
  selector_type  = "LabelSelector"
  label_selector = { match_labels = { env = "prod" } }
}
`, "[]")
	c.Succeeds("0 added, 0 changed, 0 destroyed", "apply", "-auto-approve")
	c.Succeeds("No changes", "plan")
}

// registryHost is the registry of the tool.
func registryHost() string {
	if host := os.Getenv("TF_ACC_PROVIDER_HOST"); host != "" {
		return host
	}
	return "registry.terraform.io"
}

// mirrorAs is a mirror that has the provider under another name, too.
func mirrorAs(t *testing.T, mirror, host, namespace, name string) string {
	t.Helper()
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(mirror)); err != nil {
		t.Fatal(err)
	}
	binaries, err := filepath.Glob(filepath.Join(mirror, host, "terraform-multicluster", "multicluster", "*", "*", "*"))
	if err != nil || len(binaries) != 1 {
		t.Fatalf("the mirror has %v, error %v", binaries, err)
	}
	folder, err := filepath.Rel(filepath.Join(mirror, host, "terraform-multicluster", "multicluster"), filepath.Dir(binaries[0]))
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(copied, host, namespace, name, folder)
	if err := os.MkdirAll(to, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(binaries[0], filepath.Join(to, "terraform-provider-"+name)); err != nil {
		t.Fatal(err)
	}
	return copied
}

// TestHubNamespace: the namespace of a cluster exists a moment after the cluster, so scores that are created in the same apply
// wait for it.
func TestHubNamespace(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	server.ClusterNamespaces(t, prefix)
	name := prefix + "a"
	cluster, score := onhub.NewRun(t, "cluster", onhub.Provider(server)), onhub.NewRun(t, "cluster_score", onhub.Provider(server))
	accepted := object{"name": name, "kind": "ManagedCluster", "hub_accepts_client": true}
	scores := object{"cluster": name, "name": "usage", "scores": list{object{"name": "cpu", "value": int64(50)}}}

	// One process plans both, so the plan says nothing.
	planned := cluster.Try(accepted)
	cluster.Has(planned.Diags)
	score.Server = cluster.Server
	p := score.Plan(providertest.Config(t, score.Type(), scores))
	score.Has(p.Diags)
	cluster.Has(cluster.CarryOut(planned))
	score.Has(score.CarryOut(p))
	score.Settles(scores)
}

// TestHubNamespace_missing: no namespace of that name exists, and nothing in the plan creates one.
func TestHubNamespace_missing(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	name := prefix + "a"
	const missing = "needs a namespace that does not exist: "
	placed := onhub.NewPlacedRun(t, "Placement")
	placed.Namespace = name
	binding := onhub.NewRun(t, "cluster_set_binding", onhub.Provider(server))
	for r, config := range map[*onhub.Run]object{binding: {"namespace": name, "name": "blue"}, placed.Run: placed.Config(1)} {
		began := time.Now()
		diags := r.Try(config).Diags
		r.Has(diags[:1], missing+`the namespace "`+name+`" does not exist on the hub`)
		diags = r.Do(config)
		r.Has(diags[len(diags)-1:], `ERROR namespaces "`+name+`" not found`)
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("waited %s for a namespace that no controller creates", took)
		}
	}
	// The cluster is not accepted, so the hub creates no namespace.
	server.RegisterCluster(t, name)
	r := onhub.NewRun(t, "cluster_score", onhub.Provider(server))
	config := object{"cluster": name, "name": "usage", "scores": list{object{"name": "cpu", "value": int64(50)}},
		"timeouts": object{"create": "1s"}}
	r.Has(r.Do(config), missing, "ERROR the namespace of the cluster does not exist yet: the time of timeouts.create is up: 1s; "+
		"the hub creates it when the cluster is accepted")
}
