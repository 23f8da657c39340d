package advisor

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// secrets are all texts of the endpoint that must not be shown, in each form in which an advisor could send them back,
// the longest first.
func (e *Endpoint) secrets() []string {
	list := []string{e.BearerToken, e.Password, e.ClientKey}
	for _, value := range e.Headers {
		list = append(list, value)
	}
	if _, token, ok := strings.Cut(e.header().Get("Authorization"), " "); ok {
		list = append(list, token)
	}
	list = slices.DeleteFunc(list, func(s string) bool { return s == "" })
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	return list
}

// clean makes a text fit to be shown: without secrets, and in printable letters.
func (e *Endpoint) clean(text string) string {
	for _, secret := range e.secrets() {
		text = strings.ReplaceAll(text, secret, "(sensitive)")
	}
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// cleanError cleans an error and cuts it after that: a secret at the cut would not be recognised.
func (e *Endpoint) cleanError(err error) error {
	return errors.New(placement.Truncate(e.clean(err.Error()), maxErrorText))
}

// cleanAnswer cleans every text that the advisor chose. The name of a candidate is what it was before.
func (e *Endpoint) cleanAnswer(answer hybrid.Answer) hybrid.Answer {
	for i := range answer.Warnings {
		answer.Warnings[i] = placement.Truncate(e.clean(answer.Warnings[i]), maxErrorText)
	}
	for i := range answer.Recommendations {
		r := &answer.Recommendations[i]
		r.Target, r.Reason = e.clean(r.Target), placement.Truncate(e.clean(r.Reason), maxErrorText)
	}
	return answer
}
