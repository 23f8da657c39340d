package planner

import (
	"cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// kindOfDialect is the kind of cluster that a dialect places on. A hybrid placement rule places on all kinds.
var kindOfDialect = map[placement.Dialect]placement.ClusterKind{
	placement.DialectOCM: placement.ManagedCluster, placement.DialectKubeFleet: placement.MemberCluster,
}

// ClusterKind is the only kind of cluster that a dialect places on; empty if it places on all.
func ClusterKind(dialect placement.Dialect) placement.ClusterKind { return kindOfDialect[dialect] }

// clusterKind is the only kind of cluster that the placement sees; empty if it sees all.
func (r *Request) clusterKind() placement.ClusterKind {
	return cmp.Or(ClusterKind(r.Dialect()), r.Kind)
}
