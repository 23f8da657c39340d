// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// A run of 300 clusters in 5 stages, and the time of the CPU that a plan of it takes at most, that of the tool included.
const (
	stagedClusters, stagedStages = 300, 5
	stagedCPU                    = time.Second
)

const stagedFiguresConfig = `
variable "name" { default = "web-1" }

resource "multicluster_staged_update_run" "web" {
  name                         = var.name
  placement_name               = "web"
  staged_rollout_strategy_name = "safe"
  state                        = "Run"
  wait_for                     = "Succeeded"
}
`

// largeRun has the clusters on a fake hub. The function ends the run with a name, which is updating until then.
func largeRun(t *testing.T, server *hubtest.Hub) (reports func(name, stage, run string)) {
	t.Helper()
	var members []string
	var decisions []hubtest.FleetDecision
	var spec strings.Builder
	stages := make([]string, stagedStages)
	for i := range stages {
		fmt.Fprintf(&spec, "{name: stage%d, maxConcurrency: 20%%, labelSelector: {matchLabels: {stage: s%[1]d}}},", i)
	}
	for i := range stagedClusters {
		name, stage := fmt.Sprintf("cluster-%04d", i), i%stagedStages
		members = append(members, fmt.Sprintf("{apiVersion: %s, kind: MemberCluster, metadata: {name: %s, labels: {stage: s%d}}, "+
			"spec: {identity: {kind: User, name: x, apiGroup: rbac.authorization.k8s.io}}}", onhub.MemberVersion, name, stage))
		decisions = append(decisions, hubtest.FleetDecision{Cluster: name, Selected: true})
		stages[stage] += "{clusterName: " + name + ", conditions: [{type: STAGE, status: 'True', reason: S, NOW}]},"
	}
	server.CreateAll(t, members)
	server.Create(t, "{apiVersion: "+onhub.FleetVersion+", kind: ClusterResourcePlacement, metadata: {name: web, generation: 1}, "+
		"spec: {resourceSelectors: [{group: '', version: v1, kind: Namespace, name: web}], strategy: {type: External}}}")
	server.Create(t, "{apiVersion: "+onhub.StagedVersion+", kind: ClusterStagedUpdateStrategy, metadata: {name: safe}, spec: {stages: ["+
		spec.String()+"]}}")
	server.WriteFleetDecisions(t, "", "web", decisions...)
	var status strings.Builder
	for i, clusters := range stages {
		fmt.Fprintf(&status, "{stageName: stage%d, clusters: [%s], conditions: [{type: STAGE, status: 'True', reason: "+
			"StageUpdatingSTAGE, NOW}]},", i, clusters)
	}
	return func(name, stage, run string) {
		text := strings.NewReplacer("STAGE", stage, "RUN", run,
			"NOW", "message: '', observedGeneration: 1, lastTransitionTime: '2026-08-11T12:00:00Z'").Replace(
			"{status: {conditions: [{type: Initialized, status: 'True', reason: I, NOW}, {type: RUN, status: 'True', reason: UpdateRunRUN, NOW}], " +
				"stagesStatus: [" + status.String() + "], deletionStageStatus: {stageName: d, clusters: []}}}")
		server.MergePatch(t, "hub-agent", onhub.StagedVersion, "ClusterStagedUpdateRun", "", name, text, "status")
	}
}

// TestAccStagedFigures: the plans of a large run are short and quick, also of the next one in its place, whose lines are those of
// the stages; and an apply that waits reads nothing but the run, once for each look at it.
func TestAccStagedFigures(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	server := fakehub.Start(t)
	reports, proxy := largeRun(t, server), server.Proxy(t)
	w := cli.NewWorkspace(t, cli.Mirror(t), cli.ProxyProvider(proxy)+stagedFiguresConfig)
	plans := func(says string, most int, arguments ...string) {
		t.Helper()
		command, out := w.Command(t, append([]string{"plan", "-input=false"}, arguments...)...)
		err := command.Run()
		// The tool begins with a warning about the provider of a test.
		_, text, _ := strings.Cut(out.String(), "\nTerraform used")
		lines, cpu := cli.Lines(text)+1, command.ProcessState.UserTime()+command.ProcessState.SystemTime()
		t.Logf("%s: %d lines, %s", says, lines, cpu)
		if err != nil || !strings.Contains(text, says) || lines > most || cpu > stagedCPU {
			t.Errorf("%v: %d lines and %s, want at most %d and %s, and %q:\n%s", err, lines, cpu, most, stagedCPU, says, out)
		}
	}
	plans("updates 300 clusters in 5 stages", 60)

	command, out := w.Command(t, "apply", "-input=false", "-auto-approve")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	after := func() (looks, others int) {
		all := proxy.Requests(hubtest.Match{})
		written := slices.IndexFunc(all, func(r hubtest.Request) bool {
			return r.Method == "PATCH" && !strings.Contains(r.Query, "dryRun")
		})
		if written < 0 {
			return 0, 0
		}
		for _, r := range all[written+1:] {
			if r.Method == "GET" && strings.HasSuffix(r.Path, "/clusterstagedupdateruns/web-1") {
				looks++
			} else {
				others++
			}
		}
		return looks, others
	}
	isSeen := func(times int) func() bool {
		return func() bool {
			looks, _ := after()
			return looks >= times
		}
	}
	hubtest.Eventually(t, "the apply looks at the run", isSeen(1))
	reports("web-1", "Started", "Progressing")
	hubtest.Eventually(t, "the apply looks at the run again", isSeen(5))
	reports("web-1", "Succeeded", "Succeeded")
	if err := command.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if looks, others := after(); others > 0 {
		t.Errorf("%d looks at the run, and %d other requests", looks, others)
	}
	plans("updates 300 clusters in 5 stages", 80, "-var=name=web-2")
	plans("1 to destroy", 60, "-destroy")
}
