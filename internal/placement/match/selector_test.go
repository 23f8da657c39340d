// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

func requires(key string, operator metav1.LabelSelectorOperator, values ...string) metav1.LabelSelectorRequirement {
	return metav1.LabelSelectorRequirement{Key: key, Operator: operator, Values: values}
}

func TestSelectorOperators(t *testing.T) {
	const in, notIn = metav1.LabelSelectorOpIn, metav1.LabelSelectorOpNotIn
	const exists, doesNotExist = metav1.LabelSelectorOpExists, metav1.LabelSelectorOpDoesNotExist
	for name, c := range map[string]struct {
		requirement metav1.LabelSelectorRequirement
		prod, empty bool // whether {env: prod} and the empty set match
		wanted      string
	}{
		"In with the value":              {requires("env", in, "prod", "dev"), true, false, "env in (dev,prod)"},
		"In with another value":          {requires("env", in, "dev"), false, false, "env in (dev)"},
		"In with an empty value":         {requires("env", in, ""), false, false, "env in ()"},
		"NotIn with the value":           {requires("env", notIn, "prod"), false, true, "env notin (prod)"},
		"NotIn with another value":       {requires("env", notIn, "dev"), true, true, "env notin (dev)"},
		"Exists with the key":            {requires("env", exists), true, false, "env"},
		"Exists with another key":        {requires("gpu", exists), false, false, "gpu"},
		"DoesNotExist with the key":      {requires("env", doesNotExist), false, true, "!env"},
		"DoesNotExist with another key":  {requires("gpu", doesNotExist), true, true, "!gpu"},
		"upper case is another value":    {requires("env", in, "PROD"), false, false, "env in (PROD)"},
		"keys with a DNS subdomain work": {requires("example.com/env", exists), false, false, "example.com/env"},
	} {
		t.Run(name, func(t *testing.T) {
			expressions := []metav1.LabelSelectorRequirement{c.requirement}
			labels, err := match.CompileSelector(&metav1.LabelSelector{MatchExpressions: expressions})
			if err != nil {
				t.Fatal(err)
			}
			claims, err := match.CompileSelector((&placement.ClaimSelector{MatchExpressions: expressions}).AsLabels())
			if err != nil {
				t.Fatal(err)
			}
			for kind, selector := range map[*placement.MismatchKind]match.Selector{
				placement.MismatchLabel: labels, placement.MismatchClaim: claims,
			} {
				for _, set := range []struct {
					values map[string]string
					want   bool
				}{{map[string]string{"env": "prod"}, c.prod}, {nil, c.empty}} {
					var want *placement.Mismatch
					if !set.want {
						found, present := set.values[c.requirement.Key]
						want = &placement.Mismatch{
							Kind: kind, Key: c.requirement.Key, Found: found, Present: present, Wanted: c.wanted,
						}
					}
					checkSelector(t, selector, kind, set.values, want)
				}
			}
		})
	}
}

// checkSelector checks what a selector finds for values; want is nil if it matches them.
func checkSelector(
	t *testing.T, selector match.Selector, kind *placement.MismatchKind, values map[string]string, want *placement.Mismatch,
) {
	t.Helper()
	if got := selector.Matches(values); got != (want == nil) {
		t.Errorf("%s: Matches(%v) = %t", kind.Name, values, got)
	}
	mismatch, failed := selector.Mismatch(kind, values)
	if failed != (want != nil) {
		t.Errorf("%s: Mismatch(%v) = %t", kind.Name, values, failed)
	}
	if want == nil {
		want = &placement.Mismatch{}
	}
	if diff := cmp.Diff(*want, mismatch); diff != "" {
		t.Errorf("%s: %v: -want +got:\n%s", kind.Name, values, diff)
	}
}

func TestSelectorWithoutRequirements(t *testing.T) {
	for name, selector := range map[string]*metav1.LabelSelector{"nil": nil, "empty": {}} {
		compiled, err := match.CompileSelector(selector)
		if err != nil {
			t.Fatal(err)
		}
		if !compiled.Matches(nil) || !compiled.Matches(map[string]string{"a": "b"}) {
			t.Errorf("the %s selector does not match everything", name)
		}
		if _, failed := compiled.Mismatch(placement.MismatchLabel, nil); failed {
			t.Errorf("the %s selector has a mismatch", name)
		}
	}
	for name, selector := range map[string]*placement.ClaimSelector{"nil": nil, "empty": {}} {
		if compiled, err := match.CompileSelector(selector.AsLabels()); err != nil || !compiled.Matches(nil) {
			t.Errorf("the %s claim selector does not match everything (%v)", name, err)
		}
	}
}

// TestFirstMismatch: the mismatch is the same in every run, although labels come from a map: the first by key, then by text.
func TestFirstMismatch(t *testing.T) {
	for name, c := range map[string]struct {
		selector metav1.LabelSelector
		set      map[string]string
		want     string
	}{
		"by key, wherever it is written": {
			metav1.LabelSelector{
				MatchLabels:      map[string]string{"d": "1", "b": "1", "c": "1", "e": "1"},
				MatchExpressions: []metav1.LabelSelectorRequirement{requires("a", metav1.LabelSelectorOpExists)},
			},
			map[string]string{"a": "0"}, "b=1",
		},
		"by text for the same key": {
			metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
				requires("a", metav1.LabelSelectorOpIn, "z"), requires("a", metav1.LabelSelectorOpIn, "y"),
			}},
			nil, "a in (y)",
		},
		"only what is not met": {
			metav1.LabelSelector{MatchLabels: map[string]string{"a": "1", "b": "2", "c": "3"}},
			map[string]string{"a": "1", "b": "2"}, "c=3",
		},
	} {
		for range 20 {
			selector, err := match.CompileSelector(&c.selector)
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := selector.Mismatch(placement.MismatchLabel, c.set); got.Wanted != c.want {
				t.Fatalf("%s: %q, want %q", name, got.Wanted, c.want)
			}
		}
	}
}

func TestWrongSelectors(t *testing.T) {
	for name, c := range map[string]struct {
		requirement metav1.LabelSelectorRequirement
		want        string
	}{
		"unknown operator":         {requires("env", "Gt", "1"), `"Gt" is not a valid label selector operator`},
		"In without values":        {requires("env", metav1.LabelSelectorOpIn), "values set can't be empty"},
		"NotIn without values":     {requires("env", metav1.LabelSelectorOpNotIn), "values set can't be empty"},
		"Exists with values":       {requires("env", metav1.LabelSelectorOpExists, "prod"), "must be empty"},
		"DoesNotExist with values": {requires("env", metav1.LabelSelectorOpDoesNotExist, "prod"), "must be empty"},
		"illegal key":              {requires("a b", metav1.LabelSelectorOpExists), "Invalid value"},
		"value with a slash":       {requires("env", metav1.LabelSelectorOpIn, "a/b"), "Invalid value"},
		"value of 64 characters":   {requires("env", metav1.LabelSelectorOpIn, strings.Repeat("x", 64)), "63"},
	} {
		expressions := []metav1.LabelSelectorRequirement{c.requirement}
		_, err := match.CompileSelector(&metav1.LabelSelector{MatchExpressions: expressions})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
		// A claim may have such a value; a claim selector may not.
		if _, err := match.CompileSelector((&placement.ClaimSelector{MatchExpressions: expressions}).AsLabels()); err == nil {
			t.Errorf("%s: the claim selector is accepted", name)
		}
	}
	if _, err := match.CompileSelector(&metav1.LabelSelector{MatchLabels: map[string]string{"env": "a/b"}}); err == nil {
		t.Error("an illegal value of matchLabels is accepted")
	}
}
