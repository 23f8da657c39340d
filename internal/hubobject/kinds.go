package hubobject

// FleetKinds are the kinds of a fleet, in the order in which their objects are listed.
var FleetKinds = []*Kind{
	ManagedCluster, ManagedClusterSet, ManagedClusterSetBinding, AddOnPlacementScore, PlacementDecision,
	MemberCluster, ClusterResourceBinding, ResourceBinding, ClusterResourcePlacement, ResourcePlacement,
	Deployer, PlacementRule,
}

// PlannedKinds are the kinds of a fleet that a configuration changes and that the decisions about all placements depend on.
var PlannedKinds = []*Kind{ManagedCluster, ManagedClusterSet, ManagedClusterSetBinding, AddOnPlacementScore, MemberCluster}

// DeliveryKinds are the kinds that bring objects to clusters, or change them on the way.
var DeliveryKinds = []*Kind{ManifestWork, ClusterResourceOverride, ResourceOverride}

// PlacementKinds are the kinds of a placement.
var PlacementKinds = []*Kind{Placement, ClusterResourcePlacement, ResourcePlacement, PlacementRule}
