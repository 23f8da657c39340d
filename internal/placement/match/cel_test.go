// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match_test

import (
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// celCluster is the cluster that these tests evaluate expressions for.
var celCluster = placement.Cluster{
	Name: "c1", Labels: map[string]string{"env": "prod", "version": "v1.30.2"},
	Annotations:       map[string]string{"json": `{"n": 3, "list": [1, {"a": null}], "ok": true}`, "text": "{"},
	Claims:            map[string]string{"platform.open-cluster-management.io": "aws"},
	Allocatable:       quantities("cpu", "3500m", "memory", "16Gi"),
	KubernetesVersion: "v1.30.2",
}

func newCEL(t testing.TB) *match.CEL {
	t.Helper()
	cel := match.NewCEL(func(cluster, name string) ([]placement.ScoreValue, bool) {
		if cluster != "c1" || name != "usage" && name != "empty" {
			return nil, false
		}
		if name == "empty" {
			return nil, true
		}
		return []placement.ScoreValue{{Name: "cpu", Value: 40}, {Name: "memory", Value: -7}}, true
	})
	return cel
}

func evaluate(t *testing.T, cel *match.CEL, text string, budget *match.Budget) (bool, string) {
	t.Helper()
	expression, err := cel.Compile(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if expression.Text != text {
		t.Errorf("the text is %q", expression.Text)
	}
	object, err := match.Object(&celCluster)
	if err != nil {
		t.Fatal(err)
	}
	matched, found, err := expression.Evaluate(t.Context(), object, budget)
	if err != nil {
		t.Fatal(err)
	}
	return matched, found
}

// TestCELEnvironment has a true expression for every feature of the environment.
func TestCELEnvironment(t *testing.T) {
	cel := newCEL(t)
	for name, text := range map[string]string{
		"fields":                      `managedCluster.metadata.labels["env"] == "prod"`,
		"has":                         `has(managedCluster.metadata.labels.env) && !has(managedCluster.spec.taints)`,
		"no apiVersion and kind":      `!has(managedCluster.apiVersion) && !has(managedCluster.kind)`,
		"ints are ints":               `managedCluster.spec.leaseDurationSeconds == 60 && type(managedCluster.spec.leaseDurationSeconds) == int`,
		"all":                         `managedCluster.status.clusterClaims.all(c, c.value == "aws")`,
		"exists":                      `managedCluster.status.clusterClaims.exists(c, c.name.endsWith(".io"))`,
		"exists_one":                  `[1, 2].exists_one(x, x == 2)`,
		"map and filter":              `[1, 2, 3].filter(x, x > 1).map(x, x * 2) == [4, 6]`,
		"optional field":              `managedCluster.metadata.?labels.?gpu.orValue("none") == "none"`,
		"optional index":              `managedCluster.metadata.labels[?"env"].hasValue()`,
		"strings: charAt, replace":    `"abc".charAt(1) == "b" && "aa".replace("a", "b") == "bb"`,
		"strings: split, join, trim":  `" a,b ".trim().split(",").join("-") == "a-b"`,
		"strings: case":               `"aB".lowerAscii() == "ab" && "aB".upperAscii() == "AB"`,
		"strings: indexOf, substring": `"abc".indexOf("c") == 2 && "abca".lastIndexOf("a") == 3 && "abc".substring(1) == "bc"`,
		"strings: format, quote":      `"%d-%s".format([1, "a"]) == "1-a" && strings.quote("a") == "\"a\""`,
		"strings: reverse":            `"abc".reverse() == "cba"`,
		"lists":                       `[1, 2, 3].sum() == 6 && [3, 1].min() == 1 && [1, 2].isSorted() && ["a", "b"].indexOf("b") == 1`,
		"regex":                       `"c12".find("[0-9]+") == "12" && "a1b2".findAll("[0-9]") == ["1", "2"]`,
		"matches":                     `managedCluster.metadata.name.matches("^c[0-9]$")`,
		"url":                         `url("https://example.com:8443/x").getPort() == "8443" && isURL("https://a")`,
		"quantity":                    `quantity(managedCluster.status.allocatable.cpu).isGreaterThan(quantity("3"))`,
		"quantity in canonical text":  `managedCluster.status.allocatable.cpu == "3500m"`,
		"ip":                          `ip("10.0.0.1").family() == 4 && isIP("::1")`,
		"cidr":                        `cidr("10.0.0.0/8").containsIP("10.1.2.3")`,
		"format":                      `!format.dns1123Label().validate("a-b").hasValue()`,
		"semver": `semver(managedCluster.status.version.kubernetes.substring(1)).isGreaterThan(semver("1.30.1")) &&` +
			` isSemver("1.2.3") && semver("1.2.3").major() == 1 && semver("1.2.3").compareTo(semver("1.2.4")) == -1`,
		"scores":                       `managedCluster.scores("usage").filter(s, s.name == "memory")[0].value == -7`,
		"scores has no quantity":       `managedCluster.scores("usage").all(s, !has(s.quantity) && size(s) == 2)`,
		"scores without items":         `managedCluster.scores("empty").size() == 0`,
		"scores is a list of anything": `!(managedCluster.scores("usage")[0] in [1, 2]) && managedCluster.scores("usage").indexOf(1) == -1`,
		"scores of any object":         `{"metadata": {"name": "c1"}}.scores("usage").size() == 2`,
		"an optional true":             `managedCluster.metadata.?labels.env.optMap(e, e == "prod")`,
		"an optional field":            `managedCluster.spec.?hubAcceptsClient`,
		"an optional in an optional":   `optional.of(optional.of(true))`,
		"the status is always there":   `has(managedCluster.status.version) && managedCluster.status.conditions == null`,
		"parseJSON: numbers":           `managedCluster.metadata.annotations.json.parseJSON().n == 3.0`,
		"parseJSON: doubles":           `type("3".parseJSON()) == double`,
		"parseJSON: lists and bools":   `managedCluster.metadata.annotations["json"].parseJSON().list.size() == 2 && "true".parseJSON()`,
		"parseJSON: null":              `"null".parseJSON() == null`,
		"an error under || is ignored": `managedCluster.metadata.labels.gpu == "a" || true`,
	} {
		t.Run(name, func(t *testing.T) {
			if matched, found := evaluate(t, cel, text, &match.Budget{}); !matched || found != "" {
				t.Errorf("%s is %q", text, found)
			}
		})
	}
}

// TestCELWithout lists what upstream's environment lacks, so that an expression that works here works there.
func TestCELWithout(t *testing.T) {
	cel := newCEL(t)
	for name, text := range map[string]string{
		"semver of two arguments":     `semver("v1.30.2", true).major() == 1`,
		"sets":                        `sets.contains([1], [1])`,
		"math":                        `math.greatest(1, 2) == 2`,
		"two-variable comprehensions": `[1].all(i, v, v == 1)`,
		"authorizer":                  `authorizer.path("/").check("get").allowed()`,
		"now":                         `now() > timestamp("2022-01-01T00:00:00Z")`,
		"other variables":             `cluster.metadata.name == "a"`,
		"base64":                      `base64.encode(b"a") == "YQ=="`,
		"scores by number":            `managedCluster.scores(1).size() > 0`,
		"parseJSON of a number":       `(1).parseJSON()`,
		"unknown function":            `managedCluster.nodes() > 1`,
		"wrong types":                 `1 == "1"`,
		"half an expression":          `managedCluster.`,
		"nothing":                     ``,
	} {
		if _, err := cel.Compile(text); err == nil {
			t.Errorf("%s: %q compiles", name, text)
		} else if !strings.HasPrefix(err.Error(), "compilation failed: ERROR: <input>:") {
			t.Errorf("%s: the error is %q", name, err)
		}
	}
}

// TestCELInstantiation has a mistake that is found only when the program is created.
func TestCELInstantiation(t *testing.T) {
	for _, text := range []string{`"a".find("[") == ""`, `"a".findAll("[").size() == 0`} {
		_, err := newCEL(t).Compile(text)
		if want := "instantiation failed: error parsing regexp: missing closing ]: `[`"; err == nil || err.Error() != want {
			t.Errorf("%s: the error is %v, want %s", text, err, want)
		}
	}
}

// TestCELNotTrue has expressions that are not true, each for another reason, and what the user reads.
func TestCELNotTrue(t *testing.T) {
	cel := newCEL(t)
	for name, c := range map[string]struct{ text, want string }{
		"false":              {`managedCluster.metadata.name == "c2"`, "false"},
		"a string":           {`managedCluster.metadata.name`, "a value of type string, not a bool"},
		"a number":           {`1 + 1`, "a value of type int, not a bool"},
		"a list":             {`managedCluster.scores("usage")`, "a value of type list, not a bool"},
		"null":               {`null`, "a value of type null_type, not a bool"},
		"an optional string": {`managedCluster.metadata.?name`, "a value of type string, not a bool"},
		"an optional false":  {`optional.of(optional.of(false))`, "false"},
		"an empty optional":  {`optional.none()`, "a value of type optional_type, not a bool"},
		"scores of a string": {
			`"c1".scores("usage").size() >= 0 || true`, "an error (scores: the receiver is a value of type string, not a cluster)",
		},
		"scores of null": {
			`null.scores("usage").size() >= 0 || true`, "an error (scores: the receiver is a value of type null_type, not a cluster)",
		},
		"scores of a list": {
			`[1].scores("usage").size() >= 0 || true`, "an error (scores: the receiver is a value of type list, not a cluster)",
		},
		"missing key": {`managedCluster.metadata.labels.gpu == "a"`, "an error (no such key: gpu)"},
		"missing score": {
			`managedCluster.scores("rtt").size() == 0`, `an error (AddOnPlacementScore "rtt" of cluster "c1" does not exist)`,
		},
		"no metadata": {`{"a": 1}.scores("usage").size() == 0`, "an error (scores: the object has no metadata.name)"},
		"name is a number": {
			`{"metadata": {"name": 1}}.scores("usage").size() == 0`, "an error (scores: the object has no metadata.name)",
		},
		"metadata is an int": {`{"metadata": 1}.scores("usage").size() == 0`, "an error (scores: the object has no metadata.name)"},
		"scores by dyn":      {`managedCluster.scores(dyn(1)).size() == 0`, "an error (no such overload: scores(map, int))"},
		"wrong JSON": {
			`managedCluster.metadata.annotations.text.parseJSON().a == 1`, "an error (parseJSON: unexpected end of JSON input)",
		},
		"JSON of dyn":      {`dyn(1).parseJSON() == 1`, "an error (no such overload: parseJSON(int))"},
		"bad conversion":   {`int("a") == 1`, "an error (type conversion error from 'string' to 'int')"},
		"division by zero": {`1 / (managedCluster.spec.leaseDurationSeconds - 60) == 1`, "an error (division by zero)"},
		"bad semver": {
			`semver(managedCluster.status.version.kubernetes).major() == 1`, "an error (Invalid character(s) found in major number \"v1\")",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if matched, found := evaluate(t, cel, c.text, &match.Budget{}); matched || found != c.want {
				t.Errorf("%s is %t, %q; want %q", c.text, matched, found, c.want)
			}
		})
	}
}

// list returns a list literal of n ones.
func list(n int) string { return "[1" + strings.Repeat(",1", n-1) + "]" }

// loops returns an expression that is true after n*n*n comparisons.
func loops(n int) string {
	return list(n) + ".all(a, " + list(n) + ".all(b, " + list(n) + ".all(c, a+b+c == 3)))"
}

func TestCELCostOfOneExpression(t *testing.T) {
	cel := newCEL(t)
	if matched, found := evaluate(t, cel, loops(45), &match.Budget{}); !matched {
		t.Errorf("91125 loops are %q", found)
	}
	matched, found := evaluate(t, cel, loops(60), &match.Budget{})
	if want := "an error (operation cancelled: actual cost limit exceeded)"; matched || found != want {
		t.Errorf("216000 loops are %t, %q; want %q", matched, found, want)
	}
}

// TestCELCostOfASelector evaluates one expression again and again on the same budget, as a selector does with several.
func TestCELCostOfASelector(t *testing.T) {
	cel := newCEL(t)
	expression, err := cel.Compile(loops(45))
	if err != nil {
		t.Fatal(err)
	}
	var budget match.Budget
	for i := range 40 {
		matched, found, err := expression.Evaluate(t.Context(), map[string]any{}, &budget)
		if err != nil {
			t.Fatal(err)
		}
		if matched {
			continue
		}
		if want := "too expensive together with the expressions before it"; found != want {
			t.Errorf("expression %d is %q, want %q", i, found, want)
		}
		// One expression may cost 1 million, all of them together 10 million.
		if i < 10 {
			t.Errorf("only %d expressions fit", i)
		}
		if matched, found, _ := expression.Evaluate(t.Context(), map[string]any{}, &match.Budget{}); !matched {
			t.Errorf("with a new budget it is %q", found)
		}
		return
	}
	t.Error("40 expensive expressions fit")
}
