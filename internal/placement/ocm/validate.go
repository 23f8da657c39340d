// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"regexp"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// Limits of the Placement CRD.
const (
	MinWeight            = -10
	MaxWeight            = 10
	maxSpreadConstraints = 8
	maxTopologyKey       = 316
)

// The names that the CRD and the scheduler accept.
var (
	Modes        = []string{ModeAdditive, ModeExact}
	ScoreTypes   = []string{TypeBuiltIn, TypeAddOn}
	Prioritizers = []string{Balance, Steady, ResourceAllocatableCPU, ResourceAllocatableMemory}
	Operators    = []string{match.OperatorEqual, match.OperatorExists}
)

// Validate finds every mistake that the hub would reject or that would make its scheduler fail, regardless of the fleet.
// It also rejects values that the hub accepts and that cannot work: a negative numberOfClusters crashes upstream's
// controller, an unknown operator of a toleration never matches, a number as text breaks the grouping.
func (p *Spec) Validate() field.ErrorList {
	var errs field.ErrorList
	if n := p.NumberOfClusters; n != nil && *n < 0 {
		errs = append(errs, field.Invalid(field.NewPath("numberOfClusters"), *n, "must not be negative"))
	}
	for i, set := range p.ClusterSets {
		if set == "" {
			errs = append(errs, field.Required(field.NewPath("clusterSets").Index(i), "a cluster set needs a name"))
		}
	}
	errs = append(errs, p.validatePredicates()...)
	errs = append(errs, p.PrioritizerPolicy.validate(field.NewPath("prioritizerPolicy"))...)
	errs = append(errs, placement.ValidateEach(p.Tolerations, field.NewPath("tolerations"), validateToleration)...)
	return append(errs, p.Unused.validate()...)
}

func (p *Spec) validatePredicates() field.ErrorList {
	var errs field.ErrorList
	cel := match.NewCEL(nil)
	for i := range p.Predicates {
		path := field.NewPath("predicates").Index(i).Child("requiredClusterSelector")
		selector := &p.Predicates[i].RequiredClusterSelector
		errs = append(errs, placement.ValidateLabelSelector(selector.LabelSelector, path.Child("labelSelector"))...)
		errs = append(errs, selector.ClaimSelector.Validate(path.Child("claimSelector"))...)
		if selector.CELSelector == nil {
			continue
		}
		for k, text := range selector.CELSelector.CELExpressions {
			if _, err := cel.Compile(text); err != nil {
				path := path.Child("celSelector", "celExpressions").Index(k)
				errs = append(errs, field.Invalid(path, text, celMistake(cel, err)))
			}
		}
	}
	return errs
}

// celMistake is the compiler's error, cut so that the hint below it is not.
func celMistake(cel *match.CEL, err error) string {
	const compilerBytes = 1500
	text := excerpt.Lines(err.Error(), compilerBytes)
	if hint := cel.Hint(err); hint != "" {
		text += "\n" + hint
	}
	return text
}

func (p *PrioritizerPolicy) validate(path *field.Path) field.ErrorList {
	errs := placement.ValidateOneOf(p.Mode, Modes, path.Child("mode"))
	for i := range p.Configurations {
		configuration, path := &p.Configurations[i], path.Child("configurations").Index(i)
		errs = append(errs, placement.ValidateRange(configuration.Weight, MinWeight, MaxWeight, path.Child("weight"))...)
		if configuration.ScoreCoordinate == nil {
			errs = append(errs, field.Required(path.Child("scoreCoordinate"),
				`must be set to the score to weight, such as { built_in = "Steady" }`))
			continue
		}
		if configuration.weight() == 0 && configuration.ScoreCoordinate.unknown() {
			continue // see Warnings
		}
		errs = append(errs, configuration.ScoreCoordinate.validate(path.Child("scoreCoordinate"))...)
	}
	return errs
}

// unknown reports whether the coordinate names a built-in prioritizer that does not exist.
func (s *ScoreCoordinate) unknown() bool {
	c := s.coordinate()
	return c.kind == TypeBuiltIn && !slices.Contains(Prioritizers, c.builtIn)
}

// Warnings finds what the hub accepts and its scheduler ignores: a prioritizer of weight 0, whose name it does not check, and the
// fields that it does not use.
func (p *Spec) Warnings() field.ErrorList {
	var errs field.ErrorList
	for i := range p.PrioritizerPolicy.Configurations {
		configuration := &p.PrioritizerPolicy.Configurations[i]
		if s := configuration.ScoreCoordinate; configuration.weight() == 0 && s != nil && s.unknown() {
			path := field.NewPath("prioritizerPolicy", "configurations").Index(i).Child("scoreCoordinate", "builtIn")
			errs = append(errs, excerpt.NotSupported(path, s.BuiltIn, Prioritizers))
		}
	}
	return append(errs, p.Unused.warnings()...)
}

func (s *ScoreCoordinate) validate(path *field.Path) field.ErrorList {
	switch kind := s.coordinate().kind; kind {
	case TypeBuiltIn:
		if s.BuiltIn == "" {
			wanted := "names the prioritizer of a score of type BuiltIn: " + excerpt.OneOf("", Prioritizers)
			if s.AddOn != nil {
				wanted += `; to use add_on, set type = "AddOn"`
			}
			return field.ErrorList{field.Required(path.Child("builtIn"), wanted)}
		}
		return placement.ValidateOneOf(s.BuiltIn, Prioritizers, path.Child("builtIn"))
	case TypeAddOn:
		switch {
		case s.AddOn == nil:
			return field.ErrorList{field.Required(path.Child("addOn"), "names the score of type AddOn: set resource_name and score_name")}
		case s.AddOn.ResourceName == "":
			return field.ErrorList{field.Required(path.Child("addOn", "resourceName"), "names the AddOnPlacementScore")}
		case s.AddOn.ScoreName == "":
			return field.ErrorList{field.Required(path.Child("addOn", "scoreName"), "names a value of the AddOnPlacementScore")}
		}
	default:
		return field.ErrorList{excerpt.NotSupported(path.Child("type"), kind, ScoreTypes)}
	}
	return nil
}

func validateToleration(t *match.Toleration, path *field.Path) field.ErrorList {
	var errs field.ErrorList
	if t.Key != "" {
		errs = append(errs, placement.ValidateTaintKey(t.Key, path.Child("key"))...)
	}
	unknown := placement.ValidateOneOf(t.Operator, Operators, path.Child("operator"))
	errs = append(errs, unknown...)
	if name, message := tolerationMistake(t); len(unknown) == 0 && message != "" {
		errs = append(errs, field.Forbidden(path.Child(name), message))
	}
	errs = append(errs, placement.ValidateTaintValue(t.Value, path.Child("value"))...)
	return append(errs, placement.ValidateOneOf(t.Effect, placement.TaintEffects, path.Child("effect"))...)
}

// Patterns of the Placement CRD.
var (
	topologyKeyPattern = regexp.MustCompile(
		`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$`)
	rateLimitPattern = regexp.MustCompile(`^[0-9]+[hms]$`)
)

// The values that the CRD accepts in the fields that the scheduler does not use. The first of SortOrders is the default.
var (
	TopologyKeyTypes = []string{"Label", "Claim"}
	SpreadActions    = []string{"DoNotSchedule", "ScheduleAnyway"}
	SortOrders       = []string{"ClusterName", "Score"}
)

const defaultScoreRateLimit = "1m"

// validate checks the fields as the CRD does.
func (u *Unused) validate() field.ErrorList {
	var errs field.ErrorList
	if u.SpreadPolicy != nil {
		path := field.NewPath("spreadPolicy", "spreadConstraints")
		if n := len(u.SpreadPolicy.SpreadConstraints); n > maxSpreadConstraints {
			errs = append(errs, field.TooMany(path, n, maxSpreadConstraints))
		}
		errs = append(errs, placement.ValidateEach(u.SpreadPolicy.SpreadConstraints, path, (*SpreadConstraint).validate)...)
	}
	errs = append(errs, placement.ValidateOneOf(u.SortBy, SortOrders, field.NewPath("sortBy"))...)
	if u.ScoreRateLimit != "" && !rateLimitPattern.MatchString(u.ScoreRateLimit) {
		errs = append(errs, field.Invalid(field.NewPath("scoreRateLimit"), u.ScoreRateLimit,
			`must be a whole number with the unit h, m or s, such as "1m"`))
	}
	return errs
}

func (c *SpreadConstraint) validate(path *field.Path) field.ErrorList {
	var errs field.ErrorList
	switch keyPath := path.Child("topologyKey"); {
	case c.TopologyKey == "":
		errs = append(errs, field.Required(keyPath, `set the label or the claim to spread over, such as "region"`))
	case len(c.TopologyKey) > maxTopologyKey:
		errs = append(errs, excerpt.TooLong(keyPath, c.TopologyKey, maxTopologyKey))
	case !topologyKeyPattern.MatchString(c.TopologyKey):
		errs = append(errs, field.Invalid(keyPath, c.TopologyKey, "must be the name of a label or of a claim"))
	}
	if c.TopologyKeyType == "" {
		errs = append(errs, field.Required(path.Child("topologyKeyType"), "must be "+excerpt.List(TopologyKeyTypes, " or ")))
	}
	errs = append(errs, placement.ValidateOneOf(c.TopologyKeyType, TopologyKeyTypes, path.Child("topologyKeyType"))...)
	if c.MaxSkew != nil && *c.MaxSkew < 1 {
		errs = append(errs, field.Invalid(path.Child("maxSkew"), *c.MaxSkew, "must be at least 1"))
	}
	return append(errs, placement.ValidateOneOf(c.WhenUnsatisfiable, SpreadActions, path.Child("whenUnsatisfiable"))...)
}

// warnings find the values that would affect decisions if the scheduler used them.
func (u *Unused) warnings() field.ErrorList {
	const detail = "the scheduler does not implement it"
	var errs field.ErrorList
	if u.SpreadPolicy != nil && len(u.SpreadPolicy.SpreadConstraints) > 0 {
		errs = append(errs, field.Forbidden(field.NewPath("spreadPolicy", "spreadConstraints"), detail))
	}
	if u.SortBy != "" && u.SortBy != SortOrders[0] {
		errs = append(errs, field.Invalid(field.NewPath("sortBy"), u.SortBy, detail))
	}
	if u.ScoreRateLimit != "" && u.ScoreRateLimit != defaultScoreRateLimit {
		errs = append(errs, field.Invalid(field.NewPath("scoreRateLimit"), u.ScoreRateLimit, detail))
	}
	return errs
}
