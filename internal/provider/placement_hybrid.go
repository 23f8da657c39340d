package provider

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// builtInAdvisors are the names of the advisors that need no recommendations.
func builtInAdvisors() []string {
	return slices.Sorted(maps.Keys(hybrid.BuiltIns))
}

// validateHybrid checks the rule and the targets.
func (c *placementConfig) validateHybrid(r *tfvalue.Reader) {
	r.Check(tfvalue.Root(dialectHybrid), c.Hybrid, c.Hybrid.Validate())
	r.Check(nil, c, duplicates("targets", "name", len(c.Targets), func(i int) string {
		if c.Targets[i].Name == "" {
			return ""
		}
		return c.Targets[i].Kind + " " + c.Targets[i].Key()
	}))
}

// scheduleHybrid runs the rounds, with the previous decisions and those that the manifests have of the rule.
func (c *placementConfig) scheduleHybrid(
	ctx context.Context, inv placement.Inventory, fleet *manifest.Fleet, provider *providerData,
) (placement.Result, error) {
	req := hybrid.Placement{Name: c.Name, Namespace: c.Namespace, DecisionStrategy: c.DecisionStrategy, Spec: *c.Hybrid}
	for i := range req.Advisors {
		if err := answered(&req.Advisors[i], i, provider); err != nil {
			return placement.Result{}, err
		}
	}
	for _, rule := range fleet.PlacementRules {
		if c.is(rule.Namespace, rule.Name) && !c.knowsItsDecisions() {
			req.PreviousDecisions = append(req.PreviousDecisions, rule.Decisions...)
		}
	}
	for _, d := range c.PreviousDecisions {
		req.PreviousDecisions = append(req.PreviousDecisions, d.ClusterName)
	}
	endpoints := maps.Clone(provider.advisors)
	maps.DeleteFunc(endpoints, func(name string, _ advisor.Endpoint) bool {
		return slices.ContainsFunc(req.Advisors, func(a hybrid.Advisor) bool {
			return a.Name == name && a.Recommendations != nil
		})
	})
	client := advisor.NewClient(ctx, endpoints, provider.answers)
	defer client.Close()
	return hybrid.Schedule(ctx, req, inv, client)
}

// answered makes sure that there is somebody to answer for an advisor.
func answered(a *hybrid.Advisor, index int, provider *providerData) error {
	_, builtIn := hybrid.BuiltIns[a.Name]
	_, configured := provider.advisors[a.Name]
	if builtIn || configured || a.Recommendations != nil {
		return nil
	}
	if provider.mayNotAsk {
		return &placement.Misconfiguration{
			Field: fmt.Sprintf("advisors[%d].recommendations", index),
			Message: fmt.Sprintf("%q is none of the built-in advisors (%s). Only the data source asks advisors over HTTP, because Terraform "+
				"wants the same answer when it plans and when it applies; here the recommendations have to be given",
				a.Name, strings.Join(builtInAdvisors(), ", ")),
		}
	}
	return &placement.Misconfiguration{
		Field: fmt.Sprintf("advisors[%d].recommendations", index),
		Message: fmt.Sprintf("%q is none of the built-in advisors (%s), and the provider's configuration has no advisor of this name "+
			"that is known already, so its recommendations have to be given", a.Name, strings.Join(builtInAdvisors(), ", ")),
	}
}
