package provider

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// builtInAdvisors are the names of the advisors that need no recommendations.
func builtInAdvisors() []string {
	return slices.Sorted(maps.Keys(hybrid.BuiltIns))
}

// validateHybrid checks the rule, and that there is somebody to answer for every advisor.
func (c *placementConfig) validateHybrid(r *valueReader) {
	root := path.Root(dialectHybrid)
	r.check(root, c.Hybrid.Validate())
	for i := range c.Hybrid.Advisors {
		advisor := &c.Hybrid.Advisors[i]
		if _, builtIn := hybrid.BuiltIns[advisor.Name]; builtIn || advisor.Recommendations != nil || advisor.Name == "" {
			continue
		}
		r.check(root, field.ErrorList{field.Required(field.NewPath("advisors").Index(i).Child("recommendations"),
			fmt.Sprintf("%q is none of the built-in advisors (%s), so its recommendations have to be given",
				advisor.Name, strings.Join(builtInAdvisors(), ", ")))})
	}
	keys := map[string]int{}
	for i := range c.Targets {
		key := c.Targets[i].Key()
		if first, ok := keys[key]; ok && c.Targets[i].Name != "" {
			r.check(path.Empty(), field.ErrorList{{
				Type: field.ErrorTypeDuplicate, Field: fmt.Sprintf("targets[%d].name", i), BadValue: key,
				Detail: fmt.Sprintf("targets[%d] has this name already", first),
			}})
		} else {
			keys[key] = i
		}
	}
}

// scheduleHybrid runs the rounds, with the previous decisions and those that the manifests have of the rule.
func (c *placementConfig) scheduleHybrid(inv placement.Inventory, fleet *manifest.Fleet) (placement.Result, error) {
	req := *c.Hybrid
	req.Name, req.Namespace, req.DecisionStrategy = c.Name, c.Namespace, c.DecisionStrategy
	for _, rule := range fleet.PlacementRules {
		if rule.Name == c.Name && rule.Namespace == c.Namespace {
			req.PreviousDecisions = append(req.PreviousDecisions, rule.Decisions...)
		}
	}
	for _, d := range c.PreviousDecisions {
		req.PreviousDecisions = append(req.PreviousDecisions, d.ClusterName)
	}
	return hybrid.Schedule(req, inv, hybrid.BuiltIn{})
}
