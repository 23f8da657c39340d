// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifestwork

import (
	"maps"
	"slices"
	"strconv"
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
	// causes are the conditions of an object that is degraded which say why; empty if degraded is.
	causes string
}

// notObserved is true as long as the controller of an object has not seen its spec. Until then its status is about another one.
const notObserved = "!has(object.status) || !has(object.status.observedGeneration) || object.status.observedGeneration < " +
	"object.metadata.generation"

// Which conditions say why a Deployment or a Job is degraded.
const (
	deploymentGivenUp = "c.type == 'Progressing' && has(c.reason) && c.reason == 'ProgressDeadlineExceeded'"
	jobFailed         = "c.type == 'Failed' && c.status == 'True'"
	hasConditions     = "has(object.status) && has(object.status.conditions) && "
)

// wellKnownRules has the kinds whose controllers report how far an object is.
var wellKnownRules = []progressRules{
	{
		resource: "deployments", group: "apps",
		progressing: notObserved + " || (has(object.spec.replicas) ? object.spec.replicas : 1) > " +
			"(has(object.status.updatedReplicas) ? object.status.updatedReplicas : 0) || " +
			"(has(object.status.replicas) ? object.status.replicas : 0) > (has(object.status.updatedReplicas) ? " +
			"object.status.updatedReplicas : 0) || (has(object.status.availableReplicas) ? object.status.availableReplicas : 0) < " +
			"(has(object.status.updatedReplicas) ? object.status.updatedReplicas : 0)",
		degraded: "!(" + notObserved + ") && " + hasConditions + "object.status.conditions.exists(c, " + deploymentGivenUp + ")",
		causes:   deploymentGivenUp,
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
		// A Job has no observedGeneration, and one that has ended does not start again.
		resource: "jobs", group: "batch",
		progressing: "!has(object.status) || !has(object.status.conditions) || " +
			"!object.status.conditions.exists(c, (c.type == 'Complete' || c.type == 'SuccessCriteriaMet') && c.status == 'True')",
		degraded: hasConditions + "object.status.conditions.exists(c, " + jobFailed + ")",
		causes:   jobFailed,
	},
}

// rulesOf are the rules for a kind; nil for one without.
func rulesOf(id *ResourceIdentifier) *progressRules {
	index := slices.IndexFunc(wellKnownRules, func(r progressRules) bool { return r.resource == id.Resource && r.group == id.Group })
	if index < 0 {
		return nil
	}
	return &wellKnownRules[index]
}

// conditionRules are the rules for an object that carries a revision; empty for none. The agent evaluates them first on the
// object that the cluster has of the revision before, which is neither complete nor degraded with this one.
func (r *progressRules) conditionRules(revision string) []ConditionRule {
	progressing, degraded := r.progressing, r.degraded
	if revision != "" {
		const annotations = "object.metadata.annotations"
		name := strconv.Quote(Revision)
		has := "has(" + annotations + ") && " + name + " in " + annotations + " && " + annotations + "[" + name + "] == " +
			strconv.Quote(revision)
		progressing = "!(" + has + ") || " + progressing
		degraded = has + " && " + degraded
	}
	rules := []ConditionRule{{Condition: ConditionProgressing, Type: "CEL", CelExpressions: []string{progressing}}}
	if r.degraded == "" {
		return rules
	}
	return append(rules, ConditionRule{Condition: ConditionDegraded, Type: "CEL", CelExpressions: []string{degraded},
		MessageExpression: "result ? object.status.conditions.filter(c, " + r.causes + ").map(c, (has(c.reason) ? c.reason : c.type) " +
			"+ (has(c.message) && c.message != '' ? ': ' + c.message : ''))[0] : ''"})
}

// withProgressRules returns the configurations with the rules for the conditions Progressing and Degraded of the objects of
// well-known kinds, where they do not say how these are derived.
func (w *Work) withProgressRules() []ManifestConfig {
	configs := slices.Clone(w.ManifestConfigs)
	for i := range w.Manifests {
		id := w.Manifests[i].resource()
		rules := rulesOf(&id)
		if rules == nil {
			continue
		}
		config := slices.IndexFunc(configs, func(c ManifestConfig) bool { return c.ResourceIdentifier.matches(&id) })
		if config < 0 {
			config, configs = len(configs), append(configs, ManifestConfig{ResourceIdentifier: id})
		}
		revision := ""
		if w.carriesRevision(&id) {
			revision = w.Revision
		}
		configs[config].ConditionRules = withRules(configs[config].ConditionRules, rules.conditionRules(revision))
	}
	return configs
}

// carriesRevision reports whether an object has the revision of the work as an annotation: one whose progress is tracked, and
// that the agent changes.
func (w *Work) carriesRevision(id *ResourceIdentifier) bool {
	stays := func(c ManifestConfig) bool {
		return c.ResourceIdentifier.matches(id) && c.UpdateStrategy != nil && slices.Contains([]string{"CreateOnly", "ReadOnly"},
			c.UpdateStrategy.Type)
	}
	return w.TrackProgress && w.Revision != "" && rulesOf(id) != nil && !slices.ContainsFunc(w.ManifestConfigs, stays)
}

// objects are the manifests, those whose progress is tracked with the revision. It is an annotation of their own and not of their
// pods, which would start again.
func (w *Work) objects() []map[string]any {
	objects := w.Manifests.Objects()
	for i := range w.Manifests {
		id := w.Manifests[i].resource()
		if !w.carriesRevision(&id) {
			continue
		}
		fields := maps.Clone(objects[i])
		metadata := maps.Clone(fieldsOf(fields["metadata"]))
		annotations := maps.Clone(fieldsOf(metadata["annotations"]))
		if annotations == nil {
			annotations = map[string]any{}
		}
		annotations[Revision] = w.Revision
		metadata["annotations"] = annotations
		fields["metadata"] = metadata
		objects[i] = fields
	}
	return objects
}

// HasProgress reports whether the agent derives the condition Progressing.
func (w *Work) HasProgress() bool {
	configs := w.ManifestConfigs
	if w.TrackProgress {
		configs = w.withProgressRules()
	}
	return slices.ContainsFunc(configs, ManifestConfig.HasProgress)
}

// withRules are rules with those of others whose conditions they do not derive.
func withRules(rules, others []ConditionRule) []ConditionRule {
	rules = slices.Clone(rules)
	for _, rule := range others {
		if !hasRule(rules, rule.Condition) {
			rules = append(rules, rule)
		}
	}
	return rules
}

func hasRule(rules []ConditionRule, condition string) bool {
	return slices.ContainsFunc(rules, func(r ConditionRule) bool { return r.Condition == condition })
}

// HasProgress reports whether the configuration says how the condition Progressing is derived.
func (c ManifestConfig) HasProgress() bool { return hasRule(c.ConditionRules, ConditionProgressing) }

// Derives reports whether the configuration says how the condition Progressing of an object is derived.
func (c *ManifestConfig) Derives(status *ResourceStatus) bool {
	id := &ResourceIdentifier{status.Group, status.Resource, status.Name, status.Namespace}
	return c.HasProgress() && c.ResourceIdentifier.matches(id)
}
