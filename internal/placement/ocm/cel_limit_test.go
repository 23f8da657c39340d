// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"errors"
	"fmt"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// TestMaxCELCost: the limit is for all clusters and all predicates together.
func TestMaxCELCost(t *testing.T) {
	inv := placement.Inventory{
		Sets:     []placement.ClusterSet{{Name: "all", SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{}}},
		Bindings: []placement.Binding{{Name: "all"}},
	}
	for i := range 50 {
		inv.Clusters = append(inv.Clusters, placement.Cluster{Name: fmt.Sprintf("c-%02d", i)})
	}
	predicate := func(text string) Predicate {
		return Predicate{RequiredClusterSelector: ClusterSelector{CELSelector: &CELSelector{CELExpressions: []string{text, text}}}}
	}
	// Each expression costs 100 to 1 000 for one cluster. The first predicate fails for every cluster.
	req := Placement{Spec: Spec{Predicates: []Predicate{
		predicate("![1,2,3,4,5,6,7,8,9].all(x, x > 0)"), predicate("[1,2,3,4,5,6,7,8,9].all(x, x > 0)"),
	}}}
	for limit, want := range map[uint64]error{0: nil, 1_000: ErrCELCost, 10_000_000: nil} {
		req.MaxCELCost = limit
		result, err := Schedule(t.Context(), req, inv)
		if !errors.Is(err, want) {
			t.Errorf("limit %d: the error is %v, want %v", limit, err, want)
		}
		if chosen := len(result.Decisions); want == nil && chosen != len(inv.Clusters) || want != nil && chosen != 0 {
			t.Errorf("limit %d: %d clusters are chosen", limit, chosen)
		}
	}
}
