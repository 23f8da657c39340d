package provider

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// decided is the answer of a scheduler, and what goes with it into the outputs.
type decided struct {
	// placement is the name of the placement, behind its namespace and a slash if it has one.
	placement string
	result    placement.Result
	// bindings are those of a KubeFleet placement by cluster.
	bindings map[string]*previousBinding
	// earlier are the decisions from before the pass that the configuration and the manifests tell of; nil if they tell of none.
	earlier []previousDecision
	// inventory is what the pass knew of the world.
	inventory placement.Inventory
	// skipped are the objects of the manifests that nobody looked at.
	skipped []manifest.SkippedKind
}

// timeless is the instant of a pass that must not depend on the time: before everything that a cluster has ever
// recorded, and later than no time at all, which counts as long ago.
var timeless = time.Unix(0, 0).UTC()

// decide runs the scheduler, at the time of the argument now. Without it the clock counts; without a clock the answer
// must be the same at any time.
func (c *placementConfig) decide(
	ctx context.Context, provider *providerData, clock func() time.Time,
) (*decided, diag.Diagnostics) {
	fleet, diags := c.fleet(ctx, provider)
	if diags.HasError() {
		return nil, diags
	}
	instant := c.instant(clock)
	inv, more := c.inventory(&fleet, instant)
	if diags.Append(more...); diags.HasError() {
		return nil, diags
	}
	result, err := c.schedule(ctx, inv, &fleet, provider)
	if err != nil {
		diags.Append(c.scheduleError(err))
		return nil, diags
	}
	if c.Now.IsZero() && clock == nil && !result.NextChange.IsZero() {
		diags.AddAttributeError(path.Root("now"), "The answer depends on the time", fmt.Sprintf(
			"Tolerations, scores or heartbeats expire: at %s the answer may change. Here nobody looks at the clock, because "+
				"Terraform decides again when it applies and does not accept another answer. Set now to the time that counts, "+
				"such as now = plantimestamp().", result.NextChange.UTC().Format(time.RFC3339)))
		return nil, diags
	}
	diags.Append(c.warnings(result.Warnings)...)
	return &decided{
		placement: c.fullName(), result: result, bindings: bindingsOf(&result, c.policy()),
		earlier: c.earlierDecisions(&inv, &fleet), inventory: inv, skipped: fleet.Skipped,
	}, diags
}

// rollOut marks every binding as bound: after an apply the resources are on the clusters.
func (d *decided) rollOut() {
	for _, b := range d.bindings {
		if b != nil {
			b.State = placement.BindingBound
		}
	}
}

// schedule runs the scheduler of the configured dialect.
func (c *placementConfig) schedule(
	ctx context.Context, inv placement.Inventory, fleet *manifest.Fleet, provider *providerData,
) (placement.Result, error) {
	switch {
	case c.KubeFleet != nil:
		return c.scheduleKubeFleet(ctx, inv, fleet)
	case c.Hybrid != nil:
		return c.scheduleHybrid(ctx, inv, fleet, provider)
	}
	req := ocm.Placement{
		Name: c.Name, Namespace: c.Namespace, DecisionStrategy: c.DecisionStrategy, MaxCELCost: c.maxCELCost, Spec: *c.OCM,
	}
	result, err := ocm.Schedule(ctx, req, inv)
	if errors.Is(err, ocm.ErrCELCost) {
		err = fmt.Errorf("%w: nothing can interrupt a function. Use the data source multicluster_placement, which has no "+
			"such limit, or simpler expressions", err)
	}
	return result, err
}

func (c *placementConfig) fullName() string {
	if c.Namespace == "" {
		return c.Name
	}
	return c.Namespace + "/" + c.Name
}

// instant is the time of the pass: the argument now, or the clock, or no time in particular.
func (c *placementConfig) instant(clock func() time.Time) time.Time {
	switch {
	case !c.Now.IsZero():
		return c.Now
	case clock == nil:
		return timeless
	}
	return clock().UTC()
}

var errUnknownManifests = errors.New("the provider's manifests are not known yet; they must not depend on " +
	"something that this run creates")
