// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"strings"
	"unicode"
)

// Injected is a text of a fleet or a hub that looks like the next message of Terraform, and then colors what follows it and
// changes its direction.
const Injected = "x\n\nError: injected\r\x1b[31m\u202e\u009b2J"

// Obeyed says what of a text would be shown otherwise than as a text; empty if nothing would.
func Obeyed(text string) string {
	if strings.Contains(text, "\nError: injected") {
		return "a line that looks like an error"
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) {
		return "a control character"
	}
	return ""
}
