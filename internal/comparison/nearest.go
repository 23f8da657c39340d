// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package comparison

import (
	"context"
	"reflect"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// changeWork bounds the work for a placement that a plan changes: a plan may change many.
const changeWork = 200_000

// Nearest warns of the smallest change of the fleet after which a placement that a plan changes, which what names, is decided
// otherwise than without the plan. Nothing is said if both differ today, which the moves of the plan show, and if none was found.
func Nearest(
	ctx context.Context, what string, fleet planner.Fleet, from, to world.Placement, now time.Time,
) finding.List {
	if reflect.DeepEqual(from.Decisive(), to.Decisive()) {
		return nil
	}
	answer, findings := Of(ctx, fleet, Pair{from, to}, world.Options{Now: now}, changeWork)
	switch {
	case ctx.Err() != nil:
		return nil
	case findings.HasError():
		return finding.List{finding.Warning("", what+" is not compared with what it was", findings[0].Title+": "+findings[0].Text)}
	case answer.Verdict != Later:
		return nil
	}
	answer.tell("The placement before this plan (from) and after it (to)")
	return finding.List{finding.Warning("", what+" decides the same only today", answer.Text)}
}
