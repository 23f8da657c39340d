// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"regexp"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
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
