// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// ranking is a pass whose clusters can be found by name.
type ranking struct {
	*Pass
	// indexes are those of the clusters in Pass.clusters.
	indexes map[string]int
}

func newRanking(p *Pass) ranking {
	indexed := ranking{Pass: p, indexes: make(map[string]int, len(p.clusters))}
	for i := range p.clusters {
		indexed.indexes[p.clusters[i].name] = i
	}
	return indexed
}

// cluster is nil for one that the pass does not know.
func (r *ranking) cluster(name string) *cluster {
	if i, ok := r.indexes[name]; ok {
		return &r.clusters[i]
	}
	return nil
}

// omits reports whether the pass may have known the cluster before it was truncated.
func (r *ranking) omits(name string) bool { return r.omitted > 0 && r.cluster(name) == nil }

func (r *ranking) has(name string, outcome int32) bool {
	c := r.cluster(name)
	return c != nil && c.outcome == outcome
}

// isCandidate reports whether the cluster was chosen or not picked.
func (r *ranking) isCandidate(name string) bool {
	c := r.cluster(name)
	return c != nil && c.outcome < firstRejection
}

// scored reports whether the scores of a candidate were compared.
func (r *ranking) scored(name string) bool {
	c := r.cluster(name)
	return c != nil && (r.dialect != placement.DialectKubeFleet || len(c.scores) > 0 && c.scores[0].Given)
}

// chosenNames are the names of the chosen clusters, sorted.
func (r *ranking) chosenNames() []string {
	names := lists.Map(r.clusters[:r.decided], func(c cluster) string { return c.name })
	slices.Sort(names)
	return names
}

// rank says how a candidate of Open Cluster Management compares, whose score decides. The verb is is or was.
func (r *ranking) rank(name, verb string) string {
	if r.dialect != placement.DialectOCM {
		return ""
	}
	return fmt.Sprintf("; it %s rank %d of %d with score %d", verb, r.indexes[name]+1, r.candidates, r.cluster(name).score)
}

// later is the ranking of the later pass, whose reasons are known.
type later struct {
	ranking
	result *placement.Result
	// positions are those of the clusters in the result.
	positions []int32
}

func newLater(result *placement.Result) later {
	p, positions := passOf(result)
	return later{newRanking(p), result, positions}
}

// reason is the sentence for a cluster of the pass.
func (l *later) reason(name string) string {
	return l.result.Explanation(int(l.positions[l.indexes[name]])).Reason
}

// Indexes of Pass.outcomes.
const (
	chosen int32 = iota
	notPicked
	firstRejection
)

// outcome is what became of clusters. That of a cluster which was rejected has kinds of mismatches, each once, and the origin
// of the first.
type outcome struct {
	stage  string
	kinds  []kind
	origin placement.Origin
}

// kind is what a comparison needs of a placement.MismatchKind.
type kind struct {
	name, before string
	shared       bool
}

// outcomes finds the outcomes of a pass. There are few of them.
type outcomes struct {
	list []outcome
	// kinds are those of one rejection, each once.
	kinds []kind
}

func newOutcomes() *outcomes {
	return &outcomes{list: []outcome{{stage: placement.StageDecided}, {stage: placement.StageNotPicked}}}
}

// index finds the outcome of a rejection, or adds it.
func (o *outcomes) index(r *placement.Rejection) int32 {
	o.kinds = o.kinds[:0]
	for i := range r.Mismatches {
		mismatch := r.Mismatches[i].Kind
		if !slices.ContainsFunc(o.kinds, func(k kind) bool { return k.name == mismatch.Name }) {
			o.kinds = append(o.kinds, kind{mismatch.Name, mismatch.Before, mismatch.Shared})
		}
	}
	for i := firstRejection; int(i) < len(o.list); i++ {
		if o.list[i].stage == r.Stage && slices.Equal(o.list[i].kinds, o.kinds) {
			return i
		}
	}
	made := outcome{stage: r.Stage, kinds: slices.Clone(o.kinds)}
	if len(r.Mismatches) > 0 {
		made.origin = r.Mismatches[0].Kind.Origin
	}
	o.list = append(o.list, made)
	return int32(len(o.list) - 1)
}

// cause is the name of the first kind.
func (o *outcome) cause() Cause {
	switch {
	case len(o.kinds) == 0:
		return CauseUnknown
	case o.origin == placement.OriginAdvisor:
		return CauseAdvisor
	}
	return Cause(o.kinds[0].name)
}

// priorReason says what kept a cluster out that is chosen now.
func (o *outcome) priorReason() string {
	phrases := make([]string, 0, len(o.kinds))
	for _, k := range o.kinds {
		if k.before != "" {
			phrases = append(phrases, k.before)
		}
	}
	if len(phrases) == 0 {
		return "before, " + o.stage + " rejected it"
	}
	return "before, " + strings.Join(phrases, " and ")
}

// changed says what may have changed since a cluster was rejected; empty if that is not known.
func (o *outcome) changed(policyChanged bool) string {
	switch {
	case o.origin == placement.OriginCluster:
		return "the cluster changed; "
	case policyChanged:
		return "the placement changed; "
	case o.origin == placement.OriginAdvisor:
		return "the answer of an advisor changed; "
	case o.origin == placement.OriginRequest || len(o.kinds) == 0:
		return ""
	case slices.ContainsFunc(o.kinds, func(k kind) bool { return k.shared }):
		return "the fleet changed; "
	}
	return "the cluster changed; "
}
