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

// Line is a text on one line, or as much of it as size bytes show. The text comes from a hub, a label or a file and may have any
// character: in a message it must neither begin a new line, which could look like another message, nor control the terminal. So
// white space with a line break or a tab is one space, and a character that is not printable, such as an escape or one that
// changes the direction of the text, is shown as its code: \x1b, \u202e.
func Line(text string, size int) string {
	return visible(text, size, false)
}

// Lines is Line for a text with line breaks of our own, which stay.
func Lines(text string, size int) string {
	return visible(text, size, true)
}

func visible(text string, size int, breaks bool) string {
	shown := head(text, size)
	isCut := len(shown) < len(text)
	if !isPrintable(shown) {
		shown = escaped(shown, breaks)
		whole := shown
		shown = head(whole, size)
		isCut = isCut || len(shown) < len(whole)
	}
	if isCut {
		return shown + cutMark
	}
	return shown
}

// head is the beginning of a text, of at most size bytes. No character is cut in two.
func head(text string, size int) string {
	if len(text) <= size {
		return text
	}
	for size > 0 && !utf8.RuneStart(text[size]) {
		size--
	}
	return text[:size]
}

// isPrintable reports whether a text has printable ASCII characters only, as almost every text has.
func isPrintable(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] >= utf8.RuneSelf-1 {
			return false
		}
	}
	return true
}

func escaped(text string, breaks bool) string {
	var shown strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			shown.WriteString(`\x` + strconv.FormatUint(uint64(text[i])|0x100, 16)[1:])
		case unicode.IsSpace(r):
			end := i + strings.IndexFunc(text[i:]+"x", func(r rune) bool { return !unicode.IsSpace(r) })
			shown.WriteString(folded(text[i:end], breaks))
			size = end - i
		case unicode.IsPrint(r):
			shown.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			shown.WriteString(quoted[1 : len(quoted)-1])
		}
		i += size
	}
	return shown.String()
}

// folded is what is shown of a run of white space.
func folded(space string, breaks bool) string {
	switch {
	case strings.Trim(space, " ") == "":
		return space
	case breaks && strings.Contains(space, "\n"):
		return strings.Map(func(r rune) rune {
			if r == '\n' || r == ' ' {
				return r
			}
			return -1
		}, space)
	}
	return " "
}

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
