// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package explain explains the outputs of placements, rollouts, rendered manifests and the answers to what-if questions as
// Markdown.
package explain

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Explainable says what can be explained.
const Explainable = "pass a resource or data source multicluster_placement, multicluster_placements or multicluster_rollout, a " +
	"data source multicluster_rendered_manifests, multicluster_simulation, multicluster_resilience, " +
	"multicluster_cluster_report or multicluster_comparison, the result of place, place_all, render, simulate, resilience, " +
	"cluster_report or compare_placements, or the report of a placement"

// Markdown explains a placement, a rollout, rendered manifests, a simulation, losses, clusters, a comparison, or the report of a
// placement.
// Mistakes in its attributes are in the reader; the error is about the value as a whole.
func Markdown(reader *tfvalue.Reader, value tfvalue.Input) (string, error) {
	if value.IsString() {
		return explainReport(reader.Text(value, nil))
	}
	r := &tfvalue.Reader{}
	attributes, ok := r.Attributes(value, nil)
	if !ok {
		for m := range r.Mistakes {
			name, _, _ := strings.Cut(m.Message, ";")
			return "", errors.New(name + "; " + Explainable)
		}
	}
	kind, text := kindOf(attributes)
	if kind == nil {
		return "", errors.New(text + "; " + Explainable)
	}
	return kind.explain(reader, value, attributes)
}

// explainedKind is a kind of objects that the function explains.
type explainedKind struct {
	plural string
	// attributes are those that identify the kind. An object that has sufficient is of the kind without them.
	attributes []string
	sufficient string
	explain    func(*tfvalue.Reader, tfvalue.Input, map[string]tfvalue.Input) (string, error)
}

// explainedKinds are the objects that the function explains. No object is of two kinds.
var explainedKinds = []explainedKind{
	{"placements", []string{"decisions", "satisfied", "rejection_summary"}, "report", explainPlacement},
	{"placements", []string{"outcomes"}, "", explainTogether},
	{"rollouts", []string{"waves", "clusters_by_state", "phase"}, "", explainRollout},
	{"rollouts", []string{"waves", "to_apply", "in_progress", "succeeded", "timed_out", "removed", "waiting"},
		"", reads((*explainedPass).markdown)},
	{"rendered manifests", []string{"variants", "selected_resources", "changes"}, "", reads((*explainedManifests).markdown)},
	{"simulations", []string{"results"}, "",
		reads(func(outputs *simulate.Outputs) string { return simulationMarkdown(outputs.Results) })},
	{"answers about losses", []string{"survives", "bottlenecks", "domains", "worst", "weakest", "work"}, "",
		reads(explainResilience)},
	{"reports on clusters", []string{"reports"}, "", reads(explainReports)},
	{"comparisons", []string{"verdict", "comparisons"}, "", reads(explainComparison)},
}

// reads explains what is read into a struct, whose attributes are those that are explained. All others are ignored.
func reads[T any](markdown func(*T) string) func(*tfvalue.Reader, tfvalue.Input, map[string]tfvalue.Input) (string, error) {
	return func(reader *tfvalue.Reader, value tfvalue.Input, _ map[string]tfvalue.Input) (string, error) {
		attributes := new(T)
		if reader.ReadConfig(value, attributes); reader.HasMistakes() {
			return "", nil
		}
		return markdown(attributes), nil
	}
}

// missing are the attributes that an object lacks of the kind.
func (k *explainedKind) missing(attributes map[string]tfvalue.Input) []string {
	if !attributes[k.sufficient].IsNull() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(k.attributes), func(name string) bool {
		_, ok := attributes[name]
		return ok
	})
}

// kindOf is the kind of an object. If it is of none, found says what it is.
func kindOf(attributes map[string]tfvalue.Input) (kind *explainedKind, name string) {
	similar := 0
	for i := range explainedKinds {
		k := &explainedKinds[i]
		missing := k.missing(attributes)
		if len(missing) == 0 {
			return k, ""
		}
		if n := len(k.attributes) - len(missing); n > similar {
			similar, name = n, "found an object without "+strings.Join(missing, ", ")
		}
	}
	if similar > 0 {
		return nil, name
	}
	names := slices.Sorted(maps.Keys(attributes))
	for _, key := range names {
		instance, ok := (&tfvalue.Reader{}).Attributes(attributes[key], nil)
		if !ok {
			continue
		}
		if k, _ := kindOf(instance); k != nil {
			return nil, fmt.Sprintf("found an object of %s, such as [%s]; pass one of them", k.plural, excerpt.Quote(key))
		}
	}
	if len(names) == 0 {
		return nil, "found an empty object"
	}
	return nil, "found an object with the attributes " + excerpt.List(names, ", ")
}
