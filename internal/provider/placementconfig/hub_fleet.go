package placementconfig

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
)

// readHub reads what the scheduler of the placement uses from the hub, with what the hub has of the placement itself: its earlier
// decisions. No other kind is listed.
func (c *Config) readHub(ctx context.Context, h *managed.Hub) diag.Diagnostics {
	client, err := providerdata.Connected(h)
	var diags diag.Diagnostics
	switch {
	case err != nil:
	case c.KubeFleet != nil:
		diags, err = c.readKubeFleet(ctx, client)
	default:
		if err = c.ListHub(ctx, h); err == nil {
			diags, err = c.compare(ctx, client)
		}
	}
	if err != nil {
		diags.Append(providerdata.HubDiagnostic(path.Root(string(c.Dialect())), err))
	}
	return diags
}

// ListHub lists what the scheduler of the placement uses from the hub, but for the objects of a KubeFleet placement itself.
func (c *Config) ListHub(ctx context.Context, h *managed.Hub) error {
	client, err := providerdata.Connected(h)
	switch {
	case err != nil:
	case c.KubeFleet != nil:
		c.Fleet.Manifests, err = c.fleet(ctx, client, hubobject.MemberCluster)
	case c.Hybrid != nil:
		c.Kind = cmp.Or(c.Kind, h.Kind)
		err = c.readHybrid(ctx, client)
	default:
		c.Fleet.Manifests, err = c.fleet(ctx, client, c.ocmKinds()...)
	}
	return err
}

// fleet lists kinds of objects as the hub has them, or as it has them after the plan.
func (c *Config) fleet(ctx context.Context, client *hub.Client, kinds ...*hubobject.Kind) (manifest.Fleet, error) {
	read := client.Fleet
	if c.OCM != nil && c.OCM.ReadsObjects() {
		read = client.FleetWithObjects
	}
	fleet, err := read(ctx, kinds...)
	if err == nil && c.FromPlan {
		fleet = client.WithPlanned(fleet, kinds...)
	}
	return fleet, err
}

// ocmKinds are the kinds that a placement of Open Cluster Management uses.
func (c *Config) ocmKinds() []*hubobject.Kind {
	kinds := []*hubobject.Kind{hubobject.ManagedCluster, hubobject.ManagedClusterSet, hubobject.PlacementDecision}
	if c.Namespace != "" {
		kinds = append(kinds, hubobject.ManagedClusterSetBinding)
	}
	if c.OCM.ReadsScores() {
		kinds = append(kinds, hubobject.AddOnPlacementScore)
	}
	return kinds
}

// readHybrid reads the clusters, and the objects of the hybrid application operator if it is installed. Deployers alone are a fleet.
func (c *Config) readHybrid(ctx context.Context, client *hub.Client) error {
	kinds, err := providerdata.ServedKinds(ctx, client, hubobject.Deployer, hubobject.PlacementRule)
	if err != nil {
		return err
	}
	clusters, err := providerdata.ClusterKinds(ctx, client, c.Kind)
	if errors.Is(err, providerdata.ErrNoClusterKind) && slices.Contains(kinds, hubobject.Deployer) {
		err = nil
	}
	if err != nil {
		return err
	}
	c.Fleet.Manifests, err = c.fleet(ctx, client, append(kinds, clusters...)...)
	return err
}

// readKubeFleet reads the clusters and the bindings, and the placement and its policy snapshot.
func (c *Config) readKubeFleet(ctx context.Context, client *hub.Client) (diag.Diagnostics, error) {
	bindings, of := hubobject.ClusterResourceBinding, hubobject.ClusterResourcePlacement
	if c.Namespace != "" {
		bindings, of = hubobject.ResourceBinding, hubobject.ResourcePlacement
	}
	fleet, err := client.Fleet(ctx, hubobject.MemberCluster, bindings)
	if err != nil {
		return nil, err
	}
	stored, object, err := client.PlacementObject(ctx, of, c.Namespace, c.Name)
	if err != nil {
		return nil, err
	}
	if c.Snapshot, err = client.PolicySnapshot(ctx, c.Namespace, c.Name); err != nil {
		return nil, err
	}
	c.Fleet.Manifests = fleet
	if stored == nil {
		return nil, nil
	}
	c.Fleet.Manifests.KubeFleetPlacements = []kubefleet.Placement{{Name: c.Name, Namespace: c.Namespace, Spec: *stored.KubeFleet}}
	if stored.Unscheduled == "" {
		return c.undeclared(hub.Reference{Kind: of, Namespace: c.Namespace, Name: c.Name}, stored, object), nil
	}
	return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(path.Root(DialectKubeFleet), c.Title("is not scheduled by the hub"),
		excerpt.Sentence("The hub does not schedule the placement: "+stored.Unscheduled)+" These are the decisions that it would make otherwise.")}, nil
}

// compare compares a Placement or a PlacementRule with the one of its name on the hub, if there is one and the credentials may read it: the
// decision itself does not need it.
func (c *Config) compare(ctx context.Context, client *hub.Client) (diag.Diagnostics, error) {
	if c.Namespace == "" {
		return nil, nil
	}
	kind := hubobject.Placement
	if c.Hybrid != nil {
		kind = hubobject.PlacementRule
	}
	stored, object, err := client.PlacementObject(ctx, kind, c.Namespace, c.Name)
	if err != nil || object == nil {
		return nil, ctx.Err()
	}
	return c.undeclared(hub.Reference{Kind: kind, Namespace: c.Namespace, Name: c.Name}, stored, object), nil
}

// undeclared is the warning about fields of the placement's object on the hub that change its decisions and that the configuration does
// not set. A placement that has to be replaced does not keep them.
func (c *Config) undeclared(ref hub.Reference, stored *planner.Placement, object *hub.Object) diag.Diagnostics {
	if len(c.Replaces(stored.KubeFleet)) > 0 {
		return nil
	}
	of := c.Placement
	if of.KubeFleet != nil {
		// The groups of the data source are not those of the object.
		of.DecisionStrategy = placement.DecisionStrategy{}
	}
	set, err := hubobject.ApplyPlacement(&of)
	if err != nil {
		return nil
	}
	found := object.Undeclared(set)
	if len(found) == 0 {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(path.Root(string(c.Dialect())), c.Title("has more fields on the hub"),
		"The hub decides by these fields, too:\n"+managed.ConflictLines(found)+"The decisions of this data source do not take them into account. To predict "+
			"those of the hub, set them here as well. "+UndeclaredAdvice(ref))}
}

// UndeclaredAdvice says what to do about such fields: an apply cannot remove a field that another manager has set.
func UndeclaredAdvice(ref hub.Reference) string {
	command := "kubectl edit " + ref.Kind.String() + " " + ref.Name
	if ref.Namespace != "" {
		command += " --namespace=" + ref.Namespace
	}
	return "Terraform does not remove fields of other field managers. Set them in the configuration to manage them, or remove them with:\n" + command
}
