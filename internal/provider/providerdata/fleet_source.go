// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// FleetSource is what the configuration of the provider says of the fleet: its manifests and its advisors. It is nil for a
// function, which has neither.
type FleetSource struct {
	// IsSet says that the provider sets manifests, IsUnknown that they are not known yet, and hasHub that it has a hub.
	IsSet, IsUnknown, hasHub bool
	own                      *ownManifests
	// Advisors are asked over HTTP; Answers keeps what they have said.
	Advisors map[string]advisor.Endpoint
	Answers  *advisor.Cache
	// Unasked are the names of the advisors that must not be asked over HTTP.
	Unasked []string
}

// NewFleetSource takes the texts of the provider's manifests, which may be null or unknown, and its advisors.
func NewFleetSource(manifests tfvalue.Input, hasHub bool, advisors map[string]advisor.Endpoint) *FleetSource {
	return &FleetSource{
		IsSet: !manifests.IsNull(), IsUnknown: !manifests.IsFullyKnown(), hasHub: hasHub, Advisors: advisors, Answers: &advisor.Cache{},
		own: &ownManifests{texts: lists.Map(manifests.Elements(), tfvalue.Input.Text)},
	}
}

// Digest identifies the texts of the manifests.
func (s *FleetSource) Digest() string { return s.own.sum() }

// WithoutAdvisors is the source for resources, which must not call HTTP advisors: they may answer differently when Terraform
// applies.
func (s *FleetSource) WithoutAdvisors() *FleetSource {
	without := *s
	without.Advisors = nil
	without.Unasked = slices.Sorted(maps.Keys(s.Advisors))
	return &without
}

// Read reads the texts of an argument: its own, or the provider's if it is not set and there are no values in its place.
func (s *FleetSource) Read(ctx context.Context, texts []string, hasValues bool) (inventory.Fleet, diag.Diagnostics) {
	var diags diag.Diagnostics
	switch {
	case texts != nil:
		fleet, err := inventory.ReadFleet(ctx, texts...)
		if err != nil {
			p := path.Root("manifests")
			var mistake *document.Error
			if errors.As(err, &mistake) {
				p = p.AtListIndex(mistake.Text)
			}
			diags.AddAttributeError(p, "A manifest cannot be used", excerpt.Sentence(err.Error()))
		}
		return fleet, diags
	case hasValues:
		return inventory.Fleet{}, nil
	case s == nil:
		diags.AddError("There is no fleet", "Neither clusters nor manifests is set. Set one of them.")
		return inventory.Fleet{}, diags
	case s.hasHub:
		diags.AddError("There is no fleet",
			"Neither clusters nor manifests is set, and only the data sources multicluster_placement and multicluster_clusters "+
				"read the hub of the provider. Set clusters, for example clusters = local.clusters with "+
				"locals { clusters = data.multicluster_clusters.all.clusters }.")
		return inventory.Fleet{}, diags
	case !s.IsSet:
		diags.AddError("There is no fleet",
			"Neither clusters nor manifests is set, and the provider has no manifests either. "+
				"Set one of them, for example manifests = [file(\"${path.module}/fleet.yaml\")], or set hub in the provider.")
		return inventory.Fleet{}, diags
	case s.IsUnknown:
		diags.AddError("A manifest of the provider cannot be used", "the provider's manifests are unknown; they must not depend on "+
			"something that this run creates.")
		return inventory.Fleet{}, diags
	}
	fleet, err := s.own.fleet(ctx)
	if err != nil {
		diags.AddError("A manifest of the provider cannot be used", excerpt.Sentence(err.Error()))
	}
	return fleet, diags
}

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
