// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package placement holds the types that the placement algorithms share: their input (clusters, cluster sets,
// bindings, scores, earlier decisions) and their output (decisions, rejections, scores, groups, conditions). It also
// holds what works the same in all of them: decision groups and the sentences of reasons.
//
// A dialect package (ocm, kubefleet, hybrid) takes a request and an [Inventory] and returns a [Result].
//
//	result, err := ocm.Schedule(ctx, request, inventory)
//
// Every dialect package guarantees:
//
//   - Pure: no I/O, no clock, no randomness, no goroutines. The time is [Inventory.Now].
//   - Total: every cluster of the inventory is in exactly one of Decisions, NotPicked and Rejected of the Result.
//   - Ordered: results are slices with a documented total order; the order of the inputs never matters.
//   - A rejected cluster is data with a reason; an error means that the request itself is wrong.
package placement

import (
	"context"
	"fmt"
)

// A Dialect is the scheduler whose rules a placement follows. Its text is the name of the attribute that configures it.
type Dialect string

// The dialects.
const (
	// DialectOCM is the scheduler of Open Cluster Management. It compares the sums of the weighted scores. Of clusters with
	// equal scores, the one with the smaller name comes first.
	DialectOCM Dialect = "ocm"
	// DialectKubeFleet is the scheduler of KubeFleet. It compares the scores one after the other. Of clusters with equal
	// scores, the one with the larger name comes first.
	DialectKubeFleet Dialect = "kubefleet"
	// DialectHybrid is the operator of hybrid placement rules. It compares ratings in hundredths, round by round.
	DialectHybrid Dialect = "hybrid"
)

// Dialects are all dialects.
var Dialects = []Dialect{DialectOCM, DialectKubeFleet, DialectHybrid}

// A ScoreKind says what a column of scores measures. It is empty where nothing depends on it.
type ScoreKind string

// The kinds of scores that are explained differently.
const (
	// ScoreResource: one of the cluster's resources, relative to the other candidates.
	ScoreResource ScoreKind = "resource"
	// ScoreSpread: how evenly the placement is spread with the cluster.
	ScoreSpread ScoreKind = "spread"
	// ScoreAffinity: how well the cluster matches what the placement prefers.
	ScoreAffinity ScoreKind = "affinity"
	// ScorePrevious: whether an earlier policy chose the cluster. KubeFleet compares it and does not publish it.
	ScorePrevious ScoreKind = "previous"
)

// interruptFrequency is how many steps of a loop pass between two checks of its context: a check costs as much as some steps.
const interruptFrequency = 256

// Interrupted returns an error if ctx has ended. It checks ctx in every 256th step of a loop only, so a loop over the
// fleet, or a longer one, calls it in every step.
func Interrupted(ctx context.Context, step int) error {
	if step%interruptFrequency != 0 {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("the decision was interrupted: %w", err)
	}
	return nil
}
