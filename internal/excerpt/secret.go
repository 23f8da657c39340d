// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package excerpt

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// masked replaces a secret in texts that are shown.
const masked = "(sensitive)"

// minInside is the length, in bytes, from which a secret is masked wherever it occurs. A shorter secret, such as a header
// value "prod" or a password "a", is masked only as a whole word. Masking it inside longer words would make messages
// unreadable and would protect nothing.
const minInside = 8

// Secrets lists texts that must not be shown, the longest first.
type Secrets []string

// NewSecrets returns secrets in each form in which a server could send them back or an error could quote them.
func NewSecrets(texts ...string) Secrets {
	list := slices.Clone(texts)
	for _, secret := range texts {
		quoted := strconv.Quote(secret)
		list = append(list, strings.TrimSpace(secret), quoted[1:len(quoted)-1])
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	return slices.DeleteFunc(slices.Compact(list), func(s string) bool { return s == "" })
}

// Mask replaces the secrets in a text that is shown.
func (s Secrets) Mask(text string) string {
	var shown strings.Builder
next:
	for i := 0; i < len(text); {
		for _, secret := range s {
			if strings.HasPrefix(text[i:], secret) && (len(secret) >= minInside || standsAlone(text, i, i+len(secret))) {
				shown.WriteString(masked)
				i += len(secret)
				continue next
			}
		}
		shown.WriteByte(text[i])
		i++
	}
	return shown.String()
}

// standsAlone reports whether a part of a text is a whole word.
func standsAlone(text string, from, to int) bool {
	preceding, _ := utf8.DecodeLastRuneInString(text[:from])
	first, _ := utf8.DecodeRuneInString(text[from:])
	last, _ := utf8.DecodeLastRuneInString(text[:to])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !inWord(preceding, first) && !inWord(last, after)
}

// inWord reports whether two adjacent characters belong to one word, such as prod-us. The end of a text does not belong to
// a word.
func inWord(left, right rune) bool {
	isPart := func(r rune) bool {
		return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_')
	}
	return isPart(left) && isPart(right)
}

// Show sanitizes a text that a server sent: secrets are masked, and the rest is a [Line] of size bytes. That comes last, because
// a truncated secret would not be recognized.
func (s Secrets) Show(text string, size int) string { return Line(s.Mask(text), size) }
