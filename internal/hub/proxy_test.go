// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// throughProxy returns a client of an API server through a proxy. It does not wait between requests, and a call takes at
// most 15 seconds: a third of that ends a request that hangs, and a busy machine answers sooner.
func throughProxy(t testing.TB, p *hubtest.Proxy, change func(*hub.Config, *apiserver.Options)) *hub.Client {
	t.Helper()
	config := hub.Config{Config: apiserver.Config{ConfigPath: p.Kubeconfig, TimeoutSeconds: new(int32(15))}}
	options := apiserver.Options{Lookup: fakehub.NoEnvironment, UserAgent: "provider/1.2.3", Clock: fakehub.NoWaits}
	if change != nil {
		change(&config, &options)
	}
	client, err := hub.New(config, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

const login = "<html><body>log in</body></html>"

// connectionFault is a fault that all calls have in common: how many requests a call takes, and what the error says if it fails.
type connectionFault struct {
	fault    hubtest.Fault
	times    int
	requests int
	says     string
}

var connectionFaults = map[string]connectionFault{
	"no fault":                    {hubtest.Before(func() {}), 1, 1, ""},
	"429, once":                   {hubtest.Refuse(429, "TooManyRequests", "busy"), 1, 2, ""},
	"429 with Retry-After, twice": {hubtest.Refuse(429, "TooManyRequests", "busy", "Retry-After", "1"), 2, 3, ""},
	"429, always": {
		hubtest.Refuse(429, "TooManyRequests", "busy", "Retry-After", "1"), hubtest.Always, 4,
		": the hub is overloaded: busy (after 4 requests)",
	},
	"500, three times": {hubtest.Refuse(500, "InternalError", "etcd"), 3, 4, ""},
	"503, once":        {hubtest.Refuse(503, "ServiceUnavailable", "starting"), 1, 2, ""},
	"503, always": {
		hubtest.Refuse(503, "ServiceUnavailable", "starting", "Retry-After", "1"), hubtest.Always, 4,
		": the hub responded with 503 Service Unavailable: starting (after 4 requests)",
	},
	"a page of a load balancer": {
		hubtest.Say(502, "text/html", login), hubtest.Always, 4, ": the hub responded with 502 Bad Gateway: a page of HTML, which is " +
			"not from a Kubernetes API server (after 4 requests)",
	},
	"a login page":    {hubtest.Say(200, "text/html", login), hubtest.Always, 1, "the response is not"},
	"an empty answer": {hubtest.Say(200, "application/json", ""), hubtest.Always, 1, "the response is not"},
	"another object": {
		hubtest.Say(200, "application/json", `{"kind":"ConfigMapList","apiVersion":"v1","items":[]}`), hubtest.Always,
		1, "the response is",
	},
	"a reset, once":          {hubtest.ResetBefore, 1, 2, ""},
	"a reset after it, once": {hubtest.ResetAfter, 1, 2, ""},
	"resets":                 {hubtest.ResetBefore, hubtest.Always, 4, ": no response from the hub at "},
	"a hang, once":           {hubtest.Hang, 1, 2, ""},
	"a hang":                 {hubtest.Hang, hubtest.Always, 3, " has not responded within 15s (after "},
	"a slow body, once":      {hubtest.SlowBody, 1, 2, ""},
	"a cut body, once":       {hubtest.CutBody, 1, 2, ""},
	"cut bodies":             {hubtest.CutBody, hubtest.Always, 4, ": no response from the hub at "},
	"a lost connection":      {hubtest.Silence, 1, 2, ""},
	"404 of another server": {
		hubtest.Say(404, "text/html", login), hubtest.Always, 1, ": the hub responded with 404 Not Found: a page of HTML, which is " +
			"not from a Kubernetes API server",
	},
	"credentials that expire": {
		hubtest.Refuse(401, "Unauthorized", "Unauthorized"), hubtest.Always, 1,
		": the hub does not accept the credentials, which may have expired: Unauthorized",
	},
	"a missing permission": {hubtest.Refuse(403, "Forbidden", "no"), hubtest.Always, 1, "the credentials may not "},
}

// repeated returns how often the first request that matches was sent.
func repeated(p *hubtest.Proxy, match hubtest.Match) (n int) {
	requests := p.Requests(match)
	for _, r := range requests {
		if r.Path == requests[0].Path && r.Query == requests[0].Query {
			n++
		}
	}
	return n
}

// slowFaults are those that take their time.
var slowFaults = []string{"a hang, once", "a hang", "a slow body, once", "a lost connection"}

// reader is a call that reads, which of its requests have the fault, how its errors begin, and what it reads.
type reader struct {
	match  hubtest.Match
	begins string
	result func(ctx context.Context, client *hub.Client, namespace string) (string, error)
}

var readers = map[string]reader{
	"the first page of a list": {
		hubtest.Match{Path: "/addonplacementscores"}, "list addonplacementscores.cluster.open-cluster-management.io in namespace ",
		listed,
	},
	"the second page": {
		hubtest.Match{Path: "/addonplacementscores", Query: "continue="},
		"list addonplacementscores.cluster.open-cluster-management.io in namespace ", listed,
	},
	"an object": {
		hubtest.Match{Path: "/addonplacementscores/score-3"},
		`get addonplacementscores.cluster.open-cluster-management.io "score-3" in namespace `, got,
	},
	"the identity": {hubtest.Match{Path: "/kube-system"}, `get namespaces "kube-system"`, identity},
	"a permission": {
		hubtest.Match{Path: "/selfsubjectaccessreviews"}, "create selfsubjectaccessreviews.authorization.k8s.io", isAllowed,
	},
	"the versions of a group": {
		hubtest.Match{Path: "/apis/cluster.open-cluster-management.io"},
		"discover addonplacementscores.cluster.open-cluster-management.io", isServed,
	},
}

func listed(ctx context.Context, c *hub.Client, namespace string) (string, error) {
	objects, err := c.List(ctx, hubobject.AddOnPlacementScore, hub.Selection{Namespace: namespace})
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for _, object := range objects {
		text.Write(append(object, '\n'))
	}
	return text.String(), nil
}

func got(ctx context.Context, c *hub.Client, namespace string) (string, error) {
	object, err := c.Look(ctx, hub.Reference{Kind: hubobject.AddOnPlacementScore, Namespace: namespace, Name: "score-3"})
	if err != nil || object == nil {
		return "", err
	}
	text, err := json.Marshal(object.Fields)
	return string(text), err
}

func identity(ctx context.Context, c *hub.Client, _ string) (string, error) {
	uid, err := c.UID(ctx)
	return string(uid), err
}

func isServed(ctx context.Context, c *hub.Client, _ string) (string, error) {
	is, err := c.Serves(ctx, hubobject.AddOnPlacementScore)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(is), nil
}

func isAllowed(ctx context.Context, c *hub.Client, namespace string) (string, error) {
	is, err := c.May(ctx, "patch", hubobject.AddOnPlacementScore, namespace, "")
	if err != nil {
		return "", err
	}
	return fmt.Sprint(is), nil
}

// TestReadingThroughFaults states for each fault of a call that reads from a real API server how many requests the call takes,
// and what it returns: exactly what the server has, or an error.
func TestReadingThroughFaults(t *testing.T) {
	server := hubtest.Start(t)
	_, namespace, _ := scores(t, server)
	direct := connect(t, apiserver.Config{ConfigPath: server.Kubeconfig})
	// Slow faults go on while the others are tried.
	var waiting sync.WaitGroup
	defer waiting.Wait()
	for what, reader := range readers {
		want, err := reader.result(t.Context(), direct, namespace)
		if err != nil {
			t.Fatal(err)
		}
		for name, fault := range connectionFaults {
			check := func() { reader.check(t, server.Proxy(t), fault, namespace, want, what+", "+name) }
			if slices.Contains(slowFaults, name) {
				waiting.Go(check)
			} else {
				check()
			}
		}
	}
}

func (r reader) check(t *testing.T, p *hubtest.Proxy, fault connectionFault, namespace, want, name string) {
	p.Limit(3)
	client := throughProxy(t, p, nil)
	if !strings.Contains(r.begins, "discover") {
		// What was discovered is not asked for again, so that only the call has the fault.
		if _, err := client.Serves(t.Context(), hubobject.AddOnPlacementScore); err != nil {
			t.Error(err)
		}
	}
	p.On(r.match, fault.times, fault.fault)
	began := time.Now()
	result, err := r.result(t.Context(), client, namespace)
	if took := time.Since(began); took > 90*time.Second {
		t.Errorf("%s: it took %s", name, took)
	}
	switch {
	case !says(err, fault.says) || err == nil && result != want:
		t.Errorf("%s: error %v, want %q\ngot  %s\nwant %s", name, err, fault.says, result, want)
	case err != nil && (!strings.HasPrefix(err.Error(), "cannot "+r.begins) || result != ""):
		t.Errorf("%s: error %v, want one that starts with %q\nresult %s", name, err, "cannot "+r.begins, result)
	}
	if n := repeated(p, r.match); !isExpected(n, fault.requests, fault.says) {
		t.Errorf("%s: %d requests, want %d", name, n, fault.requests)
	}
}

// isExpected reports whether a call made the expected number of requests. How many that hang fit into the time of a call depends
// on the machine.
func isExpected(n, want int, says string) bool {
	if strings.Contains(says, "has not responded within ") {
		return n > 1 && n <= 1+apiserver.DefaultMaxRetries
	}
	return n == want
}
