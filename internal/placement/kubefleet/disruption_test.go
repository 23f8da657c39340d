// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// TestDisruptionBudget: an eviction needs a budget that allows one more disruption, or a placement that failed on the cluster.
func TestDisruptionBudget(t *testing.T) {
	maximum := func(limit string) *kubefleet.DisruptionBudget {
		of := intstr.Parse(limit)
		return &kubefleet.DisruptionBudget{Name: "web", DisruptionBudgetSpec: kubefleet.DisruptionBudgetSpec{MaxUnavailable: &of}}
	}
	minimum := func(limit string) *kubefleet.DisruptionBudget {
		of := intstr.Parse(limit)
		return &kubefleet.DisruptionBudget{Name: "web", DisruptionBudgetSpec: kubefleet.DisruptionBudgetSpec{MinAvailable: &of}}
	}
	const budget, count = `the ClusterResourcePlacementDisruptionBudget "web" `, ", and 2 of 3 clusters are available"
	const notForAll = budget + "is for a placement of type PickAll, which needs minAvailable as a number"
	bound := placement.ResourceBinding{State: placement.BindingBound}
	for name, tt := range map[string]struct {
		req     kubefleet.Placement
		binding placement.ResourceBinding
		budget  *kubefleet.DisruptionBudget
		want    string
	}{
		"room for one more":    {pickN(3), bound, maximum("2"), ""},
		"one is down already":  {pickN(3), bound, maximum("1"), budget + "has maxUnavailable 1" + count},
		"rounded up to 2":      {pickN(3), bound, maximum("34%"), ""},
		"rounded up to 1":      {pickN(3), bound, maximum("33%"), budget + "has maxUnavailable 33%" + count},
		"one is enough":        {pickN(3), bound, minimum("1"), ""},
		"two are needed":       {pickN(3), bound, minimum("2"), budget + "has minAvailable 2" + count},
		"half of 3 are 2":      {pickN(3), bound, minimum("50%"), budget + "has minAvailable 50%" + count},
		"PickAll and a number": {pickAll(), bound, minimum("1"), ""},
		"PickAll and a share":  {pickAll(), bound, minimum("10%"), notForAll},
		"PickAll and maximum":  {pickAll(), bound, maximum("3"), notForAll},
		"an empty budget":      {pickN(3), bound, &kubefleet.DisruptionBudget{Name: "web"}, budget + "has neither maxUnavailable nor minAvailable" + count},
		"a failed one":         {pickN(3), placement.ResourceBinding{State: placement.BindingBound, Failed: true}, maximum("0"), ""},
		"one that is deleted":  {pickN(3), placement.ResourceBinding{Deleting: true}, maximum("0"), ""},
	} {
		if got := tt.budget.Blocks(&tt.req.Spec, &tt.binding, 3, 2); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

// TestDisruptionBudgetMistakes: what the API and the webhook of KubeFleet refuse, and a budget without a limit.
func TestDisruptionBudgetMistakes(t *testing.T) {
	budget := func(maximum, minimum string) *kubefleet.DisruptionBudget {
		b := &kubefleet.DisruptionBudget{Name: "web"}
		if maximum != "" {
			b.MaxUnavailable = new(intstr.Parse(maximum))
		}
		if minimum != "" {
			b.MinAvailable = new(intstr.Parse(minimum))
		}
		return b
	}
	const size = `must be a number of at least 0, or a percentage from "0%" to "100%"`
	for limits, want := range map[[2]string]string{
		{"0", ""}: "", {"", "100%"}: "", {"0%", ""}: "", {"", "3"}: "",
		{"-1", ""}:    `maxUnavailable: Invalid value: "-1": ` + size,
		{"", "101%"}:  `minAvailable: Invalid value: "101%": ` + size,
		{"", "many"}:  `minAvailable: Invalid value: "many": ` + size,
		{"", ""}:      "maxUnavailable: Required value: set max_unavailable or min_available: a budget with neither blocks every eviction",
		{"1", "50%"}:  "minAvailable: Forbidden: max_unavailable is set as well; remove one of them",
		{"1.5%", ""}:  `maxUnavailable: Invalid value: "1.5%": ` + size,
		{"", "100 %"}: `minAvailable: Invalid value: "100 %": ` + size,
	} {
		got := ""
		if errs := budget(limits[0], limits[1]).Validate(nil); len(errs) > 0 {
			got = errs.ToAggregate().Error()
		}
		if got != want {
			t.Errorf("%v: got %q, want %q", limits, got, want)
		}
	}
	const needs = "the placement is of type PickAll, which needs min_available as a number"
	for _, tt := range []struct {
		req              kubefleet.Placement
		maximum, minimum string
		want             string
	}{
		{pickN(3), "50%", "", ""}, {pickAll(), "", "2", ""},
		{pickAll(), "1", "", "maxUnavailable: Forbidden: " + needs},
		{kubefleet.Placement{}, "", "50%", `minAvailable: Invalid value: "50%": ` + needs},
	} {
		got := ""
		if errs := budget(tt.maximum, tt.minimum).ValidateFor(&tt.req.Spec); len(errs) > 0 {
			got = errs.ToAggregate().Error()
		}
		if got != tt.want {
			t.Errorf("%v: got %q, want %q", tt, got, tt.want)
		}
	}
}
