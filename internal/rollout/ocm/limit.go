// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"
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

// Failures is how many of so many clusters may fail.
func (l Limits) Failures(total int) (int, error) { return sizeOf(l.MaxFailures, total, 0) }

// Deadline is the duration of a progressDeadline; limited is false for one that never ends: None, or the empty text.
func Deadline(text string) (d time.Duration, limited bool, err error) {
	d, err = parseDeadline(text)
	return d, err == nil && d != unlimited, err
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
