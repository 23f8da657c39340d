// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

// Dependence is what a decision depends on among the clusters that are not chosen. If clusters are taken out of the fleet, and
// the placement is decided from the same earlier decisions, it is the same decision, unless a chosen cluster or the whole of an
// Influence is among them.
type Dependence struct {
	Influences []Influence
	// Counted says that only the number of clusters matters: the placement is satisfied as long as at least Wanted of the Passing
	// clusters are left, whichever these are. Passing are the chosen clusters and those that could take their places. If there are
	// no others than the chosen ones, those that are left stay chosen, and no other joins.
	Counted         bool
	Passing, Wanted int
}

// Influence are clusters that together determine the scores or the spread of the others.
type Influence struct {
	// Of is what they determine, in the words of a sentence: "the least allocatable cpu".
	Of       string
	Clusters []string
	// Each says that each of them does. Otherwise the loss of some has no effect as long as one of them is left.
	Each bool
}
