// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue_test

import (
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

type score struct {
	Name  string `json:"name"`
	Value int32  `json:"value"`
}

type rule struct {
	Name           string                `json:"name"`
	Type           string                `json:"type,omitempty"`
	Weights        []float64             `json:"weights,omitempty"`
	Labels         map[string]string     `json:"labels,omitempty"`
	LabelSelector  *metav1.LabelSelector `json:"labelSelector,omitempty"`
	PeriodSeconds  int64                 `json:"periodSeconds,omitempty"`
	ObjectSelector *objectSelector       `json:"objectSelector,omitempty"`
}

// objectSelector has a selector further inside.
type objectSelector struct {
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
}

type anyRule struct {
	Type string `json:"type,omitempty"`
}

type lists struct {
	Rules  []rule    `json:"ruleList,omitempty"`
	Scores []score   `json:"scoreList,omitempty"`
	Any    []anyRule `json:"anyList,omitempty"`
}

// readLists reads an object with lists.
func readLists(t *testing.T, data map[string]any) string {
	t.Helper()
	return readListsOf(dynamicInput(t, data))
}

func readListsOf(v tfvalue.Input) string {
	r := &tfvalue.Reader{}
	r.Selects = map[reflect.Type]string{
		reflect.TypeFor[metav1.LabelSelector](): "cluster", reflect.TypeFor[objectSelector](): "cluster",
	}
	r.Additional = map[reflect.Type]tfvalue.AdditionalAttributes{
		reflect.TypeFor[rule](): {Only: "id", Resource: "example_rule"},
	}
	r.Read(v, &lists{}, nil)
	return strings.Join(mistakesOf(r), "\n")
}

// TestWritten: where a list of objects is due, the message has the list with what was found.
func TestWritten(t *testing.T) {
	type object = map[string]any
	long := strings.Repeat("x", 200)
	for name, tt := range map[string]struct {
		data object
		want string
	}{
		"in the order of the struct": {object{"rule_list": object{"type": "b", "name": "a"}}, `[{ name = "a", type = "b" }]`},
		"every kind of value": {
			object{"rule_list": object{"name": "a${b}", "labels": object{"a.b/c": true, "d": 1.5, "e": nil}, "weights": []any{1, 2}}},
			`[{ name = "a$${b}", weights = [1, 2], labels = { "a.b/c" = true, d = 1.5, e = null } }]`,
		},
		"without null":        {object{"rule_list": object{"name": "a", "type": nil}}, `[{ name = "a" }]`},
		"unknown":             {object{"rule_list": object{"name": unknownText, "type": "b"}}, `[{ name = ..., type = "b" }]`},
		"long":                {object{"rule_list": object{"name": long, "type": "b"}}, `[{ name = ..., type = ... }]`},
		"a resource":          {object{"rule_list": object{"id": "a", "name": "a"}}, `[example_rule.NAME]`},
		"by name, a value":    {object{"score_list": object{"b": 2, "a": 1}}, `[{ name = "a", value = 1 }, { name = "b", value = 2 }]`},
		"other attributes":    {object{"score_list": object{"a": []any{}}}, `[{ name = ..., value = ... }]`},
		"nothing is required": {object{"any_list": object{"x": 1}}, `[{ type = ... }]`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := readLists(t, tt.data); !strings.HasSuffix(got, ": found an object; it must be a list of objects, such as "+tt.want) {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestWrittenNumber: the text of a number is not written if that takes minutes.
func TestWrittenNumber(t *testing.T) {
	huge, _, err := big.ParseFloat("1e300000000", 10, 64, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	rule := dynamicInput(t, map[string]any{"name": "a"})
	rule.SetAttribute("type", tfvalue.Of(tftypes.NewValue(tftypes.Number, huge)))
	got := readListsOf(tfvalue.Object(map[string]tfvalue.Input{"rule_list": rule}))
	if want := `such as [{ name = "a", type = ... }]`; !strings.HasSuffix(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestWrittenLabels: labels in the place of a selector are one mistake, with the selector that has them.
func TestWrittenLabels(t *testing.T) {
	type object = map[string]any
	for name, tt := range map[string]struct {
		rule object
		want string
	}{
		"labels": {
			object{"label_selector": object{"env": "prod", "a.b/c": true}},
			`rule_list[0].label_selector.a.b/c: Unsupported attribute: unsupported attribute; labels belong in match_labels, ` +
				`such as label_selector = { match_labels = { "a.b/c" = true, env = "prod" } }`,
		},
		"further outside": {
			object{"object_selector": object{"env": "prod"}},
			`rule_list[0].object_selector.env: Unsupported attribute: unsupported attribute; labels belong in match_labels, ` +
				`such as object_selector = { label_selector = { match_labels = { env = "prod" } } }`,
		},
		"a misspelt attribute": {
			object{"label_selector": object{"match_label": "env=prod"}},
			`rule_list[0].label_selector.match_label: Unsupported attribute: unsupported attribute; did you mean "match_labels"? ` +
				`Expected one of match_expressions, match_labels`,
		},
		"an attribute of further inside": {
			object{"label_selector": object{"operator": "Exists"}},
			`rule_list[0].label_selector.operator: Unsupported attribute: unsupported attribute; operator belongs in ` +
				`rule_list[0].label_selector.match_expressions[0].operator; expected one of match_expressions, match_labels`,
		},
		"minutes for seconds": {
			object{"period_seconds": "5m"},
			`rule_list[0].period_seconds: Invalid value: found "5m"; it must be a number of seconds, such as 300`,
		},
		"less than a second": {
			object{"period_seconds": "50ms"}, `rule_list[0].period_seconds: Invalid value: found "50ms"; it must be a number of seconds`,
		},
		"no duration at all": {
			object{"period_seconds": "soon"}, `rule_list[0].period_seconds: Invalid value: found "soon"; it must be a number of seconds`,
		},
		"seconds, written out": {
			object{"period_seconds": "300s"},
			`rule_list[0].period_seconds: Invalid value: found "300s"; it must be a number of seconds, such as 300`,
		},
		"a number of them is ok": {object{"period_seconds": "300"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			tt.rule["name"] = "a"
			if got := readLists(t, object{"rule_list": []any{tt.rule}}); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
