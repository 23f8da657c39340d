// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package match holds the matching primitives that the dialects share: label and claim selectors, CEL expressions
// and tolerations. A matcher is compiled once and evaluated once per cluster, and reports what did not match.
package match

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Selector is a compiled label selector: a list of requirements that must all be met.
type Selector struct {
	requirements []requirement
}

type requirement struct {
	labels.Requirement
	// text is the requirement in kubectl's notation, such as "env in (dev,prod)". A long list of values is cut.
	text string
}

// CompileSelector compiles a label selector. A nil or empty selector matches everything; where an API says that an
// absent selector selects nothing, the caller must check for nil. The error is Kubernetes' own.
func CompileSelector(selector *metav1.LabelSelector) (Selector, error) {
	if selector == nil {
		return Selector{}, nil
	}
	compiled, err := metav1.LabelSelectorAsSelector(selector)
	if err != nil {
		return Selector{}, err
	}
	list, _ := compiled.Requirements()
	ready := Selector{requirements: make([]requirement, len(list))}
	for i := range list {
		ready.requirements[i] = requirement{Requirement: list[i], text: list[i].String()}
	}
	slices.SortFunc(ready.requirements, func(a, b requirement) int {
		return cmp.Or(cmp.Compare(a.Key(), b.Key()), cmp.Compare(a.text, b.text))
	})
	for i := range ready.requirements {
		ready.requirements[i].cut()
	}
	return ready, nil
}

// cut shortens the list of values, the only part of the text whose length is not limited. No value contains a comma.
func (r *requirement) cut() {
	if strings.Count(r.text, ",") < excerpt.Items {
		return
	}
	if operator, _, ok := strings.Cut(r.text, "("); ok {
		r.text = operator + "(" + excerpt.List(r.Values().List(), ",") + ")"
	}
}

// Matches reports whether the set meets every requirement.
func (s *Selector) Matches(set map[string]string) bool {
	return s.firstUnmet(set) < 0
}

// Mismatch describes the first requirement, by key, that the set does not meet; ok is false if it meets all of them.
func (s *Selector) Mismatch(kind *placement.MismatchKind, set map[string]string) (mismatch placement.Mismatch, ok bool) {
	index := s.firstUnmet(set)
	if index < 0 {
		return placement.Mismatch{}, false
	}
	unmet := &s.requirements[index]
	actual, present := set[unmet.Key()]
	return placement.Mismatch{
		Kind: kind, Key: unmet.Key(), Found: actual, Present: present, Wanted: unmet.text,
	}, true
}

func (s *Selector) firstUnmet(set map[string]string) int {
	for i := range s.requirements {
		if !s.requirements[i].Matches(labels.Set(set)) {
			return i
		}
	}
	return -1
}

// Group divides the decisions of a result into groups and cuts these into PlacementDecisions of the named placement. As in
// Open Cluster Management, a wrong size means no groups at all, and a wrong selector drops all groups but those before
// it. Without decisions there is one empty group, unless the strategy is wrong. The function cluster finds a chosen
// cluster by name.
func Group(
	ctx context.Context, result *placement.Result, strategy *placement.GroupStrategy, name, namespace string,
	cluster func(name string) *placement.Cluster,
) (*placement.Misconfiguration, error) {
	const path = "decisionStrategy.groupStrategy"
	size, err := strategy.GroupSize(len(result.Decisions))
	if err != nil {
		return &placement.Misconfiguration{Field: path + ".clustersPerDecisionGroup", Message: err.Error()}, nil
	}
	groups, misconfigured := predefinedGroups(strategy, cluster)
	if misconfigured == nil {
		groups = append(groups, placement.Remainder)
	}
	if err := result.Divide(ctx, size, groups); err != nil {
		return nil, err
	}
	if misconfigured == nil && len(result.Groups) == 0 {
		result.Groups = []placement.Group{{Clusters: []string{}}}
	}
	result.Slice(name, namespace)
	return misconfigured, nil
}

func predefinedGroups(
	strategy *placement.GroupStrategy, cluster func(name string) *placement.Cluster,
) ([]placement.PredefinedGroup, *placement.Misconfiguration) {
	if strategy == nil {
		return nil, nil
	}
	var groups []placement.PredefinedGroup
	for i := range strategy.DecisionGroups {
		group := &strategy.DecisionGroups[i]
		labels, err := CompileSelector(group.GroupClusterSelector.LabelSelector)
		if err == nil {
			var claims Selector
			claims, err = CompileSelector(group.GroupClusterSelector.ClaimSelector.AsLabels())
			groups = append(groups, placement.PredefinedGroup{Name: group.GroupName, Matches: func(name string) bool {
				c := cluster(name)
				return labels.Matches(c.Labels) && claims.Matches(c.Claims)
			}})
		}
		if err != nil {
			return groups[:i], &placement.Misconfiguration{
				Field:   fmt.Sprintf("decisionStrategy.groupStrategy.decisionGroups[%d].groupClusterSelector", i),
				Message: err.Error(),
			}
		}
	}
	return groups, nil
}
