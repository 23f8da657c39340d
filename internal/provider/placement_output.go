package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// unknownValue stands for a value that is known only after apply.
var unknownValue any = tftypes.UnknownValue

// outputs are the computed attributes of a placement.
func (d *decided) outputs() (map[string]any, error) {
	result := &d.result
	report := result.Report()
	report.Placement = d.placement
	reportText, err := json.Marshal(report)
	if err != nil {
		return nil, err
	}
	decisions, byCluster := decisionsOutput(result, d.bindings)
	return map[string]any{
		"decisions":            decisions,
		"decisions_by_cluster": byCluster,
		"decision_groups":      groupsOutput(result.Groups),
		"satisfied":            result.Satisfied,
		"conditions":           conditionsOutput(result.Conditions),
		"rejection_summary":    summaryOutput(report.Summary),
		"next_change":          timeOutput(result.NextChange),
		"skipped_kinds":        skippedOutput(d.skipped),
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
		value, err := valueOf(typ, output)
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

func decisionsOutput(result *placement.Result, bindings map[string]*previousBinding) (list []any, byCluster map[string]any) {
	list, byCluster = make([]any, 0, len(result.Decisions)), make(map[string]any, len(result.Decisions))
	for e := range result.Explain {
		if e.Stage != placement.StageDecided {
			break
		}
		decision := map[string]any{
			"cluster_name": e.Cluster,
			"score":        decimal(result.FormatScore(e.Candidate.Score)),
			"group":        int64(e.Group),
			"group_name":   result.Groups[e.Group].Name,
			"reason":       e.Reason,
			"binding":      bindings[e.Cluster].output(),
		}
		list = append(list, decision)
		byCluster[e.Cluster] = decision
	}
	return list, byCluster
}

// bindingsOf are the live bindings of a KubeFleet placement by cluster.
func bindingsOf(result *placement.Result, policy string) map[string]*previousBinding {
	bindings := make(map[string]*previousBinding, len(result.ResourceBindings))
	for i := range result.ResourceBindings {
		binding := &result.ResourceBindings[i]
		if !binding.Live() || bindings[binding.TargetCluster] != nil {
			continue
		}
		known := &previousBinding{State: binding.State, Policy: policy}
		if score := binding.ClusterDecision.ClusterScore; score != nil {
			known.TopologySpreadScore = &score.TopologySpreadScore
		}
		bindings[binding.TargetCluster] = known
	}
	return bindings
}

func (b *previousBinding) output() any {
	if b == nil {
		return nil
	}
	var spread any
	if b.TopologySpreadScore != nil {
		spread = int64(*b.TopologySpreadScore)
	}
	return map[string]any{"state": string(b.State), "policy": b.Policy, "topology_spread_score": spread}
}

func groupsOutput(groups []placement.Group) []any {
	list := make([]any, len(groups))
	for i, g := range groups {
		list[i] = map[string]any{
			"index": int64(g.Index), "name": g.Name,
			"cluster_names": texts(g.Clusters), "placement_decisions": texts(g.Slices),
		}
	}
	return list
}

func conditionsOutput(conditions []placement.Condition) []any {
	list := make([]any, len(conditions))
	for i, c := range conditions {
		list[i] = map[string]any{"type": c.Type, "status": c.Status, "reason": c.Reason, "message": c.Message}
	}
	return list
}

func summaryOutput(summary []placement.ReasonCount) map[string]any {
	counts := make(map[string]any, len(summary))
	for _, reason := range summary {
		counts[reason.Reason] = int64(reason.Count)
	}
	return counts
}

func skippedOutput(skipped []manifest.SkippedKind) map[string]any {
	counts := make(map[string]any, len(skipped))
	for _, kind := range skipped {
		counts[kind.Kind] = int64(kind.Count)
	}
	return counts
}

func timeOutput(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format(time.RFC3339Nano)
}

func texts(list []string) []any {
	values := make([]any, len(list))
	for i, text := range list {
		values[i] = text
	}
	return values
}

// numberPrecision is that of Terraform's own numbers, in bits.
const numberPrecision = 512

// decimal is the number that the text of a score says.
func decimal(text string) *big.Float {
	number, _, err := big.ParseFloat(text, 10, numberPrecision, big.ToNearestEven)
	if err != nil {
		return new(big.Float)
	}
	return number
}

// valueOf makes a Terraform value of plain data: unknownValue, nil, string, bool, numbers, lists, and maps for maps and objects.
func valueOf(t tftypes.Type, data any) (tftypes.Value, error) {
	if data == unknownValue {
		return tftypes.NewValue(t, tftypes.UnknownValue), nil
	}
	var inner any
	switch v := data.(type) {
	case tftypes.Value:
		return v, nil
	case nil, string, bool, int64, *big.Float:
		inner = v
	case []any:
		list, ok := t.(tftypes.List)
		if !ok {
			return tftypes.Value{}, fmt.Errorf("a list is no %s", t)
		}
		values := make([]tftypes.Value, len(v))
		for i := range v {
			value, err := valueOf(list.ElementType, v[i])
			if err != nil {
				return tftypes.Value{}, err
			}
			values[i] = value
		}
		inner = values
	case map[string]any:
		values := make(map[string]tftypes.Value, len(v))
		for key, item := range v {
			element, err := elementType(t, key)
			if err != nil {
				return tftypes.Value{}, err
			}
			if values[key], err = valueOf(element, item); err != nil {
				return tftypes.Value{}, err
			}
		}
		inner = values
	}
	if err := tftypes.ValidateValue(t, inner); err != nil {
		return tftypes.Value{}, err
	}
	return tftypes.NewValue(t, inner), nil
}

func elementType(t tftypes.Type, key string) (tftypes.Type, error) {
	switch t := t.(type) {
	case tftypes.Map:
		return t.ElementType, nil
	case tftypes.Object:
		if element, ok := t.AttributeTypes[key]; ok {
			return element, nil
		}
	}
	return nil, fmt.Errorf("%s has no place for %q", t, key)
}
