// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
)

// Limits of the text of a quantity. The time and memory to parse, compare or print a Quantity grow with the size of its
// exponent and with the square of its length: "1e-300000000" takes minutes.
const (
	quantityBytes    = 500
	quantityExponent = 1_000
)

// ParseQuantity parses a Kubernetes quantity. It rejects quantities that are unrealistic and take minutes to compute
// with: longer than 500 characters, or with a decimal exponent beyond 1000.
func ParseQuantity(text string) (resource.Quantity, error) {
	if len(text) > quantityBytes {
		return resource.Quantity{}, fmt.Errorf("a quantity has at most %d characters", quantityBytes)
	}
	// E and Ei are suffixes, 10^18 and 2^60.
	if index := strings.IndexAny(text, "eE"); index >= 0 && text[index+1:] != "" && text[index+1:] != "i" {
		exponent, err := strconv.Atoi(text[index+1:])
		if err != nil || exponent < -quantityExponent || exponent > quantityExponent {
			return resource.Quantity{}, fmt.Errorf("the exponent of a quantity is a number from %d to %d",
				-quantityExponent, quantityExponent)
		}
	}
	return resource.ParseQuantity(text)
}

// QuantityRule is what a text that is no quantity must be, with the quantity that was probably meant.
func QuantityRule(text string) string {
	return "must be a quantity: a number with an optional suffix such as m, k, M, G, Ki, Mi or Gi" + MeantQuantity(text)
}

// quantityWithUnit is a number with a unit, as people write it.
var quantityWithUnit = regexp.MustCompile(`^\s*([0-9]+(?:\.[0-9]+)?)\s*([A-Za-z]*)\s*$`)

// MeantQuantity is the end of a message about a text that is no quantity: what was probably meant with a unit such as GB, GiB or
// cores. It is empty if that is not known.
func MeantQuantity(text string) string {
	parts := quantityWithUnit.FindStringSubmatch(text)
	if len(text) > quantityBytes || parts == nil {
		return ""
	}
	number, unit := parts[1], strings.ToLower(parts[2])
	switch {
	case slices.Contains([]string{"", "b", "byte", "bytes", "core", "cores", "cpu", "cpus", "vcpu", "vcpus"}, unit):
		return fmt.Sprintf("; did you mean %q?", number)
	case parts[2] == "m", slices.Contains([]string{"millicore", "millicores", "millicpu", "mcpu"}, unit):
		return fmt.Sprintf("; did you mean %q?", number+"m")
	}
	prefix, isBinary := strings.CutSuffix(strings.TrimSuffix(unit, "b"), "i")
	exponent := strings.Index("kmgtpe", prefix)
	if len(prefix) != 1 || exponent < 0 {
		return ""
	}
	binary := number + strings.ToUpper(prefix) + "i"
	if isBinary {
		return fmt.Sprintf("; did you mean %q?", binary)
	}
	decimal := number + []string{"k", "M", "G", "T", "P", "E"}[exponent]
	return fmt.Sprintf("; did you mean %q (10^%d bytes) or %q (2^%d bytes)?", decimal, 3*(exponent+1), binary, 10*(exponent+1))
}
