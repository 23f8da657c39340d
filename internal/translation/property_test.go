// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package translation_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/translation"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// pick draws one of the values; a value may be repeated to make it likelier.
func pick[T any](t *rapid.T, label string, values ...T) T {
	return rapid.SampledFrom(values).Draw(t, label)
}

func several[T any](t *rapid.T, label string, n int, one func(*rapid.T) T) []T {
	return rapid.SliceOfN(rapid.Custom(one), 0, n).Draw(t, label)
}

func drawSelector(t *rapid.T) *metav1.LabelSelector {
	if rapid.Bool().Draw(t, "no selector") {
		return nil
	}
	return &metav1.LabelSelector{
		MatchLabels:      pick(t, "labels", nil, nil, map[string]string{"env": "prod"}),
		MatchExpressions: several(t, "expressions", 2, drawRequirement),
	}
}

func drawRequirement(t *rapid.T) metav1.LabelSelectorRequirement {
	r := metav1.LabelSelectorRequirement{
		Key: pick(t, "key", "env", "region"), Operator: pick(t, "operator", metav1.LabelSelectorOpIn, metav1.LabelSelectorOpNotIn,
			metav1.LabelSelectorOpExists, metav1.LabelSelectorOpDoesNotExist),
	}
	if r.Operator == metav1.LabelSelectorOpIn || r.Operator == metav1.LabelSelectorOpNotIn {
		r.Values = pick(t, "values", []string{"prod"}, []string{"prod", "dev"}, []string{"eu"})
	}
	return r
}

func drawNumber(t *rapid.T) *int32 {
	number := pick(t, "number", int32(-1), -1, -1, -1, 0, 2)
	if number < 0 {
		return nil
	}
	return &number
}

// drawPlacement draws a valid placement of a scheduler. Rarely, it has something that cannot be translated.
func drawPlacement(t *rapid.T, dialect placement.Dialect) manifest.Placement {
	p := manifest.Placement{Name: "web"}
	rarely := func(label string) bool { return rapid.IntRange(0, 19).Draw(t, label) == 0 }
	switch dialect {
	case placement.DialectOCM:
		p.OCM = drawOCM(t, rarely)
		if rarely("namespace") {
			p.Namespace = "shop"
		}
	case placement.DialectKubeFleet:
		p.KubeFleet = drawKubeFleet(t)
	case placement.DialectHybrid:
		p.Hybrid, p.Namespace = drawHybrid(t), pick(t, "namespace", "", "shop")
	}
	if rarely("groups") {
		one := intstr.FromInt32(1)
		p.DecisionStrategy.GroupStrategy = &placement.GroupStrategy{ClustersPerDecisionGroup: &one}
	}
	return p
}

func drawOCM(t *rapid.T, rarely func(string) bool) *ocm.Spec {
	spec := &ocm.Spec{NumberOfClusters: drawNumber(t)}
	spec.Predicates = several(t, "predicates", 2, func(t *rapid.T) ocm.Predicate {
		selector := ocm.ClusterSelector{LabelSelector: drawSelector(t)}
		if rarely("claims") {
			selector.ClaimSelector = &placement.ClaimSelector{MatchExpressions: []metav1.LabelSelectorRequirement{drawRequirement(t)}}
		}
		if rarely("CEL") {
			selector.CELSelector = &ocm.CELSelector{CELExpressions: []string{`managedCluster.metadata.name != "c0"`}}
		}
		return ocm.Predicate{RequiredClusterSelector: selector}
	})
	spec.Tolerations = several(t, "tolerations", 2, func(t *rapid.T) match.Toleration {
		toleration := match.Toleration{
			Key: pick(t, "key", "", "gpu", "spot"), Operator: pick(t, "operator", "", match.OperatorEqual, match.OperatorExists),
			Effect: pick(t, "effect", "", "", "", "", "", "", placement.NoSelect, placement.NoSelectIfNew, placement.PreferNoSelect),
		}
		if toleration.Key == "" {
			toleration.Operator = match.OperatorExists
		}
		if toleration.Operator != match.OperatorExists {
			toleration.Value = pick(t, "value", "", "true", "no label!")
		}
		if rarely("seconds") {
			seconds := int64(60)
			toleration.TolerationSeconds = &seconds
		}
		return toleration
	})
	if rarely("sets") {
		spec.ClusterSets = []string{"blue"}
	}
	spec.PrioritizerPolicy.Mode = pick(t, "mode", "", ocm.ModeExact)
	return spec
}

func drawKubeFleet(t *rapid.T) *kubefleet.Spec {
	if rapid.IntRange(0, 3).Draw(t, "fixed") == 0 {
		return &kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: rapid.SliceOfNDistinct(
			rapid.SampledFrom([]string{"c0", "c1", "c2", "unknown"}), 0, 3, rapid.ID).Draw(t, "names")}
	}
	spec := &kubefleet.Spec{NumberOfClusters: drawNumber(t), PlacementType: pick(t, "type", "", kubefleet.PickAll)}
	if spec.NumberOfClusters != nil {
		spec.PlacementType = kubefleet.PickN
	}
	terms := several(t, "terms", 2, func(t *rapid.T) kubefleet.ClusterSelectorTerm {
		term := kubefleet.ClusterSelectorTerm{LabelSelector: drawSelector(t)}
		properties := several(t, "properties", 2, func(t *rapid.T) kubefleet.PropertySelectorRequirement {
			return kubefleet.PropertySelectorRequirement{
				Name: pick(t, "name", kubefleet.ResourcePrefix+"allocatable-cpu", kubefleet.ResourcePrefix+"total-memory",
					kubefleet.ResourcePrefix+"allocatable-cpu", kubefleet.ResourcePrefix+"available-cpu", "kubernetes-fleet.io/node-count"),
				Operator: rapid.SampledFrom(kubefleet.PropertyOperators).Draw(t, "operator"),
				Values:   []string{pick(t, "value", "2", "2000m", "0.5", "1Gi", "2e3")},
			}
		})
		if len(properties) > 0 {
			term.PropertySelector = &kubefleet.PropertySelector{MatchExpressions: properties}
		}
		return term
	})
	if len(terms) > 0 {
		spec.Affinity = &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{
			Required: &kubefleet.ClusterSelector{ClusterSelectorTerms: terms},
		}}
	}
	spec.Tolerations = rapid.SliceOfNDistinct(rapid.SampledFrom([]kubefleet.Toleration{
		{Operator: kubefleet.TolerationExists}, {Key: "gpu", Operator: kubefleet.TolerationExists}, {Key: "gpu", Value: "true"},
		{Key: "spot", Operator: kubefleet.TolerationEqual}, {Key: "spot", Effect: placement.NoSchedule},
	}), 0, 2, rapid.ID).Draw(t, "tolerations")
	return spec
}

func drawHybrid(t *rapid.T) *hybrid.Spec {
	weight := int32(50)
	name := func(t *rapid.T) string { return pick(t, "name", "c0", "c1", "c2", "unknown") }
	return &hybrid.Spec{
		Replicas: drawNumber(t), TargetLabels: drawSelector(t), DecisionWeight: pick(t, "weight", nil, &weight),
		DeployerType: pick(t, "deployers", nil, nil, hybrid.DeployerTypes{"kubernetes"}, hybrid.DeployerTypes{"all"}),
		Targets: several(t, "targets", 3, func(t *rapid.T) hybrid.TargetReference {
			return hybrid.TargetReference{
				Kind: pick(t, "kind", "", "Cluster", "VirtualMachine"), Name: pick(t, "named", "", "c0", "c1", "c2", "c2"),
				Namespace: pick(t, "in", "", "", "c2", "elsewhere"),
			}
		}),
		Advisors: pick(t, "advisors", nil, nil, []hybrid.Advisor{{Name: "alphabet", Type: pick(t, "type", "", hybrid.Predicate)}},
			[]hybrid.Advisor{{Name: "static", Type: hybrid.Predicate, Recommendations: []hybrid.StaticRecommendation{
				{Name: name(t)}, {Name: "c3", Namespace: pick(t, "of", "", "c3", "other")},
			}}}, []hybrid.Advisor{{Name: "veto", Type: hybrid.Predicate}}),
	}
}

// drawFleet draws clusters of one kind. Two schedulers see a cluster that is being deleted differently if one is hybrid.
func drawFleet(t *rapid.T, deleting bool) planner.Fleet {
	var fleet planner.Fleet
	kind := pick(t, "kind", "", placement.ManagedCluster, placement.MemberCluster)
	for i := range rapid.IntRange(1, 5).Draw(t, "clusters") {
		c := placement.Cluster{
			Name: fmt.Sprintf("c%d", i), Kind: kind, Labels: map[string]string{}, Claims: map[string]string{},
			Properties: map[string]string{}, Deleting: deleting && rapid.IntRange(0, 9).Draw(t, "deleting") == 0,
		}
		for _, texts := range []map[string]string{c.Labels, c.Claims} {
			for _, drawn := range [][]string{{"env", "", "prod", "dev"}, {"region", "", "eu", "us"}} {
				if value := pick(t, drawn[0], drawn[1:]...); value != "" {
					texts[drawn[0]] = value
				}
			}
		}
		c.Taints = several(t, "taints", 2, func(t *rapid.T) placement.Taint {
			return placement.Taint{
				Key: pick(t, "taint", "gpu", "spot"), Value: pick(t, "value", "", "true"), Effect: pick(t, "effect",
					placement.NoSelect, placement.NoSelectIfNew, placement.PreferNoSelect, placement.NoSchedule),
			}
		})
		for _, amounts := range []*placement.Resources{&c.Allocatable, &c.Capacity, &c.Available} {
			for _, name := range []string{"cpu", "memory"} {
				if amount := pick(t, name, "", "2", "500m", "1Gi", "2k"); amount != "" {
					*amounts = append(*amounts, placement.NewResource(name, resource.MustParse(amount)))
				}
			}
		}
		fleet.Clusters = append(fleet.Clusters, c)
	}
	return fleet
}

// chosen are the clusters that a placement chooses of a fleet.
func chosen(t *rapid.T, p manifest.Placement, fleet planner.Fleet) []string {
	r := &planner.Request{Placement: p, Fleet: fleet, OnUnsatisfied: planner.UnsatisfiedAccept}
	answer, findings := planner.Decide(t.Context(), r)
	if findings.HasError() {
		t.Fatal(findings)
	}
	names := answer.Result.ClusterNames()
	slices.Sort(names)
	return names
}

// promise are the translations from a scheduler to another one, and how many of them were whole, how many of these choose some
// clusters, and how many are also whole back.
type promise struct {
	from, to              placement.Dialect
	whole, choosing, back int
}

// TestPromise: a translation of which nothing is untranslated chooses the same clusters of every fleet, for the same groups, and
// so does the translation back.
func TestPromise(t *testing.T) {
	for _, p := range []*promise{
		{from: placement.DialectOCM, to: placement.DialectKubeFleet}, {from: placement.DialectKubeFleet, to: placement.DialectOCM},
		{from: placement.DialectHybrid, to: placement.DialectOCM},
	} {
		rapid.Check(t, p.check)
		t.Logf("%+v", *p)
		if p.whole < 10 || p.choosing < 5 || p.back == 0 && p.from != placement.DialectHybrid {
			t.Errorf("too few: %+v", *p)
		}
	}
}

// check checks one translation.
func (p *promise) check(t *rapid.T) {
	source := drawPlacement(t, p.from)
	translated := translate(t, &source, p.to)
	if len(translated.Untranslated) > 0 {
		return
	}
	p.whole++
	fleet := drawFleet(t, p.from != placement.DialectHybrid)
	translation.Share(&fleet)
	want := chosen(t, source, fleet)
	if len(want) > 0 && len(want) < len(fleet.Clusters) {
		p.choosing++
	}
	if diff := cmp.Diff(want, chosen(t, translated.Placement, fleet)); diff != "" {
		t.Fatalf("-%s +%s\n%s", p.from, p.to, diff)
	}
	answer, findings := comparison.Of(t.Context(), fleet, comparison.Pair{
		From: world.Placement{Placement: source}, To: world.Placement{Placement: translated.Placement},
	}, world.Options{}, 0)
	if findings.HasError() || answer.Verdict == comparison.Different {
		t.Fatalf("%v %v", findings, answer)
	}
	if p.from == placement.DialectHybrid {
		return
	}
	again := translate(t, &translated.Placement, p.from)
	if len(again.Untranslated) > 0 {
		return
	}
	p.back++
	if diff := cmp.Diff(want, chosen(t, again.Placement, fleet)); diff != "" {
		t.Fatalf("-%s +translated back\n%s", p.from, diff)
	}
}

// translate translates a placement into a valid one.
func translate(t *rapid.T, p *manifest.Placement, to placement.Dialect) translation.Outputs {
	translated, mistake := translation.Of(p, to)
	if mistake != nil {
		t.Fatal(mistake)
	}
	if errs := validate(&translated.Placement); errs != "" {
		t.Fatalf("the translation is not valid: %s", errs)
	}
	return translated
}

// validate finds what a hub would refuse.
func validate(p *manifest.Placement) string {
	r := planner.Request{Placement: *p}
	if errs := r.Validate(func(int) bool { return true }); len(errs) > 0 {
		return errs.ToAggregate().Error()
	}
	return ""
}
