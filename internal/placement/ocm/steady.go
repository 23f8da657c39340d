// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

// scoreSteady gives 100 to the clusters that are currently chosen, and 0 to the others.
func (p *pass) scoreSteady(clusters []int32, scores column) {
	for i, position := range clusters {
		if p.interrupted(i) {
			return
		}
		if p.isCurrent(position) {
			scores.set(i, 100)
		} else {
			scores.set(i, 0)
		}
	}
}
