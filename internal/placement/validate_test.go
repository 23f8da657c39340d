// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

var paths = placement.ClusterPaths{
	Name: field.NewPath("name"), Labels: field.NewPath("labels"),
	Claims: field.NewPath("claims"), Taints: field.NewPath("taints"),
}

// found formats mistakes as "<type> <field>".
func found(errs field.ErrorList) (list []string) {
	for _, err := range errs {
		list = append(list, string(err.Type)+" "+err.Field)
	}
	return list
}

func TestValidateCluster(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	label := func(key, value string) placement.Cluster {
		return placement.Cluster{Name: "c", Labels: map[string]string{key: value}}
	}
	claim := func(name, value string) placement.Cluster {
		return placement.Cluster{Name: "c", Claims: map[string]string{name: value}}
	}
	taint := func(key, value string, effect placement.TaintEffect) placement.Cluster {
		return placement.Cluster{Name: "c", Taints: []placement.Taint{
			{Key: "fine", Effect: placement.NoSelect}, {Key: key, Value: value, Effect: effect},
		}}
	}
	for name, c := range map[string]struct {
		cluster placement.Cluster
		want    []string
	}{
		"a name alone":                {placement.Cluster{Name: "c"}, nil},
		"no name":                     {placement.Cluster{}, []string{"FieldValueRequired name"}},
		"name of upper case":          {placement.Cluster{Name: "Prod"}, []string{"FieldValueInvalid name"}},
		"name with a dot":             {placement.Cluster{Name: "prod.eu"}, nil},
		"name of 254 characters":      {placement.Cluster{Name: long(254)}, []string{"FieldValueInvalid name"}},
		"label":                       {label("example.com/env", "prod"), nil},
		"label with an empty value":   {label("env", ""), nil},
		"label with an illegal key":   {label("a b", "x"), []string{"FieldValueInvalid labels[a b]"}},
		"label with an empty key":     {label("", "x"), []string{"FieldValueInvalid labels[]", "FieldValueInvalid labels[]"}},
		"label with an illegal value": {label("env", "a/b"), []string{"FieldValueInvalid labels[env]"}},
		"label with a long value":     {label("env", long(64)), []string{"FieldValueInvalid labels[env]"}},
		"claim of any text":           {claim("id.k8s.io", "a b/ü"), nil},
		"claim of the longest":        {claim(long(253), long(1024)), nil},
		"claim without a name":        {claim("", "x"), []string{"FieldValueRequired claims"}},
		"claim with a long name":      {claim(long(254), "x"), []string{"FieldValueTooLong claims[" + long(254) + "]"}},
		"claim without a value":       {claim("a", ""), []string{"FieldValueRequired claims[a]"}},
		"claim with a long value":     {claim("a", long(1025)), []string{"FieldValueTooLong claims[a]"}},
		"taint":                       {taint("example.com/gpu", "any text", placement.PreferNoSelect), nil},
		"taint of the longest":        {taint(long(316), long(1024), placement.NoSelectIfNew), nil},
		"taint without a key":         {taint("", "", placement.NoSelect), []string{"FieldValueInvalid taints[1].key"}},
		"taint with an illegal key":   {taint("a/b/c", "", placement.NoSelect), []string{"FieldValueInvalid taints[1].key"}},
		"taint with upper-case DNS":   {taint("Example.com/a", "", placement.NoSelect), []string{"FieldValueInvalid taints[1].key"}},
		"taint with a long key":       {taint(long(317), "", placement.NoSelect), []string{"FieldValueTooLong taints[1].key"}},
		"taint with a long value":     {taint("a", long(1025), placement.NoSelect), []string{"FieldValueTooLong taints[1].value"}},
		"taint without an effect":     {taint("a", "", ""), []string{"FieldValueNotSupported taints[1].effect"}},
		"taint with a pod's effect":   {taint("a", "", "NoSchedule"), []string{"FieldValueNotSupported taints[1].effect"}},
		"mistakes are sorted by field": {
			placement.Cluster{
				Name: "-", Labels: map[string]string{"b": "?", "a": "?", "d": "?", "c": "?"},
				Claims: map[string]string{"f": "", "e": "", "h": "", "g": ""},
				Taints: []placement.Taint{{Key: "?", Effect: "?"}},
			},
			[]string{
				"FieldValueRequired claims[e]", "FieldValueRequired claims[f]", "FieldValueRequired claims[g]",
				"FieldValueRequired claims[h]", "FieldValueInvalid labels[a]", "FieldValueInvalid labels[b]",
				"FieldValueInvalid labels[c]", "FieldValueInvalid labels[d]", "FieldValueInvalid name",
				"FieldValueInvalid taints[0].key", "FieldValueNotSupported taints[0].effect",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var v placement.Validator
			for range 2 { // The second time the validator uses its cache.
				if diff := cmp.Diff(c.want, found(v.Cluster(&c.cluster, paths))); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			}
		})
	}
}

// TestValidatorCache mixes legal keys and values with illegal ones that were seen beside them.
func TestValidatorCache(t *testing.T) {
	var v placement.Validator
	for _, c := range []struct {
		key, value string
		mistakes   int
	}{{"env", "prod", 0}, {"env", "?", 1}, {"?", "prod", 1}, {"env", "?", 1}, {"a", "b", 0}, {"env", "b", 0}, {"b", "a", 0}} {
		errs := v.Cluster(&placement.Cluster{Name: "c", Labels: map[string]string{c.key: c.value}}, paths)
		if len(errs) != c.mistakes {
			t.Errorf("%s=%s: %v", c.key, c.value, errs)
		}
	}
}

func TestValidateClusterSet(t *testing.T) {
	wrong := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "env", Operator: "Gt"}}}
	for name, c := range map[string]struct {
		set  placement.ClusterSet
		want []string
	}{
		"type by default":                {placement.ClusterSet{Name: "prod"}, nil},
		"exclusive":                      {placement.ClusterSet{Name: "prod", SelectorType: placement.ExclusiveClusterSetLabel}, nil},
		"a selector that does not apply": {placement.ClusterSet{Name: "prod", LabelSelector: wrong}, nil},
		"no selector":                    {placement.ClusterSet{Name: "none", SelectorType: placement.LabelSelector}, nil},
		"an empty selector": {
			placement.ClusterSet{Name: "global", SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{}}, nil,
		},
		"a wrong selector": {
			placement.ClusterSet{Name: "prod", SelectorType: placement.LabelSelector, LabelSelector: wrong},
			[]string{"FieldValueNotSupported spec.labelSelector.matchExpressions[0].operator"},
		},
		"an unknown type": {
			placement.ClusterSet{Name: "prod", SelectorType: "Regex"},
			[]string{"FieldValueNotSupported spec.selectorType"},
		},
		"no name":         {placement.ClusterSet{}, []string{"FieldValueRequired name"}},
		"an illegal name": {placement.ClusterSet{Name: "a_b"}, []string{"FieldValueInvalid name"}},
	} {
		if diff := cmp.Diff(c.want, found(c.set.Validate(field.NewPath("name"), field.NewPath("spec")))); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}

func TestValidateScore(t *testing.T) {
	score := placement.Score{Values: []placement.ScoreValue{{Name: "a", Value: -100}, {Name: "b", Value: 101},
		{Name: "c", Value: 100}, {Name: "d", Value: -101}}}
	want := []string{"FieldValueInvalid values[1].value", "FieldValueInvalid values[3].value"}
	if diff := cmp.Diff(want, found(score.Validate(field.NewPath("values")))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestValidateLabels(t *testing.T) {
	path := field.NewPath("x")
	for value, mistakes := range map[string]int{"prod": 0, "": 0, "a/b": 1, "-a": 1, strings.Repeat("x", 63): 0,
		strings.Repeat("x", 64): 1} {
		if errs := placement.ValidateLabelValue(value, path); len(errs) != mistakes {
			t.Errorf("value %q: %v", value, errs)
		}
	}
	if errs := placement.ValidateLabelSelector(nil, path); len(errs) > 0 {
		t.Errorf("a nil selector: %v", errs)
	}
	errs := placement.ValidateLabelSelector(&metav1.LabelSelector{
		MatchLabels:      map[string]string{"env": "a/b"},
		MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "a", Operator: metav1.LabelSelectorOpIn}},
	}, path)
	if diff := cmp.Diff([]string{"FieldValueInvalid x.matchLabels[env]", "FieldValueRequired x.matchExpressions[0].values"},
		found(errs)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
