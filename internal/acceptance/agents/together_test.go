// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package agents

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

const (
	ocmVersion1   = "cluster.open-cluster-management.io/v1"
	ocmVersion1b1 = "cluster.open-cluster-management.io/v1beta1"
	ocmVersion1b2 = "cluster.open-cluster-management.io/v1beta2"
	fleets        = 30
)

// together is a new placement of a plan: what the plan tells, and what the hub decides.
type together struct {
	name      string
	spec      map[string]any
	config    map[string]any
	told      []string
	uncertain bool
}

// TestRealPlacements: 3 to 8 new placements in one plan, on 30 fleets of 4 to 10 clusters, told and decided by the placement
// controller. It gets those of every second fleet one after the other in the order of the plan, and all others at once. What is told
// without a condition is what the hub decides.
func TestRealPlacements(t *testing.T) {
	cli.NeedAcceptance(t)
	hub, start := hubtest.StartRealPlacement(t), time.Now()
	random := rand.New(rand.NewPCG(38, 2)) //nolint:gosec // The same fleets in every run.
	type row struct{ equal, unequal, uncertainEqual, uncertainUnequal int }
	rows := map[string]*row{"in order": {}, "at once": {}}
	for i := range fleets {
		fleet, how := fmt.Sprintf("fleet%02d", i), []string{"in order", "at once"}[i%2]
		newFleet(t, hub, fleet, 4+random.IntN(7))
		placements := placementsOf(random, fleet)
		tell(t, hub, placements)
		var all []string
		for _, p := range placements {
			text, err := yaml.Marshal(map[string]any{"apiVersion": ocmVersion1b1, "kind": "Placement",
				"metadata": map[string]any{"namespace": fleet, "name": p.name}, "spec": p.spec})
			if err != nil {
				t.Fatal(err)
			}
			if all = append(all, string(text)); how == "in order" {
				hub.Create(t, string(text))
				decidedOn(t, hub, fleet, p.name)
			}
		}
		if how == "at once" {
			hub.CreateAll(t, all)
			time.Sleep(2 * time.Second) // Each decision that is written makes the hub decide that placement once more.
		}
		for _, p := range placements {
			decided := decidedOn(t, hub, fleet, p.name)
			isEqual, r := slices.Equal(decided, p.told), rows[how]
			switch {
			case p.uncertain && isEqual:
				r.uncertainEqual++
			case p.uncertain:
				r.uncertainUnequal++
			case isEqual:
				r.equal++
			default:
				r.unequal++
				t.Errorf("%s/%s is told as %v without a condition, and decided as %v: %v", fleet, p.name, p.told, decided, p.spec)
			}
		}
	}
	results.mu.Lock()
	defer results.mu.Unlock()
	for how, r := range rows {
		results.rows = append(results.rows, fmt.Sprintf("%s/%s\tcertain: %d equal, %d not equal; told as uncertain: %d equal, %d not equal\t%.0f",
			t.Name(), how, r.equal, r.unequal, r.uncertainEqual, r.uncertainUnequal, time.Since(start).Seconds()))
	}
	if r := rows["in order"]; r.uncertainUnequal > 0 {
		t.Errorf("%d are decided differently in the order of the plan", r.uncertainUnequal)
	}
}

// newFleet is a cluster set, open to the namespace of its name, with a number of clusters.
func newFleet(t *testing.T, hub *hubtest.Hub, fleet string, clusters int) {
	t.Helper()
	var objects []string
	for k := range clusters {
		objects = append(objects, "{apiVersion: "+ocmVersion1+", kind: ManagedCluster, metadata: {name: "+fmt.Sprintf("%s-c%d", fleet, k)+
			", labels: {cluster.open-cluster-management.io/clusterset: "+fleet+"}}, spec: {hubAcceptsClient: true}}")
	}
	hub.CreateNamespace(t, fleet)
	hub.CreateAll(t, append(objects,
		"{apiVersion: "+ocmVersion1b2+", kind: ManagedClusterSet, metadata: {name: "+fleet+
			"}, spec: {clusterSelector: {selectorType: ExclusiveClusterSetLabel}}}",
		"{apiVersion: "+ocmVersion1b2+", kind: ManagedClusterSetBinding, metadata: {name: "+fleet+", namespace: "+fleet+
			"}, spec: {clusterSet: "+fleet+"}}"))
}

// placementsOf are new placements of a fleet, whose names have no order.
func placementsOf(random *rand.Rand, fleet string) (all []*together) {
	for _, k := range random.Perm(3 + random.IntN(6)) {
		p := &together{name: fmt.Sprintf("p%d", k), spec: map[string]any{"clusterSets": []any{fleet}}}
		ocm := map[string]any{"cluster_sets": []any{fleet}}
		if random.IntN(8) > 0 {
			number := int64(1 + random.IntN(5))
			p.spec["numberOfClusters"], ocm["number_of_clusters"] = number, number
		}
		if random.IntN(4) == 0 {
			weight := int64(random.IntN(4) - 1)
			p.spec["prioritizerPolicy"] = map[string]any{"mode": "Additive", "configurations": []any{map[string]any{
				"weight": weight, "scoreCoordinate": map[string]any{"type": "BuiltIn", "builtIn": "Balance"},
			}}}
			ocm["prioritizer_policy"] = map[string]any{"mode": "Additive", "configurations": []any{map[string]any{
				"weight": weight, "score_coordinate": map[string]any{"type": "BuiltIn", "built_in": "Balance"},
			}}}
		}
		p.config = map[string]any{"namespace": fleet, "name": p.name, "ocm": ocm}
		all = append(all, p)
	}
	return all
}

var chooses = regexp.MustCompile(`expected to choose \d+ clusters? \(([^)]*)\)`)

// tell plans the placements, one after the other in one process of the provider.
func tell(t *testing.T, hub *hubtest.Hub, placements []*together) {
	t.Helper()
	run := &onhub.Run{Resource: providertest.NewPlacement(t, t), T: t, Provider: onhub.Provider(hub)}
	run.Start()
	for _, p := range placements {
		said := providertest.Said(run.PlanOnce(run.Nothing(), nil, nil, providertest.Config(t, run.Type(), p.config)).Diags)
		told := chooses.FindStringSubmatch(said)
		if told == nil {
			t.Fatalf("%s: %s", p.name, said)
		}
		p.told = strings.Split(told[1], ", ")
		slices.Sort(p.told)
		p.uncertain = strings.Contains(said, "names may differ") || strings.Contains(said, "names differ")
	}
}

// decidedOn are the clusters that the hub has chosen, by name, when its decisions are those of its status.
func decidedOn(t *testing.T, hub *hubtest.Hub, namespace, name string) (clusters []string) {
	t.Helper()
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		clusters = nil
		for _, object := range hub.List(t, ocmVersion1b1, "PlacementDecision", namespace,
			"cluster.open-cluster-management.io/placement="+name) {
			list, _, _ := unstructured.NestedSlice(object.Object, "status", "decisions")
			for _, decision := range list {
				clusters = append(clusters, decision.(map[string]any)["clusterName"].(string))
			}
		}
		slices.Sort(clusters)
		object := hub.Get(t, ocmVersion1b1, "Placement", namespace, name)
		count, hasCount, _ := unstructured.NestedInt64(object.Object, "status", "numberOfSelectedClusters")
		if hasCount && len(clusters) > 0 && int(count) == len(clusters) {
			return clusters
		}
	}
	t.Fatalf("%s/%s is not decided", namespace, name)
	return nil
}
