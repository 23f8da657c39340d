package advisor

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// masked replaces a secret in texts that are shown.
const masked = "(sensitive)"

// minInside is the length, in bytes, from which a secret is masked wherever it occurs. A shorter secret, such as a header
// value "prod" or a password "a", is masked only as a whole word. Masking it inside longer words would make messages
// unreadable and would protect nothing.
const minInside = 8

// secrets lists texts that must not be shown, the longest first.
type secrets []string

// secrets returns the endpoint's secrets in each form in which an advisor could send them back or an error could quote
// them.
func (e *Endpoint) secrets() secrets {
	list := secrets{e.BearerToken, e.Password, e.ClientKey}
	for _, value := range e.Headers {
		list = append(list, value)
	}
	if _, token, ok := strings.Cut(e.header().Get("Authorization"), " "); ok {
		list = append(list, token)
	}
	for _, secret := range list {
		list = append(list, strings.TrimSpace(secret), unquoted(strconv.Quote(secret)))
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	return slices.DeleteFunc(slices.Compact(list), func(s string) bool { return s == "" })
}

func unquoted(text string) string { return text[1 : len(text)-1] }

// mask replaces the secrets in a text that is shown.
func (s secrets) mask(text string) string {
	var shown strings.Builder
next:
	for at := 0; at < len(text); {
		for _, secret := range s {
			if strings.HasPrefix(text[at:], secret) && (len(secret) >= minInside || standsAlone(text, at, at+len(secret))) {
				shown.WriteString(masked)
				at += len(secret)
				continue next
			}
		}
		shown.WriteByte(text[at])
		at++
	}
	return shown.String()
}

// standsAlone reports whether a part of a text is a whole word.
func standsAlone(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	first, _ := utf8.DecodeRuneInString(text[from:])
	last, _ := utf8.DecodeLastRuneInString(text[:to])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !inWord(before, first) && !inWord(last, after)
}

// inWord reports whether two adjacent characters belong to one word, such as prod-us. The end of a text does not belong to
// a word.
func inWord(left, right rune) bool {
	isPart := func(r rune) bool {
		return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_')
	}
	return isPart(left) && isPart(right)
}

// show sanitizes a text that an advisor sent: secrets are masked, unprintable characters are replaced, and the length is
// limited. Truncation comes last, because a truncated secret would not be recognized.
func (s secrets) show(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s.mask(text), "?"))
	return excerpt.Truncate(text, maxErrorText)
}
