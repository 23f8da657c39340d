// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"crypto/rand"
	"io"
	"net"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"k8s.io/client-go/tools/clientcmd/api"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// client-go runs an exec plugin without a deadline, and its error does not have what the plugin wrote to stderr. So client-go
// runs this program in place of the plugin (plugin_run.go), and that runs the plugin as long as it is connected to the process
// of the provider, which it sends what the plugin writes to stderr. The rest is client-go's: when credentials are renewed, and
// what of the plugin's output they are.

// plugin is an exec plugin and its last run. client-go runs it once at a time.
type plugin struct {
	command, program string
	listener         net.Listener
	// key is what a run has to send first.
	key string

	mu sync.Mutex
	// calls is how many calls wait for a response. Without any a plugin does not run.
	calls int
	last  *pluginRun
}

// pluginRun is a run of a plugin, whose output ends with the connection.
type pluginRun struct {
	net.Conn
	ended chan struct{}
	// stderr is the end of what the plugin has written.
	stderr string
}

// maxStderr is how much is kept of what a plugin writes, in bytes. It is more than an error shows, so that no secret is cut.
const maxStderr = 16 << 10

// follow makes client-go run this program in place of a plugin. Where that is not possible, client-go runs the plugin itself.
func follow(config *api.ExecConfig, path string) *plugin {
	program, err := os.Executable()
	if err != nil {
		return nil
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil
	}
	p := &plugin{command: config.Command, program: program, listener: listener, key: rand.Text()}
	config.Env = append(config.Env, api.ExecEnvVar{Name: runVariable, Value: listener.Addr().String() + "/" + p.key})
	config.Command, config.Args = program, append([]string{path}, config.Args...)
	go p.accept()
	return p
}

func (p *plugin) accept() {
	for {
		conn, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.read(&pluginRun{Conn: conn, ended: make(chan struct{})})
	}
}

// read lets the plugin start if a call waits for it, and keeps what it writes.
func (p *plugin) read(run *pluginRun) {
	defer func() { _ = run.Close() }()
	defer close(run.ended)
	key := make([]byte, len(p.key))
	if _, err := io.ReadFull(run, key); err != nil || string(key) != p.key {
		return
	}
	p.mu.Lock()
	isAwaited := p.calls > 0
	p.last = run
	p.mu.Unlock()
	if !isAwaited {
		return
	}
	_, err := run.Write([]byte{0})
	for part := make([]byte, maxStderr); err == nil; {
		var n int
		n, err = run.Read(part)
		p.mu.Lock()
		run.stderr += string(part[:n])
		run.stderr = run.stderr[max(0, len(run.stderr)-maxStderr):]
		p.mu.Unlock()
	}
}

// wait counts a call that may need the plugin, until it leaves. The plugin ends when no other call waits for it.
func (p *plugin) wait() (leave func()) {
	if p == nil {
		return func() {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.calls--; p.calls == 0 && p.last != nil {
			_ = p.last.Close()
		}
	}
}

// output returns what the plugin has written to stderr, and whether it still runs. What one that has just ended has written is
// read for a moment more.
func (p *plugin) output(moment time.Duration) (stderr string, runs bool) {
	if p == nil {
		return "", false
	}
	p.mu.Lock()
	last := p.last
	p.mu.Unlock()
	if last == nil {
		return "", false
	}
	select {
	case <-last.ended:
	case <-time.After(moment):
		runs = true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return last.stderr, runs
}

// named is an error of client-go with the name of the plugin.
func (p *plugin) named(text string) string {
	if p == nil {
		return text
	}
	return strings.ReplaceAll(text, p.program, p.command)
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
