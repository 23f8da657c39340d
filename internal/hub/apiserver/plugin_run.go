// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/pkg/apis/clientauthentication"
	"k8s.io/client-go/pkg/apis/clientauthentication/install"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/connrotation"
)

// codecs know the versions of the exec plugins' API.
var codecs = func() serializer.CodecFactory {
	scheme := runtime.NewScheme()
	install.Install(scheme)
	return serializer.NewCodecFactory(scheme)
}()

// newPlugin returns the plugin of a connection, which is the command at a path.
func newPlugin(config *rest.Config, path string) (p *plugin, err error) {
	p = &plugin{ExecConfig: config.ExecProvider, path: path}
	p.version, _ = schema.ParseGroupVersion(p.APIVersion)
	p.dialer = connrotation.NewDialer((&net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}).DialContext)
	p.current.Store(&credentials{expires: &time.Time{}})
	p.stderr.Store(&tail{})
	asked := &clientauthentication.ExecCredential{}
	if p.ProvideClusterInfo {
		if asked.Spec.Cluster, err = rest.ConfigToExecCluster(config); err != nil {
			return nil, err
		}
	}
	text, err := runtime.Encode(codecs.LegacyCodec(p.version), asked)
	for _, variable := range p.Env {
		p.env = append(p.env, variable.Name+"="+variable.Value)
	}
	p.env = append(p.env, "KUBERNETES_EXEC_INFO="+string(text))
	return p, err
}

// run runs the plugin until it ends or the context does, and returns the credentials that it prints.
func (p *plugin) run(ctx context.Context, stderr io.Writer) (*credentials, error) {
	stdout := &tail{}
	command := exec.CommandContext(ctx, p.path, p.Args...)
	command.Env = append(os.Environ(), p.env...)
	// The provider's own stderr is in the log of Terraform.
	command.Stdout, command.Stderr = stdout, io.MultiWriter(stderr, os.Stderr)
	// A process that the plugin leaves behind has the pipes, and is not waited for. A busy machine reads what is in them later.
	command.WaitDelay = 3 * time.Second
	release, err := start(command)
	if err == nil {
		err = command.Wait()
	}
	release()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil, fmt.Errorf("exec: executable %s failed with exit code %d", p.Command, exit.ExitCode())
	}
	if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		return nil, fmt.Errorf("exec: %w", err)
	}
	return p.read(stdout.String())
}

// read reads what the plugin has printed.
func (p *plugin) read(stdout string) (*credentials, error) {
	printed := &clientauthentication.ExecCredential{}
	_, kind, err := codecs.UniversalDecoder(p.version).Decode([]byte(stdout), nil, printed)
	if err != nil {
		return nil, fmt.Errorf("decoding stdout: %w", err)
	}
	if kind.GroupVersion() != p.version {
		return nil, fmt.Errorf("exec plugin is configured to use API version %s, plugin returned version %s", p.version,
			kind.GroupVersion())
	}
	s := printed.Status
	if s == nil || (s.ClientCertificateData == "") != (s.ClientKeyData == "") || s.Token == "" && s.ClientKeyData == "" {
		return nil, errors.New("its status must have a token, or a client certificate with its key")
	}
	read := &credentials{token: s.Token}
	if s.ExpirationTimestamp != nil {
		read.expires = &s.ExpirationTimestamp.Time
	}
	if s.ClientKeyData == "" {
		return read, nil
	}
	pair, err := tls.X509KeyPair([]byte(s.ClientCertificateData), []byte(s.ClientKeyData))
	if read.certificate = &pair; err != nil {
		return nil, fmt.Errorf("the client certificate and its key cannot be used: %w", err)
	}
	return read, nil
}

// maxOutput is how much is kept of what a plugin writes, in bytes. It is more than an error shows, so that no secret is cut.
const maxOutput = 256 << 10

// tail keeps the end of what is written.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// Write keeps a part.
func (t *tail) Write(part []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, part...)
	t.text = t.text[max(0, len(t.text)-maxOutput):]
	return len(part), nil
}

// String returns what is kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
