package hub

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
)

// Kind is a kind of objects that a fleet has. Kinds are compared by pointer.
type Kind struct {
	schema.GroupKind
	// resource is the plural name, as in the name of the CRD.
	resource string
	// product is what installs the CRD.
	product string
}

// The API groups, and what installs their CRDs.
const (
	ocmGroup            = "cluster.open-cluster-management.io"
	fleetClusterGroup   = "cluster.kubernetes-fleet.io"
	fleetPlacementGroup = "placement.kubernetes-fleet.io"
	hybridGroup         = "core.hybridapp.io"

	ocmProduct    = "Open Cluster Management"
	fleetProduct  = "KubeFleet"
	hybridProduct = "the hybrid application operator"
)

// The kinds of a fleet.
var (
	ManagedCluster           = newKind(ocmGroup, "ManagedCluster", "managedclusters", ocmProduct)
	ManagedClusterSet        = newKind(ocmGroup, "ManagedClusterSet", "managedclustersets", ocmProduct)
	ManagedClusterSetBinding = newKind(ocmGroup, "ManagedClusterSetBinding", "managedclustersetbindings", ocmProduct)
	AddOnPlacementScore      = newKind(ocmGroup, "AddOnPlacementScore", "addonplacementscores", ocmProduct)
	PlacementDecision        = newKind(ocmGroup, "PlacementDecision", "placementdecisions", ocmProduct)
	MemberCluster            = newKind(fleetClusterGroup, "MemberCluster", "memberclusters", fleetProduct)
	ClusterResourceBinding   = newKind(fleetPlacementGroup, "ClusterResourceBinding", "clusterresourcebindings", fleetProduct)
	ResourceBinding          = newKind(fleetPlacementGroup, "ResourceBinding", "resourcebindings", fleetProduct)
	ClusterResourcePlacement = newKind(fleetPlacementGroup, "ClusterResourcePlacement", "clusterresourceplacements", fleetProduct)
	ResourcePlacement        = newKind(fleetPlacementGroup, "ResourcePlacement", "resourceplacements", fleetProduct)
	Deployer                 = newKind(hybridGroup, "Deployer", "deployers", hybridProduct)
	PlacementRule            = newKind(hybridGroup, "PlacementRule", "placementrules", hybridProduct)
)

// Kinds are the kinds of a fleet, in the order in which Fleet adds their objects.
var Kinds = []*Kind{
	ManagedCluster, ManagedClusterSet, ManagedClusterSetBinding, AddOnPlacementScore, PlacementDecision,
	MemberCluster, ClusterResourceBinding, ResourceBinding, ClusterResourcePlacement, ResourcePlacement,
	Deployer, PlacementRule,
}

// The kinds of the objects of one placement, which only Get and List return.
var (
	Placement                       = newKind(ocmGroup, "Placement", "placements", ocmProduct)
	ClusterSchedulingPolicySnapshot = newKind(
		fleetPlacementGroup, "ClusterSchedulingPolicySnapshot", "clusterschedulingpolicysnapshots", fleetProduct)
	SchedulingPolicySnapshot = newKind(fleetPlacementGroup, "SchedulingPolicySnapshot", "schedulingpolicysnapshots", fleetProduct)
)

func newKind(group, kind, resource, product string) *Kind {
	return &Kind{GroupKind: schema.GroupKind{Group: group, Kind: kind}, resource: resource, product: product}
}

// String is the name of the kind's CRD, such as managedclusters.cluster.open-cluster-management.io.
func (k *Kind) String() string { return k.resource + "." + k.Group }

// older are the kinds whose v1 leaves out what v1beta1 has: the namespaces of a MemberCluster, which ResourcePlacements depend
// on, and parts of the strategy of a placement.
var older = []*Kind{MemberCluster, ClusterResourcePlacement, ResourcePlacement}

// versions are the API versions in which the kind is read and written, the preferred one first: the newest, but for the kinds
// whose v1 has less.
func (k *Kind) versions() []string {
	versions := manifest.VersionsOf(k.GroupKind.String())
	if len(versions) == 0 {
		versions = []string{"v1", "v1beta1"}
	}
	if slices.Contains(older, k) {
		slices.SortStableFunc(versions, func(a, b string) int { return -cmp.Compare(len(a), len(b)) })
	}
	return versions
}
