// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"fmt"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
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
	for _, c := range []struct {
		name   string
		groups []decisions.PublishedGroup
		want   int
	}{{"many", many, 3}, {strings.Repeat("w", 63), many, 3}, {"nothing", nil, 1}, {"one-empty-group", []decisions.PublishedGroup{{}}, 1}} {
		for form, of := range map[decisions.DecisionForm][2]string{
			decisions.OCMDecisions: {"cluster.open-cluster-management.io/v1beta1", "cluster.open-cluster-management.io/placement"},
			decisions.SIGDecisions: {"multicluster.x-k8s.io/v1alpha1", "multicluster.x-k8s.io/decision-key"},
		} {
			t.Run(c.name+"/"+string(form), func(t *testing.T) {
				namespace := hub.Namespace(t)
				d := &decisions.PublishedDecisions{Name: c.name, Namespace: namespace, Groups: c.groups}
				if got := hub.createDecisions(t, d, form); got != c.want {
					t.Errorf("%d objects were written, want %d", got, c.want)
				}
				if got := len(hub.List(t, of[0], "PlacementDecision", namespace, of[1]+"="+c.name)); got != c.want {
					t.Errorf("%d objects were found, want %d", got, c.want)
				}
			})
		}
	}
}

// TestWrittenMultiKueue creates the objects of Kueue: the server takes them as they are, as many clusters as there can be.
func TestWrittenMultiKueue(t *testing.T) {
	hub := StartOwn(t)
	hub.InstallConsumers(t)
	d := &decisions.PublishedDecisions{Name: "web"}
	for i := range 20 {
		d.Ranked = append(d.Ranked, fmt.Sprintf("c-%d", 20-i))
	}
	if got := hub.createDecisions(t, d, decisions.MultiKueueObjects); got != 21 {
		t.Errorf("%d objects were written", got)
	}
}

// createDecisions creates the objects of decisions, wants the server to keep all of them, and returns how many they are.
func (h *Hub) createDecisions(t *testing.T, d *decisions.PublishedDecisions, form decisions.DecisionForm) int {
	t.Helper()
	objects, err := decisions.WriteDecisions(d, form)
	if err != nil {
		t.Fatal(err)
	}
	for _, object := range objects {
		text, err := yaml.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		if lost := missing(object, h.Create(t, string(text)).Object, ""); len(lost) > 0 {
			t.Errorf("the server dropped %s", strings.Join(lost, "; "))
		}
	}
	return len(objects)
}
