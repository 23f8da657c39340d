// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"testing"

	"github.com/google/cel-go/cel"
	"sigs.k8s.io/yaml"
)

// TestGuideConditionRules evaluates the condition rules of the example, which an agent evaluates with the object on its cluster.
func TestGuideConditionRules(t *testing.T) {
	text := readText(t, "../../../examples/rollout_status_sources/condition_rules.yaml")
	var work struct {
		Spec struct {
			ManifestConfigs []struct {
				ConditionRules []struct {
					Condition      string   `json:"condition"`
					Type           string   `json:"type"`
					CelExpressions []string `json:"celExpressions"`
				} `json:"conditionRules"`
			} `json:"manifestConfigs"`
		} `json:"spec"`
	}
	if err := yaml.Unmarshal([]byte(text), &work); err != nil {
		t.Fatal(err)
	}
	env, err := cel.NewEnv(cel.Variable("object", cel.DynType))
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]cel.Program{}
	for _, rule := range work.Spec.ManifestConfigs[0].ConditionRules {
		if rule.Type != "CEL" || len(rule.CelExpressions) != 1 {
			t.Fatalf("%+v", rule)
		}
		ast, issues := env.Compile(rule.CelExpressions[0])
		if issues.Err() != nil {
			t.Fatalf("%s: %v", rule.Condition, issues.Err())
		}
		if rules[rule.Condition], err = env.Program(ast); err != nil {
			t.Fatal(err)
		}
	}
	const complete = "{observedGeneration: 2, replicas: 3, updatedReplicas: 3, availableReplicas: 3}"
	for name, tt := range map[string]struct {
		status                string
		progressing, degraded bool
	}{
		"complete":       {complete, false, false},
		"not observed":   {"{observedGeneration: 1, replicas: 3, updatedReplicas: 3, availableReplicas: 3}", true, false},
		"new":            {"{}", true, false},
		"not updated":    {"{observedGeneration: 2, replicas: 3, updatedReplicas: 2, availableReplicas: 3}", true, false},
		"an old replica": {"{observedGeneration: 2, replicas: 4, updatedReplicas: 3, availableReplicas: 3}", true, false},
		"not available":  {"{observedGeneration: 2, replicas: 3, updatedReplicas: 3, availableReplicas: 2}", true, false},
		"none available": {"{observedGeneration: 2, replicas: 3, updatedReplicas: 3}", true, false},
		"failed": {"{observedGeneration: 2, replicas: 4, updatedReplicas: 1, availableReplicas: 3, " +
			"conditions: [{type: Progressing, reason: ProgressDeadlineExceeded}]}", true, true},
	} {
		var object map[string]any
		if err := yaml.Unmarshal([]byte("{metadata: {generation: 2}, spec: {replicas: 3}, status: "+tt.status+"}"),
			&object); err != nil {
			t.Fatal(err)
		}
		for condition, want := range map[string]bool{"Progressing": tt.progressing, "Degraded": tt.degraded} {
			if got, _, err := rules[condition].Eval(map[string]any{"object": object}); err != nil || got.Value() != want {
				t.Errorf("%s: %s is %v, want %v; error %v", name, condition, got, want, err)
			}
		}
	}
}
