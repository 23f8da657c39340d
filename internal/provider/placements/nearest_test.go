// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestNearest: a placement in the state alone whose report is asked for says after which change of the fleet its new selector
// chooses otherwise than the one in the state.
func TestNearest(t *testing.T) {
	selectors := func(operator string, values list) map[string]object {
		selector := object{"match_expressions": list{object{"key": "region", "operator": operator, "values": values}}}
		return map[string]object{
			"ocm": {"predicates": list{object{"required_cluster_selector": object{"label_selector": selector}}}},
			"kubefleet": {"placement_type": "PickAll", "affinity": object{"cluster_affinity": object{
				"required_during_scheduling_ignored_during_execution": object{
					"cluster_selector_terms": list{object{"label_selector": selector}},
				},
			}}},
			"hybrid": {"target_labels": selector},
		}
	}
	in, notIn := selectors("In", list{"eu", "us"}), selectors("NotIn", list{"apac"})
	for dialect := range in {
		config := func(selector, further object) object {
			data := object{"name": "web", dialect: selector, "with_report": true, "clusters": list{
				providertest.Cluster("a", object{"region": "eu"}), providertest.Cluster("b", object{"region": "us"}),
			}}
			maps.Copy(data, further)
			return data
		}
		l := providertest.NewPlacement(t, t)
		l.Apply(l.Plan(providertest.Config(t, l.Type(), config(in[dialect], nil))))
		for name, test := range map[string]struct {
			data object
			want string
		}{
			"refactored": {config(notIn[dialect], nil), "They differ after this change: "},
			"not asked":  {config(notIn[dialect], object{"with_report": nil}), ""},
			"unchanged":  {config(in[dialect], object{"with_labels": list{"region"}}), ""},
			"renamed":    {config(notIn[dialect], object{"name": "api"}), ""},
		} {
			p := l.Plan(providertest.Config(t, l.Type(), test.data))
			said := providertest.Said(p.Diags)
			if p.Failed() || test.want != "" && (len(p.Diags) != 1 || !strings.Contains(said, test.want)) ||
				test.want == "" && strings.Contains(said, "differ") {
				t.Errorf("%s %s: want %q, got %s", dialect, name, test.want, said)
			}
		}
	}
}
