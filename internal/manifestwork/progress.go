// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifestwork

import (
	"slices"
)

// The conditions of a ManifestWork that a rollout reads, and that the agent derives where condition rules say how.
const (
	ConditionProgressing = "Progressing"
	ConditionDegraded    = "Degraded"
)

// progressRules are the CEL expressions that say whether an object of a kind is progressing, and whether it is degraded. They are
// the rules of kubectl rollout status. The agent derives a condition as True if all of its expressions are true.
type progressRules struct {
	resource, group       string
	progressing, degraded string
}

// notObserved is true as long as the controller of an object has not seen its spec.
const notObserved = "!has(object.status) || !has(object.status.observedGeneration) || object.status.observedGeneration < " +
	"object.metadata.generation"

// wellKnownRules has the kinds whose controllers report how far an object is.
var wellKnownRules = []progressRules{
	{
		resource: "deployments", group: "apps",
		progressing: notObserved + " || (has(object.spec.replicas) ? object.spec.replicas : 1) > " +
			"(has(object.status.updatedReplicas) ? object.status.updatedReplicas : 0) || " +
			"(has(object.status.replicas) ? object.status.replicas : 0) > (has(object.status.updatedReplicas) ? " +
			"object.status.updatedReplicas : 0) || (has(object.status.availableReplicas) ? object.status.availableReplicas : 0) < " +
			"(has(object.status.updatedReplicas) ? object.status.updatedReplicas : 0)",
		degraded: "has(object.status) && has(object.status.conditions) && " +
			"object.status.conditions.exists(c, c.type == 'Progressing' && has(c.reason) && c.reason == 'ProgressDeadlineExceeded')",
	},
	{
		resource: "statefulsets", group: "apps",
		progressing: notObserved + " || (has(object.spec.replicas) ? object.spec.replicas : 1) > " +
			"(has(object.status.updatedReplicas) ? object.status.updatedReplicas : 0) || " +
			"(has(object.spec.replicas) ? object.spec.replicas : 1) > (has(object.status.availableReplicas) ? " +
			"object.status.availableReplicas : 0)",
	},
	{
		resource: "daemonsets", group: "apps",
		progressing: notObserved + " || object.status.desiredNumberScheduled > " +
			"(has(object.status.updatedNumberScheduled) ? object.status.updatedNumberScheduled : 0) || " +
			"object.status.desiredNumberScheduled > (has(object.status.numberAvailable) ? object.status.numberAvailable : 0)",
	},
	{
		resource: "jobs", group: "batch",
		progressing: "!has(object.status) || !has(object.status.conditions) || " +
			"!object.status.conditions.exists(c, (c.type == 'Complete' || c.type == 'SuccessCriteriaMet') && c.status == 'True')",
		degraded: "has(object.status) && has(object.status.conditions) && " +
			"object.status.conditions.exists(c, c.type == 'Failed' && c.status == 'True')",
	},
}

// withProgressRules returns the configurations with the rules for the conditions Progressing and Degraded of the objects of
// well-known kinds, where they do not say how these are derived.
func (w *Work) withProgressRules() []ManifestConfig {
	configs := slices.Clone(w.ManifestConfigs)
	for i := range w.Manifests {
		id := w.Manifests[i].resource()
		at := slices.IndexFunc(wellKnownRules, func(r progressRules) bool { return r.resource == id.Resource && r.group == id.Group })
		if at < 0 {
			continue
		}
		config := slices.IndexFunc(configs, func(c ManifestConfig) bool { return c.ResourceIdentifier.matches(&id) })
		if config < 0 {
			config, configs = len(configs), append(configs, ManifestConfig{ResourceIdentifier: id})
		}
		configs[config].ConditionRules = wellKnownRules[at].addTo(configs[config].ConditionRules)
	}
	return configs
}

// HasProgress reports whether the agent is going to derive the condition Progressing.
func (w *Work) HasProgress() bool {
	configs := w.ManifestConfigs
	if w.TrackProgress {
		configs = w.withProgressRules()
	}
	return slices.ContainsFunc(configs, ManifestConfig.HasProgress)
}

// addTo adds the rules to those that there are.
func (r *progressRules) addTo(rules []ConditionRule) []ConditionRule {
	rules = slices.Clone(rules)
	for _, of := range []struct{ condition, expression string }{
		{ConditionProgressing, r.progressing}, {ConditionDegraded, r.degraded},
	} {
		if of.expression != "" && !hasRule(rules, of.condition) {
			rules = append(rules, ConditionRule{Condition: of.condition, Type: "CEL", CelExpressions: []string{of.expression}})
		}
	}
	return rules
}

func hasRule(rules []ConditionRule, condition string) bool {
	return slices.ContainsFunc(rules, func(r ConditionRule) bool { return r.Condition == condition })
}

// HasProgress reports whether the configuration says how the condition Progressing is derived.
func (c ManifestConfig) HasProgress() bool { return hasRule(c.ConditionRules, ConditionProgressing) }
