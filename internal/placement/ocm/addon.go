// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// ReadsScores reports whether the AddOnPlacementScores can affect the placement.
func (s *Spec) ReadsScores() bool {
	for i := range s.PrioritizerPolicy.Configurations {
		c := &s.PrioritizerPolicy.Configurations[i]
		if from := c.ScoreCoordinate; from != nil && from.Type == TypeAddOn && (c.Weight == nil || *c.Weight != 0) {
			return true
		}
	}
	return slices.ContainsFunc(s.Predicates, func(p Predicate) bool { return p.RequiredClusterSelector.ReadsScores() })
}

// ReadsScores reports whether the AddOnPlacementScores can affect the selector: an expression may call their
// function.
func (s *ClusterSelector) ReadsScores() bool {
	return s.CELSelector != nil && slices.ContainsFunc(s.CELSelector.CELExpressions, func(expression string) bool {
		return strings.Contains(expression, "scores")
	})
}

// ReadsObjects reports whether the placement reads the whole objects of the clusters: CEL expressions do.
func (s *Spec) ReadsObjects() bool {
	return slices.ContainsFunc(s.Predicates, func(p Predicate) bool { return p.RequiredClusterSelector.ReadsObjects() })
}

// ReadsObjects reports whether the selector reads the whole objects of the clusters.
func (s *ClusterSelector) ReadsObjects() bool {
	return s.CELSelector != nil && len(s.CELSelector.CELExpressions) > 0
}

// addOn scores with an unchanged value of an AddOnPlacementScore, -100 to 100. A cluster without the object or without
// the value gets 0. So does a cluster whose object has expired, with a warning; validUntil is the last instant at which
// the object is valid.
func (p *pass) addOn(source AddOnScore) prioritizer {
	name := fmt.Sprintf("AddOn/%s/%s", source.ResourceName, source.ScoreName)
	return prioritizer{name: name, score: func(clusters []int32, scores column) {
		var expired []string
		objects := p.scoresNamed(source.ResourceName)
		for i, position := range clusters {
			if p.interrupted(i) {
				return
			}
			if objects == nil || objects[position] == nil {
				scores.set(i, 0)
				continue
			}
			object := objects[position]
			if !object.ValidUntil.IsZero() && p.inv.Now.After(object.ValidUntil) {
				scores.set(i, 0)
				expired = append(expired, object.Cluster+"/"+object.Name)
				continue
			}
			if !object.ValidUntil.IsZero() {
				p.nextChange.add(object.ValidUntil.Add(1))
			}
			scores.set(i, valueOf(object, source.ScoreName))
		}
		if len(expired) > 0 {
			p.warn(fmt.Sprintf("AddOnPlacementScores %s expired", strings.Join(expired, " ")))
		}
	}}
}

// warn adds a warning to the result once, because two prioritizers may read the same objects.
func (p *pass) warn(text string) {
	if !slices.Contains(p.result.Warnings, text) {
		p.result.Warnings = append(p.result.Warnings, text)
	}
}

// scoresNamed finds the objects of a name, by cluster; nil if there are none.
func (p *pass) scoresNamed(name string) []*placement.Score {
	var objects []*placement.Score
	for i := range p.inv.Scores {
		if p.interrupted(i) {
			return nil
		}
		score := &p.inv.Scores[i]
		if score.Name != name {
			continue
		}
		if position, ok := p.Position(score.Cluster); ok {
			if objects == nil {
				objects = make([]*placement.Score, len(p.Clusters))
			}
			objects[position] = score
		}
	}
	return objects
}

func valueOf(score *placement.Score, name string) int64 {
	index := slices.IndexFunc(score.Values, func(v placement.ScoreValue) bool { return v.Name == name })
	if index < 0 {
		return 0
	}
	return int64(score.Values[index].Value)
}
