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

// targets are the schedulers to which placements are translated; a hybrid rule only to the first.
var targets = []placement.Dialect{placement.DialectOCM, placement.DialectKubeFleet}

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
	if !ok && p.Hybrid != nil {
		return Outputs{}, excerpt.NotSupported(field.NewPath("to"), to, targets[:1])
	} else if !ok {
		return Outputs{}, excerpt.NotSupported(field.NewPath("to"), to, targets)
	}
	t := &translator{Placement: p}
	t.to.Name = p.Name
	t.untranslated = append([]manifest.Untranslated{}, p.Untranslated...)
	pair.translate(t)
	const otherHub = "It belongs to the former hub. Write one for the new hub"
	if p.Dialect() != to {
		t.lose([]part{{"strategy", p.Strategy != nil, otherHub}, {"rollout_of", p.RolloutOf != nil, otherHub}})
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
	all := slices.Concat(fleet.Clusters, fleet.Manifests.Clusters)
	has := func(kind placement.ClusterKind) bool {
		return slices.ContainsFunc(all, func(c placement.Cluster) bool { return c.Kind == kind })
	}
	isMixed := has(placement.ManagedCluster) && has(placement.MemberCluster)
	for _, clusters := range []*[]placement.Cluster{&fleet.Clusters, &fleet.Manifests.Clusters} {
		*clusters = slices.Clone(*clusters)
		for i := range *clusters {
			c := &(*clusters)[i]
			c.Taints = slices.DeleteFunc(slices.Clone(c.Taints), func(t placement.Taint) bool {
				return t.Effect == placement.PreferNoSelect
			})
			if isMixed {
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
func (t *translator) lost(path, reason string) { t.add(path, manifest.NotTranslated, reason) }

// changed names a field for which the translation has something near.
func (t *translator) changed(path, reason string) { t.add(path, manifest.ChangedMeaning, reason) }

func (t *translator) add(path, change, reason string) {
	t.untranslated = append(t.untranslated, manifest.Untranslated{Path: path, Change: change, Reason: excerpt.Sentence(reason)})
}

// part is a field that is lost if it is set.
type part struct {
	path   string
	isSet  bool
	reason string
}

// lose names what is set of some fields.
func (t *translator) lose(parts []part) {
	for _, p := range parts {
		if p.isSet {
			t.lost(p.path, p.reason)
		}
	}
}

// keep is the translation to the same scheduler.
func (t *translator) keep() {
	t.to = *t.Placement
	t.to.Untranslated, t.to.OfRule = nil, false
}

// isNamed is an expression that is true of the clusters of some names.
func isNamed(names []string) string {
	return "managedCluster.metadata.name in [" + strings.Join(lists.Map(names, strconv.Quote), ", ") + "]"
}

// exactly is a policy that ranks the clusters by nothing but these prioritizers.
func exactly(configurations ...ocm.PrioritizerConfiguration) ocm.PrioritizerPolicy {
	return ocm.PrioritizerPolicy{Mode: ocm.ModeExact, Configurations: configurations}
}

func prioritizer(builtIn string, weight int32) ocm.PrioritizerConfiguration {
	return ocm.PrioritizerConfiguration{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: builtIn}, Weight: &weight}
}

// steady keeps the chosen clusters before all others.
func steady() ocm.PrioritizerConfiguration { return prioritizer(ocm.Steady, ocm.MaxWeight) }
