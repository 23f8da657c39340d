// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"fmt"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// filterByTaints keeps the clusters whose taints are all tolerated. As in upstream, the tolerations are checked only if
// there is a cluster to filter.
func (p *pass) filterByTaints(clusters []int32) ([]int32, *placement.Misconfiguration) {
	if len(clusters) == 0 {
		return clusters, nil
	}
	for i := range p.req.Tolerations {
		if field, message := tolerationMistake(&p.req.Tolerations[i]); message != "" {
			return nil, &placement.Misconfiguration{
				Field: fmt.Sprintf("tolerations[%d].%s", i, field), Message: message,
			}
		}
	}
	left := make([]int32, 0, len(clusters))
	for _, position := range clusters {
		untolerated, tolerance := p.tolerate(position)
		if untolerated == nil {
			p.result.NextChange = placement.Sooner(p.result.NextChange, tolerance.ends)
			left = append(left, position)
			continue
		}
		p.Reject(position, StageTaint, "", p.taintMismatch(untolerated))
	}
	return left, nil
}

// tolerationMistake returns the field and the mistake of a wrong toleration, in upstream's words.
func tolerationMistake(t *match.Toleration) (field, message string) {
	switch {
	case t.Key == "" && t.Operator != match.OperatorExists:
		return "operator", "If the key is empty, operator must be Exists."
	case t.Operator == match.OperatorExists && t.Value != "":
		return "value", "If the operator is Exists, the value should be empty."
	}
	return "", ""
}

// tolerance is how long the taints of a cluster are tolerated. A zero instant means without limit.
type tolerance struct {
	// requeue is when upstream schedules again. For each taint it considers the first toleration in the list.
	requeue time.Time
	// ends is when a taint is no longer tolerated. For each taint this considers the toleration that applies longest.
	ends time.Time
}

// tolerate returns the first taint of the cluster that is not tolerated, or for how long all of them are tolerated.
//
// PreferNoSelect has no effect. NoSelectIfNew has no effect if the cluster is currently chosen.
func (p *pass) tolerate(position int32) (untolerated *placement.Taint, whole tolerance) {
	for i := range p.Clusters[position].Taints {
		taint := &p.Clusters[position].Taints[i]
		if taint.Effect == placement.PreferNoSelect || taint.Effect == placement.NoSelectIfNew && p.current[position] {
			continue
		}
		first, last, ok := p.tolerated(taint)
		if !ok {
			return taint, tolerance{}
		}
		whole.requeue = placement.Sooner(whole.requeue, first)
		whole.ends = placement.Sooner(whole.ends, last)
	}
	return nil, whole
}

// tolerated finds the tolerations that still tolerate the taint. The first one in the list ends at first, the one that
// applies longest at last. A zero instant means without limit.
func (p *pass) tolerated(taint *placement.Taint) (first, last time.Time, ok bool) {
	for i := range p.req.Tolerations {
		toleration := &p.req.Tolerations[i]
		if !toleration.Tolerates(taint) {
			continue
		}
		until, limited := toleration.Deadline(taint)
		if limited && !p.inv.Now.Before(until) {
			continue
		}
		if !ok {
			first, ok = until, true
		}
		if !limited {
			return first, time.Time{}, true
		}
		if until.After(last) {
			last = until
		}
	}
	return first, last, ok
}

// taintMismatch describes an untolerated taint, and the toleration that matched it and has expired, if there is one: of
// several, the one that applied longest.
func (p *pass) taintMismatch(taint *placement.Taint) placement.Mismatch {
	longest := -1
	var end time.Time
	for i := range p.req.Tolerations {
		toleration := &p.req.Tolerations[i]
		until, limited := toleration.Deadline(taint)
		if limited && toleration.Tolerates(taint) && (longest < 0 || until.After(end)) {
			longest, end = i, until
		}
	}
	if longest < 0 {
		return placement.Mismatch{Kind: placement.MismatchTaint, Detail: taint}
	}
	return placement.Mismatch{
		Kind: placement.MismatchToleration, Field: fmt.Sprintf("tolerations[%d]", longest),
		Detail: &placement.ExpiredToleration{Taint: taint, Until: end},
	}
}

// addRequeue sets the time at which upstream's controller schedules again. It depends on the clusters chosen before this
// pass, regardless of their cluster sets and of whether they still match. A cluster that this pass chooses is considered
// in the next pass, which its PlacementDecision triggers. NextChange already includes these clusters, and leaves out what
// changes nothing. A pass whose scheduling is misconfigured is not repeated.
func (p *pass) addRequeue() {
	for position, isCurrent := range p.current {
		if isCurrent {
			_, tolerance := p.tolerate(int32(position))
			p.result.RequeueAt = placement.Sooner(p.result.RequeueAt, tolerance.requeue)
		}
	}
}
