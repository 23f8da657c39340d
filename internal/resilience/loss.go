// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resilience

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// What a failure domain is a value of.
const (
	OfCluster    = "cluster"
	OfLabel      = simulate.OfLabel
	OfClaim      = simulate.OfClaim
	OfClusterSet = simulate.OfClusterSet
	// OfNothing stands for no loss: the placement is not satisfied as it is.
	OfNothing = "none"
)

// Arguments are what the question is asked with, beside the fleet.
type Arguments struct {
	simulate.Question
	// What fails at once, beside every single cluster. Defaults to single clusters alone.
	FailureDomains simulate.FailureDomains `json:"failureDomains,omitzero"`
	// The loss to rehearse, for `game_day`.
	Drill *Drill `json:"drill,omitempty"`
}

// Loss is a cluster, or the clusters of a failure domain, that fail at once.
type Loss struct {
	// `cluster`, `label`, `claim` or `cluster_set`; `none` for no loss at all.
	Domain string `json:"domain"`
	// The name of the label or claim; empty for others.
	Key string `json:"key"`
	// The value of the label or claim, or the name of the cluster or cluster set.
	Value string `json:"value"`
	// How many clusters fail.
	ClusterCount int `json:"clusterCount"`
}

// String is the loss in a sentence.
func (l Loss) String() string {
	switch l.Domain {
	case OfCluster, OfClusterSet:
		return fmt.Sprintf("the %s %s", strings.ReplaceAll(l.Domain, "_", " "), excerpt.Text(l.Value))
	case OfNothing:
		return "no cluster"
	}
	return fmt.Sprintf("%s=%s", excerpt.Text(l.Key), excerpt.Text(l.Value))
}

// loss is a Loss with its clusters.
type loss struct {
	Loss
	// domain is the index of its Domain, and clusters are the names.
	domain   int
	clusters []string
}

// losses are what can fail, domain after domain, and by value in each. The domains are those of the question, in its order, after
// that of single clusters. Clusters of one name are one cluster: a fleet can have it on two hubs.
func losses(ctx context.Context, divided *simulate.FailureDomains, w world.World) ([]Domain, []loss, finding.List) {
	names := fleet.Names(w.Clusters())
	slices.Sort(names)
	domains := []Domain{{Domain: OfCluster}}
	losses := lists.Map(slices.Compact(names), func(name string) loss {
		return loss{Loss: Loss{Domain: OfCluster, Value: name, ClusterCount: 1}, clusters: []string{name}}
	})
	divisions, findings := divided.Divide(ctx, w)
	for _, d := range divisions {
		for _, value := range slices.Sorted(maps.Keys(d.Members)) {
			losses = append(losses, loss{
				Loss:   Loss{Domain: d.Domain, Key: d.Key, Value: value, ClusterCount: len(d.Members[value])},
				domain: len(domains), clusters: d.Members[value],
			})
		}
		domains = append(domains, Domain{Domain: d.Domain, Key: d.Key})
	}
	return domains, losses, findings
}

// Threat is a loss that can leave a placement unsatisfied.
type Threat struct {
	Loss
	// Of is the index of its failure domain.
	Of   int
	loss *loss
}

// Without is a world after the loss.
func (t *Threat) Without(w world.World) world.World { return t.loss.without(w) }

// Threats are the failure domains of a world, and the losses that can take a cluster from one of some outcomes without another in
// its place. After any other loss the outcomes are the same, but that placements which choose all clusters are without the lost
// ones.
func Threats(
	ctx context.Context, w world.World, divided *simulate.FailureDomains, outcomes []world.Outcome,
) (domains []Domain, threats []Threat, findings finding.List) {
	a, findings := newAnswer(ctx, w, divided)
	if findings.HasError() {
		return nil, nil, findings
	}
	if err := a.addSubjects(ctx, outcomes); err != nil {
		return nil, nil, interrupted(err)
	}
	for k := range a.losses {
		l := &a.losses[k]
		if err := placement.Interrupted(ctx, k); err != nil {
			return nil, nil, interrupted(err)
		}
		for i := range a.subjects {
			_, number := outcomes[i].Request().Wanted()
			if a.subjects[i].isThreatened(l, number != nil) {
				threats = append(threats, Threat{l.Loss, l.domain, l})
				break
			}
		}
	}
	return a.domains, threats, nil
}

// isThreatened reports whether a loss can take a cluster from the placement that no other one replaces.
func (s *subject) isThreatened(l *loss, hasNumber bool) bool {
	switch s.effectOf(l) {
	case shrinks:
		return hasNumber || !s.shrunk(l).Satisfied
	case unknown:
		return true
	}
	return false
}

// interrupted is the error of a question that was interrupted.
func interrupted(err error) finding.List {
	return finding.List{finding.Failure("", "The question was interrupted", excerpt.Sentence(err.Error()))}
}
