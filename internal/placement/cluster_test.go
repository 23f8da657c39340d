// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

func TestTaintString(t *testing.T) {
	for want, taint := range map[string]placement.Taint{
		"gpu=true:NoSelect":         {Key: "gpu", Value: "true", Effect: placement.NoSelect},
		"example.com/a:NoSelect":    {Key: "example.com/a", Effect: placement.NoSelect},
		"gpu=a=b c:PreferNoSelect":  {Key: "gpu", Value: "a=b c", Effect: placement.PreferNoSelect},
		"maintenance:NoSelectIfNew": {Key: "maintenance", Effect: placement.NoSelectIfNew},
	} {
		if got := taint.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestResourcesGet(t *testing.T) {
	r := placement.Resources{
		placement.NewResource("cpu", resource.MustParse("4")), placement.NewResource("memory", resource.MustParse("16Gi")),
	}
	if got, ok := r.Get("memory"); !ok || got.String() != "16Gi" {
		t.Errorf("memory is %s, %t", got.String(), ok)
	}
	if got, ok := r.Get("gpu"); ok || !got.IsZero() {
		t.Errorf("gpu is %s, %t", got.String(), ok)
	}
	if _, ok := placement.Resources(nil).Get("cpu"); ok {
		t.Error("no resources have cpu")
	}
}

func TestResultCondition(t *testing.T) {
	r := placement.Result{Conditions: []placement.Condition{{Type: "A", Status: "True"}, {Type: "B", Status: "False"}}}
	if got := r.Condition("B"); got.Status != "False" {
		t.Errorf("B is %+v", got)
	}
	if got := r.Condition("C"); got != (placement.Condition{}) {
		t.Errorf("C is %+v", got)
	}
}

func TestMisconfigurationError(t *testing.T) {
	err := &placement.Misconfiguration{Plugin: "Predicate", Field: "predicates[0]", Message: "wrong"}
	if got := err.Error(); got != "predicates[0]: wrong" {
		t.Errorf("the error is %q", got)
	}
}

// TestParseTargetKey undoes Key.
func TestParseTargetKey(t *testing.T) {
	for _, target := range []placement.Target{{Name: "a"}, {Namespace: "n", Name: "a"}, {Namespace: "n", Name: "a/b"},
		{Name: "/a"}} {
		namespace, name := placement.ParseTargetKey(target.Key())
		if namespace != target.Namespace || name != target.Name {
			t.Errorf("%q is %q in namespace %q", target.Key(), name, namespace)
		}
	}
}
