// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package advisor

import (
	"slices"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// TestMask: a long secret is masked wherever it occurs, a short one only as a whole word, and longer secrets before shorter
// ones.
func TestMask(t *testing.T) {
	for name, test := range map[string]struct {
		endpoint   Endpoint
		text, want string
	}{
		"a long one, inside": {Endpoint{BearerToken: "0123456789"}, "x0123456789y", "x(sensitive)y"},
		"the longest first": {
			Endpoint{Headers: map[string]string{"A": "01234567", "B": "0123456789"}}, "0123456789", "(sensitive)",
		},
		"the longest first, short": {
			Endpoint{Headers: map[string]string{"A": "ab", "B": "ab cd"}}, "ab cd, ab", "(sensitive), (sensitive)",
		},
		"a short one, inside": {
			Endpoint{Headers: map[string]string{"A": "prod"}}, "no price for prod-us, reproduced in eu-prod",
			"no price for prod-us, reproduced in eu-prod",
		},
		"a short one, alone": {
			Endpoint{Headers: map[string]string{"A": "prod"}}, "prod: refused for prod", "(sensitive): refused for (sensitive)",
		},
		"a letter": {
			Endpoint{Username: "me", Password: "a"}, `bad: password "a", or a; a=1 cat`,
			`bad: password "(sensitive)", or (sensitive); (sensitive)=1 cat`,
		},
		"a letter beside an umlaut": {Endpoint{Username: "me", Password: "a"}, "äa aä a", "äa aä (sensitive)"},
		"basic authentication":      {Endpoint{Username: "me", Password: "a"}, "got bWU6YQ==", "got (sensitive)"},
		"the whole header":          {Endpoint{BearerToken: "t"}, "Bearer t", "Bearer (sensitive)"},
		"quoted": {
			Endpoint{Username: "me", Password: `x"y\\z"`}, `malformed response "x\"y\\\\z\""`, `malformed response "(sensitive)"`,
		},
		"the mask itself": {
			Endpoint{BearerToken: "sensitive", Headers: map[string]string{"A": "other-one"}}, "other-one sensitive",
			"(sensitive) (sensitive)",
		},
		"spaces around": {Endpoint{Headers: map[string]string{"A": " k "}}, "got k", "got (sensitive)"},
		"nothing":       {Endpoint{}, "a text", "a text"},
	} {
		if got := test.endpoint.secrets().Mask(test.text); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// TestShowCutsLast: a secret where a long text is truncated is masked as well.
func TestShowCutsLast(t *testing.T) {
	e := Endpoint{BearerToken: "0123456789"}
	got := (&exchange{secrets: e.secrets()}).show(strings.Repeat("x", maxErrorText-5) + e.BearerToken)
	if strings.Contains(got, "0123") || len(got) > maxErrorText+len("…") {
		t.Errorf("got %q", got)
	}
}

// TestCacheIsLimited: the oldest answers are evicted, and the first answer to a question applies.
func TestCacheIsLimited(t *testing.T) {
	var cache Cache
	large := hybrid.Answer{Recommendations: make([]placement.Recommendation, maxCached/2)}
	for i := range 3 {
		cache.store(question{byte(i)}, large)
	}
	if got := cache.store(question{2}, hybrid.Answer{}); len(got.Recommendations) != maxCached/2 {
		t.Errorf("the second answer applies: %d recommendations", len(got.Recommendations))
	}
	for i, want := range []bool{false, false, true} {
		if _, ok := cache.load(question{byte(i)}); ok != want {
			t.Errorf("answer %d is kept: %t", i, ok)
		}
	}
	if cache.size != maxCached/2+1 || len(cache.oldest) != 1 || len(cache.answers) != 1 {
		t.Errorf("size %d, %d questions, %d answers", cache.size, len(cache.oldest), len(cache.answers))
	}
}

// TestLargeRequest: a request with too many candidates is rejected before it is encoded, one with too large rules after.
func TestLargeRequest(t *testing.T) {
	client := NewClient(t.Context(), map[string]Endpoint{"x": {URL: "http://127.0.0.1:1/"}}, &Cache{})
	defer client.Close()
	target := &placement.Target{Kind: placement.TargetCluster, Name: "a", Labels: map[string]string{"k": strings.Repeat("x", 1000)}}
	for name, q := range map[string]*hybrid.Question{
		"many candidates": {Advisor: &hybrid.Advisor{Name: "x"}, Candidates: slices.Repeat([]*placement.Target{target}, 10_000)},
		"large rules":     {Advisor: &hybrid.Advisor{Name: "x", Rules: []byte(`"` + strings.Repeat("x", maxRequestLength) + `"`)}},
	} {
		q.Rule = &hybrid.Placement{Name: "web"}
		_, err := client.Answer(q)
		if err == nil || !strings.Contains(err.Error(), "would be larger than 8 MiB") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestSentIsLimited: the total size of a decision's requests is limited, regardless of the number of rounds.
func TestSentIsLimited(t *testing.T) {
	client := NewClient(t.Context(), map[string]Endpoint{"x": {URL: "http://127.0.0.1:1/"}}, &Cache{})
	defer client.Close()
	client.sent = maxSent
	_, err := client.Answer(&hybrid.Question{Advisor: &hybrid.Advisor{Name: "x"}, Rule: &hybrid.Placement{}})
	if err == nil || !strings.Contains(err.Error(), "larger than 1024 MiB in total; limit the candidates") {
		t.Errorf("error %v", err)
	}
}
