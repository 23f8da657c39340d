// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestAccHubPlacement_interrupted sends Terraform the signal of Ctrl-C while an apply waits for the decisions of the hub: for
// those of a new placement, and for those of a change. The error says that the hub has the placement, and the next apply
// continues.
func TestAccHubPlacement_interrupted(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	server := hubtest.Start(t)
	f := onhub.NewDecidedFleet(t)
	p := server.Proxy(t)
	config := func(n int) string {
		return "terraform {\n  required_providers {\n    multicluster = { source = " +
			"\"terraform-multicluster/multicluster\" }\n  }\n}\n" +
			cli.ProxyProvider(p) + fmt.Sprintf(`resource "multicluster_placement" "x" {
  name               = "web"
  namespace          = %q
  wait_for_decisions = true
  ocm = {
    cluster_sets       = [%q]
    number_of_clusters = %d
    prioritizer_policy = { mode = "Exact" }
  }
}
`, f.Namespace, f.Prefix+"set", n)
	}
	w := cli.NewWorkspace(t, cli.Mirror(t), "")
	for _, clusters := range [][]string{{"a"}, {"a", "b"}} {
		w.Write(t, "main.tf", config(len(clusters)))
		interruptsWait(t, w, p)
		if len(clusters) > 1 {
			const warns = "has not been decided by the hub since its last change"
			if out, err := w.Run(t, "plan", "-input=false"); err != nil || !strings.Contains(out, warns) {
				t.Errorf("want %s: %v\n%s", warns, err, out)
			}
		}
		server.WriteDecisions(t, f.Namespace, "web", f.Group("", clusters...))
		w.MustSettle(t)
		if out, err := w.Run(t, "show"); err != nil || strings.Count(out, "= { group = 0") != len(clusters) {
			t.Errorf("want %d clusters: %v\n%s", len(clusters), err, out)
		}
	}
}

// interruptsWait applies, and interrupts when the placement was written and its decisions are read.
func interruptsWait(t *testing.T, w *cli.Workspace, p *hubtest.Proxy) {
	t.Helper()
	command, out := w.Command(t, "apply", "-input=false", "-auto-approve")
	p.Clear()
	written, waits := make(chan struct{}, 100), make(chan struct{}, 100)
	p.On(hubtest.Match{Method: "PATCH", Path: "placements/web", Query: "fieldManager"}, hubtest.Always, hubtest.After(func() {
		written <- struct{}{}
	}))
	p.On(hubtest.Match{Method: "GET", Path: "placementdecisions"}, hubtest.Always, hubtest.After(func() {
		waits <- struct{}{}
	}))
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	// The dry runs of the plans and the write itself.
	for range 3 {
		<-written
	}
	for len(waits) > 0 {
		<-waits
	}
	<-waits
	time.Sleep(2 * placed.FirstDecisionPoll)
	began := time.Now()
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err := <-ended
	text := cli.Whitespace.ReplaceAllString(out.String(), " ")
	if err == nil || time.Since(began) > cli.Promptly ||
		!strings.Contains(text, "was written, and the wait for its decisions was interrupted") ||
		strings.Contains(text, "cannot be read") {
		t.Errorf("it ended after %s: %v\n%s", time.Since(began), err, out)
	}
	p.Clear()
}
