// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package edit

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// What bounds a simulation: an answer, and the decisions of all placements, for each step.
const (
	MaxSteps = 100
	maxEdits = 1_000
)

// ValidateSteps finds the mistakes in steps that these alone show. Path is their path.
func ValidateSteps(steps [][]Edit, path *field.Path) field.ErrorList {
	var errs field.ErrorList
	if len(steps) > MaxSteps {
		errs = append(errs, field.TooMany(path, len(steps), MaxSteps))
	}
	for i := range steps {
		switch {
		case len(steps[i]) > maxEdits:
			errs = append(errs, field.TooMany(path.Index(i), len(steps[i]), maxEdits))
			continue
		case len(steps[i]) == 0:
			errs = append(errs, field.Required(path.Index(i), "the list is empty; a step has at least one edit"))
		}
		errs = append(errs, placement.ValidateEach(steps[i], path.Index(i), (*Edit).Validate)...)
	}
	return errs
}

// Validate finds the mistakes in an edit that it alone shows.
func (e *Edit) Validate(path *field.Path) field.ErrorList {
	all, set := e.changes()
	switch {
	case len(set) == 0:
		names := lists.Map(all, func(c change) string { return c.name })
		return field.ErrorList{field.Required(path, "an edit is one of "+strings.Join(names, ", "))}
	case len(set) > 1:
		return field.ErrorList{field.Forbidden(path.Child(set[1].name), "an edit is one change, and "+set[0].name+
			" is also set; write two edits")}
	}
	return set[0].validate(path.Child(set[0].name))
}

// validate checks a cluster as the hub of its kind does. One without a kind has that of those that the placements see, which the
// edit alone does not show.
func (c addition) validate(path *field.Path) field.ErrorList {
	errs := fleet.ValidateCluster(&placement.Validator{}, c.Cluster, "", path)
	if len(fleet.ValidateCluster(&placement.Validator{}, c.Cluster, placement.MemberCluster, path)) == 0 {
		return nil
	}
	return errs
}

// validateCluster finds the mistakes in a cluster that has only what an edit at a path sets. Those in the attribute are put to
// where the edit has it.
func validateCluster(c *placement.Cluster, path, attribute, to *field.Path) field.ErrorList {
	c.Name = "x"
	errs := fleet.ValidateCluster(&placement.Validator{}, c, "", path)
	for _, err := range errs {
		if rest, below := strings.CutPrefix(err.Field, attribute.String()); below {
			err.Field = to.String() + rest
		}
	}
	return errs
}

func (s *Selection) validate(path *field.Path) field.ErrorList {
	var errs field.ErrorList
	switch {
	case s.Clusters != nil && s.Selector != nil:
		errs = append(errs, field.Forbidden(path.Child("selector"),
			"clusters are selected by name or by a selector, and clusters is set"))
	case s.Clusters == nil && s.Selector == nil:
		errs = append(errs, field.Required(path.Child("clusters"), "set clusters to the names of clusters, or set selector"))
	case s.Clusters != nil && len(s.Clusters) == 0:
		errs = append(errs, field.Required(path.Child("clusters"), "the list is empty, so the edit changes nothing"))
	}
	if s.Kind != "" && !slices.Contains(placement.ClusterKinds, s.Kind) {
		errs = append(errs, excerpt.NotSupported(path.Child("kind"), s.Kind, placement.ClusterKinds))
	}
	for i, name := range s.Clusters {
		if slices.Index(s.Clusters, name) != i && len(s.Clusters) <= maxEdits {
			errs = append(errs, field.Duplicate(path.Child("clusters").Index(i), name))
		}
	}
	if s.Selector != nil {
		selector := path.Child("selector")
		errs = append(errs, placement.ValidateLabelSelector(s.Selector.LabelSelector, selector.Child("labelSelector"))...)
		errs = append(errs, s.Selector.ClaimSelector.Validate(selector.Child("claimSelector"))...)
	}
	return errs
}

// effects are those of both kinds of clusters.
var effects = append(slices.Clip(placement.TaintEffects), placement.NoSchedule)

func validateEffect(effect placement.TaintEffect, path *field.Path) field.ErrorList {
	if slices.Contains(effects, effect) {
		return nil
	}
	return field.ErrorList{excerpt.NotSupported(path, effect, effects)}
}

func (t *Taint) validate(path *field.Path) field.ErrorList {
	errs := t.Selection.validate(path)
	if mistakes := validateEffect(t.Effect, path.Child("effect")); len(mistakes) > 0 {
		return append(errs, mistakes...)
	}
	added := &placement.Cluster{Kind: kindOf(t.Effect), Taints: []placement.Taint{t.Taint}}
	return append(errs, validateCluster(added, path, path.Child("taints").Index(0), path)...)
}

func (t *Untaint) validate(path *field.Path) field.ErrorList {
	errs := t.Selection.validate(path)
	if t.Effect == "" {
		return errs
	}
	return append(errs, validateEffect(t.Effect, path.Child("effect"))...)
}

// validateProperties finds amounts of resources, which KubeFleet does not take from the properties of a cluster.
func validateProperties(set map[string]string, path *field.Path) (errs field.ErrorList) {
	for _, name := range slices.Sorted(maps.Keys(set)) {
		text, resource := fleet.AmountOf(name)
		if text == "" {
			continue
		}
		if text != "available" {
			text = "resources" // Its capacity and what is allocatable.
		}
		errs = append(errs, field.Forbidden(path.Child("set").Key(name), fmt.Sprintf("KubeFleet ignores it: it takes it from the "+
			"resources of the cluster. Use the edit resize with %s = { %s = ... }", text, excerpt.Text(resource))))
	}
	return errs
}

func (e entries) validate(path *field.Path) field.ErrorList {
	errs := append(e.Selection.validate(path), validateChange(path, e.Set, e.Remove)...)
	return append(errs, e.texts.validate(e.Set, path)...)
}

// validateChange checks what is set and removed.
func validateChange[T any](path *field.Path, set map[string]T, remove []string) field.ErrorList {
	if len(set)+len(remove) == 0 {
		return field.ErrorList{field.Required(path.Child("set"), "set it to the new values, or remove to the names that are to go")}
	}
	var errs field.ErrorList
	for i, name := range remove {
		if _, both := set[name]; both {
			errs = append(errs, field.Invalid(path.Child("remove").Index(i), name, "it is also in set"))
		}
	}
	return errs
}

func (r *Resize) validate(path *field.Path) field.ErrorList {
	errs := r.Selection.validate(path)
	if len(r.Resources)+len(r.Available) == 0 {
		return append(errs, field.Required(path.Child("resources"), "set resources, available, or both"))
	}
	errs = append(errs, validateAmounts(r.Resources, path.Child("resources"))...)
	return append(errs, validateAmounts(r.Available, path.Child("available"))...)
}

func validateAmounts(amounts map[string]string, path *field.Path) (errs field.ErrorList) {
	for _, name := range slices.Sorted(maps.Keys(amounts)) {
		if _, mistake := parseAmount(amounts[name]); mistake != "" {
			errs = append(errs, field.Invalid(path.Key(name), amounts[name], mistake))
		}
	}
	return errs
}

func (s *Score) validate(path *field.Path) field.ErrorList {
	errs := append(s.Selection.validate(path), validateChange(path, s.Set, s.Remove)...)
	if s.Name != "" {
		errs = append(errs, placement.ValidateName(s.Name, path.Child("name"))...)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Set)) {
		score := placement.Score{Values: []placement.ScoreValue{{Name: name, Value: s.Set[name]}}}
		mistakes := score.Validate(path.Child("set"))
		for _, err := range mistakes {
			err.Field = path.Child("set").Key(name).String()
		}
		errs = append(errs, mistakes...)
	}
	return errs
}

func (s *Set) validate(path *field.Path) field.ErrorList {
	switch {
	case s.Add != nil && s.Remove != "":
		return field.ErrorList{field.Forbidden(path.Child("remove"), "an edit is one change, and add is also set; write two edits")}
	case s.Add != nil:
		return fleet.ValidateClusterSet(s.Add, path.Child("add"))
	case s.Remove == "":
		return field.ErrorList{field.Required(path, "set add to a cluster set, or remove to the name of one")}
	}
	return nil
}

func (b *Binding) validate(path *field.Path) field.ErrorList {
	switch {
	case b.Add != nil && b.Remove != nil:
		return field.ErrorList{field.Forbidden(path.Child("remove"), "an edit is one change, and add is also set; write two edits")}
	case b.Add != nil:
		return fleet.ValidateBinding(b.Add, path.Child("add"))
	case b.Remove != nil:
		return fleet.ValidateBinding(b.Remove, path.Child("remove"))
	}
	return field.ErrorList{field.Required(path, "set add or remove to the namespace and the name of a binding")}
}

func (s *Spec) validate(path *field.Path) field.ErrorList {
	placement := s.Replacement()
	switch set := placement.Dialects(); {
	case len(set) > 1:
		return field.ErrorList{field.Forbidden(path.Child(string(set[1])), string(set[0])+" is also set; a placement has one of them")}
	case len(set) == 0 && s.DecisionStrategy == nil:
		return field.ErrorList{field.Required(path, "set the new spec: one of ocm, kubefleet, hybrid, or decision_strategy")}
	}
	return nil
}
