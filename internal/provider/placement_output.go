package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// outputsOf are the computed attributes of a placement.
func outputsOf(a *planner.Answer) (map[string]any, error) {
	result := &a.Result
	report := result.Report()
	report.Placement = a.Placement
	reportText, err := json.Marshal(report)
	if err != nil {
		return nil, err
	}
	decisions, byCluster := decisionsOutput(result, a.Bindings)
	return map[string]any{
		"decisions":            decisions,
		"decisions_by_cluster": byCluster,
		"decision_groups":      groupsOutput(result.Groups),
		"satisfied":            result.Satisfied,
		"conditions":           result.Conditions,
		"rejection_summary":    summaryOutput(report.Summary),
		"next_change":          result.NextChange,
		"skipped_kinds":        skippedOutput(a.Skipped),
		"report":               string(reportText),
	}, nil
}

// fill writes computed attributes into an object. Those that bypass the framework go into the request.
func fill(ctx context.Context, object tftypes.Value, outputs map[string]any) (tftypes.Value, error) {
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return tftypes.Value{}, err
	}
	var attributes map[string]tftypes.Value
	if err := object.As(&attributes); err != nil {
		return tftypes.Value{}, err
	}
	attributes = maps.Clone(attributes)
	for name, output := range outputs {
		typ, bypassed := request.Type(name)
		if !bypassed {
			typ = attributes[name].Type()
		}
		value, err := tfvalue.Value(typ, output)
		switch {
		case err != nil:
			return tftypes.Value{}, fmt.Errorf("attribute %s: %w", name, err)
		case !bypassed:
			attributes[name] = value
		default:
			if err := request.Set(name, value); err != nil {
				return tftypes.Value{}, err
			}
		}
	}
	return tftypes.NewValue(object.Type(), attributes), nil
}

// decisionOutput is a chosen cluster as the outputs have it.
type decisionOutput struct {
	ClusterName string                   `json:"clusterName"`
	Score       json.Number              `json:"score"`
	Group       int                      `json:"group"`
	GroupName   string                   `json:"groupName"`
	Reason      string                   `json:"reason"`
	Binding     *planner.PreviousBinding `json:"binding"`
}

func decisionsOutput(result *placement.Result, bindings map[string]*planner.PreviousBinding) ([]decisionOutput, map[string]decisionOutput) {
	list, byCluster := make([]decisionOutput, 0, len(result.Decisions)), make(map[string]decisionOutput, len(result.Decisions))
	for e := range result.Explain {
		if e.Stage != placement.StageDecided {
			break
		}
		decision := decisionOutput{
			ClusterName: e.Cluster, Score: json.Number(result.FormatScore(e.Candidate.Score)), Group: e.Group,
			GroupName: result.Groups[e.Group].Name, Reason: e.Reason, Binding: bindings[e.Cluster],
		}
		list = append(list, decision)
		byCluster[e.Cluster] = decision
	}
	return list, byCluster
}

// groupOutput is a decision group as the outputs have it.
type groupOutput struct {
	Index              int      `json:"index"`
	Name               string   `json:"name"`
	ClusterNames       []string `json:"clusterNames"`
	PlacementDecisions []string `json:"placementDecisions"`
}

func groupsOutput(groups []placement.Group) []groupOutput {
	list := make([]groupOutput, len(groups))
	for i, g := range groups {
		list[i] = groupOutput{Index: g.Index, Name: g.Name, ClusterNames: g.Clusters, PlacementDecisions: g.PlacementDecisions}
	}
	return list
}

func summaryOutput(summary []placement.ReasonCount) map[string]int {
	counts := make(map[string]int, len(summary))
	for _, reason := range summary {
		counts[reason.Reason] = reason.Count
	}
	return counts
}

func skippedOutput(skipped []manifest.SkippedKind) map[string]int {
	counts := make(map[string]int, len(skipped))
	for _, kind := range skipped {
		counts[kind.Kind] = kind.Count
	}
	return counts
}
