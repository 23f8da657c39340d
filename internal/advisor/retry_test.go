// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package advisor_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// TestWaits checks the waits between the three attempts: those of Retry-After, or half a second and a second with jitter.
func TestWaits(t *testing.T) {
	type span struct{ least, most time.Duration }
	const second = time.Second
	backoff := []span{{400 * time.Millisecond, 600 * time.Millisecond}, {800 * time.Millisecond, 1200 * time.Millisecond}}
	for name, test := range map[string]struct {
		status     int
		retryAfter string
		want       []span
	}{
		"500":                  {http.StatusInternalServerError, "", backoff},
		"429":                  {http.StatusTooManyRequests, "", backoff},
		"429 in seven seconds": {http.StatusTooManyRequests, "7", []span{{7 * second, 7 * second}, {7 * second, 7 * second}}},
		"503 at once":          {http.StatusServiceUnavailable, "0", []span{{}, {}}},
		"503 at a time": {
			http.StatusServiceUnavailable, time.Now().Add(20 * second).UTC().Format(http.TimeFormat),
			[]span{{1, 20 * second}, {1, 20 * second}},
		},
		"503 at a time that is past": {http.StatusServiceUnavailable, "Fri, 31 Dec 1999 23:59:59 GMT", []span{{}, {}}},
		"503 at a time that is far":  {http.StatusServiceUnavailable, time.Now().Add(time.Hour).UTC().Format(http.TimeFormat), nil},
		"503 with an invalid time":   {http.StatusServiceUnavailable, "soon", backoff},
		"503 with a negative time":   {http.StatusServiceUnavailable, "-1", backoff},
		"408":                        {http.StatusRequestTimeout, "", backoff},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, _ string, _ int) {
				if test.retryAfter != "" {
					w.Header().Set("Retry-After", test.retryAfter)
				}
				w.WriteHeader(test.status)
			})
			got := waits(t, s.URL)
			if len(got) != len(test.want) {
				t.Fatalf("waited %v, want %v", got, test.want)
			}
			for i, wait := range got {
				if wait < test.want[i].least || wait > test.want[i].most {
					t.Errorf("wait %d is %s, want %v", i+1, wait, test.want[i])
				}
			}
		})
	}
}

// waits are the waits that a decision requests; it does not actually wait.
func waits(t *testing.T, url string) []time.Duration {
	client := advisor.NewClient(t.Context(), map[string]advisor.Endpoint{"mine": {URL: url, TimeoutSeconds: new(int32(60))}}, &advisor.Cache{})
	defer client.Close()
	var got []time.Duration
	client.Wait = func(backoff retryablehttp.Backoff) retryablehttp.Backoff {
		return func(low, high time.Duration, attempt int, resp *http.Response) time.Duration {
			got = append(got, backoff(low, high, attempt, resp))
			return 0
		}
	}
	inv := placement.Inventory{Clusters: []placement.Cluster{{Name: "a"}}}
	_, err := hybrid.Schedule(t.Context(), hybrid.Placement{
		Name: "web", Spec: hybrid.Spec{Advisors: []hybrid.Advisor{{Name: "mine"}}},
	}, inv, client)
	if err == nil {
		t.Error("there is no error")
	}
	return got
}
