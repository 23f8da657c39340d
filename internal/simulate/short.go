// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// MismatchDemand is the rejection of a cluster of which less remains than is demanded. No scheduler has it.
var MismatchDemand = &placement.MismatchKind{
	Name: "demand",
	Sentence: func(m *placement.Mismatch) string {
		name := m.Found
		if !m.Present {
			name = "none"
		}
		text := fmt.Sprintf("not enough %s: %s is left, %s is demanded", m.Key, name, m.Wanted)
		if u, _ := m.Detail.(*usage); u != nil && len(u.taken) > 0 {
			text += "; " + u.takers(m.Key)
		}
		return text
	},
	Cause:  func(m *placement.Mismatch) string { return "not enough " + m.Key },
	Before: "it had not enough room for the demand",
	Shared: true,
}

// stageDemand is the stage that rejects clusters of which too little remains.
const stageDemand = "Demand"

// WhyUnsatisfied says why a placement is not satisfied; empty if it is. The scheduler was left without the clusters that were
// rejected because of the demand, and would say that of all clusters none passes its filters.
func WhyUnsatisfied(ctx context.Context, o *world.Outcome) string {
	result := o.Answer().Result
	var rejected []placement.Cluster
	for i := range result.Rejected {
		if r := &result.Rejected[i]; r.Stage == stageDemand {
			u, _ := r.Mismatches[0].Detail.(*usage)
			rejected = append(rejected, *u.cluster)
		}
	}
	if o.Answer().Misconfigured != "" || len(rejected) == 0 {
		return o.Unsatisfied(ctx)
	}
	if len(result.Decisions)+len(result.NotPicked) == 0 {
		message := "No cluster has enough room for the demand"
		if len(rejected) < len(result.Rejected) {
			message += " and passes the filters"
		}
		result.Conditions = []placement.Condition{{Reason: stageDemand, Message: message}}
	}
	answer := o.Answer().Among(rejected)
	answer.Result = result
	return o.Request().WhyUnsatisfied(ctx, answer) + ShortOf(&result)
}

// ShortOf says of each resource that is short how much of it remains on the cluster with the most of it, and who took the rest.
func ShortOf(result *placement.Result) (text string) {
	most := map[string]*placement.Rejection{}
	remaining := func(r *placement.Rejection) resource.Quantity {
		quantity, err := resource.ParseQuantity(r.Mismatches[0].Found)
		if err != nil || !r.Mismatches[0].Present {
			return resource.Quantity{}
		}
		return quantity
	}
	for i := range result.Rejected {
		r := &result.Rejected[i]
		if r.Stage != stageDemand {
			continue
		}
		name := r.Mismatches[0].Key
		if best, has := most[name]; has {
			if more := remaining(r); more.Cmp(remaining(best)) <= 0 {
				continue
			}
		}
		most[name] = r
	}
	for _, name := range slices.Sorted(maps.Keys(most)) {
		text += fmt.Sprintf("\n\nThe cluster %s has the most %s: %s", excerpt.Text(most[name].Cluster), excerpt.Text(name),
			excerpt.Sentence(strings.TrimPrefix(most[name].Mismatches[0].String(), "not enough "+name+": ")))
	}
	return text
}
