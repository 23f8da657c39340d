// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"context"
	"crypto/tls"
	"errors"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/client-go/util/connrotation"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// client-go runs an exec plugin without a deadline, and its error does not have what the plugin wrote to stderr. So the plugin
// runs here (plugin_run.go), and client-go's transport gets the credentials.

// plugin is an exec plugin, its last run, and the credentials that it has printed.
type plugin struct {
	*api.ExecConfig
	path    string
	env     []string
	version schema.GroupVersion
	// dialer knows the connections. Those that a certificate has opened are closed when another one takes its place.
	dialer *connrotation.Dialer
	// current has expired until the plugin has run.
	current atomic.Pointer[credentials]

	// turn is held by a run of the plugin, and mu by those that ask for credentials.
	turn, mu sync.Mutex
	last     *pluginRun
}

type credentials struct {
	token       string
	certificate *tls.Certificate
	// expires is nil for credentials that are used until the server refuses them.
	expires *time.Time
}

// pluginRun is a run, which calls that need credentials at the same time share. It ends when none of them waits any more.
type pluginRun struct {
	cancel  context.CancelFunc
	waiting int
	ended   chan struct{}
	stderr  tail
	err     error
}

// errRuns is the error of a run that has not ended.
var errRuns = errors.New("the command has not ended")

// pluginError is that of a run.
type pluginError struct {
	error
	stderr string
}

// credentials returns those that are valid and not refused. The plugin runs if there are none, unless it does already.
// Without a plugin they are empty.
func (p *plugin) credentials(ctx context.Context, refused *credentials) (*credentials, error) {
	if p == nil {
		return &credentials{}, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if c := p.current.Load(); c != refused && (c.expires == nil || time.Now().Before(*c.expires)) {
		return c, nil
	}
	run := p.last
	if run.waiting == 0 || !errors.Is(run.err, errRuns) {
		limited, cancel := context.WithCancel(context.WithoutCancel(ctx))
		run = &pluginRun{cancel: cancel, ended: make(chan struct{}), err: errRuns}
		p.last = run
		go p.renew(limited, run)
	}
	run.waiting++
	p.mu.Unlock()
	select {
	case <-run.ended:
	case <-ctx.Done():
	}
	p.mu.Lock()
	if run.waiting--; run.waiting == 0 {
		run.cancel()
	}
	if run.err != nil {
		return nil, &pluginError{run.err, run.stderr.String()}
	}
	return p.current.Load(), nil
}

// renew replaces the credentials with those of a run.
func (p *plugin) renew(ctx context.Context, run *pluginRun) {
	p.turn.Lock()
	defer p.turn.Unlock()
	renewed, err := p.run(ctx, &run.stderr)
	p.mu.Lock()
	defer p.mu.Unlock()
	defer close(run.ended)
	if run.err = err; err != nil {
		return
	}
	if prior := p.current.Swap(renewed); !reflect.DeepEqual(prior.certificate, renewed.certificate) {
		p.dialer.CloseAll()
	}
}

// output is what the last run wrote to stderr.
func (p *plugin) output() string {
	if p == nil {
		return ""
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last.stderr.String()
}

// tokens finds what looks like a token: a JSON Web Token, or what follows a word for a secret.
var tokens = regexp.MustCompile(
	`\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?|(?i)((?:token|password|secret|api[_-]?key)["']?\s*[:=]\s*["']?|\bbearer\s+)[^\s"',}]{8,}`)

// ofPlugin ends an error with the end of what the plugin has written to stderr. Who is the plugin in the sentence.
func (c *connection) ofPlugin(text, who, stderr string) string {
	// What a plugin prints for a person may have a token that it has just got.
	if stderr = strings.TrimSpace(tokens.ReplaceAllString(c.masked().Mask(stderr), "${1}(sensitive)")); stderr == "" {
		return text
	}
	if more := len(stderr) - maxText; more > 0 {
		stderr = "…" + strings.ToValidUTF8(stderr[more:], "")
	}
	return text + "; " + who + " wrote: " + excerpt.Line(stderr, 2*maxText)
}
