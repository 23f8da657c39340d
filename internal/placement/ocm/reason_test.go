// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// oneCluster is a fleet of one cluster of the set prod, which is bound to the namespace default.
func oneCluster(change func(*placement.Cluster)) placement.Inventory {
	c := placement.Cluster{Name: "c1", Labels: map[string]string{placement.ClusterSetLabel: "prod"}}
	change(&c)
	return placement.Inventory{
		Clusters: []placement.Cluster{c}, Sets: []placement.ClusterSet{{Name: "prod"}, {Name: "qa"}}, Now: genNow,
		Bindings: []placement.Binding{{Name: "prod", Namespace: "default"}, {Name: "qa", Namespace: "default"}},
	}
}

func placementOf(change func(*ocm.Placement)) ocm.Placement {
	req := ocm.Placement{Name: "p", Namespace: "default"}
	change(&req)
	return req
}

func byLabel(key string, values ...string) ocm.Predicate {
	return ocm.Predicate{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: &metav1.LabelSelector{
		MatchExpressions: []metav1.LabelSelectorRequirement{{Key: key, Operator: metav1.LabelSelectorOpIn, Values: values}},
	}}}
}

func byPlatform(values ...string) ocm.Predicate {
	return ocm.Predicate{RequiredClusterSelector: ocm.ClusterSelector{ClaimSelector: &placement.ClaimSelector{
		MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "platform", Operator: metav1.LabelSelectorOpIn, Values: values}},
	}}}
}

func byCEL(expressions ...string) ocm.Predicate {
	return ocm.Predicate{RequiredClusterSelector: ocm.ClusterSelector{
		CELSelector: &ocm.CELSelector{CELExpressions: expressions},
	}}
}

func predicates(list ...ocm.Predicate) func(*ocm.Placement) {
	return func(req *ocm.Placement) { req.Predicates = list }
}

func seconds(n int64) *int64 { return &n }

// TestReasons rejects a cluster for every kind of reason, and then applies the remedy that the reason suggests.
func TestReasons(t *testing.T) {
	const selector = "predicates[0]"
	added := genNow.Add(-10 * time.Minute)
	none := func(*placement.Cluster) {}
	gpuTaint := &placement.Taint{Key: "gpu", Value: "true", Effect: placement.NoSelect, TimeAdded: added}
	gpu := func(c *placement.Cluster) {
		c.Taints = []placement.Taint{*gpuTaint}
	}
	tolerate := func(list ...match.Toleration) func(*ocm.Placement) {
		return func(req *ocm.Placement) { req.Tolerations = list }
	}
	for name, c := range map[string]struct {
		cluster func(*placement.Cluster)
		request func(*ocm.Placement)
		stage   string
		want    []placement.Mismatch
		// remedy is what would admit the cluster.
		remedy func(*ocm.Placement, *placement.Cluster)
	}{
		"another cluster set": {
			func(c *placement.Cluster) { c.Labels[placement.ClusterSetLabel] = "dev" },
			func(req *ocm.Placement) {},
			ocm.StageAvailability,
			[]placement.Mismatch{{
				Kind: ocm.MismatchClusterSet, Key: placement.ClusterSetLabel, Found: "dev", Present: true, Wanted: "prod, qa",
			}},
			func(_ *ocm.Placement, c *placement.Cluster) { c.Labels[placement.ClusterSetLabel] = "qa" },
		},
		"no cluster set": {
			func(c *placement.Cluster) { c.Labels = nil },
			func(req *ocm.Placement) { req.ClusterSets = []string{"prod"} },
			ocm.StageAvailability,
			[]placement.Mismatch{{Kind: ocm.MismatchClusterSet, Key: placement.ClusterSetLabel, Wanted: "prod"}},
			func(_ *ocm.Placement, c *placement.Cluster) {
				c.Labels = map[string]string{placement.ClusterSetLabel: "prod"}
			},
		},
		"a set that is not asked for": {
			none,
			func(req *ocm.Placement) { req.ClusterSets = []string{"qa"} },
			ocm.StageAvailability,
			[]placement.Mismatch{{
				Kind: ocm.MismatchClusterSet, Key: placement.ClusterSetLabel, Found: "prod", Present: true, Wanted: "qa",
			}},
			func(req *ocm.Placement, _ *placement.Cluster) { req.ClusterSets = []string{"qa", "prod"} },
		},
		"deletion": {
			func(c *placement.Cluster) { c.Deleting = true },
			func(req *ocm.Placement) {},
			ocm.StageAvailability,
			[]placement.Mismatch{{Kind: placement.MismatchDeletion}},
			func(_ *ocm.Placement, c *placement.Cluster) { c.Deleting = false },
		},
		"a label of another value": {
			func(c *placement.Cluster) { c.Labels["env"] = "dev" },
			predicates(byLabel("env", "prod", "qa")),
			ocm.StagePredicate,
			[]placement.Mismatch{{
				Kind: placement.MismatchLabel, Field: selector,
				Key: "env", Found: "dev", Present: true, Wanted: "env in (prod,qa)",
			}},
			func(_ *ocm.Placement, c *placement.Cluster) { c.Labels["env"] = "qa" },
		},
		"a missing claim": {
			none,
			predicates(byPlatform("aws")),
			ocm.StagePredicate,
			[]placement.Mismatch{{
				Kind: placement.MismatchClaim, Field: selector, Key: "platform", Wanted: "platform in (aws)",
			}},
			func(_ *ocm.Placement, c *placement.Cluster) { c.Claims = map[string]string{"platform": "aws"} },
		},
		"labels come before claims and CEL": {
			none,
			func(req *ocm.Placement) {
				both := byLabel("env", "prod")
				both.RequiredClusterSelector.ClaimSelector = byPlatform("aws").RequiredClusterSelector.ClaimSelector
				both.RequiredClusterSelector.CELSelector = byCEL("false").RequiredClusterSelector.CELSelector
				req.Predicates = []ocm.Predicate{both}
			},
			ocm.StagePredicate,
			[]placement.Mismatch{{
				Kind: placement.MismatchLabel, Field: selector, Key: "env", Wanted: "env in (prod)",
			}},
			func(req *ocm.Placement, c *placement.Cluster) {
				c.Labels["env"], c.Claims = "prod", map[string]string{"platform": "aws"}
				req.Predicates[0].RequiredClusterSelector.CELSelector = nil
			},
		},
		"a CEL expression that is false": {
			none,
			predicates(byCEL(`true`, `managedCluster.metadata.name == "c2"`)),
			ocm.StagePredicate,
			[]placement.Mismatch{{
				Kind: ocm.MismatchCEL, Field: selector,
				Key: `managedCluster.metadata.name == "c2"`, Found: "false", Present: true, Wanted: "true",
			}},
			func(_ *ocm.Placement, c *placement.Cluster) { c.Name = "c2" },
		},
		"a CEL expression that fails": {
			none,
			predicates(byCEL(`managedCluster.status.version.kubernetes == "v1.33.1"`)),
			ocm.StagePredicate,
			[]placement.Mismatch{{
				Kind: ocm.MismatchCEL, Field: selector,
				Key:   `managedCluster.status.version.kubernetes == "v1.33.1"`,
				Found: "an error (no such key: kubernetes)", Present: true, Wanted: "true",
			}},
			func(_ *ocm.Placement, c *placement.Cluster) { c.KubernetesVersion = "v1.33.1" },
		},
		"CEL for an object that is null": {
			func(c *placement.Cluster) { c.Object = []byte(`null`) },
			predicates(byCEL(`true`)),
			ocm.StagePredicate,
			[]placement.Mismatch{{
				Kind: ocm.MismatchCEL, Field: selector, Key: `true`,
				Found: `an error (cluster "c1": its object is null)`, Present: true, Wanted: "true",
			}},
			func(_ *ocm.Placement, c *placement.Cluster) { c.Object = nil },
		},
		"each of the alternatives gives a mismatch": {
			func(c *placement.Cluster) { c.Labels["env"] = "dev" },
			predicates(byLabel("env", "prod"), byPlatform("aws"), byCEL(`false`)),
			ocm.StagePredicate,
			[]placement.Mismatch{
				{
					Kind: placement.MismatchLabel, Field: selector,
					Key: "env", Found: "dev", Present: true, Wanted: "env in (prod)",
				},
				{
					Kind: placement.MismatchClaim, Field: "predicates[1]",
					Key: "platform", Wanted: "platform in (aws)",
				},
				{
					Kind: ocm.MismatchCEL, Field: "predicates[2]",
					Key: "false", Found: "false", Present: true, Wanted: "true",
				},
			},
			func(_ *ocm.Placement, c *placement.Cluster) { c.Claims = map[string]string{"platform": "aws"} },
		},
		"a taint": {
			gpu,
			tolerate(match.Toleration{Key: "gpu", Value: "false"}),
			ocm.StageTaint,
			[]placement.Mismatch{{
				Kind: placement.MismatchTaint, Detail: gpuTaint,
			}},
			func(req *ocm.Placement, _ *placement.Cluster) { req.Tolerations[0].Value = "true" },
		},
		"a taint for new clusters": {
			func(c *placement.Cluster) {
				c.Taints = []placement.Taint{
					{Key: "soft", Effect: placement.PreferNoSelect}, {Key: "full", Effect: placement.NoSelectIfNew},
				}
			},
			tolerate(),
			ocm.StageTaint,
			[]placement.Mismatch{{Kind: placement.MismatchTaint, Detail: &placement.Taint{Key: "full", Effect: placement.NoSelectIfNew}}},
			tolerateKey("full"),
		},
		"a toleration that has expired": {
			gpu,
			tolerate(match.Toleration{Key: "other", Operator: "Exists"},
				match.Toleration{Key: "gpu", Operator: "Exists", TolerationSeconds: seconds(300)}),
			ocm.StageTaint,
			[]placement.Mismatch{{
				Kind: placement.MismatchToleration, Field: "tolerations[1]",
				Detail: &placement.ExpiredToleration{Taint: gpuTaint, Until: added.Add(5 * time.Minute)},
			}},
			func(req *ocm.Placement, _ *placement.Cluster) { req.Tolerations[1].TolerationSeconds = seconds(601) },
		},
		"of several tolerations, the one that applied longest": {
			gpu,
			tolerate(match.Toleration{Key: "gpu", Operator: "Exists", TolerationSeconds: seconds(60)},
				match.Toleration{Key: "gpu", Operator: "Exists", TolerationSeconds: seconds(600)},
				match.Toleration{Key: "gpu", Operator: "Exists", TolerationSeconds: seconds(300)}),
			ocm.StageTaint,
			[]placement.Mismatch{{
				Kind: placement.MismatchToleration, Field: "tolerations[1]",
				Detail: &placement.ExpiredToleration{Taint: gpuTaint, Until: genNow},
			}},
			func(req *ocm.Placement, _ *placement.Cluster) { req.Tolerations[1].TolerationSeconds = nil },
		},
	} {
		t.Run(name, func(t *testing.T) {
			req, inv := placementOf(c.request), oneCluster(c.cluster)
			got, err := ocm.Schedule(t.Context(), req, inv)
			if err != nil {
				t.Fatal(err)
			}
			want := []placement.Rejection{{Cluster: "c1", Stage: c.stage, Mismatches: c.want}}
			if diff := cmp.Diff(want, got.Rejected); diff != "" {
				t.Fatalf("-want +got:\n%s", diff)
			}
			c.remedy(&req, &inv.Clusters[0])
			if got, err = ocm.Schedule(t.Context(), req, inv); err != nil || len(got.Decisions) != 1 {
				t.Errorf("the remedy gives %v (%v)", got.Rejected, err)
			}
		})
	}
}

func tolerateKey(key string) func(*ocm.Placement, *placement.Cluster) {
	return func(req *ocm.Placement, _ *placement.Cluster) {
		req.Tolerations = append(req.Tolerations, match.Toleration{Key: key, Operator: match.OperatorExists})
	}
}

// TestManyReasons rejects more clusters by more alternatives than one block of mismatches holds, and checks that no list
// overwrites another.
func TestManyReasons(t *testing.T) {
	inv := oneCluster(func(*placement.Cluster) {})
	inv.Clusters = nil
	for i := range 700 {
		inv.Clusters = append(inv.Clusters, placement.Cluster{
			Name: clusterName(i), Labels: map[string]string{placement.ClusterSetLabel: "prod", "n": fmt.Sprint(i)},
		})
	}
	req := placementOf(predicates(byLabel("n", "a"), byLabel("n", "b"), byLabel("n", "c")))
	got, err := ocm.Schedule(t.Context(), req, inv)
	if err != nil || len(got.Rejected) != 700 {
		t.Fatalf("%d are rejected (%v)", len(got.Rejected), err)
	}
	for _, r := range got.Rejected {
		if len(r.Mismatches) != 3 {
			t.Fatalf("%s has %d mismatches", r.Cluster, len(r.Mismatches))
		}
		for i, m := range r.Mismatches {
			number := strings.TrimLeft(r.Cluster, "c0")
			if number == "" {
				number = "0"
			}
			if m.Found != number || m.Field != fmt.Sprintf("predicates[%d]", i) {
				t.Fatalf("%s: mismatch %d is %+v", r.Cluster, i, m)
			}
		}
	}
}
