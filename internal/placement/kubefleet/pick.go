// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// pickAll chooses every cluster that passes the filters. It never removes a chosen cluster.
func (p *pass) pickAll() error {
	if err := p.filter(); err != nil {
		return err
	}
	pool := p.newPool(nil)
	if _, err := pool.evaluate(); err != nil {
		return err
	}
	picked := lists.Map(p.rejectSpread(pool), func(position int32) scored { return scored{position: position} })
	changes, err := p.crossReference(picked)
	if err != nil {
		return err
	}
	p.apply(changes)
	return p.publish(0, nil, changes.create, changes.patch, p.scheduled, p.bound)
}

// pickN chooses the best clusters, up to the wanted number. It keeps currently chosen clusters: only a smaller number or
// another policy removes one.
func (p *pass) pickN() error {
	p.result.Prioritizers = []placement.Prioritizer{
		{Name: StageSpread, Kind: placement.ScoreSpread, Weight: 1},
		{Name: StageAffinity, Kind: placement.ScoreAffinity, Weight: 1},
		{Name: "SamePlacementAffinity", Kind: placement.ScorePrevious, Weight: 1},
	}
	wanted, err := p.numberOfClusters()
	if err != nil {
		return err
	}
	present := len(p.scheduled) + len(p.bound)
	switch {
	case present > wanted, present == wanted && len(p.obsolete) > 0:
		return p.downscale(wanted, present-wanted)
	case present == wanted:
		return p.publish(wanted, nil, p.bound, p.scheduled)
	}
	return p.upscale(wanted)
}

// numberOfClusters reads the number that PickN chooses from the policy snapshot.
func (p *pass) numberOfClusters() (int, error) {
	number, err := p.annotation(NumberOfClustersAnnotation, "count", "numberOfClusters")
	return int(number), err
}

// annotation reads a number from an annotation of the policy snapshot. The noun is upstream's; the field is where a mistake is.
func (p *pass) annotation(name, noun, field string) (int64, error) {
	text, ok := p.snapshot.Annotations[name]
	if !ok {
		return 0, &placement.Misconfiguration{Field: field, Message: "cannot find annotation " + name}
	}
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil || number < 0 {
		return 0, &placement.Misconfiguration{
			Field: field, Message: fmt.Sprintf("invalid annotation %s: %s is not a valid %s", name, text, noun),
		}
	}
	return number, nil
}

// upscale runs the cycles that choose further clusters. Without a topology spread constraint, one cycle chooses all of
// them. With a constraint, each cycle chooses a single cluster and the next one counts the domains again. The last cycle
// is the one that changes no binding, or two because the cluster has two bindings that can be reused.
func (p *pass) upscale(wanted int) error {
	if err := p.filter(); err != nil {
		return err
	}
	preferences, misconfigured := p.preferences()
	if misconfigured != nil {
		return misconfigured
	}
	pool := p.newPool(preferences)
	for { // ends with an error of evaluate if the pass is interrupted
		missing := wanted - len(p.scheduled) - len(p.bound)
		limit := missing // without constraints all candidates are in one class
		if len(pool.constraints) > 0 {
			limit = 1
		}
		best, err := pool.evaluate()
		if err != nil {
			return err
		}
		picked := best.pick(limit)
		changes, err := p.crossReference(picked)
		if err != nil {
			return err
		}
		p.apply(changes)
		if missing <= limit || len(changes.create)+len(changes.patch) != limit {
			return p.publishUpscale(wanted, pool, picked, changes)
		}
		if err := p.next(pool, picked[0].position, changes); err != nil {
			return err
		}
	}
}

// next prepares the next cycle. The picked cluster remains a candidate if its binding was reused and has returned to a
// state that upstream does not know.
func (p *pass) next(pool *pool, picked int32, changes changes) error {
	first := len(p.obsolete) > 0
	p.regroup(changes)
	for _, b := range changes.patch {
		if b.State == placement.BindingUnscheduled {
			return &placement.Misconfiguration{
				Field: "annotations[" + PreviousStateAnnotation + "]",
				Message: fmt.Sprintf("binding %s returns to the state Unscheduled; upstream would choose cluster %s again and again",
					b.Name, b.TargetCluster),
			}
		}
	}
	if p.selected[picked] {
		pool.choose(picked)
	}
	if first {
		pool.forgetObsolete()
	}
	return nil
}

// publishUpscale publishes what the last cycle found. Upstream does not publish what earlier cycles found.
func (p *pass) publishUpscale(wanted int, pool *pool, picked []scored, changes changes) error {
	p.rejectSpread(pool)
	pool.take(picked)
	p.notPicked = pool.rest()
	if len(picked) > 0 {
		lastPicked := p.scoredCandidate(picked[len(picked)-1])
		p.result.LastPicked = &lastPicked
	}
	slices.SortFunc(p.scheduled, byName)
	slices.SortFunc(p.bound, byName)
	return p.publish(wanted, p.notPicked, changes.create, changes.patch, p.scheduled, p.bound)
}

// pickFixed chooses the clusters of the list that are eligible. No other filter applies.
func (p *pass) pickFixed() error {
	if len(p.req.ClusterNames) == 0 {
		return nil
	}
	targets := p.targets()
	changes, err := p.crossReferenceTargets(targets.valid)
	if err != nil {
		return err
	}
	p.apply(changes)
	return p.publishTargets(targets)
}

// targets are the clusters that a PickFixed placement names, each in the order of its list.
type targets struct {
	// valid are eligible, invalid are not, and notFound are not in the fleet.
	valid, invalid []int32
	notFound       []string
}

// targets finds the named clusters. It checks eligibility only: taints, labels and namespaces do not matter.
func (p *pass) targets() targets {
	var t targets
	for _, name := range p.req.ClusterNames {
		position, ok := p.Position(name)
		switch {
		case !ok:
			t.notFound = append(t.notFound, name)
			unknown := placement.Rejection{Cluster: name, Stage: StageClusterNames, UpstreamReason: notFound(name), Mismatches: notInFleet}
			p.result.Unknown = append(p.result.Unknown, unknown)
			p.warn(unknown.Reason())
		case p.filterByEligibility(position):
			t.valid = append(t.valid, position)
		default:
			t.invalid = append(t.invalid, position)
			if p.selected[position] {
				p.warn(fmt.Sprintf("cluster %q keeps its resources, but is no longer eligible: %s", name, p.reason(position)))
			}
		}
	}
	return t
}

var notInFleet = []placement.Mismatch{{Kind: placement.MismatchNotFound, Field: "clusterNames"}}

// notFound is upstream's reason for a name that the fleet does not have.
func notFound(name string) string {
	return fmt.Sprintf("Specified cluster \"%s\" is not found", name)
}

// publishTargets publishes every name of the list without a limit. A target that is not eligible is published as not
// selected even if its earlier binding remains.
func (p *pass) publishTargets(t targets) error {
	var decisions []placement.ClusterDecision
	byCluster := make(map[int32]*binding, len(p.bindings))
	for _, b := range p.bindings {
		if b.Live() {
			byCluster[b.position] = b
		}
	}
	p.published = make(map[int32]string, len(t.valid))
	for _, position := range t.valid {
		decision := p.unscoredDecision(position)
		decisions = append(decisions, decision)
		p.published[position] = decision.Reason
		if b := byCluster[position]; b != nil {
			p.order = append(p.order, b)
		}
	}
	for _, position := range t.invalid {
		name := p.Clusters[position].Name
		reason := fmt.Sprintf("Cluster \"%s\" is not eligible for resource placement yet", name)
		decisions = append(decisions, placement.ClusterDecision{ClusterName: name, Reason: reason + ": " + p.reason(position)})
		rejection := &p.Rejections[position]
		if rejection.UpstreamReason != "" {
			reason += ": " + rejection.UpstreamReason
		}
		rejection.UpstreamReason = reason
	}
	for _, name := range t.notFound {
		decisions = append(decisions, placement.ClusterDecision{ClusterName: name, Reason: notFound(name)})
	}
	return p.write(decisions, p.scheduledCondition(len(t.invalid)+len(t.notFound) == 0, len(t.valid)))
}
