package hubtest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decisions"
)

// TestWrittenDecisions creates decisions on a server in each form with objects: the server takes them as they are, with the
// slices and labels by which clients find them, also the decisions of a placement that chose nothing.
func TestWrittenDecisions(t *testing.T) {
	hub := Start(t)
	hub.InstallConsumers(t)
	many := []decisions.PublishedGroup{{Name: "canary",
		Clusters: []decisions.PublishedCluster{{Name: "canary-1", Reason: "the best score"}}}, {}}
	for i := range 101 {
		many[1].Clusters = append(many[1].Clusters, decisions.PublishedCluster{Name: fmt.Sprintf("c-%03d", i)})
	}
	longest := strings.Repeat("w", 63)
	for name, groups := range map[string][]decisions.PublishedGroup{"many": many, longest: many, "nothing": nil,
		"one-empty-group": {{}}} {
		for form, of := range map[decisions.DecisionForm]struct{ version, label string }{
			decisions.OCMDecisions: {"cluster.open-cluster-management.io/v1beta1", "cluster.open-cluster-management.io/placement"},
			decisions.SIGDecisions: {"multicluster.x-k8s.io/v1alpha1", "multicluster.x-k8s.io/decision-key"},
		} {
			t.Run(name+"/"+string(form), func(t *testing.T) {
				namespace := hub.Namespace(t)
				objects, err := decisions.WriteDecisions(&decisions.PublishedDecisions{Name: name, Namespace: namespace, Groups: groups}, form)
				if err != nil {
					t.Fatal(err)
				}
				for _, object := range objects {
					text, err := yaml.Marshal(object)
					if err != nil {
						t.Fatal(err)
					}
					if lost := missing(object, hub.Create(t, string(text)).Object, ""); len(lost) > 0 {
						t.Errorf("the server dropped %s", strings.Join(lost, "; "))
					}
				}
				want := 1
				if name == "many" || name == longest {
					want = 3
				}
				if got := len(hub.List(t, of.version, "PlacementDecision", namespace, of.label+"="+name)); got != want ||
					len(objects) != want {
					t.Errorf("%d objects were written and %d found, want %d", len(objects), got, want)
				}
				if diff := cmp.Diff(0, len(hub.List(t, of.version, "PlacementDecision", namespace, of.label+"=other"))); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}
