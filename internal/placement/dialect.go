// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

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
