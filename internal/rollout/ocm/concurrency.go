// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Concurrency is how many of a number of clusters outside of the mandatory groups are rolled out at a time.
func (p *Progressive) Concurrency(clusters int) (int, error) {
	size, err := sizeOf(p.MaxConcurrency, clusters, clusters)
	if err != nil {
		return 0, fmt.Errorf("maxConcurrency: %w", err)
	}
	return size, nil
}

// Mandatory reports for each of the groups, which are sorted by index and name, whether it is mandatory: all groups of a name
// are or, without a name, the first group of an index.
func (s *Strategy) Mandatory(groups []placement.Group) []bool {
	mandatory, _ := s.mandatory(groups)
	return mandatory
}

// IgnoredMandatory are the positions of the mandatory groups that select none of the groups, which are sorted by index and name.
// The handler ignores these.
func (s *Strategy) IgnoredMandatory(groups []placement.Group) []int {
	_, used := s.mandatory(groups)
	var ignored []int
	for i, isUsed := range used {
		if !isUsed {
			ignored = append(ignored, i)
		}
	}
	return ignored
}

// MandatoryGroups are the mandatory groups of the block that applies.
func (s *Strategy) MandatoryGroups() []MandatoryGroup {
	switch {
	case s.Type == TypeProgressive && s.Progressive != nil:
		return s.Progressive.MandatoryDecisionGroups
	case s.Type == TypeProgressivePerGroup && s.ProgressivePerGroup != nil:
		return s.ProgressivePerGroup.MandatoryDecisionGroups
	}
	return nil
}

// mandatory reports which groups are mandatory, and which entries of the strategy select one.
func (s *Strategy) mandatory(groups []placement.Group) (mandatory, used []bool) {
	wanted := s.MandatoryGroups()
	mandatory, used = make([]bool, len(groups)), make([]bool, len(wanted))
	for i, g := range groups {
		first := i == 0 || groups[i-1].Index != g.Index
		for k := range wanted {
			if wanted[k].selects(g.Index, g.Name, first) {
				mandatory[i], used[k] = true, true
			}
		}
	}
	return mandatory, used
}

// selects reports whether a group is mandatory. First says that no group of the same index is before it.
func (w *MandatoryGroup) selects(index int, name string, first bool) bool {
	if w.GroupName != "" {
		return w.GroupName == name
	}
	return first && w.GroupIndex == index
}
