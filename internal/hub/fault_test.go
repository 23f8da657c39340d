// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// times is a fault of the first requests for the list.
func times(n int, fault func(http.ResponseWriter, *http.Request)) func(http.ResponseWriter, *http.Request, int) bool {
	return func(w http.ResponseWriter, r *http.Request, number int) bool {
		if r.URL.Path != fakehub.ManagedClusters || number > n {
			return false
		}
		fault(w, r)
		return true
	}
}

func answer(code int, reason, message string, header ...string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		fakehub.Status(w, code, reason, message)
	}
}

func reset(w http.ResponseWriter, _ *http.Request) {
	connection, _, _ := http.NewResponseController(w).Hijack()
	_ = connection.(*net.TCPConn).SetLinger(0)
	_ = connection.Close()
}

// cut promises more than it sends.
func cut(w http.ResponseWriter, _ *http.Request) {
	text := fakehub.Page("cluster.open-cluster-management.io/v1", "ManagedCluster", "", fakehub.Clusters(3)[fakehub.ManagedClusters])
	w.Header().Set("Content-Length", "100000")
	_, _ = w.Write(text[:len(text)/2])
}

// hang does not answer until the client gives up.
func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// slow sends the start of the list and then nothing.
func slow(w http.ResponseWriter, r *http.Request) {
	_, _ = w.Write([]byte(`{"apiVersion":"cluster.open-cluster-management.io/v1","items":[`))
	_ = http.NewResponseController(w).Flush()
	hang(w, r)
}

func raw(contentType, text string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(text))
	}
}

// TestFaults states for each fault of a list how many requests it takes and what the reader gets: all clusters, or an
// error.
func TestFaults(t *testing.T) {
	const always = 1000
	const cannot = "cannot list managedclusters.cluster.open-cluster-management.io: "
	whole := fakehub.Page("cluster.open-cluster-management.io/v1", "ManagedCluster", "", fakehub.Clusters(3)[fakehub.ManagedClusters])
	overloaded := answer(429, "TooManyRequests", "too many requests")
	for name, test := range map[string]struct {
		fault    func(http.ResponseWriter, *http.Request, int) bool
		requests int
		want     string
	}{
		"no fault":                   {nil, 1, ""},
		"408 once":                   {times(1, answer(408, "Timeout", "slow")), 2, ""},
		"429 once":                   {times(1, overloaded), 2, ""},
		"429 with Retry-After, once": {times(1, answer(429, "TooManyRequests", "busy", "Retry-After", "1")), 2, ""},
		"429 always": {
			times(always, overloaded), 4, cannot + "the hub is overloaded: too many requests (after 4 requests)",
		},
		"500 three times": {times(3, answer(500, "InternalError", "etcd")), 4, ""},
		"500 always": {
			times(always, answer(500, "InternalError", "etcd")), 4, cannot +
				"the hub responded with 500 Internal Server Error: etcd (after 4 requests)",
		},
		"502 of a proxy": {
			times(always, raw502), 4, cannot + "the hub responded with 502 Bad Gateway: a page of HTML, which is not from a Kubernetes " +
				"API server (after 4 requests)",
		},
		"503 with Retry-After, often": {
			times(always, answer(503, "ServiceUnavailable", "starting", "Retry-After", "1")), 4, cannot +
				"the hub responded with 503 Service Unavailable: starting (after 4 requests)",
		},
		"504 once":          {times(1, answer(504, "Timeout", "etcd")), 2, ""},
		"a reset, once":     {times(1, reset), 2, ""},
		"resets":            {times(always, reset), 4, "connection reset by peer (after 4 requests)"},
		"a hang, once":      {times(1, hang), 2, ""},
		"a hang":            {times(always, hang), 3, "has not responded within 15s (after "},
		"a slow body, once": {times(1, slow), 2, ""},
		"a slow body":       {times(always, slow), 3, "has not responded within 15s (after "},
		"a cut body, once":  {times(1, cut), 2, ""},
		"cut bodies":        {times(always, cut), 4, "unexpected EOF (after 4 requests)"},
		"a list that ends early": {
			times(always, raw("application/json", string(whole[:len(whole)-20]))), 1, cannot +
				"page 1: the response is incomplete: it ends before the list does",
		},
		"an object that ends early": {
			times(always, raw("application/json", string(whole[:100]))), 1, cannot +
				"page 1: the response is incomplete: it ends before the list does",
		},
		"an empty body": {
			times(always, raw("application/json", "")), 1, cannot + "page 1: the response is not a list of Kubernetes objects",
		},
		"a login page": {
			times(always, raw("text/html", "<html>")), 1, cannot + "page 1: the response is not a list of Kubernetes objects",
		},
		"no items": {
			times(always, raw("application/json", `{"kind":"ManagedClusterList","apiVersion":"cluster.open-cluster-management.io/v1"}`)),
			1, "with items",
		},
		"another list": {
			times(always, raw("application/json", `{"kind":"PodList","apiVersion":"v1","items":[]}`)), 1,
			`page 1: the response is a "PodList" of "v1"; it must be a ManagedClusterList`,
		},
		"broken JSON": {
			times(always, raw("application/json", strings.Replace(string(whole), `"labels":`, `"labels"`, 1))), 1,
			"page 1: the response is not valid JSON: invalid character '{'",
		},
		"a redirect": {
			times(always, answer(302, "", "moved", "Location", "https://login.example.com")), 1, "redirects are not followed",
		},
		"401": {
			times(always, answer(401, "Unauthorized", "Unauthorized")), 1, cannot +
				"the hub does not accept the credentials, which may have expired: Unauthorized",
		},
		"403": {times(always, answer(403, "Forbidden", `User "u" cannot list resource "managedclusters"`)), 1,
			cannot + `the credentials may not list managedclusters.cluster.open-cluster-management.io: User "u" cannot list resource "managedclusters"`},
		"404": {times(always, answer(404, "NotFound", "gone")), 1, "the hub responded with 404 Not Found: gone"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := fakehub.New(t, fakehub.Clusters(3))
			h.Fault = test.fault
			client := h.Client(t, func(c *hub.Config, _ *apiserver.Options) { c.TimeoutSeconds = new(int32(15)) })
			start := time.Now()
			objects, err := client.List(t.Context(), hubobject.ManagedCluster, hub.Selection{})
			if got := h.Count(fakehub.ManagedClusters); !isExpected(got, test.requests, test.want) {
				t.Errorf("%d requests, want %d", got, test.requests)
			}
			if took := time.Since(start); took > time.Minute {
				t.Errorf("it took %s", took)
			}
			if !says(err, test.want) || (err == nil) != (len(objects) == 3) {
				t.Errorf("%d clusters, error %v\nwant %s", len(objects), err, test.want)
			}
			if err != nil && len(objects) > 0 {
				t.Errorf("%d clusters beside the error", len(objects))
			}
		})
	}
}

// says reports whether an error has a text; without a text there must be no error.
func says(err error, text string) bool {
	if err == nil || text == "" {
		return err == nil && text == ""
	}
	return strings.Contains(err.Error(), text)
}

func raw502(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(http.StatusBadGateway)
	_, _ = w.Write([]byte("<html><body>nginx</body></html>"))
}

// TestNoServer: a connection that is refused is tried again.
func TestNoServer(t *testing.T) {
	h := fakehub.New(t, fakehub.Clusters(3))
	client := h.Client(t, nil)
	h.Close()
	_, err := client.List(t.Context(), hubobject.ManagedCluster, hub.Selection{})
	if err == nil || !strings.Contains(err.Error(), "no response from the hub at "+h.URL+": dial tcp") ||
		!strings.Contains(err.Error(), "connection refused (after 4 requests)") {
		t.Errorf("error %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

// TestServersOwnError: the error of the API server, with its status, is kept.
func TestServersOwnError(t *testing.T) {
	h := fakehub.New(t, fakehub.Clusters(3))
	h.Fault = times(1000, answer(403, "Forbidden", "no"))
	_, err := h.Client(t, nil).List(t.Context(), hubobject.ManagedCluster, hub.Selection{})
	var failed *apiserver.Error
	if !apierrors.IsForbidden(err) || !errors.As(err, &failed) || failed.Verb != "list" || failed.Requests != 1 {
		t.Errorf("error %v", err)
	}
}

// TestExpiredToken: a list whose continue token has expired starts again, twice at most, and no cluster is there twice.
func TestExpiredToken(t *testing.T) {
	for expired, want := range map[int]int{1: 5, 2: 7, 3: 6} {
		h := fakehub.New(t, fakehub.Clusters(1100))
		h.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
			if r.URL.Query().Get("continue") != "500" || expired == 0 {
				return false
			}
			expired--
			fakehub.Status(w, http.StatusGone, "Expired", "The provided continue parameter is too old")
			return true
		}
		fails := expired > 2
		objects, err := h.Client(t, nil).List(t.Context(), hubobject.ManagedCluster, hub.Selection{})
		if fails != (err != nil) || !fails && len(objects) != 1100 {
			t.Errorf("%d clusters, error %v", len(objects), err)
		}
		if got := h.Count(fakehub.ManagedClusters); got != want {
			t.Errorf("%d requests, want %d", got, want)
		}
	}
}

// TestExpiredWithoutToken: the first page of a list cannot be too old.
func TestExpiredWithoutToken(t *testing.T) {
	h := fakehub.New(t, fakehub.Clusters(3))
	h.Fault = times(1000, answer(410, "Expired", "too old"))
	_, err := h.Client(t, nil).List(t.Context(), hubobject.ManagedCluster, hub.Selection{})
	if err == nil || h.Count(fakehub.ManagedClusters) != 1 {
		t.Errorf("error %v after %d requests", err, h.Count(fakehub.ManagedClusters))
	}
}

// TestRetryAfter: the wait that a server asks for applies, up to a limit, and a wait beyond the deadline is not begun.
func TestRetryAfter(t *testing.T) {
	for after, test := range map[string]struct {
		timeout  int32
		want     time.Duration
		requests int
	}{
		"2":    {60, 2 * time.Second, 2},
		"3600": {60, 10 * time.Second, 2},
		"5":    {3, 0, 1},
	} {
		h := fakehub.New(t, fakehub.Clusters(3))
		h.Fault = times(1, answer(429, "TooManyRequests", "busy", "Retry-After", after))
		var waits []time.Duration
		client := h.Client(t, func(c *hub.Config, o *apiserver.Options) {
			c.TimeoutSeconds = &test.timeout
			o.Clock = func(backoff retryablehttp.Backoff) retryablehttp.Backoff {
				return func(least, most time.Duration, attempt int, resp *http.Response) time.Duration {
					waits = append(waits, backoff(least, most, attempt, resp))
					return 0
				}
			}
		})
		_, err := client.List(t.Context(), hubobject.ManagedCluster, hub.Selection{})
		if (err == nil) != (test.requests == 2) || test.want > 0 && (len(waits) != 1 || waits[0] != test.want) {
			t.Errorf("Retry-After %s: waits %v, error %v", after, waits, err)
		}
		if got := h.Count(fakehub.ManagedClusters); got != test.requests {
			t.Errorf("Retry-After %s: %d requests, want %d", after, got, test.requests)
		}
	}
}

// TestCancel: an interruption ends a call at once, whatever it waits for. The limit is for a busy machine.
func TestCancel(t *testing.T) {
	realWaits := func(b retryablehttp.Backoff) retryablehttp.Backoff { return b }
	for name, fault := range map[string]func(http.ResponseWriter, *http.Request){
		"a hang": hang, "a slow body": slow, "Retry-After": answer(429, "TooManyRequests", "busy", "Retry-After", "9"),
		"backoff": reset,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := fakehub.New(t, fakehub.Clusters(3))
			h.Fault = times(3, fault)
			client := h.Client(t, func(_ *hub.Config, o *apiserver.Options) { o.Clock = realWaits })
			ctx, cancel := context.WithCancel(t.Context())
			defer time.AfterFunc(200*time.Millisecond, cancel).Stop()
			start := time.Now()
			_, err := client.List(ctx, hubobject.ManagedCluster, hub.Selection{})
			if took := time.Since(start); took > 8*time.Second || !errors.Is(err, context.Canceled) {
				t.Errorf("after %s: error %v", took, err)
			}
			if name != "Retry-After" {
				return
			}
			// The interrupted read is not kept.
			h.Fault = nil
			if objects, err := client.List(t.Context(), hubobject.ManagedCluster, hub.Selection{}); err != nil || len(objects) != 3 {
				t.Errorf("%d clusters, error %v", len(objects), err)
			}
		})
	}
}

// TestPages: pages are cut where the server cuts them.
func TestPages(t *testing.T) {
	h := fakehub.New(t, fakehub.Clusters(1500))
	objects, err := h.Client(t, nil).List(t.Context(), hubobject.ManagedCluster, hub.Selection{})
	if err != nil || len(objects) != 1500 || h.Count(fakehub.ManagedClusters) != 3 {
		t.Errorf("%d clusters after %d requests, error %v", len(objects), h.Count(fakehub.ManagedClusters), err)
	}
	seen := map[string]bool{}
	for _, object := range objects {
		if seen[string(object)] || len(object) != cap(object) {
			t.Fatalf("the cluster %s is there twice, or is not its own", object)
		}
		seen[string(object)] = true
	}
	if agents := h.Agents(); !agents["provider/1.2.3"] || len(agents) != 1 {
		t.Errorf("user agents %v", agents)
	}
}

// TestEndlessList: a server that always returns a continue token is an error, with a bound on pages and on objects, and so is a
// page that refers to itself.
func TestEndlessList(t *testing.T) {
	t.Parallel()
	const cluster = `{"metadata":{"name":"a"}}`
	always := func(token string) func(int) string { return func(int) string { return token } }
	for name, test := range map[string]struct {
		objects  string
		token    func(page int) string
		want     string
		requests int
	}{
		"pages":              {"", strconv.Itoa, "page 20: the list has more than 20 pages", 20},
		"objects":            {strings.Repeat(cluster+",", 9) + cluster, strconv.Itoa, "page 6: the list has more than 50 objects", 6},
		"the same page":      {cluster, always("x"), "page 2: the continue token is that of the page before", 2},
		"as many as allowed": {strings.Repeat(cluster+",", 49) + cluster, always(""), "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := fakehub.New(t, fakehub.Clusters(1))
			server.Fault = func(w http.ResponseWriter, r *http.Request, number int) bool {
				if r.URL.Path != fakehub.ManagedClusters {
					return false
				}
				const list = `{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedClusterList","metadata":{"continue":%q},"items":[%s]}`
				_, _ = fmt.Fprintf(w, list, test.token(number), test.objects)
				return true
			}
			client := server.Client(t, nil)
			client.LimitLists(20, 50)
			_, err := client.List(t.Context(), hubobject.ManagedCluster, hub.Selection{})
			switch {
			case test.want == "" && err != nil, test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("error %v, want %q", err, test.want)
			case server.Count(fakehub.ManagedClusters) != test.requests:
				t.Errorf("%d requests instead of %d", server.Count(fakehub.ManagedClusters), test.requests)
			}
		})
	}
}
