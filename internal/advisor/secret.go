// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package advisor

import (
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// secrets lists texts that must not be shown.
type secrets struct{ excerpt.Secrets }

// secrets returns the endpoint's secrets in each form in which an advisor could send them back or an error could quote
// them.
func (e *Endpoint) secrets() secrets {
	list := []string{e.BearerToken, e.Password, e.ClientKey}
	for _, value := range e.Headers {
		list = append(list, value)
	}
	if _, token, ok := strings.Cut(e.header().Get("Authorization"), " "); ok {
		list = append(list, token)
	}
	return secrets{excerpt.NewSecrets(list...)}
}

// show sanitizes a text that an advisor sent.
func (s secrets) show(text string) string { return s.Show(text, maxErrorText) }
