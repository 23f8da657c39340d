// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// maxText limits the text of a server that is shown, in bytes.
const maxText = 512

// Error is a call that failed. It does not contain secrets.
type Error struct {
	// Verb and Resource are those of RBAC, such as list and managedclusters.cluster.open-cluster-management.io.
	Verb, Resource string
	// Namespace and Name are those of the object, if the call is about one.
	Namespace, Name string
	// Requests is how often the request was sent.
	Requests int
	// Reason is what happened, in one sentence. It is about Missing if the credentials lack permissions.
	Reason  string
	Missing []Permission
	// Err is the API server's own error (an errors.APIStatus), the error of the context, or nil.
	Err error
}

// Error returns what was attempted and what happened.
func (e *Error) Error() string {
	if len(e.Missing) > 0 {
		return e.Reason
	}
	text := "cannot " + e.Verb + " " + e.object() + ": " + e.Reason
	if e.Requests > 1 {
		text += fmt.Sprintf(" (after %d requests)", e.Requests)
	}
	return text
}

// object is what the call is about.
func (e *Error) object() string {
	text := excerpt.Text(e.Resource)
	if e.Name != "" {
		text += " " + excerpt.Quote(e.Name)
	}
	if e.Namespace != "" {
		text += " in namespace " + excerpt.Quote(e.Namespace)
	}
	return text
}

// Unwrap returns the API server's own error.
func (e *Error) Unwrap() error { return e.Err }

// refused returns the error of a response that is not a success. Its Err has the status and the causes of the API server.
func (c *Client) refused(e *Error, resp *http.Response, body []byte) error {
	var status metav1.Status
	isPage := strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html")
	if err := json.Unmarshal(body, &status); err != nil || status.Kind != "Status" {
		status = metav1.Status{Status: metav1.StatusFailure, Message: strings.TrimSpace(string(body))}
		if isPage {
			status.Message = "a page of HTML, which is not from a Kubernetes API server"
		}
	}
	status.Code = int32(resp.StatusCode)
	status.Message = c.connection.show(status.Message)
	if status.Details != nil {
		for i := range status.Details.Causes {
			status.Details.Causes[i].Message = c.connection.show(status.Details.Causes[i].Message)
		}
	}
	e.Err = &apierrors.StatusError{ErrStatus: status}
	isMissing := status.Reason == metav1.StatusReasonNotFound && status.Details != nil
	if resp.StatusCode == http.StatusNotFound && (isPage || e.Name != "" && !isMissing) {
		// Another server, on the way to the hub, does not know the path. That does not mean that the object does not exist.
		e.Err = nil
	}
	said := ""
	if status.Message != "" {
		said = ": " + status.Message
	}
	switch {
	case status.Reason == metav1.StatusReasonInvalid, strings.HasPrefix(status.Message, "admission webhook "):
		e.Reason = "the hub refuses the object" + said
	case resp.StatusCode == http.StatusUnauthorized:
		// The plugin has run again. If that failed, the error is that of the credentials before.
		e.Reason = c.connection.ofPlugin("the hub does not accept the credentials, which may have expired"+said,
			"the command that prints them", c.connection.plugin.output())
	case resp.StatusCode == http.StatusForbidden:
		e.forbid(status.Message, said)
	case resp.StatusCode == http.StatusTooManyRequests:
		e.Reason = "the hub is overloaded" + said
	default:
		e.Reason = fmt.Sprintf("the hub responded with %d %s", resp.StatusCode, http.StatusText(resp.StatusCode)) + said
		if resp.StatusCode/100 == 3 {
			e.Reason += "; redirects are not followed: set the address of the Kubernetes API itself"
		}
	}
	return e
}

// unreachable returns the error of a call without a response. The text of the cause is masked, so it is kept as text.
func (c *Client) unreachable(ctx context.Context, e *Error, err error) error {
	said := c.connection.show(err.Error())
	var plugin *pluginError
	var network net.Error
	var certificate *tls.CertificateVerificationError
	switch {
	case ctx.Err() != nil:
		e.Err, e.Reason = ctx.Err(), Interruption(ctx)
	case errors.As(err, &plugin):
		text := "the command that prints the credentials failed: " + c.connection.show(plugin.Error())
		if errors.Is(plugin.error, errRuns) {
			text = fmt.Sprintf("the command %s, which prints the credentials, has not ended within %s",
				excerpt.Quote(c.connection.plugin.Command), excerpt.Duration(c.timeout))
		}
		e.Reason = c.connection.ofPlugin(text, "it", plugin.stderr)
	case errors.Is(err, errDeadline):
		e.Reason = fmt.Sprintf("the hub at %s has not responded within %s", c.connection.rest.Host, excerpt.Duration(c.timeout))
	case errors.As(err, &certificate):
		e.Reason = "the certificate of the hub at " + c.connection.rest.Host + " cannot be verified: " + said +
			"; check cluster_ca_certificate and tls_server_name, or the kubeconfig"
	case errors.As(err, &network) && network.Timeout():
		e.Reason = fmt.Sprintf("the hub at %s does not respond", c.connection.rest.Host)
	default:
		e.Reason = "no response from the hub at " + c.connection.rest.Host + ": " + said
	}
	return e
}

// Interruption says why a context has ended: its own cause if it has one, such as a timeout that is up.
func Interruption(ctx context.Context) string {
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, ctx.Err()) {
		return cause.Error()
	}
	return "the call was interrupted"
}
