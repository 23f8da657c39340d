// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package translation translates placements from one scheduler to another, and names what cannot be translated. Without such a
// field, both choose the same clusters of every fleet, but for what differs for every placement. It is pure.
//
// Read [Of] first. Each pair of schedulers has a file.
package translation

import (
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// Outputs are a translation.
type Outputs struct {
	// The nearest equivalent.
	Placement manifest.Placement `json:"placement"`
	// Fields without an equivalent, each with `path`, `change` (`not translated` or `changed in meaning`) and `reason`.
	Untranslated []manifest.Untranslated `json:"untranslated"`
	// What differs between the schedulers for every placement.
	SchedulerDifferences []string `json:"schedulerDifferences"`
	// The comparison over the fleet; null without one, and if the scheduler stays the same.
	Comparison *comparison.Comparison `json:"comparison"`
}

// Targets are the schedulers to which placements are translated.
var Targets = []placement.Dialect{placement.DialectOCM, placement.DialectKubeFleet}

// needsNamespace is what every translation to a Placement needs on a hub.
const needsNamespace = "The translation has no namespace, and chooses from all clusters. On a hub, a Placement needs one, and " +
	"chooses from the cluster sets that are bound to it, such as global."

// pairs are the translations, by the schedulers from and to which they are.
var pairs = map[[2]placement.Dialect]struct {
	translate   func(t *translator)
	differences []string
}{
	{placement.DialectOCM, placement.DialectOCM}:             {(*translator).keep, nil},
	{placement.DialectKubeFleet, placement.DialectKubeFleet}: {(*translator).keep, nil},
	{placement.DialectOCM, placement.DialectKubeFleet}: {
		(*translator).ocmToKubeFleet, []string{keeps, eligible, "On a hub, a ClusterResourcePlacement needs resource_selectors."},
	},
	{placement.DialectKubeFleet, placement.DialectOCM}: {(*translator).kubeFleetToOCM, []string{keeps, eligible, needsNamespace}},
	{placement.DialectHybrid, placement.DialectOCM}: {(*translator).hybridToOCM, []string{
		"A PlacementRule also chooses a cluster that is being deleted; a Placement does not.", needsNamespace,
	}},
}

// The differences between OCM and KubeFleet.
const (
	keeps    = "KubeFleet keeps a chosen cluster whose labels, properties or taints change; OCM drops it if it no longer matches."
	eligible = "KubeFleet chooses no cluster whose agent is unhealthy, and keeps a chosen one. On a hub of OCM such a cluster has " +
		"taints, for which a Placement drops it."
)

// Of translates a valid placement to a scheduler. The placement is shared, and is not changed. The error is about the scheduler.
func Of(p *manifest.Placement, to placement.Dialect) (Outputs, *field.Error) {
	pair, ok := pairs[[2]placement.Dialect{p.Dialect(), to}]
	switch {
	case !ok && p.Hybrid != nil && to == placement.DialectKubeFleet:
		return Outputs{}, field.Invalid(field.NewPath("to"), to, "translate a hybrid rule to ocm, and the result to kubefleet")
	case !ok:
		return Outputs{}, excerpt.NotSupported(field.NewPath("to"), to, Targets)
	}
	t := &translator{Placement: p}
	t.to.Name = p.Name
	t.untranslated = append([]manifest.Untranslated{}, p.Untranslated...)
	pair.translate(t)
	for i := range t.untranslated {
		t.untranslated[i].Reason = excerpt.Sentence(t.untranslated[i].Reason)
	}
	differences := append([]string{}, pair.differences...)
	if p.OfRule && to == placement.DialectOCM {
		differences = append(differences, needsNamespace)
	}
	return Outputs{Placement: t.to, Untranslated: t.untranslated, SchedulerDifferences: differences}, nil
}

// Share makes both schedulers see the fleet. Clusters of one kind get none: those of the other hub will be like them. Taints that
// exclude no cluster are left out, because the other hub has none of their effect.
func Share(fleet *planner.Fleet) {
	kinds := map[placement.ClusterKind]bool{}
	for _, c := range slices.Concat(fleet.Clusters, fleet.Manifests.Clusters) {
		if c.Kind != "" {
			kinds[c.Kind] = true
		}
	}
	for _, clusters := range []*[]placement.Cluster{&fleet.Clusters, &fleet.Manifests.Clusters} {
		*clusters = slices.Clone(*clusters)
		for i := range *clusters {
			c := &(*clusters)[i]
			c.Taints = slices.DeleteFunc(slices.Clone(c.Taints), func(t placement.Taint) bool {
				return t.Effect == placement.PreferNoSelect
			})
			if len(kinds) > 1 {
				continue
			}
			if c.Kind == placement.MemberCluster {
				c.Object = nil // It is not what CEL expressions read.
			}
			c.Kind = ""
		}
	}
}

// translator is a translation.
type translator struct {
	*manifest.Placement
	to           manifest.Placement
	untranslated []manifest.Untranslated
}

// lost names a field for which the translation has nothing.
func (t *translator) lost(path *field.Path, reason string) {
	t.add(path, manifest.NotTranslated, reason)
}

// changed names a field for which the translation has something near.
func (t *translator) changed(path *field.Path, reason string) {
	t.add(path, manifest.ChangedMeaning, reason)
}

func (t *translator) add(path *field.Path, change, reason string) {
	t.untranslated = append(t.untranslated, manifest.Untranslated{Path: path.String(), Change: change, Reason: reason})
}

// keep is the translation to the same scheduler.
func (t *translator) keep() {
	t.to = *t.Placement
	t.to.Untranslated, t.to.OfRule = nil, false
}

// loseRollout names the strategy, which another hub has otherwise.
func (t *translator) loseRollout() {
	if t.Strategy != nil {
		t.lost(field.NewPath("strategy"), "The strategies of the two hubs differ. Write one for the new hub")
	}
	if t.RolloutOf != nil {
		t.lost(field.NewPath("rollout_of"), "The object belongs to the former hub. Write one for the new hub")
	}
}

// isNamed is a predicate that the clusters of some names match.
func isNamed(names []string) string {
	quoted := lists.Map(names, strconv.Quote)
	return "managedCluster.metadata.name in [" + strings.Join(quoted, ", ") + "]"
}

// exactly is a policy that ranks the clusters by nothing but these prioritizers.
func exactly(configurations ...ocm.PrioritizerConfiguration) ocm.PrioritizerPolicy {
	return ocm.PrioritizerPolicy{Mode: ocm.ModeExact, Configurations: configurations}
}

// steady keeps the chosen clusters before all others.
func steady() ocm.PrioritizerConfiguration {
	weight := int32(ocm.MaxWeight)
	return ocm.PrioritizerConfiguration{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: ocm.Steady}, Weight: &weight}
}
