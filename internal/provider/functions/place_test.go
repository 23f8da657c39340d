// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/functions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestPlaceIsBoundedInTime: expressions whose cost does not show their time end with an error that says what to do.
func TestPlaceIsBoundedInTime(t *testing.T) {
	const ten = "[0,1,2,3,4,5,6,7,8,9]"
	slow := ten + ".all(a, " + ten + ".all(b, " + ten + ".all(c, " + ten +
		`.all(d, managedCluster.metadata.name != "" || a + b + c + d < 0))))`
	var clusters []any
	for i := range 2000 {
		clusters = append(clusters, object{"name": fmt.Sprintf("c-%d", i)})
	}
	argument := object{
		"clusters": clusters,
		"ocm": object{"predicates": []any{object{"required_cluster_selector": object{
			"cel_selector": object{"cel_expressions": []any{slow}},
		}}}},
	}
	value, err := types.DynamicType.ValueFromTerraform(t.Context(), providertest.DynamicOf(t, argument))
	if err != nil {
		t.Fatal(err)
	}
	resp := function.RunResponse{Result: function.NewResultData(types.ObjectUnknown(placementconfig.ResultType.AttrTypes))}
	begun := time.Now()
	functions.NewPlaceWithin(framework.NewReaders(), 100*time.Millisecond).Run(t.Context(), function.RunRequest{
		Arguments: function.NewArgumentsData([]attr.Value{value}),
	}, &resp)
	if resp.Error == nil || !strings.Contains(resp.Error.Text, "the decision takes more than 100ms") {
		t.Errorf("after %s the error is %v", time.Since(begun), resp.Error)
	}
	if took := time.Since(begun); took > time.Minute {
		t.Errorf("it took %s", took)
	}
}
