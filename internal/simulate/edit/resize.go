// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package edit

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/inf.v0"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// maxPercent bounds a percentage: a quantity has about 18 digits.
const maxPercent = 100_000

// amount is a quantity, or a percentage of what there is.
type amount struct {
	quantity  resource.Quantity
	percent   int
	isPercent bool
}

// parseAmount reads an amount. Mistake says what it must be; it is empty for a right one.
func parseAmount(text string) (a amount, mistake string) {
	number, isPercent := strings.CutSuffix(text, "%")
	if isPercent {
		percent, err := strconv.Atoi(number)
		if err != nil || percent < 0 || percent > maxPercent {
			return a, `must be a quantity, or a whole percentage of what the cluster has, such as "150%"`
		}
		return amount{percent: percent, isPercent: true}, ""
	}
	quantity, err := placement.ParseQuantity(text)
	switch {
	case err != nil:
		return a, placement.QuantityRule(text)
	case quantity.Sign() < 0:
		return a, "must not be negative"
	}
	return amount{quantity: quantity}, ""
}

// of is the amount for a cluster that has another one. A cluster without any has no percentage of it.
func (a *amount) of(now resource.Quantity) resource.Quantity {
	if !a.isPercent {
		return a.quantity
	}
	scaled := new(inf.Dec).Mul(now.AsDec(), inf.NewDec(int64(a.percent), 2))
	return *resource.NewDecimalQuantity(*scaled, now.Format)
}

// change is what an amount is set to, and by how much that is more; ok is false if it stays.
func (a *amount) change(list placement.Resources, name string) (after, more resource.Quantity, ok bool) {
	now, has := list.Get(name)
	if !has && a.isPercent {
		return after, more, false
	}
	after = a.of(now.DeepCopy())
	more = after.DeepCopy()
	more.Sub(now)
	return after, more, !has || more.Sign() != 0
}

func (r *Resize) apply(ctx context.Context, f *Target, path *field.Path) finding.List {
	const without = "Each of the clusters has these amounts already, or nothing that a percentage could be of."
	return f.editClusters(ctx, &r.Selection, path, restriction{}, without, func(c *placement.Cluster) (bool, error) {
		changed := false
		for _, name := range slices.Sorted(maps.Keys(r.Resources)) {
			to, _ := parseAmount(r.Resources[name])
			changed = resizeTotal(c, name, &to) || changed
		}
		for _, name := range slices.Sorted(maps.Keys(r.Available)) {
			to, _ := parseAmount(r.Available[name])
			if after, _, ok := to.change(c.Available, name); ok {
				c.Available, changed = c.Available.With(name, after), true
			}
		}
		if !changed {
			return false, nil
		}
		return true, fleet.PatchResources(c)
	})
}

// resizeTotal changes what a cluster has of a resource and can allocate of it. What runs there stays, so that what is available
// changes by the same amount, if it is known, and is not less than nothing.
func resizeTotal(c *placement.Cluster, name string, to *amount) (changed bool) {
	if after, _, ok := to.change(c.Capacity, name); ok {
		c.Capacity, changed = c.Capacity.With(name, after), true
	}
	after, more, ok := to.change(c.Allocatable, name)
	if !ok {
		return changed
	}
	c.Allocatable = c.Allocatable.With(name, after)
	if left, known := c.Available.Get(name); known {
		if left.Add(more); left.Sign() < 0 {
			left = resource.Quantity{Format: left.Format}
		}
		c.Available = c.Available.With(name, left)
	}
	return true
}
