// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// Membership says which clusters are members of some cluster sets. The zero value is the membership of no sets.
type Membership struct {
	// exclusive are the names of the sets whose members carry the set's name in their label.
	exclusive map[string]bool
	selectors []match.Selector
}

// Add adds the members of a set. It fails if the set's selector or its type is wrong. A set of the type LabelSelector without a
// selector has no members.
func (m *Membership) Add(set *placement.ClusterSet) error {
	switch set.SelectorType {
	case "", placement.ExclusiveClusterSetLabel:
		if m.exclusive == nil {
			m.exclusive = map[string]bool{}
		}
		m.exclusive[set.Name] = true
	case placement.LabelSelector:
		if set.LabelSelector == nil {
			return nil
		}
		selector, err := match.CompileSelector(set.LabelSelector)
		if err != nil {
			return err
		}
		m.selectors = append(m.selectors, selector)
	default:
		return fmt.Errorf("selectorType is not right: %s", excerpt.Text(string(set.SelectorType)))
	}
	return nil
}

// Contains reports whether a cluster with these labels is a member of one of the sets.
func (m *Membership) Contains(labels map[string]string) bool {
	if set, ok := labels[placement.ClusterSetLabel]; ok && m.exclusive[set] {
		return true
	}
	return slices.ContainsFunc(m.selectors, func(selector match.Selector) bool { return selector.Matches(labels) })
}
