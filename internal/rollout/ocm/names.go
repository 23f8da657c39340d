// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"cmp"
	"slices"
)

// nameIndex numbers the clusters of a request, so that a pass can use slices instead of maps and sort numbers instead of
// names.
type nameIndex struct {
	names []string
	ids   map[string]int32
}

// add returns the number of a cluster.
func (x *nameIndex) add(name string) int32 {
	id, ok := x.ids[name]
	if !ok {
		id = int32(len(x.names))
		x.ids[name] = id
		x.names = append(x.names, name)
	}
	return id
}

// sort sorts the names, and returns the new number of each old one.
func (x *nameIndex) sort() (rank []int32) {
	order := make([]int32, len(x.names))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(x.names[a], x.names[b]) })
	sorted := make([]string, len(x.names))
	rank = make([]int32, len(x.names))
	for i, id := range order {
		sorted[i], rank[id] = x.names[id], int32(i)
	}
	x.names, x.ids = sorted, nil
	return rank
}
