// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// trapTexts are texts that have another meaning in YAML if they are not quoted, or that break its lines.
var trapTexts = []string{
	"a", "prod", "yes", "no", "on", "y", "null", "~", "true", "1", "1.0", "1e3", "0x1F", "0o7", "012", "1_000", ".inf", "-",
	"2026-01-31", "2026-01-31T12:00:00Z", "=", "<<", "- a", "a: b", "a #b", "#", "---", "...", "!x", "&a", "*a", "{", "[", "%",
	"'", "\"", "\\", "a\nb", "\n  a\n b\n", "a\n---\nb", " lead", "trail ", "\ttab", "\u0000", "\u0085", "\u2028", "\ufeff", "é",
}

func anyText() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom(trapTexts), rapid.SampledFrom(trapTexts), rapid.String())
}

// anyKey is any text except the one that the YAML library reads as a merge.
func anyKey() *rapid.Generator[string] {
	return anyText().Filter(func(text string) bool { return text != "<<" })
}

// optional draws a value or nil.
func optional[T any](t *rapid.T, label string, values *rapid.Generator[T]) *T {
	return rapid.Ptr(values, true).Draw(t, label)
}

// several draws up to three values; none is nil.
func several[T any](t *rapid.T, label string, values *rapid.Generator[T]) []T {
	list := rapid.SliceOfN(values, 0, 3).Draw(t, label)
	if len(list) == 0 {
		return nil
	}
	return list
}

func texts(t *rapid.T, label string) []string { return several(t, label, anyText()) }

func textMap(t *rapid.T, label string) map[string]string {
	m := rapid.MapOfN(anyKey(), anyText(), 0, 3).Draw(t, label)
	if len(m) == 0 {
		return nil
	}
	return m
}

var (
	genSelector = rapid.Custom(func(t *rapid.T) metav1.LabelSelector {
		return metav1.LabelSelector{
			MatchLabels: textMap(t, "match labels"), MatchExpressions: several(t, "expressions", genRequirement),
		}
	})
	genRequirement = rapid.Custom(func(t *rapid.T) metav1.LabelSelectorRequirement {
		return metav1.LabelSelectorRequirement{
			Key: anyText().Draw(t, "key"), Values: texts(t, "values"),
			Operator: rapid.SampledFrom([]metav1.LabelSelectorOperator{"In", "Exists", ""}).Draw(t, "operator"),
		}
	})
	genClaims = rapid.Custom(func(t *rapid.T) placement.ClaimSelector {
		return placement.ClaimSelector{MatchExpressions: several(t, "expressions", genRequirement)}
	})
	genEffect = rapid.SampledFrom([]placement.TaintEffect{"", placement.NoSelect, placement.NoSchedule})
	genGroup  = rapid.Custom(func(t *rapid.T) placement.DecisionGroup {
		return placement.DecisionGroup{
			GroupName: anyText().Draw(t, "group"),
			GroupClusterSelector: placement.GroupSelector{
				LabelSelector: optional(t, "labels", genSelector), ClaimSelector: optional(t, "claims", genClaims),
			},
		}
	})
	genSize = rapid.OneOf(
		rapid.Map(rapid.Int32(), intstr.FromInt32), rapid.Map(rapid.SampledFrom([]string{"25%", "7", "x"}), intstr.FromString))
	genGroups = rapid.Custom(func(t *rapid.T) placement.GroupStrategy {
		return placement.GroupStrategy{
			DecisionGroups: several(t, "groups", genGroup), ClustersPerDecisionGroup: optional(t, "size", genSize),
		}
	})
)

// genPlacement draws a placement of any dialect, which its scheduler may reject.
func genPlacement(t *rapid.T) manifest.Placement {
	p := manifest.Placement{Name: rapid.SampledFrom([]string{"web", "1", "no", "a.b"}).Draw(t, "name")}
	p.Namespace = rapid.SampledFrom([]string{"", "team-a", "2"}).Draw(t, "namespace")
	switch rapid.IntRange(0, 2).Draw(t, "dialect") {
	case 0:
		p.OCM = genOCM(t)
		const disabled = "the annotation cluster.open-cluster-management.io/experimental-scheduling-disable disables it"
		p.Unscheduled = rapid.SampledFrom([]string{"", disabled}).Draw(t, "unscheduled")
		p.DecisionStrategy.GroupStrategy = optional(t, "group strategy", genGroups)
		genOCMRollout(t, &p)
	case 1:
		p.KubeFleet = genKubeFleet(t)
		p.ObjectSpec = genObjectSpec(t)
		genFleetRollout(t, &p)
	case 2:
		p.Hybrid = genHybrid(t)
		p.Decided = several(t, "previous", rapid.SampledFrom([]string{"a", "ops/vm", "/", "a/", "/a", "a/b/c", ""}))
	}
	return p
}

func genOCM(t *rapid.T) *ocm.Spec {
	return &ocm.Spec{
		ClusterSets:      texts(t, "sets"),
		NumberOfClusters: optional(t, "number", rapid.Int32()),
		Predicates: several(t, "predicates", rapid.Custom(func(t *rapid.T) ocm.Predicate {
			var cel *ocm.CELSelector
			if rapid.Bool().Draw(t, "has CEL") {
				cel = &ocm.CELSelector{CELExpressions: texts(t, "CEL")}
			}
			return ocm.Predicate{RequiredClusterSelector: ocm.ClusterSelector{
				LabelSelector: optional(t, "labels", genSelector), ClaimSelector: optional(t, "claims", genClaims), CELSelector: cel,
			}}
		})),
		PrioritizerPolicy: ocm.PrioritizerPolicy{
			Mode: rapid.SampledFrom([]string{"", ocm.ModeExact, "exact"}).Draw(t, "mode"),
			Configurations: several(t, "configurations", rapid.Custom(func(t *rapid.T) ocm.PrioritizerConfiguration {
				return ocm.PrioritizerConfiguration{
					Weight: optional(t, "weight", rapid.Int32()),
					ScoreCoordinate: rapid.SampledFrom([]*ocm.ScoreCoordinate{
						nil, {}, {BuiltIn: ocm.Balance},
						{Type: ocm.TypeAddOn, AddOn: &ocm.AddOnScore{ResourceName: "usage", ScoreName: "cpu"}},
					}).Draw(t, "score"),
				}
			})),
		},
		Tolerations: several(t, "tolerations", rapid.Custom(func(t *rapid.T) match.Toleration {
			return match.Toleration{
				Key: anyText().Draw(t, "key"), Operator: anyText().Draw(t, "operator"), Value: anyText().Draw(t, "value"),
				Effect: genEffect.Draw(t, "effect"), TolerationSeconds: optional(t, "seconds", rapid.Int64()),
			}
		})),
		Unused: genUnused(t),
	}
}

var genTerm = rapid.Custom(func(t *rapid.T) kubefleet.ClusterSelectorTerm {
	requirement := rapid.Custom(func(t *rapid.T) kubefleet.PropertySelectorRequirement {
		return kubefleet.PropertySelectorRequirement{
			Name: anyText().Draw(t, "name"), Operator: kubefleet.Equal, Values: rapid.SliceOfN(anyText(), 0, 2).Draw(t, "values"),
		}
	})
	return kubefleet.ClusterSelectorTerm{
		LabelSelector: optional(t, "labels", genSelector),
		PropertySelector: rapid.Ptr(rapid.Custom(func(t *rapid.T) kubefleet.PropertySelector {
			return kubefleet.PropertySelector{MatchExpressions: rapid.SliceOfN(requirement, 0, 2).Draw(t, "expressions")}
		}), true).Draw(t, "property selector"),
		PropertySorter: rapid.SampledFrom([]*kubefleet.PropertySorter{
			nil, {}, {Name: "cost", SortOrder: kubefleet.Descending},
		}).Draw(t, "sorter"),
	}
})

func genKubeFleet(t *rapid.T) *kubefleet.Spec {
	p := &kubefleet.Spec{
		PlacementType:    rapid.SampledFrom([]string{"", kubefleet.PickAll, kubefleet.PickN, "pickn"}).Draw(t, "type"),
		ClusterNames:     texts(t, "names"),
		NumberOfClusters: optional(t, "number", rapid.Int32()),
		TopologySpreadConstraints: several(t, "spread", rapid.Custom(func(t *rapid.T) kubefleet.TopologySpreadConstraint {
			return kubefleet.TopologySpreadConstraint{
				MaxSkew: optional(t, "skew", rapid.Int32()), TopologyKey: anyText().Draw(t, "key"),
				WhenUnsatisfiable: rapid.SampledFrom([]string{"", kubefleet.ScheduleAnyway}).Draw(t, "when"),
			}
		})),
		Tolerations: several(t, "tolerations", rapid.Custom(func(t *rapid.T) kubefleet.Toleration {
			return kubefleet.Toleration{
				Key: anyText().Draw(t, "key"), Operator: anyText().Draw(t, "operator"), Value: anyText().Draw(t, "value"),
				Effect: genEffect.Draw(t, "effect"),
			}
		})),
	}
	if !rapid.Bool().Draw(t, "has affinity") {
		return p
	}
	p.Affinity = &kubefleet.Affinity{}
	if rapid.Bool().Draw(t, "has cluster affinity") {
		p.Affinity.ClusterAffinity = &kubefleet.ClusterAffinity{
			Preferred: several(t, "preferred", rapid.Custom(func(t *rapid.T) kubefleet.PreferredClusterSelector {
				return kubefleet.PreferredClusterSelector{
					Weight: rapid.Int32().Draw(t, "weight"), Preference: genTerm.Draw(t, "preference"),
				}
			})),
		}
		if rapid.Bool().Draw(t, "has required") {
			p.Affinity.ClusterAffinity.Required = &kubefleet.ClusterSelector{
				ClusterSelectorTerms: rapid.SliceOfN(genTerm, 0, 2).Draw(t, "required"),
			}
		}
	}
	return p
}

func genHybrid(t *rapid.T) *hybrid.Spec {
	return &hybrid.Spec{
		DeployerType: several(t, "deployer types", rapid.StringN(1, 5, -1)),
		Replicas:     optional(t, "replicas", rapid.Int32()),
		Targets: several(t, "targets", rapid.Custom(func(t *rapid.T) hybrid.TargetReference {
			return hybrid.TargetReference{
				Kind: anyText().Draw(t, "kind"), Name: anyText().Draw(t, "name"), Namespace: anyText().Draw(t, "namespace"),
			}
		})),
		TargetLabels:   optional(t, "labels", genSelector),
		DecisionWeight: optional(t, "decision weight", rapid.Int32()),
		Advisors: several(t, "advisors", rapid.Custom(func(t *rapid.T) hybrid.Advisor {
			var rules json.RawMessage
			if rapid.Bool().Draw(t, "has rules") {
				rules, _ = json.Marshal(genValue(2).Draw(t, "rules"))
			}
			return hybrid.Advisor{
				Name: anyText().Draw(t, "name"), Type: anyText().Draw(t, "type"), Weight: optional(t, "weight", rapid.Int32()),
				Rules: rules,
			}
		})),
	}
}

// genValue draws any JSON value up to the given depth.
func genValue(depth int) *rapid.Generator[any] {
	scalars := rapid.OneOf(
		rapid.Just[any](nil), rapid.Bool().AsAny(), anyText().AsAny(), rapid.Int64().AsAny(), rapid.Float64().AsAny())
	if depth == 0 {
		return scalars
	}
	return rapid.OneOf(scalars, rapid.SliceOfN(genValue(depth-1), 0, 3).AsAny(),
		rapid.MapOfN(anyKey(), genValue(depth-1), 0, 3).AsAny())
}

// genClusters draws clusters that an object of the kind can represent.
func genClusters(t *rapid.T, member bool) []placement.Cluster {
	clusters := make([]placement.Cluster, rapid.IntRange(0, 4).Draw(t, "clusters"))
	for i := range clusters {
		c := &clusters[i]
		c.Name, c.Kind = fmt.Sprintf("c%d", i), placement.ManagedCluster
		if member {
			c.Kind = placement.MemberCluster
		}
		c.Annotations = textMap(t, "annotations")
		if rapid.Bool().Draw(t, "has labels") {
			c.Labels = map[string]string{"env": rapid.SampledFrom([]string{"prod", "1", "no", ""}).Draw(t, "env")}
		}
		c.Allocatable, c.Capacity = genResources(t), genResources(t)
		if rapid.Bool().Draw(t, "has version") {
			c.KubernetesVersion = "v1.33.1"
		}
		if member {
			genMember(t, c)
		} else {
			genManaged(t, c)
		}
	}
	return clusters
}

func genManaged(t *rapid.T, c *placement.Cluster) {
	if rapid.Bool().Draw(t, "has claims") {
		c.Claims = map[string]string{"platform": "aws", "a.b": rapid.SampledFrom(trapTexts).Draw(t, "claim")}
	}
	c.Taints = several(t, "taints", rapid.Custom(func(t *rapid.T) placement.Taint {
		return placement.Taint{
			Key: rapid.SampledFrom([]string{"gpu", "example.com/1"}).Draw(t, "key"), Value: anyText().Draw(t, "value"),
			Effect: rapid.SampledFrom(placement.TaintEffects).Draw(t, "effect"), TimeAdded: genTime.Draw(t, "added"),
		}
	}))
}

var genTime = rapid.Map(rapid.SampledFrom([]int64{0, 1, 999_999_999, 1_800_000_000_000_000_001}), func(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
})

func genMember(t *rapid.T, c *placement.Cluster) {
	c.Available = genResources(t)
	c.Properties = textMap(t, "properties")
	if c.KubernetesVersion != "" {
		if c.Properties == nil {
			c.Properties = map[string]string{}
		}
		c.Properties["k8s.io/k8s-version"] = c.KubernetesVersion
	}
	if rapid.Bool().Draw(t, "has taint") {
		c.Taints = []placement.Taint{{Key: "gpu", Value: "1", Effect: placement.NoSchedule}}
	}
	c.NamespacesCollected = rapid.Bool().Draw(t, "collected")
	if rapid.Bool().Draw(t, "has namespaces") {
		c.Namespaces = rapid.SliceOfNDistinct(anyKey(), 0, 3, rapid.ID).Draw(t, "namespaces")
		slices.Sort(c.Namespaces)
	}
	c.Agent = &placement.MemberAgent{}
	if rapid.Bool().Draw(t, "online") {
		condition := rapid.Custom(func(t *rapid.T) placement.AgentCondition {
			if rapid.Bool().Draw(t, "missing") {
				return placement.AgentCondition{}
			}
			return placement.AgentCondition{
				Status: rapid.SampledFrom([]string{"True", "Unknown"}).Draw(t, "status"), LastTransition: genTime.Draw(t, "since"),
			}
		})
		c.Agent = &placement.MemberAgent{
			Online: true, LastHeartbeat: genTime.Draw(t, "heartbeat"),
			Joined: condition.Draw(t, "joined"), Healthy: condition.Draw(t, "healthy"),
		}
	}
}

func genResources(t *rapid.T) placement.Resources {
	var resources placement.Resources
	for _, name := range []string{"cpu", "memory", "pods"} {
		if rapid.Bool().Draw(t, "has "+name) {
			text := rapid.SampledFrom([]string{"0", "1", "3500m", "16Gi", "1e3", "0.5", "1n", "-2", "9223372036854775807"}).Draw(t, name)
			resources = append(resources, placement.NewResource(name, resource.MustParse(text)))
		}
	}
	return resources
}
