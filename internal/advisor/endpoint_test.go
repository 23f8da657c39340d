// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package advisor_test

import (
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
)

// TestCheck: invalid endpoints are rejected without a request.
func TestCheck(t *testing.T) {
	for name, test := range map[string]struct {
		endpoint advisor.Endpoint
		says     string
	}{
		"plain http":        {advisor.Endpoint{URL: "http://example.com/"}, "https"},
		"plain http, local": {advisor.Endpoint{URL: "http://127.0.0.1:1/"}, ""},
		"plain http, set":   {advisor.Endpoint{URL: "http://example.com/", AllowPlainHTTP: true}, ""},
		"no URL":            {advisor.Endpoint{URL: "advisor"}, "URL"},
		"a user":            {advisor.Endpoint{URL: "https://u:" + secret + "@example.com/"}, "username"},
		"a reserved header": {advisor.Endpoint{URL: "https://example.com/", Headers: map[string]string{"host": secret}}, "Host"},
		"a header with a line break": {
			advisor.Endpoint{URL: "https://example.com/", Headers: map[string]string{"x-team": secret + "\n"}},
			"value of the header X-Team must not contain",
		},
		"a header with a wrong name": {
			advisor.Endpoint{URL: "https://example.com/", Headers: map[string]string{"X Team": secret}},
			`"X Team" is not a valid header name`,
		},
		"a duplicate header": {
			advisor.Endpoint{URL: "https://example.com/", Headers: map[string]string{"x-team": secret, "X-Team": secret}},
			"X-Team is set twice",
		},
		"a second authorization": {
			advisor.Endpoint{URL: "https://example.com/", BearerToken: secret, Headers: map[string]string{"authorization": secret}},
			"cannot be combined with bearer_token",
		},
		"a token with a line break": {
			advisor.Endpoint{URL: "https://example.com/", BearerToken: secret + "\n"}, "bearer_token must not contain",
		},
		"two credentials": {
			advisor.Endpoint{URL: "https://example.com/", BearerToken: secret, Username: "u", Password: secret},
			"bearer_token cannot be combined",
		},
		"no user":             {advisor.Endpoint{URL: "https://example.com/", Password: secret}, "username is required"},
		"a colon in the user": {advisor.Endpoint{URL: "https://example.com/", Username: "u:" + secret}, "colon"},
		"a wrong port":        {advisor.Endpoint{URL: "https://example.com:65536/"}, "port"},
		"no host":             {advisor.Endpoint{URL: "https://:443/"}, "URL"},
		"a broken CA":         {advisor.Endpoint{URL: "https://example.com/", CACertificate: secret}, "ca_certificate"},
		"a broken key": {
			advisor.Endpoint{URL: "https://example.com/", ClientKey: secret}, "client_certificate and client_key",
		},
	} {
		t.Run(name, func(t *testing.T) {
			err := test.endpoint.Check()
			if (err == nil) != (test.says == "") || err != nil && (!strings.Contains(err.Error(), test.says) ||
				strings.Contains(err.Error(), secret)) {
				t.Errorf("error %v, want %q", err, test.says)
			}
		})
	}
}

// TestTLS trusts only the given CA, and does not retry with an untrusted server.
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

// TestUnsendable: a request that cannot be made is neither sent nor retried.
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
			`[{"name":"b"},{"name":"b"}]`:                       `recommends "b" twice`,
			`[{"name":"b","score":101}]`:                        `the score of "b" is 101`,
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

// TestUnknownNamesAreMasked: a name that was not in the request may be a secret.
func TestUnknownNamesAreMasked(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, uid string, _ int) {
		write(w, review(uid, `[{"name":"b","reason":"`+secret+`"},{"name":"`+secret+`"},{"name":"x","namespace":"`+secret+`"}]`))
	})
	got, err := decide(t.Context(), advisor.Endpoint{URL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`advisor "mine" names "(sensitive)", "(sensitive)/x", which are not candidates`}
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
