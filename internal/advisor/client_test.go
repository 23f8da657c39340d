// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package advisor_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/go-retryablehttp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// secret is part of every credential of the tests. An error must not contain it.
const secret = "s3cr3t"

// server is an advisor that answers as a test requires and counts the requests.
type server struct {
	*httptest.Server
	requests atomic.Int32
}

// reply is one response of the contract to a request.
type reply func(w http.ResponseWriter, uid string, attempt int)

func serve(t *testing.T, answer reply) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		attempt := int(s.requests.Add(1))
		var review struct {
			Request struct {
				UID string `json:"uid"`
			} `json:"request"`
		}
		if err := json.NewDecoder(r.Body).Decode(&review); err != nil && r.Context().Err() == nil {
			t.Errorf("the request cannot be read: %v", err)
		}
		w.Header().Set("Content-Type", "application/json")
		answer(w, review.Request.UID, attempt)
	}))
	t.Cleanup(s.CloseClientConnections)
	t.Cleanup(s.Close)
	return s
}

func review(uid, recommendations string) string {
	return fmt.Sprintf(`{"apiVersion":"placement.advisor/v1","kind":"AdvisorReview","response":{"uid":%q,"recommendations":%s}}`,
		uid, recommendations)
}

func write(w io.Writer, text string) { _, _ = io.WriteString(w, text) }

// decide makes a decision between a and b with one advisor at the URL.
func decide(ctx context.Context, endpoint advisor.Endpoint) (placement.Result, error) {
	result, _, err := decideCounting(ctx, endpoint)
	return result, err
}

// decideCounting also counts the retries.
func decideCounting(ctx context.Context, endpoint advisor.Endpoint) (_ placement.Result, retries int, _ error) {
	endpoint.BearerToken = secret
	if endpoint.Headers == nil {
		endpoint.Headers = map[string]string{"X-Team": secret}
	}
	if endpoint.TimeoutSeconds == nil {
		// Long enough for a slow machine: the tests do not wait for this timeout.
		endpoint.TimeoutSeconds = new(int32(60))
	}
	client := advisor.NewClient(ctx, map[string]advisor.Endpoint{"mine": endpoint}, &advisor.Cache{})
	defer client.Close()
	client.Wait = func(backoff retryablehttp.Backoff) retryablehttp.Backoff {
		return func(low, high time.Duration, attempt int, resp *http.Response) time.Duration {
			retries++
			return backoff(low, high, attempt, resp) / 1000
		}
	}
	one := int32(1)
	inv := placement.Inventory{Clusters: []placement.Cluster{{Name: "a"}, {Name: "b"}}}
	result, err := hybrid.Schedule(ctx, hybrid.Placement{
		Name: "web",
		Spec: hybrid.Spec{Replicas: &one, Advisors: []hybrid.Advisor{{Name: "mine"}}},
	}, inv, client)
	return result, retries, err
}

// TestAnswer: the decision follows the advisor's answers, with one authenticated request per round.
func TestAnswer(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, uid string, _ int) {
		text := review(uid, `[{"name":"a","score":20,"reason":"far"},{"name":"b","score":80}]`)
		write(w, strings.Replace(text, `"uid"`, `"warnings":["prices are of yesterday, `+secret+`"],"uid"`, 1))
	})
	got, err := decide(t.Context(), advisor.Endpoint{URL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Decisions) != 1 || got.Decisions[0].Cluster != "b" || got.Decisions[0].Score != 8000 {
		t.Errorf("decided %+v", got.Decisions)
	}
	if n := s.requests.Load(); n != 2 {
		t.Errorf("%d requests, want one for each round", n)
	}
	if diff := cmp.Diff([]string{`advisor "mine" warns: prices are of yesterday, (sensitive)`}, got.Warnings); diff != "" {
		t.Errorf("warnings: -want +got:\n%s", diff)
	}
}

// gzipped is a compressed text of the given number of spaces.
func gzipped(t *testing.T, length int) []byte {
	var text bytes.Buffer
	zipped := gzip.NewWriter(&text)
	for range length >> 20 {
		write(zipped, strings.Repeat(" ", 1<<20))
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// fault is one way in which an advisor answers: the text of the error, if there is one, and the number of requests.
type fault struct {
	answer   reply
	says     string
	requests int
}

// TestFaults covers every way in which an advisor can fail, with the number of requests that it causes.
func TestFaults(t *testing.T) {
	fine := `[{"name":"b"}]`
	bomb := gzipped(t, 64<<20)
	for name, test := range map[string]fault{
		"429 with Retry-After, then an answer": {
			func(w http.ResponseWriter, uid string, attempt int) {
				if attempt == 1 {
					w.Header().Set("Retry-After", "1")
					w.WriteHeader(http.StatusTooManyRequests)
					return
				}
				write(w, review(uid, fine))
			}, "", 2,
		},
		"429 with a long Retry-After": {
			func(w http.ResponseWriter, _ string, _ int) {
				w.Header().Set("Retry-After", "3600")
				w.WriteHeader(http.StatusTooManyRequests)
			}, "status 429", 1,
		},
		"429 with a Retry-After that is too long, but not for the decision": {
			func(w http.ResponseWriter, _ string, _ int) {
				w.Header().Set("Retry-After", "31")
				w.WriteHeader(http.StatusTooManyRequests)
			}, "status 429", 1,
		},
		"429 with the longest Retry-After, then an answer": {
			func(w http.ResponseWriter, uid string, attempt int) {
				if attempt == 1 {
					w.Header().Set("Retry-After", "30")
					w.WriteHeader(http.StatusTooManyRequests)
					return
				}
				write(w, review(uid, fine))
			}, "", 2,
		},
		"500 twice, then an answer": {
			func(w http.ResponseWriter, uid string, attempt int) {
				if attempt < 3 {
					w.WriteHeader(http.StatusInternalServerError)
					return
				}
				write(w, review(uid, fine))
			}, "", 3,
		},
		"always 503": {func(w http.ResponseWriter, _ string, _ int) { w.WriteHeader(503) }, "status 503", 3},
		"501":        {func(w http.ResponseWriter, _ string, _ int) { w.WriteHeader(501) }, "status 501", 1},
		"404":        {func(w http.ResponseWriter, _ string, _ int) { w.WriteHeader(404) }, "status 404", 1},
		"a redirect": {
			func(w http.ResponseWriter, _ string, _ int) {
				w.Header().Set("Location", "http://127.0.0.1:1/")
				w.WriteHeader(http.StatusTemporaryRedirect)
			}, "status 307", 1,
		},
		"another version": {
			func(w http.ResponseWriter, uid string, _ int) {
				write(w, strings.Replace(review(uid, fine), "/v1", "/v2", 1))
			}, `version "placement.advisor/v2"`, 1,
		},
		"another uid": {func(w http.ResponseWriter, _ string, _ int) { write(w, review("other", fine)) }, "uid", 1},
		"trailing data": {
			func(w http.ResponseWriter, uid string, _ int) { write(w, review(uid, fine)+"{}") }, "content after the JSON value", 1,
		},
		"not JSON": {func(w http.ResponseWriter, _ string, _ int) { write(w, "<html>") }, "not JSON", 1},
		"no recommendations": {
			func(w http.ResponseWriter, uid string, _ int) { write(w, review(uid, "null")) }, "recommendations is missing", 1,
		},
		"another media type": {
			func(w http.ResponseWriter, uid string, _ int) {
				w.Header().Set("Content-Type", "text/plain")
				write(w, review(uid, fine))
			}, "application/json", 1,
		},
		"score 101": {
			func(w http.ResponseWriter, uid string, _ int) { write(w, review(uid, `[{"name":"a","score":101}]`)) }, "101", 1,
		},
		"score 1.5": {
			func(w http.ResponseWriter, uid string, _ int) { write(w, review(uid, `[{"name":"a","score":1.5}]`)) }, "1.5", 1,
		},
		"a target twice": {
			func(w http.ResponseWriter, uid string, _ int) { write(w, review(uid, `[{"name":"a"},{"name":"a"}]`)) }, "twice", 1,
		},
		"a wrong type": {func(w http.ResponseWriter, uid string, _ int) { write(w, review(uid, `[{"name":5}]`)) }, "wrong type", 1},
		"an error in the response": {
			func(w http.ResponseWriter, uid string, _ int) {
				write(w, strings.Replace(review(uid, fine), `"uid"`, `"error":"no data","uid"`, 1))
			}, "the advisor returned an error: no data", 1,
		},
		"an error that echoes the credentials": {
			func(w http.ResponseWriter, uid string, _ int) {
				write(w, strings.Replace(review(uid, fine), `"uid"`, `"error":"refused: Bearer `+secret+`\u001b[31m","uid"`, 1))
			}, "the advisor returned an error: refused: Bearer (sensitive)\\x1b[31m", 1,
		},
		"a target that echoes the credentials": {
			func(w http.ResponseWriter, uid string, _ int) {
				write(w, review(uid, `[{"name":"`+secret+`","score":101}]`))
			}, "101", 1,
		},
		"nested deep": {
			func(w http.ResponseWriter, _ string, _ int) {
				write(w, strings.Repeat(`{"a":`, 40)+"1"+strings.Repeat("}", 40))
			},
			"more than 32 levels", 1,
		},
		"20 MiB": {
			func(w http.ResponseWriter, _ string, _ int) {
				write(w, `{"a":"`)
				for range 20 {
					write(w, strings.Repeat("x", 1<<20))
				}
				write(w, `"}`)
			}, "larger than", 1,
		},
		"a gzip bomb": {
			func(w http.ResponseWriter, _ string, _ int) {
				w.Header().Set("Content-Encoding", "gzip")
				_, _ = w.Write(bomb)
			}, "larger than", 1,
		},
		"a hang": {
			func(w http.ResponseWriter, _ string, _ int) { time.Sleep(1500 * time.Millisecond) }, "", 3,
		},
		"a slow drip": {
			func(w http.ResponseWriter, _ string, _ int) {
				for range 40 {
					write(w, " ")
					w.(http.Flusher).Flush()
					time.Sleep(30 * time.Millisecond)
				}
			}, "exceeded", 3,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test.check(t, name)
		})
	}
}

// check makes a decision. A hanging or dripping advisor times out after a tenth of a second.
func (test fault) check(t *testing.T, name string) {
	s := serve(t, test.answer)
	endpoint := advisor.Endpoint{URL: s.URL}
	timesOut := name == "a hang" || name == "a slow drip"
	if timesOut {
		endpoint.TimeoutSeconds = new(int32(1))
	}
	got, retries, err := decideCounting(t.Context(), endpoint)
	switch {
	case name == "a hang":
		if err == nil {
			t.Error("got no error")
		}
	case test.says == "" && (err != nil || len(got.Decisions) != 1):
		t.Errorf("decided %+v, %v", got.Decisions, err)
	case test.says != "" && (err == nil || !strings.Contains(err.Error(), test.says)):
		t.Errorf("error %v, want %q", err, test.says)
	}
	n := int(s.requests.Load())
	if timesOut {
		n = 1 + retries // on a slow machine the server may not have seen them yet
	}
	if n != test.requests {
		t.Errorf("%d requests, want %d", n, test.requests)
	}
	if err != nil && (strings.Contains(err.Error(), secret) || !strings.Contains(err.Error(), `advisor "mine"`)) {
		t.Errorf("the error contains a secret, or does not name the advisor: %v", err)
	}
}

// TestRefused connects to a port without a listener.
func TestRefused(t *testing.T) {
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	_, err = decide(t.Context(), advisor.Endpoint{URL: "http://" + address})
	if err == nil || !strings.Contains(err.Error(), "refused") || strings.Contains(err.Error(), secret) {
		t.Errorf("error %v", err)
	}
}

// TestCancel: a plan can be canceled while the advisor hangs.
func TestCancel(t *testing.T) {
	ended := make(chan struct{})
	s := serve(t, func(http.ResponseWriter, string, int) { <-ended })
	defer close(ended)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	start := time.Now()
	_, err := decide(ctx, advisor.Endpoint{URL: s.URL})
	if !errors.Is(err, context.Canceled) && (err == nil || !strings.Contains(err.Error(), "canceled")) {
		t.Errorf("error %v", err)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %s", took)
	}
	if n := s.requests.Load(); n != 1 {
		t.Errorf("%d requests", n)
	}
}
