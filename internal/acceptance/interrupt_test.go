// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// watchedServer tells when a request to read or to plan begins and ends.
type watchedServer struct {
	rawserver.Server
	begun, ended chan struct{}
}

func (s watchedServer) ReadDataSource(
	ctx context.Context, req *tfprotov6.ReadDataSourceRequest,
) (*tfprotov6.ReadDataSourceResponse, error) {
	close(s.begun)
	defer close(s.ended)
	return s.Server.ReadDataSource(ctx, req)
}

func (s watchedServer) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	close(s.begun)
	defer close(s.ended)
	return s.Server.PlanResourceChange(ctx, req)
}

// TestAccInterrupt sends Terraform the signal of Ctrl-C while the provider computes.
func TestAccInterrupt(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("set TF_ACC=1 to run the tests on the real binary")
	}
	const manifests = `manifests = [file("fleet.json")]`
	selector := fmt.Sprintf(`cel_selector = { cel_expressions = [%q] }`, slowExpression)
	placement := manifests + fmt.Sprintf("\nocm = { predicates = [{ required_cluster_selector = { %s } }] }", selector)
	for name, config := range map[string]string{
		"data source": `data "multicluster_placement" "this" {` + "\n" + placement + "\n}",
		"resource":    `resource "multicluster_placement" "this" {` + "\n" + `name = "web"` + "\n" + placement + "\n}",
		"clusters":    `data "multicluster_clusters" "this" {` + "\n" + manifests + "\n" + selector + "\n}",
	} {
		t.Run(name, func(t *testing.T) { interruptPlan(t, config) })
	}
}

// slowExpression costs close to what an expression may cost for one cluster, and its answer depends on the cluster.
var slowExpression = `managedCluster.metadata.name != "" && ` + strings.Repeat("[0,1,2,3,4,5,6,7,8,9].all(x, ", 4) +
	"[0,1,2,3].all(y, y >= 0)" + strings.Repeat(")", 4)

func interruptPlan(t *testing.T, config string) {
	t.Helper()
	folder := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("main.tf", "terraform {\n  required_providers {\n    multicluster = { source = "+
		"\"terraform-multicluster/multicluster\" }\n  }\n}\n"+config)
	write("fleet.json", manyClusters(3_000))

	watched := watchedServer{Server: providertest.InnerServer(0), begun: make(chan struct{}), ended: make(chan struct{})}
	command := exec.CommandContext(t.Context(), cli.Binary(), "plan", "-no-color", "-input=false")
	command.Dir = folder
	command.Env = append(os.Environ(), "TF_REATTACH_PROVIDERS="+serve(t, rawserver.NewGuarded(watched, 0, "")),
		"CHECKPOINT_DISABLE=1")
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	planned := make(chan error, 1)
	go func() { planned <- command.Wait() }()
	select {
	case <-watched.begun:
	case err := <-planned:
		t.Fatalf("the plan ended before it was interrupted: %v\n%s", err, &out)
	}
	time.Sleep(cli.Computing)
	interrupted := time.Now()
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-planned:
		t.Logf("the plan ended %s after the signal", time.Since(interrupted))
		if text := cli.Whitespace.ReplaceAllString(out.String(), " "); err == nil || strings.Count(text, "Error: Interrupted") != 1 {
			t.Errorf("the plan ended with the error %v:\n%s", err, &out)
		}
	case <-time.After(cli.Promptly):
		t.Fatalf("the plan still ran %s after the signal", cli.Promptly)
	}
	select {
	case <-watched.ended:
	case <-time.After(cli.Promptly):
		t.Errorf("the provider still computed %s after the signal", cli.Promptly)
	}
}

// manyClusters is a fleet as the manifest of a List.
func manyClusters(count int) string {
	var items strings.Builder
	for i := range count {
		fmt.Fprintf(&items, `,{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster","metadata":{"name":"c-%d"}}`, i)
	}
	return `{"apiVersion":"v1","kind":"List","items":[` + items.String()[1:] + "]}"
}

// serve serves a provider as in debugging, and returns what tells Terraform and OpenTofu where it is.
func serve(t *testing.T, server tfprotov6.ProviderServer) string {
	t.Helper()
	const address = "registry.terraform.io/terraform-multicluster/multicluster"
	served, closed := make(chan *plugin.ReattachConfig), make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(func() {
		cancel()
		<-closed
	})
	go func() {
		err := tf6server.Serve(address, func() tfprotov6.ProviderServer { return server },
			tf6server.WithDebug(ctx, served, closed), tf6server.WithoutLogStderrOverride())
		if err != nil {
			t.Error(err)
		}
	}()
	at := <-served
	where := map[string]any{
		"Protocol": at.Protocol, "ProtocolVersion": at.ProtocolVersion, "Pid": at.Pid, "Test": at.Test,
		"Addr": map[string]string{"Network": at.Addr.Network(), "String": at.Addr.String()},
	}
	text, err := json.Marshal(map[string]any{address: where, strings.Replace(address, "terraform.io", "opentofu.org", 1): where})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
