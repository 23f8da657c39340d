// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// unlimited is a duration that never ends.
const unlimited = time.Duration(math.MaxInt64)

// deadlinePattern is upstream's. Because of the precedence of |, it holds only the beginning or the end of the text: 1h30m
// and 100ms match, too.
var deadlinePattern = regexp.MustCompile(`^(([0-9])+[h|m|s])|None$`)

// parseDeadline reads a progressDeadline.
func parseDeadline(text string) (time.Duration, error) {
	if text == "" || text == "None" {
		return unlimited, nil
	}
	if !deadlinePattern.MatchString(text) {
		return 0, errors.New("invalid timeout format")
	}
	return time.ParseDuration(text)
}

// sizeOf is a number, or a percentage of total. A percentage is computed in float64 and rounded up without any
// correction, as upstream does: 7% of 100 is 8. A size that is not between 1 and total is the default.
func sizeOf(value intstr.IntOrString, total, otherwise int) (int, error) {
	size := value.IntValue()
	if value.Type != intstr.Int {
		text, percentage := strings.CutSuffix(value.StrVal, "%")
		if !percentage {
			return 0, fmt.Errorf("'%s' is an invalid maximum threshold value: string is not a percentage", value.StrVal)
		}
		percent, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return 0, err
		}
		size = int(math.Ceil(percent / 100 * float64(total)))
	}
	if size <= 0 || size > total {
		return otherwise, nil
	}
	return size, nil
}

// Failures is how many of so many clusters may fail. Validate finds the mistakes in it.
func (l Limits) Failures(total int) int {
	size, _ := sizeOf(l.MaxFailures, total, 0)
	return size
}

// Deadline is the duration of a progressDeadline; limited is false for one that never ends: None, or the empty text. Validate
// finds the mistakes in it.
func Deadline(text string) (d time.Duration, limited bool) {
	d, err := parseDeadline(text)
	return d, err == nil && d != unlimited
}

// ValidateDeadline finds a text that is no progressDeadline.
func ValidateDeadline(text string, path *field.Path) field.ErrorList {
	limits := Limits{ProgressDeadline: text}
	errs := limits.validate(path)
	for _, err := range errs {
		err.Field = path.String()
	}
	return errs
}

// Types are the types that the API accepts.
var Types = []string{TypeAll, TypeProgressive, TypeProgressivePerGroup}

// sizePattern is that of the API for a size that is a text.
var sizePattern = regexp.MustCompile(`^((100|[0-9]{1,2})%|[0-9]+)$`)

// Validate finds the mistakes of a strategy that the API or the handler would refuse, in the block of its type. It also
// rejects negative values, which the handler replaces with the default.
func (s *Strategy) Validate() field.ErrorList {
	if s.Type != "" && !slices.Contains(Types, s.Type) {
		return field.ErrorList{excerpt.NotSupported(field.NewPath("type"), s.Type, Types)}
	}
	block := s.block()
	path := field.NewPath(block.name)
	errs := append(block.validate(path), ValidateLimit(block.maxConcurrency, path.Child("maxConcurrency"))...)
	for i, g := range block.mandatory {
		if g.GroupIndex < 0 {
			errs = append(errs, field.Invalid(path.Child("mandatoryDecisionGroups").Index(i).Child("groupIndex"), g.GroupIndex,
				"must not be negative"))
		}
	}
	return errs
}

func (l *Limits) validate(path *field.Path) field.ErrorList {
	var errs field.ErrorList
	if d := l.MinSuccessTime.Duration; d < 0 {
		errs = append(errs, field.Invalid(path.Child("minSuccessTime"), d.String(), "must not be negative"))
	}
	if _, err := parseDeadline(l.ProgressDeadline); err != nil {
		errs = append(errs, field.Invalid(path.Child("progressDeadline"), l.ProgressDeadline,
			`must be "None" or a duration that starts with a whole number and the unit h, m or s, such as "90s"`))
	}
	return append(errs, ValidateLimit(l.MaxFailures, path.Child("maxFailures"))...)
}

// ValidateLimit finds a size that is neither a number of at least 0 nor a percentage. It also rejects a number as text, which the
// API accepts and the handler does not.
func ValidateLimit(size intstr.IntOrString, path *field.Path) field.ErrorList {
	if size.Type == intstr.Int {
		if size.IntVal < 0 {
			return field.ErrorList{field.Invalid(path, size.IntVal, "must not be negative")}
		}
		return nil
	}
	if _, err := sizeOf(size, 0, 0); err != nil || !sizePattern.MatchString(size.StrVal) {
		return field.ErrorList{field.Invalid(path, size.StrVal, `must be a number, or a percentage from "0%" to "100%"`)}
	}
	return nil
}

// Concurrency is how many of a number of clusters outside of the mandatory groups are rolled out at a time. Validate finds the
// mistakes in it.
func (p *Progressive) Concurrency(clusters int) int {
	size, _ := sizeOf(p.MaxConcurrency, clusters, clusters)
	return size
}

// Mandatory reports for each of the groups, which are sorted by index and name, whether it is mandatory: all groups of a name
// are or, without a name, the first group of an index.
func (s *Strategy) Mandatory(groups []placement.Group) []bool {
	mandatory, _ := s.mandatory(groups)
	return mandatory
}

// IgnoredMandatory are the positions of the mandatory groups that select none of the groups, which are sorted by index and name.
// The handler ignores these.
func (s *Strategy) IgnoredMandatory(groups []placement.Group) []int {
	_, used := s.mandatory(groups)
	var ignored []int
	for i, isUsed := range used {
		if !isUsed {
			ignored = append(ignored, i)
		}
	}
	return ignored
}

// MandatoryGroups are the mandatory groups of the block that applies.
func (s *Strategy) MandatoryGroups() []MandatoryGroup { return s.block().mandatory }

// mandatory reports which groups are mandatory, and which entries of the strategy select one.
func (s *Strategy) mandatory(groups []placement.Group) (mandatory, used []bool) {
	wanted := s.MandatoryGroups()
	mandatory, used = make([]bool, len(groups)), make([]bool, len(wanted))
	for i, g := range groups {
		first := i == 0 || groups[i-1].Index != g.Index
		for k := range wanted {
			if wanted[k].selects(g.Index, g.Name, first) {
				mandatory[i], used[k] = true, true
			}
		}
	}
	return mandatory, used
}

// selects reports whether a group is mandatory. First says that no group of the same index is before it.
func (w *MandatoryGroup) selects(index int, name string, first bool) bool {
	if w.GroupName != "" {
		return w.GroupName == name
	}
	return first && w.GroupIndex == index
}
