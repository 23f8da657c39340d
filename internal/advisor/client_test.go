package advisor_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/go-retryablehttp"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// secret is in every credential of the tests; it must be in no error.
const secret = "s3cr3t"

// server is an advisor that answers as a test wants, and counts.
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

// decideCounting also counts how often an attempt was followed by another.
func decideCounting(ctx context.Context, endpoint advisor.Endpoint) (_ placement.Result, retries int, _ error) {
	endpoint.BearerToken = secret
	if endpoint.Headers == nil {
		endpoint.Headers = map[string]string{"X-Team": secret}
	}
	if endpoint.Timeout == 0 {
		// No test waits for it, however slow the machine is.
		endpoint.Timeout = time.Minute
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
		Name: "web", Replicas: &one, Advisors: []hybrid.Advisor{{Name: "mine"}},
	}, inv, client)
	return result, retries, err
}

// TestAnswer decides by the advisor's answers, asks once a round, and authenticates.
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

// gzipped is a compressed text of so many spaces.
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

// TestFaults are all the ways in which an advisor can fail, and how many requests each causes.
func TestFaults(t *testing.T) {
	fine := `[{"name":"b"}]`
	bomb := gzipped(t, 64<<20)
	tests := map[string]struct {
		answer   reply
		says     string
		requests int
	}{
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
		"503 for ever": {func(w http.ResponseWriter, _ string, _ int) { w.WriteHeader(503) }, "status 503", 3},
		"501":          {func(w http.ResponseWriter, _ string, _ int) { w.WriteHeader(501) }, "status 501", 1},
		"404":          {func(w http.ResponseWriter, _ string, _ int) { w.WriteHeader(404) }, "status 404", 1},
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
		"another uid":   {func(w http.ResponseWriter, _ string, _ int) { write(w, review("other", fine)) }, "uid", 1},
		"trailing data": {func(w http.ResponseWriter, uid string, _ int) { write(w, review(uid, fine)+"{}") }, "something follows", 1},
		"no JSON":       {func(w http.ResponseWriter, _ string, _ int) { write(w, "<html>") }, "not JSON", 1},
		"no recommendations": {
			func(w http.ResponseWriter, uid string, _ int) { write(w, review(uid, "null")) }, "no recommendations", 1,
		},
		"another media type": {
			func(w http.ResponseWriter, uid string, _ int) {
				w.Header().Set("Content-Type", "text/plain")
				write(w, review(uid, fine))
			}, "application/json", 1,
		},
		"score 101":      {func(w http.ResponseWriter, uid string, _ int) { write(w, review(uid, `[{"name":"a","score":101}]`)) }, "101", 1},
		"score 1.5":      {func(w http.ResponseWriter, uid string, _ int) { write(w, review(uid, `[{"name":"a","score":1.5}]`)) }, "1.5", 1},
		"a target twice": {func(w http.ResponseWriter, uid string, _ int) { write(w, review(uid, `[{"name":"a"},{"name":"a"}]`)) }, "twice", 1},
		"a wrong type":   {func(w http.ResponseWriter, uid string, _ int) { write(w, review(uid, `[{"name":5}]`)) }, "wrong type", 1},
		"an error of its own": {
			func(w http.ResponseWriter, uid string, _ int) {
				write(w, strings.Replace(review(uid, fine), `"uid"`, `"error":"no data","uid"`, 1))
			}, "the advisor says: no data", 1,
		},
		"an error that echoes the credentials": {
			func(w http.ResponseWriter, uid string, _ int) {
				write(w, strings.Replace(review(uid, fine), `"uid"`, `"error":"refused: Bearer `+secret+`\u001b[31m","uid"`, 1))
			}, "the advisor says: refused: Bearer (sensitive) [31m", 1,
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
			"deeper than 32", 1,
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
			func(w http.ResponseWriter, _ string, _ int) { time.Sleep(400 * time.Millisecond) }, "", 3,
		},
		"a slow drip": {
			func(w http.ResponseWriter, _ string, _ int) {
				for range 40 {
					write(w, " ")
					w.(http.Flusher).Flush()
					time.Sleep(10 * time.Millisecond)
				}
			}, "exceeded", 3,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.answer)
			endpoint := advisor.Endpoint{URL: s.URL}
			timesOut := name == "a hang" || name == "a slow drip"
			if timesOut {
				endpoint.Timeout = 100 * time.Millisecond
			}
			got, retries, err := decideCounting(t.Context(), endpoint)
			switch {
			case name == "a hang":
				if err == nil {
					t.Error("there is no error")
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
				t.Errorf("the error tells a secret, or not whose it is: %v", err)
			}
		})
	}
}

// TestUnsendable asks nobody, and does not try again, if a request cannot be made.
func TestUnsendable(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, uid string, _ int) { write(w, review(uid, `[]`)) })
	for name, endpoint := range map[string]advisor.Endpoint{
		"header": {URL: s.URL, Headers: map[string]string{"X-Team": secret + "\r\nX-Other: 1"}},
		"user":   {URL: s.URL, Username: "me", Password: secret},
	} {
		_, err := decide(t.Context(), endpoint)
		if err == nil || strings.Contains(err.Error(), secret) || s.requests.Load() != 0 {
			t.Errorf("%s: %d requests, error %v", name, s.requests.Load(), err)
		}
	}
}

// TestNamesAreNotMasked: a header value that is part of a target's name changes neither the decision nor the name.
func TestNamesAreNotMasked(t *testing.T) {
	for _, value := range []string{"b", "prod", "production"} {
		for answer, says := range map[string]string{
			`[{"name":"a","score":20},{"name":"b","score":80}]`: "",
			`[{"name":"b"},{"name":"b"}]`:                       `names "b" twice`,
			`[{"name":"b","score":101}]`:                        `gives "b" the score 101`,
			`[{"name":"b"},{"name":"` + value + `x"}]`:          "",
		} {
			s := serve(t, func(w http.ResponseWriter, uid string, _ int) { write(w, review(uid, answer)) })
			got, err := decide(t.Context(), advisor.Endpoint{URL: s.URL, Headers: map[string]string{"X-Environment": value}})
			switch {
			case says == "" && (err != nil || len(got.Decisions) != 1 || got.Decisions[0].Cluster != "b"):
				t.Errorf("%s, %s: decided %+v, %v", value, answer, got.Decisions, err)
			case says != "" && (err == nil || !strings.Contains(err.Error(), says)):
				t.Errorf("%s, %s: %v, want %q", value, answer, err, says)
			}
		}
	}
}

// TestUnknownNamesAreMasked: a name that is not among those that were sent may be anything, also a secret.
func TestUnknownNamesAreMasked(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, uid string, _ int) {
		write(w, review(uid, `[{"name":"b","reason":"`+secret+`"},{"name":"`+secret+`"},{"name":"x","namespace":"`+secret+`"}]`))
	})
	got, err := decide(t.Context(), advisor.Endpoint{URL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`advisor "mine" names "(sensitive)", "(sensitive)/x", which are no candidates`}
	if diff := cmp.Diff(want, got.Warnings); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if text := fmt.Sprintf("%+v", got); strings.Contains(text, secret) {
		t.Errorf("the result has a secret: %s", text)
	}
}

// TestConnection: the rounds of a decision share a connection, and so do the attempts.
func TestConnection(t *testing.T) {
	var connections, requests atomic.Int32
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Request struct {
				UID        string `json:"uid"`
				Candidates []any  `json:"candidates"`
			} `json:"request"`
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Errorf("the request cannot be read: %v", err)
		}
		if requests.Add(1) == 2 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		write(w, review(body.Request.UID, `[{"name":"a"},{"name":"b"}]`))
	}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	if _, err := decide(t.Context(), advisor.Endpoint{URL: s.URL}); err != nil {
		t.Fatal(err)
	}
	if n, m := connections.Load(), requests.Load(); n != 1 || m != 3 {
		t.Errorf("%d connections for %d requests", n, m)
	}
}

// TestRefused connects to a port where nobody listens.
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

// TestCancel ends a plan while the advisor hangs.
func TestCancel(t *testing.T) {
	s := serve(t, func(http.ResponseWriter, string, int) { time.Sleep(500 * time.Millisecond) })
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	start := time.Now()
	_, err := decide(ctx, advisor.Endpoint{URL: s.URL})
	if !errors.Is(err, context.Canceled) && (err == nil || !strings.Contains(err.Error(), "canceled")) {
		t.Errorf("error %v", err)
	}
	if took := time.Since(start); took > 400*time.Millisecond {
		t.Errorf("it took %s", took)
	}
	if n := s.requests.Load(); n != 1 {
		t.Errorf("%d requests", n)
	}
}

// TestRequest looks at what an advisor is asked, and that the same question is asked once in a process.
func TestRequest(t *testing.T) {
	var bodies []map[string]any
	var authorization string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		authorization = r.Header.Get("Authorization")
		text, _ := io.ReadAll(r.Body)
		var body map[string]any
		if err := json.Unmarshal(text, &body); err != nil {
			t.Error(err)
		}
		if canonical, _ := json.Marshal(body); !bytes.Equal(canonical, text) {
			t.Errorf("the body is not canonical: %s", text)
		}
		bodies = append(bodies, body)
		w.Header().Set("Content-Type", "application/json")
		write(w, review(body["request"].(map[string]any)["uid"].(string), `[{"name":"a"},{"name":"b","score":50}]`))
	}))
	t.Cleanup(s.Close)
	cache := &advisor.Cache{}
	one := int32(1)
	for range 2 {
		client := advisor.NewClient(t.Context(),
			map[string]advisor.Endpoint{"mine": {URL: s.URL, Username: "me", Password: secret}}, cache)
		_, err := hybrid.Schedule(t.Context(), hybrid.Placement{
			Name: "web", Replicas: &one, PreviousDecisions: []string{"b", "ops/gone"},
			Advisors: []hybrid.Advisor{{Name: "mine", Rules: json.RawMessage(`{"z":1,"a":2}`)}},
		}, placement.Inventory{Clusters: []placement.Cluster{{Name: "a", Labels: map[string]string{"env": "dev"}}, {
			Name: "b", Allocatable: placement.Resources{
				placement.NewResource("cpu", resource.MustParse("1500m")), placement.NewResource("memory", resource.MustParse("1Gi")),
				placement.NewResource("nvidia.com/gpu", resource.MustParse("4")),
			},
		}}}, client)
		client.Close()
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(bodies) != 2 {
		t.Fatalf("%d requests, want one for each of two rounds", len(bodies))
	}
	if !strings.HasPrefix(authorization, "Basic ") {
		t.Errorf("the authorization is %q", authorization)
	}
	request := bodies[1]["request"].(map[string]any)
	delete(request, "uid")
	want := map[string]any{
		"advisor": map[string]any{"name": "mine", "type": "priority", "weight": 100.0},
		"rules":   map[string]any{"z": 1.0, "a": 2.0},
		"placement": map[string]any{
			"name": "web", "deployerType": "kubernetes", "replicas": 1.0, "decisionWeight": 100.0,
		},
		"round": 1.0,
		"candidates": []any{map[string]any{
			"name": "b", "namespace": "", "kind": "cluster", "labels": map[string]any{},
			"attributes": map[string]any{"cpuMilli": "1500", "memoryBytes": "1073741824", "nvidia.com/gpu": "4"},
		}},
		"eliminated":        []any{map[string]any{"name": "a", "namespace": "", "round": 0.0, "reason": "lowest_rating"}},
		"previousDecisions": []any{map[string]any{"name": "b", "namespace": ""}, map[string]any{"name": "gone", "namespace": "ops"}},
	}
	if diff := cmp.Diff(want, request); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestConcurrentQuestions asks at the same time: an advisor that answers differently is believed once.
func TestConcurrentQuestions(t *testing.T) {
	const askers = 2
	var arrived sync.WaitGroup
	arrived.Add(askers)
	s := serve(t, func(w http.ResponseWriter, uid string, attempt int) {
		arrived.Done()
		arrived.Wait()
		write(w, review(uid, fmt.Sprintf(`[{"name":"a","score":%d}]`, attempt)))
	})
	cache := &advisor.Cache{}
	scores := make(chan int, askers)
	for range askers {
		go func() {
			client := advisor.NewClient(t.Context(), map[string]advisor.Endpoint{"mine": {URL: s.URL}}, cache)
			defer client.Close()
			a := &placement.Target{Kind: placement.TargetCluster, Name: "a"}
			answer, err := client.Advise(&hybrid.Question{
				Advisor: &hybrid.Advisor{Name: "mine"}, Rule: &hybrid.Placement{Name: "web"}, Candidates: []*placement.Target{a},
			})
			if err != nil || len(answer.Recommendations) != 1 {
				t.Errorf("%v, %v", answer, err)
				scores <- -1
				return
			}
			scores <- answer.Recommendations[0].Score
		}()
	}
	if first, second := <-scores, <-scores; first != second {
		t.Errorf("one was told %d, the other %d", first, second)
	}
	if n := s.requests.Load(); n != askers {
		t.Errorf("%d requests, want %d: the test is of no use", n, askers)
	}
}

// TestCheck refuses endpoints without a request.
func TestCheck(t *testing.T) {
	for name, test := range map[string]struct {
		endpoint advisor.Endpoint
		says     string
	}{
		"plain http":        {advisor.Endpoint{URL: "http://example.com/"}, "https"},
		"plain http, here":  {advisor.Endpoint{URL: "http://127.0.0.1:1/"}, ""},
		"plain http, asked": {advisor.Endpoint{URL: "http://example.com/", AllowPlainHTTP: true}, ""},
		"no URL":            {advisor.Endpoint{URL: "advisor"}, "URL"},
		"a user":            {advisor.Endpoint{URL: "https://u:" + secret + "@example.com/"}, "username"},
		"a reserved header": {advisor.Endpoint{URL: "https://example.com/", Headers: map[string]string{"host": secret}}, "Host"},
		"a header with a line break": {
			advisor.Endpoint{URL: "https://example.com/", Headers: map[string]string{"x-team": secret + "\n"}}, "value of the header X-Team cannot be sent",
		},
		"a header with a wrong name": {advisor.Endpoint{URL: "https://example.com/", Headers: map[string]string{"X Team": secret}}, `"X Team" is no name`},
		"a header twice": {
			advisor.Endpoint{URL: "https://example.com/", Headers: map[string]string{"x-team": secret, "X-Team": secret}}, "X-Team is set twice",
		},
		"a second authorization": {
			advisor.Endpoint{URL: "https://example.com/", BearerToken: secret, Headers: map[string]string{"authorization": secret}}, "beside bearer_token",
		},
		"a token with a line break": {advisor.Endpoint{URL: "https://example.com/", BearerToken: secret + "\n"}, "bearer_token cannot be sent"},
		"two credentials":           {advisor.Endpoint{URL: "https://example.com/", BearerToken: secret, Username: "u", Password: secret}, "not both"},
		"no user":                   {advisor.Endpoint{URL: "https://example.com/", Password: secret}, "needs a username"},
		"a colon in the user":       {advisor.Endpoint{URL: "https://example.com/", Username: "u:" + secret}, "colon"},
		"a wrong port":              {advisor.Endpoint{URL: "https://example.com:65536/"}, "port"},
		"no host":                   {advisor.Endpoint{URL: "https://:443/"}, "URL"},
		"a broken CA":               {advisor.Endpoint{URL: "https://example.com/", CACertificate: secret}, "CA"},
		"a broken key":              {advisor.Endpoint{URL: "https://example.com/", ClientKey: secret}, "client certificate"},
	} {
		t.Run(name, func(t *testing.T) {
			err := test.endpoint.Check()
			if (err == nil) != (test.says == "") || err != nil && (!strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), secret)) {
				t.Errorf("error %v, want %q", err, test.says)
			}
		})
	}
}

// TestTLS trusts the given CA and nobody else, and asks an untrusted server only once.
func TestTLS(t *testing.T) {
	var requests atomic.Int32
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		var body struct {
			Request struct {
				UID string `json:"uid"`
			} `json:"request"`
		}
		_ = json.NewDecoder(r.Body).Decode(&body)
		w.Header().Set("Content-Type", "application/json")
		write(w, review(body.Request.UID, `[{"name":"a"}]`))
	}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	if _, err := decide(t.Context(), advisor.Endpoint{URL: s.URL}); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("an untrusted server: %v", err)
	}
	if n := requests.Load(); n != 0 {
		t.Errorf("the untrusted server got %d requests", n)
	}
	ca := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}))
	got, err := decide(t.Context(), advisor.Endpoint{URL: s.URL, CACertificate: ca})
	if err != nil || len(got.Decisions) != 1 {
		t.Errorf("decided %+v, %v", got.Decisions, err)
	}
}
