package planner

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// DefaultName is the name of a placement that was given none. It shows in the names of PlacementDecisions.
const DefaultName = "placement"

// summaryBytes bounds the summary of a placement in a title.
const summaryBytes = 60

// Title is the title of a warning. Terraform shows only the first of several warnings of the same title, so a title names the
// placement, and two warnings about one placement have different titles. A placement without a name is known by what it asks
// for.
func (r *Request) Title(what string) string {
	if r.Name == "" || r.Name == DefaultName {
		return fmt.Sprintf("The placement (%s) %s", r.summary(), what)
	}
	return fmt.Sprintf("The placement %s %s", excerpt.Quote(r.FullName()), what)
}

// summary is the dialect of a placement, how many clusters it asks for, and the first of its requirements.
func (r *Request) summary() string {
	parts := []string{string(r.Dialect())}
	if r.Namespace != "" {
		parts = append(parts, "namespace "+r.Namespace)
	}
	switch {
	case r.OCM != nil:
		parts = append(parts, wantedClusters(r.OCM.NumberOfClusters), firstOfOCM(r.OCM))
	case r.KubeFleet != nil:
		parts = append(parts, cmp.Or(r.KubeFleet.PlacementType, kubefleet.PickAll), wantedClusters(r.KubeFleet.NumberOfClusters),
			firstOfKubeFleet(r.KubeFleet))
	case r.Hybrid != nil:
		parts = append(parts, wantedClusters(r.Hybrid.Replicas), firstOfHybrid(r.Hybrid))
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return excerpt.Line(strings.Join(strings.Fields(strings.Join(parts, ", ")), " "), summaryBytes)
}

func wantedClusters(n *int32) string {
	if n == nil {
		return ""
	}
	return excerpt.Count(int(*n), "cluster")
}

// firstOfOCM is the first requirement of a placement; empty if it has none.
func firstOfOCM(spec *ocm.Spec) string {
	if len(spec.Predicates) > 0 {
		selector := &spec.Predicates[0].RequiredClusterSelector
		if first := firstOf(selector.LabelSelector); first != "" {
			return "predicates[0] wants " + first
		}
		if first := firstOf(claimsAsLabels(selector.ClaimSelector)); first != "" {
			return "predicates[0] wants claim " + first
		}
		if cel := selector.CELSelector; cel != nil && len(cel.CELExpressions) > 0 {
			return "predicates[0] wants " + short(cel.CELExpressions[0])
		}
	}
	if len(spec.ClusterSets) > 0 {
		return "cluster set " + short(spec.ClusterSets[0])
	}
	for i := range spec.PrioritizerPolicy.Configurations {
		if s := spec.PrioritizerPolicy.Configurations[i].ScoreCoordinate; s != nil && s.AddOn != nil {
			return "prefers " + short(s.AddOn.ResourceName) + "/" + short(s.AddOn.ScoreName)
		} else if s != nil && s.BuiltIn != "" {
			return "prefers " + short(s.BuiltIn)
		}
	}
	return ""
}

// firstOfKubeFleet is the first requirement of a placement; empty if it has none.
func firstOfKubeFleet(spec *kubefleet.Spec) string {
	if len(spec.ClusterNames) > 0 {
		return "cluster " + short(spec.ClusterNames[0])
	}
	if affinity := affinityOf(spec); affinity.Required != nil && len(affinity.Required.ClusterSelectorTerms) > 0 {
		term := &affinity.Required.ClusterSelectorTerms[0]
		if first := firstOf(term.LabelSelector); first != "" {
			return "wants " + first
		}
		if p := term.PropertySelector; p != nil && len(p.MatchExpressions) > 0 {
			return fmt.Sprintf("wants %s %s %s", short(p.MatchExpressions[0].Name), short(p.MatchExpressions[0].Operator),
				firstValues(p.MatchExpressions[0].Values))
		}
	} else if len(affinity.Preferred) > 0 {
		preference := &affinity.Preferred[0].Preference
		if first := firstOf(preference.LabelSelector); first != "" {
			return "prefers " + first
		}
		if preference.PropertySorter != nil {
			return "prefers " + short(preference.PropertySorter.Name)
		}
	}
	if len(spec.TopologySpreadConstraints) > 0 {
		return "spreads over " + short(spec.TopologySpreadConstraints[0].TopologyKey)
	}
	return ""
}

// firstOfHybrid is the first requirement of a rule; empty if it has none.
func firstOfHybrid(spec *hybrid.Spec) string {
	if first := firstOf(spec.TargetLabels); first != "" {
		return "wants " + first
	}
	if len(spec.Targets) > 0 {
		return "target " + short(cmp.Or(spec.Targets[0].Name, spec.Targets[0].Namespace))
	}
	if len(spec.Advisors) > 0 {
		return "advisor " + short(spec.Advisors[0].Name)
	}
	return ""
}

// firstOf is the first requirement of a selector, such as env=prod; empty if it has none.
func firstOf(selector *metav1.LabelSelector) string {
	if selector == nil {
		return ""
	}
	if len(selector.MatchLabels) > 0 {
		first := slices.Min(slices.Collect(maps.Keys(selector.MatchLabels)))
		return short(first) + "=" + short(selector.MatchLabels[first])
	}
	if len(selector.MatchExpressions) > 0 {
		first := &selector.MatchExpressions[0]
		return strings.TrimSpace(fmt.Sprintf("%s %s %s", short(first.Key), short(string(first.Operator)), firstValues(first.Values)))
	}
	return ""
}

// firstValues are as many values as fit into a summary.
func firstValues(values []string) string {
	const shown = 3
	return short(strings.Join(values[:min(len(values), shown)], ","))
}

// short is as much of a text as fits into a summary.
func short(text string) string { return excerpt.Line(text, summaryBytes) }

func claimsAsLabels(selector *placement.ClaimSelector) *metav1.LabelSelector {
	if selector == nil {
		return nil
	}
	return &metav1.LabelSelector{MatchExpressions: selector.MatchExpressions}
}

// affinityOf is the cluster affinity of a placement; empty if it has none.
func affinityOf(spec *kubefleet.Spec) *kubefleet.ClusterAffinity {
	if spec.Affinity == nil || spec.Affinity.ClusterAffinity == nil {
		return &kubefleet.ClusterAffinity{}
	}
	return spec.Affinity.ClusterAffinity
}
