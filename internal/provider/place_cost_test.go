package provider

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// TestPlaceCost: a function cannot be interrupted, so its CEL expressions are bounded all together.
func TestPlaceCost(t *testing.T) {
	const affordable = 100_000
	inv := placement.Inventory{Sets: []placement.ClusterSet{allClusters()}, Bindings: bindAll([]placement.ClusterSet{allClusters()})}
	for i := range 10 {
		inv.Clusters = append(inv.Clusters, placement.Cluster{Name: fmt.Sprintf("c-%d", i)})
	}
	selector := ocm.ClusterSelector{CELSelector: &ocm.CELSelector{CELExpressions: []string{slowExpression}}}
	config := placementConfig{
		maxCELCost: affordable, OCM: &ocm.Spec{Predicates: []ocm.Predicate{{RequiredClusterSelector: selector}}},
	}
	_, err := config.schedule(t.Context(), inv, &manifest.Fleet{}, &providerData{})
	if !errors.Is(err, ocm.ErrCELCost) || !strings.Contains(err.Error(), "Use the data source multicluster_placement") {
		t.Errorf("the error is %v", err)
	}
}
