// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// limits are embedded in waits, and have embedded fields themselves.
type limits struct {
	deadline
	MinSuccessTime metav1.Duration    `json:"minSuccessTime,omitzero"`
	MaxFailures    intstr.IntOrString `json:"maxFailures,omitzero"`
}

type deadline struct {
	Deadline string `json:"progressDeadline,omitempty"`
}

type waits struct {
	limits
	WaitTime       *metav1.Duration           `json:"waitTime,omitempty"`
	MaxConcurrency *intstr.IntOrString        `json:"maxConcurrency,omitempty"`
	Named          map[string]metav1.Duration `json:"named,omitempty"`
}

var compareWaits = cmp.AllowUnexported(waits{}, limits{})

// TestDurations writes durations in their shortest form, and reads them again, in embedded structs too.
func TestDurations(t *testing.T) {
	percent := intstr.FromString("25%")
	of := tfvalue.TypeOf(reflect.TypeFor[waits]())
	want := waits{
		limits: limits{
			deadline: deadline{"10m"}, MinSuccessTime: metav1.Duration{Duration: 5 * time.Minute}, MaxFailures: intstr.FromInt32(2),
		},
		WaitTime: &metav1.Duration{Duration: 90 * time.Minute}, MaxConcurrency: &percent,
		Named: map[string]metav1.Duration{"a": {Duration: time.Second}},
	}
	value, err := tfvalue.Value(of, want)
	if err != nil {
		t.Fatal(err)
	}
	texts := tftypes.NewValue(of, map[string]tftypes.Value{
		"progress_deadline": tftypes.NewValue(tftypes.String, "10m"), "min_success_time": tftypes.NewValue(tftypes.String, "5m"),
		"max_failures": tftypes.NewValue(tftypes.String, "2"), "wait_time": tftypes.NewValue(tftypes.String, "1h30m"),
		"max_concurrency": tftypes.NewValue(tftypes.String, "25%"),
		"named": tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, map[string]tftypes.Value{
			"a": tftypes.NewValue(tftypes.String, "1s"),
		}),
	})
	if !value.Equal(texts) {
		t.Errorf("got %s, want %s", value, texts)
	}
	var got waits
	r := &tfvalue.Reader{}
	r.Read(tfvalue.Of(value), &got, nil)
	if diff := cmp.Diff(want, got, compareWaits); diff != "" || len(mistakesOf(r)) > 0 {
		t.Errorf("%s\n-want +got:\n%s", mistakesOf(r), diff)
	}
}

// TestDurationSpellings: two spellings of a duration mean the same.
func TestDurationSpellings(t *testing.T) {
	encoded := map[string]bool{}
	for _, text := range []string{"90m", "1h30m", "5400s", "1.5h", "1h30m0s"} {
		var got waits
		r := &tfvalue.Reader{}
		r.Read(dynamicInput(t, map[string]any{"wait_time": text, "min_success_time": text}), &got, nil)
		if found := mistakesOf(r); len(found) > 0 {
			t.Error(found)
		}
		encoded[string(tfvalue.Canonical(&got))] = true
	}
	if diff := cmp.Diff(map[string]bool{`{min_success_time:"1h30m0s"wait_time:"1h30m0s"}`: true}, encoded); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestDurationMistakes says what a duration looks like. The mistakes of a map are in the order of its keys.
func TestDurationMistakes(t *testing.T) {
	named := map[string]any{}
	var want []string
	for _, key := range []string{"a", "b", "c", "d", "e", "f"} {
		named[key] = "x" + key
		want = append(want, fmt.Sprintf(`named[%q]: Invalid value: found "x%s"; it must be a duration such as "5m"`, key, key))
	}
	for name, tt := range map[string]struct {
		data map[string]any
		want []string
	}{
		"a space": {
			map[string]any{"wait_time": "5 min"}, []string{`wait_time: Invalid value: found "5 min"; it must be a duration such as "5m"`},
		},
		"no unit": {
			map[string]any{"min_success_time": 5},
			[]string{`min_success_time: Invalid value: found "5"; it must be a duration such as "5m"`},
		},
		"an object": {
			map[string]any{"wait_time": map[string]any{}}, []string{"wait_time: Invalid value: found an object; it must be a string"},
		},
		"in a map":   {map[string]any{"named": named}, want},
		"no mistake": {map[string]any{"wait_time": nil, "min_success_time": "0s"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got waits
			r := &tfvalue.Reader{}
			r.Read(dynamicInput(t, tt.data), &got, nil)
			if diff := cmp.Diff(tt.want, mistakesOf(r)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
