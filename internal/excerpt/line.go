// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package excerpt

import (
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
