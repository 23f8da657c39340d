// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestAccStagedRun tells the story of staged updates beside stand-ins of the agents.
func TestAccStagedRun(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	server := hubtest.Start(t)
	name := server.Prefix(t) + "x"
	s := &cli.StagedStory{Server: server, Name: name, Clusters: []string{name + "a", name + "b", name + "c"}}
	var stages []hubtest.FleetStage
	for i, cluster := range s.Clusters {
		server.Create(t, "{apiVersion: "+onhub.MemberVersion+", kind: MemberCluster, metadata: {name: "+cluster+
			"}, spec: {identity: {kind: User, name: a, apiGroup: rbac.authorization.k8s.io}}}")
		stage := []string{"canary", "west", "east"}[i]
		stages = append(stages, hubtest.FleetStage{Name: stage, Clusters: []string{cluster}, AsksBefore: stage == "west"})
	}
	server.FleetHeartbeats(t, func(string) time.Time { return time.Now() }, s.Clusters...)
	server.FleetScheduler(t, "", func(placement *unstructured.Unstructured) (decisions []hubtest.FleetDecision, ok bool) {
		names, _, _ := unstructured.NestedStringSlice(placement.Object, "spec", "policy", "clusterNames")
		for _, cluster := range names {
			decisions = append(decisions, hubtest.FleetDecision{Cluster: cluster, Selected: true})
		}
		return decisions, placement.GetName() == name
	})
	var broken atomic.Value
	broken.Store("")
	server.FleetUpdateRuns(t, name, stages, func(cluster, snapshot string) hubtest.WorkOutcome {
		if cluster == s.Clusters[1] && snapshot == broken.Load() {
			return hubtest.WorkDegraded
		}
		return hubtest.WorkDone
	})
	s.Release = func(_ *testing.T, release int, isBroken bool) {
		if isBroken {
			broken.Store(fmt.Sprintf("%s-%d-snapshot", name, release))
		}
	}
	s.Live = func(t *testing.T, cluster string) (release string) {
		bindings := server.List(t, onhub.FleetVersion, "ClusterResourceBinding", "", "kubernetes-fleet.io/parent-CRP="+name)
		for _, binding := range bindings {
			of, _, _ := unstructured.NestedString(binding.Object, "spec", "targetCluster")
			snapshot, _, _ := unstructured.NestedString(binding.Object, "spec", "resourceSnapshotName")
			if of == cluster {
				release = strings.TrimSuffix(strings.TrimPrefix(snapshot, name+"-"), "-snapshot")
			}
		}
		return release
	}
	s.Start(t)
	s.Tell(t)
}
