// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

type dynamicItem struct {
	Name     string                `json:"name"`
	Note     string                `json:"note,omitempty"`
	Count    *int32                `json:"count,omitempty"`
	Share    float64               `json:"share,omitempty"`
	Wait     *metav1.Duration      `json:"wait,omitempty"`
	Size     intstr.IntOrString    `json:"size,omitzero"`
	At       time.Time             `json:"at,omitzero"`
	Tags     []string              `json:"tags,omitempty"`
	Selector *metav1.LabelSelector `json:"selector,omitempty"`
}

// TestDynamicValue writes a struct as HCL and reads it back.
func TestDynamicValue(t *testing.T) {
	count := int32(0)
	data := []dynamicItem{
		{Name: "a"},
		{
			Name: "b", Note: "x", Count: &count, Share: 0.5, Wait: &metav1.Duration{Duration: time.Minute}, Size: intstr.FromString("25%"),
			At: time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC), Tags: []string{"t"},
			Selector: &metav1.LabelSelector{
				MatchLabels:      map[string]string{"region": "eu"},
				MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "tier", Operator: "In", Values: []string{"gold"}}},
			},
		},
	}
	value, err := Value(tftypes.DynamicPseudoType, data)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := tfprotov6.NewDynamicValue(tftypes.DynamicPseudoType, value)
	if err != nil {
		t.Fatal(err)
	}
	input, err := Decode(encoded.MsgPack)
	if err != nil {
		t.Fatal(err)
	}
	var read []dynamicItem
	var reader Reader
	reader.Read(input, &read, Root("x"))
	for m := range reader.Mistakes {
		t.Errorf("%s: %s", m.At, m.Message)
	}
	if diff := cmp.Diff(data, read); diff != "" {
		t.Error(diff)
	}
	if got := len(input.list[0].fields); got != 1 {
		t.Errorf("%d attributes where one is set", got)
	}
	if null, err := Value(tftypes.DynamicPseudoType, (*dynamicItem)(nil)); err != nil || !null.IsNull() {
		t.Errorf("%v, %v", null, err)
	}
}
