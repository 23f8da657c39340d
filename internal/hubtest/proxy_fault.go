// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"crypto/tls"
	"encoding/json"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
)

// Fault answers a request in place of the API server.
type Fault func(p *Proxy, w http.ResponseWriter, r *http.Request)

// Refuse answers with an error in the form of an API server's, and with headers as names and values.
func Refuse(code int, reason, message string, headers ...string) Fault {
	return func(_ *Proxy, w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_ = json.NewEncoder(w).Encode(map[string]any{
			"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": reason, "message": message, "code": code,
		})
	}
}

// Say answers with a text, as something does that is not an API server.
func Say(code int, contentType, text string) Fault {
	return func(_ *Proxy, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(code)
		_, _ = w.Write([]byte(text))
	}
}

// Before calls a function and then lets the API server answer.
func Before(call func()) Fault {
	return func(p *Proxy, w http.ResponseWriter, r *http.Request) {
		call()
		p.pass(w, r)
	}
}

// After lets the API server act, calls a function, and then answers.
func After(call func()) Fault {
	return func(p *Proxy, w http.ResponseWriter, r *http.Request) {
		answer := p.record(r)
		call()
		send(w, answer, answer.Body.Bytes())
	}
}

// ResetBefore resets the connection; the API server does not see the request.
func ResetBefore(_ *Proxy, _ http.ResponseWriter, r *http.Request) {
	if c := connectionOf(r); c != nil {
		_ = c.SetLinger(0)
		_ = c.Close()
	}
	panic(http.ErrAbortHandler)
}

// ResetAfter lets the API server act, and resets the connection in place of its answer.
func ResetAfter(p *Proxy, w http.ResponseWriter, r *http.Request) {
	p.record(r)
	ResetBefore(p, w, r)
}

// Lose lets the API server act or not, calls a function, and then resets the connection.
func Lose(acts bool, meanwhile func()) Fault {
	return func(p *Proxy, w http.ResponseWriter, r *http.Request) {
		if acts {
			p.record(r)
		}
		meanwhile()
		ResetBefore(p, w, r)
	}
}

// Hang does not answer until the client gives up; the API server does not see the request.
func Hang(p *Proxy, _ http.ResponseWriter, r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-p.closing:
	}
}

// HangAfter lets the API server act, and does not answer until the client gives up.
func HangAfter(p *Proxy, w http.ResponseWriter, r *http.Request) {
	p.record(r)
	Hang(p, w, r)
}

// SlowBody sends the first half of the API server's answer, and then nothing.
func SlowBody(p *Proxy, w http.ResponseWriter, r *http.Request) {
	answer := p.record(r)
	send(w, answer, answer.Body.Bytes()[:answer.Body.Len()/2])
	_ = http.NewResponseController(w).Flush()
	Hang(p, w, r)
}

// CutBody sends the first half of the API server's answer, and ends.
func CutBody(p *Proxy, w http.ResponseWriter, r *http.Request) {
	answer := p.record(r)
	send(w, answer, answer.Body.Bytes()[:answer.Body.Len()/2])
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// Silence loses everything that this connection sends after that, in both directions, as a firewall does that has forgotten
// it. The API server does not see the request. New connections work.
func Silence(p *Proxy, w http.ResponseWriter, r *http.Request) {
	if c := connectionOf(r); c != nil {
		c.silent.Store(true)
	}
	<-p.closing
}

// record lets the API server answer, and keeps the answer.
func (p *Proxy) record(r *http.Request) *httptest.ResponseRecorder {
	answer := httptest.NewRecorder()
	p.pass(answer, r)
	return answer
}

// send sends a kept answer with this body.
func send(w http.ResponseWriter, answer *httptest.ResponseRecorder, body []byte) {
	maps.Copy(w.Header(), answer.Header())
	w.WriteHeader(answer.Code)
	_, _ = w.Write(body)
}

type connectionKey struct{}

// connectionOf is the connection that a request came from.
func connectionOf(r *http.Request) *silentConnection {
	if c, ok := r.Context().Value(connectionKey{}).(*tls.Conn); ok {
		if c, ok := c.NetConn().(*silentConnection); ok {
			return c
		}
	}
	return nil
}

// silentListener accepts connections that can be lost.
type silentListener struct{ net.Listener }

// Accept accepts a connection.
func (l silentListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return &silentConnection{TCPConn: tcp}, err
	}
	return c, err
}

// silentConnection is a connection that can be lost.
type silentConnection struct {
	*net.TCPConn
	silent atomic.Bool
}

// Read drops what arrives on a lost connection.
func (c *silentConnection) Read(into []byte) (int, error) {
	for {
		n, err := c.TCPConn.Read(into)
		if err != nil || !c.silent.Load() {
			return n, err
		}
	}
}

// Write drops what is sent on a lost connection.
func (c *silentConnection) Write(text []byte) (int, error) {
	if c.silent.Load() {
		return len(text), nil
	}
	return c.TCPConn.Write(text)
}
