// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workagent

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/cel-go/cel"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// ruleReason is the reason of conditions that rules have derived.
const ruleReason = "ConditionRuleEvaluated"

// Look reads the objects of a work as they are on the cluster, and reports what the rules of its present generation say of them.
// The objects may be those of the generation before.
func (a *Agent) Look(work *unstructured.Unstructured, now time.Time) {
	status, generation := statusOf(work), work.GetGeneration()
	if find(conditionsOf(work.Object, "status"), "Applied") == nil {
		return
	}
	resources, _ := status["resourceStatus"].(map[string]any)
	manifests, _ := resources["manifests"].([]any)
	gone, by := 0, map[string][]string{}
	for _, manifest := range manifests {
		entry, _ := manifest.(map[string]any)
		of, _ := entry["resourceMeta"].(map[string]any)
		live := a.objects[fmt.Sprintf("%s %s/%s", of["kind"], of["namespace"], of["name"])]
		if live == nil {
			gone++
			set(entry, now, map[string]any{"type": "Available", "status": "False", "reason": "ResourceNotAvailable",
				"message": "Resource is not available"})
		} else {
			set(entry, now, map[string]any{"type": "Available", "status": "True", "reason": "ResourceAvailable",
				"message": "Resource is available"})
			entry["statusFeedback"] = map[string]any{"values": feedback(work, live)}
			for _, rule := range rulesFor(work, of) {
				c := evaluated(rule, live.Object)
				c["observedGeneration"] = generation
				set(entry, now, c)
			}
			prune(entry, generation)
		}
		for _, c := range conditionsOf(entry) {
			if strings.HasPrefix(text(c["reason"]), "ConditionRule") && c["observedGeneration"] == generation {
				by[text(c["type"])] = append(by[text(c["type"])], text(c["status"]))
			}
		}
	}
	available := map[string]any{"type": "Available", "status": "True", "reason": "ResourcesAvailable",
		"message": "All resources are available", "observedGeneration": generation}
	if gone > 0 {
		available["status"], available["reason"] = "False", "ResourcesNotAvailable"
		available["message"] = fmt.Sprintf("%d of %d resources are not available", gone, len(manifests))
	}
	set(status, now, available)
	for _, of := range slices.Sorted(maps.Keys(by)) {
		set(status, now, aggregated(of, by[of], generation))
	}
	prune(status, generation)
}

// aggregated is the condition of a work: False wins, whatever a condition means.
func aggregated(of string, statuses []string, generation int64) map[string]any {
	is := "True"
	for _, status := range []string{"False", "Unknown"} {
		if slices.Contains(statuses, status) {
			is = status
			break
		}
	}
	return map[string]any{"type": of, "status": is, "reason": "ConditionRulesAggregated", "observedGeneration": generation,
		"message": map[string]string{"True": "Manifest is ", "False": "Manifest is not ", "Unknown": "Manifest may be "}[is] + of}
}

// evaluated is the condition of a rule.
func evaluated(rule, live map[string]any) map[string]any {
	of := text(rule["condition"])
	c := map[string]any{"type": of, "status": "True", "reason": ruleReason, "message": "Manifest is " + of}
	expressions, _ := rule["celExpressions"].([]any)
	for _, expression := range expressions {
		value, err := evaluate(text(expression), live, nil)
		is, isBool := value.(bool)
		if err == nil && !isBool {
			err = errors.New("expected bool result")
		}
		if err != nil {
			c["status"], c["reason"], c["message"] = "False", "ConditionRuleExpressionError", err.Error()
			return c
		}
		if !is {
			c["status"], c["message"] = "False", "Manifest is not "+of
			break
		}
	}
	if expression := text(rule["messageExpression"]); expression != "" {
		value, err := evaluate(expression, live, map[string]any{"result": c["status"] == "True"})
		if err != nil {
			c["message"] = err.Error()
		} else if says := text(value); says != "" {
			c["message"] = says
		}
	}
	return c
}

// evaluate is the value of an expression.
func evaluate(expression string, live, further map[string]any) (any, error) {
	environment, err := cel.NewEnv(cel.Variable("object", cel.DynType), cel.Variable("result", cel.BoolType))
	if err != nil {
		return nil, err
	}
	ast, issues := environment.Compile(expression)
	if issues.Err() != nil {
		return nil, issues.Err()
	}
	program, err := environment.Program(ast)
	if err != nil {
		return nil, err
	}
	variables := map[string]any{"object": live}
	maps.Copy(variables, further)
	value, _, err := program.Eval(variables)
	if err != nil {
		return nil, err
	}
	return value.Value(), nil
}

// configsFor are the configurations of a work for an object.
func configsFor(work *unstructured.Unstructured, of map[string]any) (found []map[string]any) {
	configs, _, _ := unstructured.NestedSlice(work.Object, "spec", "manifestConfigs")
	for _, config := range configs {
		fields, _ := config.(map[string]any)
		id, _ := fields["resourceIdentifier"].(map[string]any)
		if text(id["group"]) == text(of["group"]) && text(id["resource"]) == text(of["resource"]) && (id["name"] == "*" ||
			text(id["name"]) == text(of["name"])) && (id["namespace"] == "*" || text(id["namespace"]) == text(of["namespace"])) {
			found = append(found, fields)
		}
	}
	return found
}

func rulesFor(work *unstructured.Unstructured, of map[string]any) (found []map[string]any) {
	for _, config := range configsFor(work, of) {
		rules, _ := config["conditionRules"].([]any)
		for _, rule := range rules {
			fields, _ := rule.(map[string]any)
			found = append(found, fields)
		}
	}
	return found
}

// feedback are the values that the agent reports of a Deployment if the work has feedback rules.
func feedback(work *unstructured.Unstructured, live *object) []any {
	values := []any{}
	kind := live.GroupVersionKind()
	for _, config := range configsFor(work, map[string]any{"group": kind.Group, "resource": strings.ToLower(kind.Kind) + "s",
		"name": live.GetName(), "namespace": live.GetNamespace()}) {
		if rules, _ := config["feedbackRules"].([]any); len(rules) == 0 || kind.Kind != "Deployment" {
			continue
		}
		ready, _, _ := unstructured.NestedInt64(live.Object, "status", "availableReplicas")
		value := map[string]any{"type": "Integer", "integer": ready}
		values = append(values, map[string]any{"name": "ReadyReplicas", "fieldValue": value})
	}
	return values
}

// prune removes what rules of earlier generations have derived.
func prune(of map[string]any, generation int64) {
	conditions, _ := of["conditions"].([]any)
	of["conditions"] = slices.DeleteFunc(conditions, func(c any) bool {
		fields, _ := c.(map[string]any)
		return strings.HasPrefix(text(fields["reason"]), "ConditionRule") && fields["observedGeneration"] != generation
	})
}

// set sets a condition, which keeps its time unless its status changes.
func set(of map[string]any, now time.Time, c map[string]any) {
	conditions, _ := of["conditions"].([]any)
	c["lastTransitionTime"] = now.UTC().Format(time.RFC3339)
	for i := range conditions {
		if before, _ := conditions[i].(map[string]any); before["type"] == c["type"] {
			if before["status"] == c["status"] {
				c["lastTransitionTime"] = before["lastTransitionTime"]
			}
			conditions[i] = c
			return
		}
	}
	of["conditions"] = append(conditions, c)
}

func find(conditions []map[string]any, of string) map[string]any {
	for _, c := range conditions {
		if c["type"] == of {
			return c
		}
	}
	return nil
}

// conditionsOf are the conditions at a path.
func conditionsOf(of map[string]any, path ...string) (all []map[string]any) {
	for _, name := range path {
		of, _ = of[name].(map[string]any)
	}
	conditions, _ := of["conditions"].([]any)
	for _, c := range conditions {
		fields, _ := c.(map[string]any)
		all = append(all, fields)
	}
	return all
}

// statusOf is the status of a work, which is made if there is none.
func statusOf(work *unstructured.Unstructured) map[string]any {
	status, ok := work.Object["status"].(map[string]any)
	if !ok {
		status = map[string]any{}
		work.Object["status"] = status
	}
	return status
}

func sameMeta(a, b map[string]any) bool {
	return a != nil && sameJSON(a["resourceMeta"], b["resourceMeta"])
}

func sameJSON(a, b any) bool {
	left, err := json.Marshal(a)
	right, err2 := json.Marshal(b)
	return errors.Join(err, err2) == nil && string(left) == string(right)
}

func text(value any) string {
	is, _ := value.(string)
	return is
}
