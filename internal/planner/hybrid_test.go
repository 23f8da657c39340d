package planner_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// TestRuleOfClustersInNamespaces keeps the cluster that the status of a rule has chosen, in a namespace of the cluster's name.
func TestRuleOfClustersInNamespaces(t *testing.T) {
	for name, decision := range map[string]string{
		"by kind":      `{"kind":"Cluster","name":"mycluster1","namespace":"mycluster1"}`,
		"by namespace": `{"name":"mycluster1","namespace":"mycluster1"}`,
	} {
		t.Run(name, func(t *testing.T) {
			manifests, err := manifest.ReadFleet(t.Context(), `{"apiVersion":"core.hybridapp.io/v1alpha1","kind":"PlacementRule",
				"metadata":{"name":"web","namespace":"default"},"status":{"decisions":[`+decision+`]}}`)
			if err != nil {
				t.Fatal(err)
			}
			r := planner.Request{Fleet: clusters("mycluster1", "mycluster2", "mycluster3")}
			r.Name, r.Namespace, r.Hybrid = "web", "default", &hybrid.Spec{Replicas: number(1)}
			r.Manifests = manifests
			answer, found := planner.Decide(t.Context(), &r)
			if len(found) > 0 {
				t.Fatal(texts(found))
			}
			if diff := cmp.Diff([]string{"mycluster1"}, chosen(answer)); diff != "" {
				t.Errorf("chosen: -want +got:\n%s", diff)
			}
			if len(answer.Moves.Joined)+len(answer.Moves.Left) > 0 || answer.Moves.Stayed != 1 {
				t.Errorf("moves: %+v", answer.Moves)
			}
		})
	}
	t.Run("a deployer of that name", func(t *testing.T) {
		r := planner.Request{Fleet: planner.Fleet{Targets: []placement.Target{
			{Kind: placement.TargetDeployer, Name: "vm", Namespace: "vm", DeployerType: "vm"},
		}}}
		r.Name, r.Hybrid = "web", &hybrid.Spec{DeployerType: hybrid.DeployerTypes{"vm"}}
		r.PreviousDecisions = []planner.PreviousDecision{{ClusterName: "vm/vm"}}
		answer, found := planner.Decide(t.Context(), &r)
		if len(found) > 0 {
			t.Fatal(texts(found))
		}
		if answer.Moves.Stayed != 1 {
			t.Errorf("moves: %+v", answer.Moves)
		}
	})
}
