package ocm_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

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

// TestReasons rejects a cluster for every kind of reason, and then does what the reason says would help.
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
		"CEL for an object that is none": {
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
		"a toleration that has run out": {
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
		"of several tolerations, the one that held longest": {
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

// TestManyReasons rejects more clusters by more alternatives than one block of mismatches holds, and looks that none
// of the lists runs into another.
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

// TestTimes compares what upstream asks for, RequeueAt, with the instant of the next change.
func TestTimes(t *testing.T) {
	added := genNow.Add(-time.Minute)
	tainted := func(effect placement.TaintEffect) func(*placement.Cluster) {
		return func(c *placement.Cluster) {
			c.Taints = []placement.Taint{{Key: "gpu", Effect: effect, TimeAdded: added}}
		}
	}
	forFiveMinutes := match.Toleration{Key: "gpu", Operator: "Exists", TolerationSeconds: seconds(300)}
	forTen := match.Toleration{Key: "gpu", Operator: "Exists", TolerationSeconds: seconds(600)}
	forEver := match.Toleration{Key: "gpu", Operator: "Exists"}
	addOn := func(req *ocm.Placement) {
		req.PrioritizerPolicy.Configurations = []ocm.PrioritizerConfiguration{{ScoreCoordinate: &ocm.ScoreCoordinate{
			Type: ocm.TypeAddOn, AddOn: &ocm.AddOnScore{ResourceName: "usage", ScoreName: "cpu"},
		}}}
	}
	tolerate := func(list ...match.Toleration) func(*ocm.Placement) {
		return func(req *ocm.Placement) { req.Tolerations = list }
	}
	five, ten := added.Add(5*time.Minute), added.Add(10*time.Minute)
	var never time.Time
	for name, c := range map[string]struct {
		cluster       func(*placement.Cluster)
		request       func(*ocm.Placement)
		decided       bool // whether the cluster is decided already
		requeue, next time.Time
	}{
		"no taint":                     {func(*placement.Cluster) {}, tolerate(forFiveMinutes), true, never, never},
		"tolerated for ever":           {tainted(placement.NoSelect), tolerate(forEver), true, never, never},
		"decided, for five minutes":    {tainted(placement.NoSelect), tolerate(forFiveMinutes), true, five, five},
		"newly decided":                {tainted(placement.NoSelect), tolerate(forFiveMinutes), false, never, five},
		"newly decided, NoSelectIfNew": {tainted(placement.NoSelectIfNew), tolerate(forFiveMinutes), false, never, five},
		"decided, NoSelectIfNew":       {tainted(placement.NoSelectIfNew), tolerate(forFiveMinutes), true, never, never},
		"PreferNoSelect":               {tainted(placement.PreferNoSelect), tolerate(forFiveMinutes), true, never, never},
		"a second one holds longer":    {tainted(placement.NoSelect), tolerate(forFiveMinutes, forTen), true, five, ten},
		"a second one holds shorter":   {tainted(placement.NoSelect), tolerate(forTen, forFiveMinutes), true, ten, ten},
		"a second one holds for ever":  {tainted(placement.NoSelect), tolerate(forFiveMinutes, forEver), true, five, never},
		"the first one holds for ever": {tainted(placement.NoSelect), tolerate(forEver, forFiveMinutes), true, never, never},
		"not tolerated":                {tainted(placement.NoSelect), tolerate(), true, never, never},
		"decided, but in no set any more": {
			func(c *placement.Cluster) { tainted(placement.NoSelect)(c); c.Labels = nil },
			tolerate(forFiveMinutes), true, five, never,
		},
		"the earliest of two taints": {
			func(c *placement.Cluster) {
				tainted(placement.NoSelect)(c)
				c.Taints = append(c.Taints, placement.Taint{Key: "gpu", Value: "a", Effect: placement.NoSelect, TimeAdded: genNow})
			},
			tolerate(forFiveMinutes), true, five, five,
		},
		"a score expires": {
			func(*placement.Cluster) {}, addOn, true, never, genNow.Add(2*time.Minute + 1),
		},
		"a score that nobody asks for": {
			func(*placement.Cluster) {}, func(*ocm.Placement) {}, true, never, never,
		},
		"the score first, the toleration later": {
			tainted(placement.NoSelect), func(req *ocm.Placement) { addOn(req); tolerate(forFiveMinutes)(req) },
			true, five, genNow.Add(2*time.Minute + 1),
		},
	} {
		t.Run(name, func(t *testing.T) {
			inv := oneCluster(c.cluster)
			inv.Scores = []placement.Score{{
				Cluster: "c1", Name: "usage", Values: []placement.ScoreValue{{Name: "cpu", Value: 10}},
				ValidUntil: genNow.Add(2 * time.Minute),
			}}
			if c.decided {
				inv.Decisions = []placement.PlacementDecision{{Placement: "p", Namespace: "default", Clusters: []string{"c1"}}}
			}
			got, err := ocm.Schedule(t.Context(), placementOf(c.request), inv)
			if err != nil {
				t.Fatal(err)
			}
			if !got.RequeueAt.Equal(c.requeue) || !got.NextChange.Equal(c.next) {
				t.Errorf("requeue %s, next change %s; want %s and %s", got.RequeueAt, got.NextChange, c.requeue, c.next)
			}
		})
	}
}

// TestScoreExpiry looks at a score at the last instant at which it is valid and at the one after.
func TestScoreExpiry(t *testing.T) {
	inv := oneCluster(func(*placement.Cluster) {})
	inv.Scores = []placement.Score{{
		Cluster: "c1", Name: "usage", Values: []placement.ScoreValue{{Name: "cpu", Value: 10}}, ValidUntil: genNow,
	}}
	req := placementOf(func(req *ocm.Placement) {
		req.PrioritizerPolicy = ocm.PrioritizerPolicy{Mode: ocm.ModeExact, Configurations: []ocm.PrioritizerConfiguration{
			{ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeAddOn, AddOn: &ocm.AddOnScore{ResourceName: "usage", ScoreName: "cpu"}}},
		}}
	})
	for _, c := range []struct {
		after    time.Duration
		score    int64
		warnings []string
	}{{0, 10, nil}, {1, 0, []string{"AddOnPlacementScores c1/usage expired"}}} {
		inv.Now = genNow.Add(c.after)
		got, err := ocm.Schedule(t.Context(), req, inv)
		if err != nil {
			t.Fatal(err)
		}
		if got.Decisions[0].Score != c.score {
			t.Errorf("%s later the score is %d, want %d", c.after, got.Decisions[0].Score, c.score)
		}
		if diff := cmp.Diff(c.warnings, got.Warnings); diff != "" {
			t.Errorf("%s later: -want +got:\n%s", c.after, diff)
		}
	}
}

// TestMisconfigurations names the field and the mistake of everything that the hub accepts and its scheduler refuses.
func TestMisconfigurations(t *testing.T) {
	three := intstr.FromString("3")
	badSize := func(req *ocm.Placement) {
		req.DecisionStrategy.GroupStrategy = &placement.GroupStrategy{ClustersPerDecisionGroup: &three}
	}
	policy := func(mode string, list ...ocm.PrioritizerConfiguration) func(*ocm.Placement) {
		return func(req *ocm.Placement) {
			req.PrioritizerPolicy = ocm.PrioritizerPolicy{Mode: mode, Configurations: list}
		}
	}
	wrongLabels := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "env", Operator: "Gt"}}}
	for name, c := range map[string]struct {
		request          func(*ocm.Placement)
		field, condition string
		decisions        int
	}{
		"label selector": {
			predicates(byLabel("env", "prod"), ocm.Predicate{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: wrongLabels}}),
			"predicates[1].requiredClusterSelector.labelSelector", `Predicate:"Gt" is not a valid label selector operator`, 0,
		},
		"claim selector": {
			predicates(byPlatform("a b/c")),
			"predicates[0].requiredClusterSelector.claimSelector", "Predicate:", 0,
		},
		"CEL": {
			predicates(byCEL("true", "1 +")),
			"predicates[0].requiredClusterSelector.celSelector.celExpressions[1]", "Predicate:compilation failed: ERROR: <input>:1:4:", 0,
		},
		"toleration without a key": {
			func(req *ocm.Placement) { req.Tolerations = []match.Toleration{{Key: "a"}, {Value: "x"}} },
			"tolerations[1].operator", "TaintToleration:If the key is empty, operator must be Exists.", 0,
		},
		"toleration with a value too many": {
			func(req *ocm.Placement) {
				req.Tolerations = []match.Toleration{{Key: "a", Operator: "Exists", Value: "x"}}
			},
			"tolerations[0].value", "TaintToleration:If the operator is Exists, the value should be empty.", 0,
		},
		"mode": {
			policy("additive"), "prioritizerPolicy.mode", ":incorrect prioritizer policy mode: additive", 0,
		},
		"no score coordinate": {
			policy("", builtIn(ocm.Steady, 1), ocm.PrioritizerConfiguration{}),
			"prioritizerPolicy.configurations[1].scoreCoordinate", ":scoreCoordinate field is required", 0,
		},
		"prioritizer": {
			policy("", builtIn("steady", 1)),
			"prioritizerPolicy.configurations[0].scoreCoordinate", ":incorrect builtin prioritizer: steady", 0,
		},
		"add-on without a source": {
			policy("", ocm.PrioritizerConfiguration{ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeAddOn}}),
			"prioritizerPolicy.configurations[0].scoreCoordinate", ":addOn should not be empty", 0,
		},
		"group size": {
			badSize, "decisionStrategy.groupStrategy.clustersPerDecisionGroup", ":3 invalid type: string is not a percentage", 1,
		},
		"group selector": {
			func(req *ocm.Placement) {
				req.DecisionStrategy.GroupStrategy = &placement.GroupStrategy{DecisionGroups: []placement.DecisionGroup{
					{GroupName: "g1"}, {GroupName: "g2", GroupClusterSelector: placement.GroupSelector{LabelSelector: wrongLabels}},
				}}
			},
			"decisionStrategy.groupStrategy.decisionGroups[1].groupClusterSelector", `:"Gt" is not a valid label selector operator`, 1,
		},
		"two mistakes: the error is the first, the condition upstream's": {
			func(req *ocm.Placement) { policy("additive")(req); badSize(req) },
			"prioritizerPolicy.mode", ":3 invalid type: string is not a percentage", 0,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ocm.Schedule(t.Context(), placementOf(c.request), oneCluster(func(*placement.Cluster) {}))
			var misconfigured *placement.Misconfiguration
			if !errors.As(err, &misconfigured) || misconfigured.Field != c.field {
				t.Fatalf("error %v, want one of %s", err, c.field)
			}
			condition := got.Condition(ocm.ConditionMisconfigured)
			if condition.Status != "True" || condition.Reason != "Misconfigured" || !strings.HasPrefix(condition.Message, c.condition) {
				t.Errorf("condition %+v, want %q", condition, c.condition)
			}
			if len(got.Decisions) != c.decisions {
				t.Errorf("%d decisions, want %d", len(got.Decisions), c.decisions)
			}
		})
	}
}

// TestWhatIsNotLookedAt has mistakes that upstream does not notice.
func TestWhatIsNotLookedAt(t *testing.T) {
	zero := int32(0)
	for name, c := range map[string]struct {
		cluster func(*placement.Cluster)
		request func(*ocm.Placement)
	}{
		"predicates without clusters": {func(c *placement.Cluster) { c.Labels = nil }, predicates(byCEL("1 +"))},
		"tolerations without clusters": {
			func(*placement.Cluster) {},
			func(req *ocm.Placement) {
				req.Predicates, req.Tolerations = []ocm.Predicate{byLabel("env", "prod")}, []match.Toleration{{}}
			},
		},
		"prioritizers of weight 0": {
			func(*placement.Cluster) {},
			func(req *ocm.Placement) {
				req.PrioritizerPolicy.Configurations = []ocm.PrioritizerConfiguration{builtIn("Spread", zero)}
			},
		},
	} {
		if _, err := ocm.Schedule(t.Context(), placementOf(c.request), oneCluster(c.cluster)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestErrors has what leaves no result at all.
func TestErrors(t *testing.T) {
	negative := int32(-1)
	none := func(*placement.Cluster) {}
	twice := oneCluster(none)
	twice.Clusters = append(twice.Clusters, twice.Clusters[0])
	badSet := func(set placement.ClusterSet) placement.Inventory {
		inv := oneCluster(none)
		inv.Sets[0] = set
		return inv
	}
	wrong := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "env", Operator: "Gt"}}}
	for name, c := range map[string]struct {
		request func(*ocm.Placement)
		inv     placement.Inventory
		want    string
	}{
		"not to be scheduled": {
			func(req *ocm.Placement) { req.Unscheduled = "it is being deleted" }, oneCluster(none),
			"the placement is not scheduled: it is being deleted",
		},
		"a negative number": {
			func(req *ocm.Placement) { req.NumberOfClusters = &negative }, oneCluster(none),
			"numberOfClusters: -1 is negative",
		},
		"a cluster twice": {func(*ocm.Placement) {}, twice, `the fleet has two clusters named "c1"`},
		"a set of an unknown type": {
			func(*ocm.Placement) {}, badSet(placement.ClusterSet{Name: "prod", SelectorType: "Regex"}),
			`failed to get clusters from ClusterSet "prod": selectorType is not right: Regex`,
		},
		"a set with a wrong selector": {
			func(*ocm.Placement) {},
			badSet(placement.ClusterSet{Name: "prod", SelectorType: placement.LabelSelector, LabelSelector: wrong}),
			`failed to get clusters from ClusterSet "prod": "Gt" is not a valid label selector operator`,
		},
	} {
		got, err := ocm.Schedule(t.Context(), placementOf(c.request), c.inv)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
		if diff := cmp.Diff(placement.Result{}, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: there is a result:\n%s", name, diff)
		}
	}
	// A broken set that is not asked for does no harm.
	req := placementOf(func(req *ocm.Placement) { req.ClusterSets = []string{"qa"} })
	if _, err := ocm.Schedule(t.Context(), req, badSet(placement.ClusterSet{Name: "prod", SelectorType: "Regex"})); err != nil {
		t.Errorf("a broken set that is not eligible: %v", err)
	}
}
