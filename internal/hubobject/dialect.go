// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Scoped has the kinds of an object by scope.
type Scoped = api.Scoped[*Kind]

// Dialect has the kinds of the objects that a hub has for the placements of a dialect. Zero is what the dialect does not have.
type Dialect struct {
	// Placements are the placements themselves, and Decisions have what the scheduler has chosen for one.
	Placements, Decisions Scoped
	// DecisionsOf selects the decisions of a placement by their labels; nil if the placement itself has them.
	DecisionsOf func(placement string) (labels string)
	// Snapshots have the policy that the decisions were made by, and ResourceSnapshots what a placement has selected.
	Snapshots, ResourceSnapshots Scoped
	// Overrides change what is brought to clusters, and OverrideSnapshots are what is rolled out of them.
	Overrides, OverrideSnapshots Scoped
	// Strategies have the stages of rollouts, Runs are the rollouts, and Approvals are what these ask for.
	Strategies, Runs, Approvals Scoped
	// Clusters are the only kind of clusters that the scheduler places on; nil if it places on all.
	Clusters *Kind
	// Targets are what it places on beside clusters. Not every hub that has the clusters has them.
	Targets *Kind
	// Sets are of clusters, and Bindings open them to a namespace. Scores are of clusters.
	Sets, Bindings, Scores *Kind
	// Budgets limit evictions.
	Budgets *Kind
	// ReadsDecisions says that the scheduler reads the decisions for other placements, too.
	ReadsDecisions bool
}

// The dialects.
var (
	OCM = &Dialect{
		Placements: Scoped{Namespaced: Placement}, Decisions: Scoped{Namespaced: PlacementDecision}, DecisionsOf: api.DecisionsOf,
		ReadsDecisions: true,
		Clusters:       ManagedCluster, Sets: ManagedClusterSet, Bindings: ManagedClusterSetBinding, Scores: AddOnPlacementScore,
	}
	KubeFleet = &Dialect{
		Placements:        Scoped{Cluster: ClusterResourcePlacement, Namespaced: ResourcePlacement},
		Decisions:         Scoped{Cluster: ClusterResourceBinding, Namespaced: ResourceBinding},
		DecisionsOf:       api.BindingsOf,
		Snapshots:         Scoped{Cluster: ClusterSchedulingPolicySnapshot, Namespaced: SchedulingPolicySnapshot},
		ResourceSnapshots: Scoped{Cluster: clusterResourceSnapshot, Namespaced: resourceSnapshot},
		Overrides:         Scoped{Cluster: ClusterResourceOverride, Namespaced: ResourceOverride},
		OverrideSnapshots: Scoped{Cluster: clusterResourceOverrideSnapshot, Namespaced: resourceOverrideSnapshot},
		Strategies:        Scoped{Cluster: ClusterStagedUpdateStrategy, Namespaced: StagedUpdateStrategy},
		Runs:              Scoped{Cluster: ClusterStagedUpdateRun, Namespaced: StagedUpdateRun},
		Approvals:         Scoped{Cluster: clusterApprovalRequest, Namespaced: approvalRequest},
		Clusters:          MemberCluster, Budgets: DisruptionBudget,
	}
	// The status of a rule has its decisions.
	Hybrid = &Dialect{
		Placements: Scoped{Namespaced: PlacementRule}, Decisions: Scoped{Namespaced: PlacementRule}, Targets: Deployer,
	}
)

// Dialects has a row for each of [placement.Dialects].
var Dialects = map[placement.Dialect]*Dialect{
	placement.DialectOCM: OCM, placement.DialectKubeFleet: KubeFleet, placement.DialectHybrid: Hybrid,
}

// DialectOf is the row of the dialect that a kind of placements belongs to.
func DialectOf(placements *Kind) *Dialect {
	for _, row := range Dialects {
		if slices.Contains(row.Placements.Kinds(), placements) {
			return row
		}
	}
	return nil
}

// kindsOf are those of the kinds of all dialects that are there, dialect by dialect.
func kindsOf(kinds func(dialect *Dialect) []*Kind) (all []*Kind) {
	for _, dialect := range placement.Dialects {
		if row := Dialects[dialect]; row != nil {
			all = append(all, present(kinds(row))...)
		}
	}
	return all
}

func present(kinds []*Kind) []*Kind {
	return slices.DeleteFunc(kinds, func(kind *Kind) bool { return kind == nil })
}

var (
	// ClusterKinds are the kinds of clusters that schedulers place on.
	ClusterKinds = kindsOf(func(dialect *Dialect) []*Kind { return []*Kind{dialect.Clusters} })
	// PlacementKinds are the kinds of a placement.
	PlacementKinds = kindsOf(func(dialect *Dialect) []*Kind { return dialect.Placements.Kinds() })
	// PlannedKinds are the kinds of a fleet that a configuration changes and that the decisions about all placements depend on.
	PlannedKinds = kindsOf(func(dialect *Dialect) []*Kind {
		return []*Kind{dialect.Clusters, dialect.Sets, dialect.Bindings, dialect.Scores}
	})
)

// ClusterKindsOf are those of the kinds of clusters that have a name; all for an empty one.
func ClusterKindsOf(name placement.ClusterKind) []*Kind {
	if i := slices.IndexFunc(ClusterKinds, func(kind *Kind) bool { return kind.Kind == string(name) }); i >= 0 {
		return ClusterKinds[i : i+1]
	}
	return ClusterKinds
}

// PlacementKindsIn are the kinds of placements in a namespace, or of those without one.
func PlacementKindsIn(namespace string) []*Kind {
	return slices.DeleteFunc(slices.Clone(PlacementKinds), func(kind *Kind) bool { return !kind.IsIn(namespace) })
}

// Needs is what the schedulers of some placements of a dialect read, and those of others do not.
type Needs struct {
	// Bindings: a placement is in a namespace. Scores: it compares the scores of clusters. Budgets: clusters are evicted.
	Bindings, Scores, Budgets bool
}

// Fleet are the kinds that a scheduler reads. Optional are further ones that not every hub has.
func (d *Dialect) Fleet(needs Needs) (kinds, optional []*Kind) {
	kinds, optional = []*Kind{d.Clusters, d.Sets}, []*Kind{d.Targets}
	if d.ReadsDecisions {
		kinds = append(kinds, d.Decisions.Kinds()...)
	}
	if needs.Bindings {
		kinds = append(kinds, d.Bindings)
	}
	if needs.Scores {
		kinds = append(kinds, d.Scores)
	}
	if needs.Budgets {
		optional = append(optional, d.Budgets)
	}
	return present(kinds), present(optional)
}
