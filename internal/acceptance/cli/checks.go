// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package cli

import (
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
)

// Tuple is what HCL makes of names.
func Tuple(names ...string) knownvalue.Check {
	checks := make([]knownvalue.Check, len(names))
	for i, name := range names {
		checks[i] = Text(name)
	}
	return knownvalue.TupleExact(checks)
}

// Text expects a string.
func Text(value string) knownvalue.Check { return knownvalue.StringExact(value) }

// TextList expects a list of strings.
func TextList(values ...string) knownvalue.Check {
	checks := make([]knownvalue.Check, len(values))
	for i, value := range values {
		checks[i] = Text(value)
	}
	return knownvalue.ListExact(checks)
}
