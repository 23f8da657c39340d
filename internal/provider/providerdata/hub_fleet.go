// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// unknownHubError says that a part of the hub's configuration is not known yet.
type unknownHubError struct{ unknown []string }

// Error names what is unknown, and what to do.
func (e *unknownHubError) Error() string {
	return "the configuration of the provider's hub is not known yet: " + excerpt.List(e.unknown, ", ") +
		". Terraform still reads data sources during plan. Give the provider values that are known during plan, or make Terraform " +
		"read this data source during apply: add depends_on with the resource that the values come from"
}

// Connected returns the client of a hub. It is an error as long as its configuration is unknown.
func Connected(h *managed.Hub) (*hubview.Client, error) {
	if h.Client == nil {
		return nil, &unknownHubError{h.Unknown}
	}
	return h.Client, nil
}

// HubDiagnostic is the error about a hub that cannot be read for an attribute. An empty path is that of no attribute.
func HubDiagnostic(p path.Path, err error) diag.Diagnostic {
	title := "The hub cannot be read"
	var unknown *unknownHubError
	var missing *hub.MissingKindError
	switch {
	case errors.As(err, &unknown):
		return rawserver.UnknownConfiguration{
			ErrorDiagnostic: diag.NewErrorDiagnostic("The hub is not known yet", excerpt.Sentence(err.Error())),
		}
	case errors.As(err, &missing), errors.Is(err, hubview.ErrNoClusterKind), errors.Is(err, hubview.ErrNoPlacementKind):
		title = "The hub lacks a kind of objects"
	default:
		p = path.Empty()
	}
	text := apiserver.Explained(err)
	if len(p.Steps()) == 0 {
		return diag.NewErrorDiagnostic(title, text)
	}
	return diag.NewAttributeErrorDiagnostic(p, title, text)
}
