// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resilience_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// first is a placement that chooses the first clusters by name.
func first(name string, number int32) simulate.Subject {
	s := picks(name, number)
	s.OCM.PrioritizerPolicy.Mode = ocm.ModeExact
	return s
}

// rehearsed is a game day of a fleet with a placement of each scheduler, and one that tolerates the taint of the drill.
func rehearsed(t *testing.T, of planner.Fleet, d resilience.Drill) *resilience.GameDay {
	t.Helper()
	number := int32(1)
	tolerant, member, fixed, rule := first("tolerant", 2), simulate.Subject{}, simulate.Subject{}, simulate.Subject{}
	tolerant.OCM.Tolerations = []match.Toleration{{Operator: match.OperatorExists}}
	member.Name, member.KubeFleet = "api", &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &number}
	member.Prior.PreviousDecisions = []planner.PreviousDecision{{ClusterName: "eu-1"}}
	fixed.Name, fixed.KubeFleet = "fixed", &kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: []string{"eu-1"}}
	rule.Name, rule.Hybrid = "rule", &hybrid.Spec{Replicas: &number, Advisors: []hybrid.Advisor{{Name: "alphabet"}}}
	return asked(t, of, &resilience.Question{MaxWork: resilience.MaxWork, Drill: &d}, first("web", 2), tolerant, member, fixed, rule).GameDay
}

// TestGameDay: what tainting and evicting does, and the commands that select the clusters of each kind of loss.
func TestGameDay(t *testing.T) {
	of := inRegions("eu", "eu", "us", "us")
	of.ClusterSets = []placement.ClusterSet{{Name: "prod"}, {
		Name: "some", SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"region": "eu"}},
	}, {Name: "all", SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{}}}
	const managed = "kubectl get managedclusters.cluster.open-cluster-management.io"
	for name, tt := range map[string]struct {
		drill resilience.Drill
		// clusters and commands are how many there are, expected what moves, and selected what the first command begins with.
		clusters, commands int
		expected, selected string
	}{
		"label": {
			resilience.Drill{Domain: "label", Key: "region", Value: "eu"}, 2, 3, "map[api:[us-3] web:[us-2 us-3]]", managed + " -l 'region=eu' -o",
		},
		"cluster": {
			resilience.Drill{Value: "eu-0"}, 1, 2, "map[web:[eu-1 us-2]]", managed + " --field-selector 'metadata.name=eu-0' -o",
		},
		"claim": {
			resilience.Drill{Domain: "claim", Key: "cloud", Value: "aws"}, 4, 1, "map[web:[]]", managed + " -o json | jq -r '.items[] | " +
				`select(any(.status.clusterClaims[]?; .name == "cloud" and .value == "aws")) | @sh `,
		},
		"set": {
			resilience.Drill{Domain: "cluster_set", Value: "prod"}, 4, 1, "map[web:[]]",
			managed + " -l 'cluster.open-cluster-management.io/clusterset=prod' -o",
		},
		"set by label": {resilience.Drill{Domain: "cluster_set", Value: "some"}, 2, 1, "map[web:[us-2 us-3]]", managed + " -l 'region=eu' -o"},
		"set of all":   {resilience.Drill{Domain: "cluster_set", Value: "all"}, 4, 1, "map[web:[]]", managed + " -o json | jq -r '.items[] | @sh"},
	} {
		day := rehearsed(t, of, tt.drill)
		if got := fmt.Sprint(day.Expected); got != tt.expected || day.MovingCount != len(day.Expected) {
			t.Errorf("%s: %d move: %s, want %s", name, day.MovingCount, got, tt.expected)
		}
		if day.Clusters.Count != tt.clusters || day.ClusterCount != tt.clusters || len(day.Commands) != tt.commands ||
			!strings.HasPrefix(day.Commands[0], tt.selected) || !strings.HasPrefix(day.Back[0], tt.selected) {
			t.Errorf("%s: %d clusters, %d commands:\n%s", name, day.Clusters.Count, len(day.Commands), strings.Join(day.Commands, "\n"))
		}
	}
}

// TestGameDayCommands: those of each kind of clusters; a cluster that has the taint already needs no other.
func TestGameDayCommands(t *testing.T) {
	of := inRegions("eu", "eu", "us", "us")
	of.Clusters[0].Kind, of.Clusters[1].Kind = placement.ManagedCluster, placement.MemberCluster
	of.Clusters[0].Taints = []placement.Taint{{Key: "game-day", Effect: placement.NoSelect}}
	day := rehearsed(t, of, resilience.Drill{Domain: "label", Key: "region", Value: "eu"})
	patch := func(resource, added string) string {
		return "kubectl get " + resource + ` -l 'region=eu' -o json | jq -r '.items[] | @sh "\(.metadata.name) \({spec: {taints: ([.spec.taints[]? | ` +
			`select(.key != "game-day")]` + added + `)}} | tojson)"' | xargs -r -n 2 sh -c 'kubectl patch ` + resource + ` "$0" --type merge -p "$1"'`
	}
	const managed, member = "managedclusters.cluster.open-cluster-management.io", "memberclusters.cluster.kubernetes-fleet.io"
	want := &resilience.GameDay{
		Loss:     resilience.Loss{Domain: "label", Key: "region", Value: "eu", ClusterCount: 2},
		Clusters: simulate.Names{Names: []string{"eu-0", "eu-1"}, Count: 2},
		Commands: []string{
			patch(managed, ` + [{key: "game-day", effect: "NoSelect"}]`), patch(member, ` + [{key: "game-day", effect: "NoSchedule"}]`),
			`echo '{"apiVersion":"placement.kubernetes-fleet.io/v1beta1","kind":"ClusterResourcePlacementEviction","metadata":` +
				`{"generateName":"game-day-"},"spec":{"placementName":"api","clusterName":"eu-1"}}' | kubectl create -f -`,
		},
		Back:     []string{patch(managed, ""), patch(member, "")},
		Expected: map[string][]string{"api": {"us-3"}}, MovingCount: 1,
	}
	if diff := cmp.Diff(want, day); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestGameDayIsBounded: what is listed does not grow with the fleet.
func TestGameDayIsBounded(t *testing.T) {
	regions := make([]string, 300)
	for i := range regions {
		regions[i] = []string{"eu", "us"}[i%2]
	}
	var subjects []simulate.Subject
	for i := range 120 {
		s := first(fmt.Sprintf("p%d", i), 2)
		if i == 0 {
			s = simulate.Subject{}
			s.Name, s.KubeFleet = "all", &kubefleet.Spec{PlacementType: kubefleet.PickAll}
		}
		subjects = append(subjects, s)
	}
	day := asked(t, inRegions(regions...), &resilience.Question{
		MaxWork: resilience.MaxWork, Drill: &resilience.Drill{Domain: "label", Key: "region", Value: "eu"},
	}, subjects...).GameDay
	if day.MovingCount != 120 || len(day.Expected) != 100 || day.Expected["all"] != nil || len(day.Clusters.Names) != 10 {
		t.Errorf("%d move, %d listed: %v", day.MovingCount, len(day.Expected), day.Expected["all"])
	}
	if len(day.Commands) != 2+100+1 || day.Commands[102] != "# and 50 evictions more" {
		t.Errorf("%d commands, the last is %s", len(day.Commands), day.Commands[len(day.Commands)-1])
	}
}

// TestGameDayMistakes: what the fleet does not have, with the nearest name, and what the drill alone shows.
func TestGameDayMistakes(t *testing.T) {
	for want, d := range map[string]resilience.Drill{
		`drill.value: The fleet has no label region "ue"; did you mean "eu"?`: {Domain: "label", Key: "region", Value: "ue"},
		`drill.value: The fleet has no cluster "eu-O"; did you mean "eu-0"?`:  {Value: "eu-O"},
		`drill.key: No cluster of the fleet has the claim "colud"`:            {Domain: "claim", Key: "colud", Value: "aws"},
		`drill.value: The fleet has no cluster set "prd"`:                     {Domain: "cluster_set", Value: "prd"},
	} {
		of := inRegions("eu", "us")
		of.ClusterSets = []placement.ClusterSet{{Name: "prod"}}
		w, _ := simulate.New(t.Context(), of, []simulate.Subject{picks("web", 1)}, world.Options{})
		_, found := resilience.Of(t.Context(), w, &resilience.Question{MaxWork: resilience.MaxWork, Drill: &d})
		if len(found) != 1 || !strings.Contains(found[0].At+": "+found[0].Text, want) {
			t.Errorf("want %s, got %s", want, plannertest.Texts(found))
		}
	}
	for want, d := range map[string]resilience.Drill{
		"drill.key: Required":       {Domain: "label", Value: "eu"},
		"drill.key: Forbidden":      {Key: "region", Value: "eu"},
		"drill.domain: Unsupported": {Domain: "region", Value: "eu"},
	} {
		if errs := d.Validate(field.NewPath("drill")); len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), want) {
			t.Errorf("want %s, got %v", want, errs)
		}
	}
}
