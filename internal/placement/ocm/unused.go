// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"regexp"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Limits and patterns of the Placement CRD.
const (
	maxSpreadConstraints = 8
	maxTopologyKey       = 316
)

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
		for i := range u.SpreadPolicy.SpreadConstraints {
			errs = append(errs, u.SpreadPolicy.SpreadConstraints[i].validate(path.Index(i))...)
		}
	}
	if u.SortBy != "" && !slices.Contains(SortOrders, u.SortBy) {
		errs = append(errs, excerpt.NotSupported(field.NewPath("sortBy"), u.SortBy, SortOrders))
	}
	if u.ScoreRateLimit != "" && !rateLimitPattern.MatchString(u.ScoreRateLimit) {
		errs = append(errs, field.Invalid(field.NewPath("scoreRateLimit"), u.ScoreRateLimit,
			`must be a whole number with the unit h, m or s, such as "1m"`))
	}
	return errs
}

func (c *SpreadConstraint) validate(path *field.Path) field.ErrorList {
	var errs field.ErrorList
	switch at := path.Child("topologyKey"); {
	case c.TopologyKey == "":
		errs = append(errs, field.Required(at, `set the label or the claim to spread over, such as "region"`))
	case len(c.TopologyKey) > maxTopologyKey:
		errs = append(errs, excerpt.TooLong(at, c.TopologyKey, maxTopologyKey))
	case !topologyKeyPattern.MatchString(c.TopologyKey):
		errs = append(errs, field.Invalid(at, c.TopologyKey, "must be the name of a label or of a claim"))
	}
	if c.TopologyKeyType == "" {
		errs = append(errs, field.Required(path.Child("topologyKeyType"), "must be "+excerpt.List(TopologyKeyTypes, " or ")))
	} else if !slices.Contains(TopologyKeyTypes, c.TopologyKeyType) {
		errs = append(errs, excerpt.NotSupported(path.Child("topologyKeyType"), c.TopologyKeyType, TopologyKeyTypes))
	}
	if c.MaxSkew != nil && *c.MaxSkew < 1 {
		errs = append(errs, field.Invalid(path.Child("maxSkew"), *c.MaxSkew, "must be at least 1"))
	}
	if c.WhenUnsatisfiable != "" && !slices.Contains(SpreadActions, c.WhenUnsatisfiable) {
		errs = append(errs, excerpt.NotSupported(path.Child("whenUnsatisfiable"), c.WhenUnsatisfiable, SpreadActions))
	}
	return errs
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
