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
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/sharedread"
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

	// runs are the runs by the credentials that they replace. One at a time has the turn: a run without a waiting call is still
	// ending when the next one begins.
	runs sharedread.Results[*credentials, *credentials]
	turn sync.Mutex
	// stderr is what the last run wrote.
	stderr atomic.Pointer[tail]
}

type credentials struct {
	token       string
	certificate *tls.Certificate
	// expires is nil for credentials that are used until the server refuses them.
	expires *time.Time
}

// errRuns is the error of a run that has not ended.
var errRuns = errors.New("the command has not ended")

// pluginError is that of a run.
type pluginError struct {
	error
	stderr string
}

// credentials returns those that are valid and not refused. The plugin runs if there are none, unless it does already: calls that
// need credentials at the same time share a run, which ends when none of them waits any more. Without a plugin they are empty.
func (p *plugin) credentials(ctx context.Context, refused *credentials) (*credentials, error) {
	if p == nil {
		return &credentials{}, nil
	}
	prior := p.current.Load()
	if prior != refused && (prior.expires == nil || time.Now().Before(*prior.expires)) {
		return prior, nil
	}
	renewed, err := p.runs.Get(ctx, prior, func(ctx context.Context) (*credentials, error) { return p.renew(ctx, prior) })
	var failed *pluginError
	if err != nil && !errors.As(err, &failed) {
		err = &pluginError{errRuns, p.output()}
	}
	return renewed, err
}

// renew replaces credentials with those of a run.
func (p *plugin) renew(ctx context.Context, prior *credentials) (*credentials, error) {
	p.turn.Lock()
	defer p.turn.Unlock()
	stderr := &tail{}
	p.stderr.Store(stderr)
	renewed, err := p.run(ctx, stderr)
	if err != nil {
		return nil, &pluginError{err, stderr.String()}
	}
	if p.current.Store(renewed); !reflect.DeepEqual(prior.certificate, renewed.certificate) {
		p.dialer.CloseAll()
	}
	return renewed, nil
}

// output is what the last run wrote to stderr.
func (p *plugin) output() string {
	if p == nil {
		return ""
	}
	return p.stderr.Load().String()
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
