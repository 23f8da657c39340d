package ocm

import (
	"fmt"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// deadline is the earliest of the instants that were added; zero if none was.
type deadline struct {
	time.Time
}

func (d *deadline) add(t time.Time) {
	if !t.IsZero() && (d.IsZero() || t.Before(d.Time)) {
		d.Time = t
	}
}

// filterByTaints keeps the clusters whose taints are all tolerated. The tolerations are checked only if there is a
// cluster to filter, as upstream does.
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
	for _, at := range clusters {
		untolerated, until := p.tolerate(at)
		if untolerated == nil {
			p.nextChange.add(until)
			left = append(left, at)
			continue
		}
		p.reject(at, StageTaint, append(p.room(1), p.taintMismatch(untolerated)))
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

// tolerate returns the first taint of the cluster that nothing tolerates. If everything is tolerated, until is when
// the first of the tolerations that it rests on ends; zero if none does.
//
// PreferNoSelect repels nobody. NoSelectIfNew does not repel a placement that has decided for the cluster already.
func (p *pass) tolerate(at int32) (untolerated *placement.Taint, until time.Time) {
	var first deadline
	for i := range p.clusters[at].Taints {
		taint := &p.clusters[at].Taints[i]
		if taint.Effect == placement.PreferNoSelect || taint.Effect == placement.NoSelectIfNew && p.isCurrent(at) {
			continue
		}
		ends, ok := p.tolerated(taint)
		if !ok {
			return taint, time.Time{}
		}
		first.add(ends)
	}
	return nil, first.Time
}

// tolerated finds the first toleration, in list order, that still tolerates the taint, and when it ends.
func (p *pass) tolerated(taint *placement.Taint) (ends time.Time, ok bool) {
	for i := range p.req.Tolerations {
		toleration := &p.req.Tolerations[i]
		if !toleration.Tolerates(taint) {
			continue
		}
		until, limited := toleration.Deadline(taint)
		if !limited {
			return time.Time{}, true
		}
		if p.inv.Now.Before(until) {
			return until, true
		}
	}
	return time.Time{}, false
}

// taintMismatch describes an untolerated taint, and the toleration that was for it and has run out, if there was one.
func (p *pass) taintMismatch(taint *placement.Taint) placement.Mismatch {
	mismatch := placement.Mismatch{
		Kind: placement.MismatchTaint, Key: taint.Key, Found: taint.Value, Present: taint.Value != "",
		Wanted: string(taint.Effect),
	}
	for i := range p.req.Tolerations {
		toleration := &p.req.Tolerations[i]
		if until, limited := toleration.Deadline(taint); limited && toleration.Tolerates(taint) {
			mismatch.Field = fmt.Sprintf("tolerations[%d]", i)
			mismatch.Until = until
		}
	}
	return mismatch
}

// addTimes notes when the answer may change by itself. Upstream asks to be called again for the clusters of the
// decisions before this pass, in whatever set they are; a cluster that is decided in this pass has its turn when its
// own PlacementDecision triggers the next one. NextChange does not have to wait for that.
func (p *pass) addTimes() {
	var requeue deadline
	for at := range p.current {
		if p.current[at] {
			_, until := p.tolerate(int32(at))
			requeue.add(until)
		}
	}
	p.nextChange.add(requeue.Time)
	p.result.RequeueAt, p.result.NextChange = requeue.Time, p.nextChange.Time
}
