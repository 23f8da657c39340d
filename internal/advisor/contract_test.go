// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package advisor

import "testing"

// FuzzDecodeResponse reads any response: it is rejected, or it names each target once, with scores from 0 to 100.
func FuzzDecodeResponse(f *testing.F) {
	for _, seed := range []string{
		"", "{}", "[]", `{"apiVersion":"placement.advisor/v1","kind":"AdvisorReview","response":{"uid":"u","recommendations":[{"name":"a","score":1}]}}`,
		`{"apiVersion":"placement.advisor/v1","kind":"AdvisorReview","response":{"uid":"u","recommendations":[{"name":"a","score":1e99},{}]}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		x := exchange{endpoint: &Endpoint{URL: "https://example.com/"}, uid: "u", sent: map[string]bool{"a": true}}
		answer, err := x.decode(text)
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, r := range answer.Recommendations {
			if seen[r.Target] || r.Target == "" || r.Score < 0 || r.Score > 100 {
				t.Errorf("%+v", answer)
			}
			seen[r.Target] = true
		}
	})
}
