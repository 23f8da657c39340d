// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	random "math/rand/v2"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
)

// Proxy is a server before the API server that has faults. It speaks TLS and HTTP/2, as the API server does, and its address
// and credentials stay valid when the API server starts again. Other tokens than its own are those of the API server.
type Proxy struct {
	// Kubeconfig is the path of the administrator's kubeconfig through the proxy, with the contexts "token" and "certificate".
	Kubeconfig string
	// Host is the URL, and CA its certificate, PEM.
	Host, CA string
	// Token, or Certificate and Key (PEM), make a client the administrator.
	Token, Certificate, Key string

	hub     *Hub
	tls     *tls.Config
	address string
	// closing is closed when the test ends.
	closing chan struct{}

	mu     sync.Mutex
	server *http.Server
	// admin and anonymous lead to the API server, with its administrator's credentials or without any.
	admin, anonymous http.RoundTripper
	rules            []*rule
	requests         []Request
	limit            int
}

// Request is a request that a proxy has received.
type Request struct {
	Method, Path, Query string
	// Body is that of a request that writes.
	Body string
	// Fault is whether a rule applied to it.
	Fault bool
}

// Match selects requests. What is empty matches all of them.
type Match struct {
	// Method is an HTTP method.
	Method string
	// Path and Query are parts of the path and of the query.
	Path, Query string
	// NoQuery is what the query must not have.
	NoQuery string
	// Skip is how many matching requests pass before.
	Skip int
}

func (m Match) of(r Request) bool {
	return (m.Method == "" || m.Method == r.Method) && strings.Contains(r.Path, m.Path) && strings.Contains(r.Query, m.Query) &&
		(m.NoQuery == "" || !strings.Contains(r.Query, m.NoQuery))
}

// rule is a fault of the next requests that match.
type rule struct {
	match Match
	times int
	fault Fault
}

// Always is the number of times for a fault that does not end.
const Always = 1 << 30

// Proxy starts a proxy without faults. It ends with the test.
func (h *Hub) Proxy(t testing.TB) *Proxy {
	t.Helper()
	authority, client, err := proxyKeys()
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{
		CA: authority.certificate, Certificate: client.certificate, Key: client.key, Token: "proxy-" + rand.Text(),
		hub: h, closing: make(chan struct{}), address: freeAddress(),
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(authority.certificate))
	p.tls = &tls.Config{
		Certificates: []tls.Certificate{authority.pair}, ClientAuth: tls.VerifyClientCertIfGiven, ClientCAs: pool,
		NextProtos: []string{"h2", "http/1.1"}, MinVersion: tls.VersionTLS12,
	}
	p.up(t)
	t.Cleanup(func() {
		close(p.closing)
		p.down()
	})
	p.Kubeconfig = filepath.Join(t.TempDir(), "kubeconfig")
	if err := p.writeKubeconfig(); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *Proxy) writeKubeconfig() error {
	c := api.NewConfig()
	c.Clusters["hub"] = &api.Cluster{Server: p.Host, CertificateAuthorityData: []byte(p.CA)}
	c.AuthInfos["token"] = &api.AuthInfo{Token: p.Token}
	c.AuthInfos["certificate"] = &api.AuthInfo{ClientCertificateData: []byte(p.Certificate), ClientKeyData: []byte(p.Key)}
	for name := range c.AuthInfos {
		c.Contexts[name] = &api.Context{Cluster: "hub", AuthInfo: name}
	}
	c.CurrentContext = "token"
	return clientcmd.WriteToFile(*c, p.Kubeconfig)
}

// freeAddress is a local address whose port no client gets by itself: a proxy that restarts has to get its port back.
func freeAddress() string {
	for range 100 {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(20_000+random.IntN(12_000)))
		if listener, err := net.Listen("tcp", address); err == nil {
			_ = listener.Close()
			return address
		}
	}
	return "127.0.0.1:0"
}

// up listens, at the same address as before.
func (p *Proxy) up(t testing.TB) {
	t.Helper()
	if err := p.listen(); err != nil {
		t.Error(err)
	}
}

func (p *Proxy) listen() error {
	admin, err := rest.TransportFor(p.hub.Config)
	if err != nil {
		return err
	}
	anonymous, err := rest.TransportFor(rest.AnonymousClientConfig(p.hub.Config))
	if err != nil {
		return err
	}
	var listener net.Listener
	// Another process may hold the port for a while.
	for end := time.Now().Add(time.Minute); ; time.Sleep(interval) {
		if listener, err = net.Listen("tcp", p.address); err == nil {
			break
		}
		if time.Now().After(end) {
			return err
		}
	}
	p.address = listener.Addr().String()
	p.Host = "https://" + p.address
	server := &http.Server{
		Handler: p, TLSConfig: p.tls, ErrorLog: log.New(io.Discard, "", 0), ReadHeaderTimeout: time.Minute,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connectionKey{}, c)
		},
	}
	p.mu.Lock()
	p.server, p.admin, p.anonymous = server, admin, anonymous
	p.mu.Unlock()
	go func() { _ = server.ServeTLS(silentListener{listener}, "", "") }()
	return nil
}

// down refuses connections, and breaks those that exist.
func (p *Proxy) down() {
	p.mu.Lock()
	server := p.server
	p.mu.Unlock()
	_ = server.Close()
}

// Renew makes another token that of the administrator, and returns it. The last one is refused then, as one that has
// expired; the kubeconfig still has it.
func (p *Proxy) Renew() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Token = "proxy-" + rand.Text()
	return p.Token
}

// Limit makes the pages of lists smaller than clients ask for: to n objects.
func (p *Proxy) Limit(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.limit = n
}

// Outage refuses connections for a while. It returns at once.
func (p *Proxy) Outage(t testing.TB, length time.Duration) {
	t.Helper()
	p.down()
	up := make(chan struct{})
	time.AfterFunc(length, func() {
		defer close(up)
		p.up(t)
	})
	t.Cleanup(func() { <-up })
}

// Restart kills the API server and starts it again with its data. Until it is ready, connections are refused. The hub needs
// to be one of StartOwn.
func (p *Proxy) Restart(t testing.TB) {
	t.Helper()
	p.down()
	p.hub.restart(t)
	p.up(t)
}

// On adds a fault of the next requests that match. Earlier rules take precedence.
func (p *Proxy) On(match Match, times int, fault Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rules = append(p.rules, &rule{match, times, fault})
}

// Clear forgets the faults and the requests.
func (p *Proxy) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rules, p.requests = nil, nil
}

// Requests returns the requests that match, in their order.
func (p *Proxy) Requests(match Match) []Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	var found []Request
	for _, r := range p.requests {
		if match.of(r) {
			found = append(found, r)
		}
	}
	return found
}

// ServeHTTP answers a request with the first fault that applies, or as the API server does.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		// The client has gone.
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if fault := p.note(Request{Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Body: string(body)}); fault != nil {
		fault(p, w, r)
		return
	}
	p.pass(w, r)
}

// note counts a request, and returns its fault or nil.
func (p *Proxy) note(request Request) (fault Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, rule := range p.rules {
		switch {
		case rule.times == 0 || !rule.match.of(request):
			continue
		case rule.match.Skip > 0:
			rule.match.Skip--
			continue
		}
		rule.times--
		fault, request.Fault = rule.fault, true
		break
	}
	p.requests = append(p.requests, request)
	return fault
}

// pass lets the API server answer.
func (p *Proxy) pass(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	transport := p.anonymous
	target, _ := url.Parse(p.hub.Config.Host)
	limit := p.limit
	isAdmin := r.Header.Get("Authorization") == "Bearer "+p.Token || r.TLS != nil && len(r.TLS.PeerCertificates) > 0
	if isAdmin {
		transport = p.admin
	}
	p.mu.Unlock()
	forward := httputil.ReverseProxy{
		Transport: transport, FlushInterval: -1, ErrorLog: log.New(io.Discard, "", 0),
		Rewrite: func(forwarded *httputil.ProxyRequest) {
			forwarded.SetURL(target)
			if isAdmin {
				forwarded.Out.Header.Del("Authorization")
			}
			if query := forwarded.Out.URL.Query(); limit > 0 && query.Has("limit") {
				query.Set("limit", strconv.Itoa(limit))
				forwarded.Out.URL.RawQuery = query.Encode()
			}
		},
		// The API server has ended, or the client.
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, _ error) { ResetBefore(p, w, r) },
	}
	forward.ServeHTTP(w, r)
}
