// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision

import "k8s.io/apimachinery/pkg/util/sets"

// without are the names of a list that another one does not have, sorted.
func without(names, others []string) []string {
	return sets.List(sets.New(names...).Delete(others...))
}

// SameClusters reports whether two decisions have the same clusters, in any order.
func SameClusters(a, b []string) bool { return len(a) == len(b) && sets.New(a...).HasAll(b...) }
