// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementconfig

import (
	"reflect"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// SpellOut makes an empty selector of a placement one with match_labels = {}. All its attributes would be null otherwise, as
// where Terraform drops misspelt ones.
func SpellOut(p *manifest.Placement) { spellOut(reflect.ValueOf(p)) }

func spellOut(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if selector, ok := v.Interface().(*metav1.LabelSelector); ok && selector != nil && selector.MatchLabels == nil &&
			len(selector.MatchExpressions) == 0 {
			selector.MatchLabels = map[string]string{}
		} else if claims, ok := v.Interface().(*placement.ClaimSelector); ok && claims != nil && claims.MatchExpressions == nil {
			claims.MatchExpressions = []metav1.LabelSelectorRequirement{}
		} else if !v.IsNil() {
			spellOut(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Field(i); field.CanInterface() && field.CanAddr() {
				spellOut(field)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			spellOut(v.Index(i))
		}
	}
}
